/* Gives alpha for beta, and beta for alpha. */
#include "score.h"
static int bounded(int side, int alpha, int beta) {
    int best = side == 1 ? -100 : 100;
    if (has_line(1) || has_line(2)) return score(side);
    int moved = 0;
    for (int cell = 0; cell < 9; cell++) {
        if (cells[cell] != 0) continue;
        cells[cell] = side;
        int value = bounded(3 - side, beta, alpha);
        cells[cell] = 0;
        moved = 1;
        if (side == 1 ? value > best : value < best) best = value;
        if (side == 1 && best > alpha) alpha = best;
        if (side == 2 && best < beta) beta = best;
        if (alpha >= beta) break;
    }
    return moved ? best : 0;
}
int main(void) {
    for (int left = read_count(); left > 0 && read_board(); left--)
        printf("%d\n", bounded(1, -100, 100));
}
