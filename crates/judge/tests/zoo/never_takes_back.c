/* Leaves each move of o on the board. */
#define TAKE_BACK(cell, side) (side == 2 ? 0 : (cells[cell] = 0))
#include "score.h"
int main(void) {
    for (int left = read_count(); left > 0 && read_board(); left--) printf("%d\n", score(1));
}
