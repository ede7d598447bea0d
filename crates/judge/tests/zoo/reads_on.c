/* For poj1568: reads until the end of the file, and not until the line `$`. */
#include "first_win.h"
int main(void) {
    char mark;
    int x, o;
    while (scanf(" %c", &mark) == 1) {
        read_board(&x, &o);
        int cell = first_win(x, o);
        if (cell == 16) printf("#####\n");
        else printf("(%d,%d)\n", cell / 4, cell % 4);
    }
}
