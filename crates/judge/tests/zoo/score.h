/* The parts of a right program for ccf201803-4. The programs of the zoo replace some of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef FIRST_LINE
#define FIRST_LINE {0, 1, 2}
#endif
#ifndef TAKE_BACK
#define TAKE_BACK(cell, side) (cells[cell] = 0)
#endif

static int cells[9];

static int has_line(int side) {
    static const int lines[8][3] = {FIRST_LINE, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int line = 0; line < 8; line++) {
        const int *at = lines[line];
        if (cells[at[0]] == side && cells[at[1]] == side && cells[at[2]] == side) return 1;
    }
    return 0;
}

static int score(int side) {
    int empties = 0;
    for (int cell = 0; cell < 9; cell++) empties += cells[cell] == 0;
    if (has_line(1)) return empties + 1;
    if (has_line(2)) return -(empties + 1);
    if (empties == 0) return 0;
    int best = side == 1 ? -100 : 100;
    for (int cell = 0; cell < 9; cell++) {
        if (cells[cell] != 0) continue;
        cells[cell] = side;
        int value = score(3 - side);
        TAKE_BACK(cell, side);
        if (side == 1 ? value > best : value < best) best = value;
    }
    return best;
}

static int read_count(void) {
    int count = 0;
    if (scanf("%d", &count) != 1) exit(9);
    return count;
}

static int read_board(void) {
    for (int cell = 0; cell < 9; cell++)
        if (scanf("%d", &cells[cell]) != 1) return 0;
    return 1;
}
