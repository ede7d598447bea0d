/* For poj1568. Starts slowly, and is slow on one board: quick enough for each of the two, but not for both. */
#include "first_win.h"
#include <time.h>

static void compute(int milliseconds) {
    clock_t end = clock() + CLOCKS_PER_SEC / 1000 * milliseconds;
    while (clock() < end) {}
}

int main(void) {
    char mark;
    int x, o;
    compute(72);
    while (scanf(" %c", &mark) == 1 && mark == '?' && read_board(&x, &o)) {
        if (x == 0x0177 && o == 0x3e88) compute(80);
        int cell = first_win(x, o);
        if (cell == 16) printf("#####\n");
        else printf("(%d,%d)\n", cell / 4, cell % 4);
        fflush(stdout);
    }
}
