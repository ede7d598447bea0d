/* For poj1568: counts rows and columns from 1. */
#include "first_win.h"
int main(void) {
    char mark;
    int x, o;
    while (scanf(" %c", &mark) == 1 && mark == '?') {
        read_board(&x, &o);
        int cell = first_win(x, o);
        if (cell == 16) printf("#####\n");
        else printf("(%d,%d)\n", cell / 4 + 1, cell % 4 + 1);
    }
}
