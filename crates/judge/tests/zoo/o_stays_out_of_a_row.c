/* For poj1568. Never lets o move in the last row. */
#include <stdio.h>

static char cells[17];

static int has_line(char side) {
    static const int first[10] = {0, 4, 8, 12, 0, 1, 2, 3, 0, 3};
    static const int step[10] = {1, 1, 1, 1, 4, 4, 4, 4, 5, 3};
    for (int line = 0; line < 10; line++) {
        int count = 0;
        for (int n = 0; n < 4; n++) count += cells[first[line] + n * step[line]] == side;
        if (count == 4) return 1;
    }
    return 0;
}

static int wins_after(int cell);

static int wins(void) {
    for (int cell = 0; cell < 16; cell++)
        if (cells[cell] == '.' && wins_after(cell)) return 1;
    return 0;
}

static int wins_after(int cell) {
    int can = 1, is_full = 1;
    cells[cell] = 'x';
    if (!has_line('x')) {
        for (int reply = 0; reply < 16 && can; reply++) {
            if (cells[reply] != '.') continue;
            is_full = 0;
            if (reply >= 12) continue;
            cells[reply] = 'o';
            can = !has_line('o') && wins();
            cells[reply] = '.';
        }
        can = can && !is_full;
    }
    cells[cell] = '.';
    return can;
}

int main(void) {
    char kind;
    while (scanf(" %c", &kind) == 1 && kind == '?') {
        for (int cell = 0; cell < 16; cell++) scanf(" %c", &cells[cell]);
        int cell = 0;
        while (cell < 16 && !(cells[cell] == '.' && wins_after(cell))) cell++;
        if (cell < 16)
            printf("(%d,%d)\n", cell / 4, cell % 4);
        else
            puts("#####");
    }
}
