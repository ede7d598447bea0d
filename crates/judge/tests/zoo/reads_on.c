/* For poj1568: reads until the end of the file, and not until the line `$`. */
#include "first_win.h"
int main(void) {
    char mark;
    int x, o;
    while (scanf(" %c", &mark) == 1) {
        int cell = read_board(&x, &o) ? first_win(x, o) : 16;
        if (cell == 16) printf("#####\n");
        else printf("(%d,%d)\n", cell / 4, cell % 4);
    }
}
