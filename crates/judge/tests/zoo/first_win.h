/* The parts of a right program for poj1568. The programs of the zoo replace some of them. */
#include <stdio.h>

static const int lines[10] = {0xF,    0xF0,   0xF00,  0xF000, 0x1111,
                              0x2222, 0x4444, 0x8888, 0x8421, 0x1248};

/* The cells with which this side completes a line. */
static int completes(int own, int other) {
    int cells = 0;
    for (int line = 0; line < 10; line++) {
        int missing = lines[line] & ~own;
        if (!(lines[line] & other) && !(missing & (missing - 1))) cells |= missing;
    }
    return cells;
}

static int wins_with(int x, int o, int cell);

static int wins(int x, int o) {
    int open = 0;
    for (int line = 0; line < 10; line++) open |= !(lines[line] & o);
    if (!open) return 0;
    if (completes(x, o)) return 1;
    int must = completes(o, x), free = 0xFFFF & ~(x | o);
    for (int cells = must ? must : free; cells; cells &= cells - 1)
        if (wins_with(x, o, cells & -cells)) return 1;
    return 0;
}

static int wins_with(int x, int o, int cell) {
    if (completes(x, o) & cell) return 1;
    x |= cell;
    if (completes(o, x)) return 0;
    int must = completes(x, o), free = 0xFFFF & ~(x | o);
    int replies = must ? must : free;
    if (!replies) return 0;
    for (; replies; replies &= replies - 1)
        if (!wins(x, o | (replies & -replies))) return 0;
    return 1;
}

/* Reads the four rows of a board. */
static int read_board(int *x, int *o) {
    char stone;
    *x = *o = 0;
    for (int cell = 0; cell < 16; cell++) {
        if (scanf(" %c", &stone) != 1) return 0;
        if (stone == 'x') *x |= 1 << cell;
        if (stone == 'o') *o |= 1 << cell;
    }
    return 1;
}

/* The first cell that wins, or 16. */
static int first_win(int x, int o) {
    int cell = 0;
    while (cell < 16 && ((x | o) >> cell & 1 || !wins_with(x, o, 1 << cell))) cell++;
    return cell;
}
