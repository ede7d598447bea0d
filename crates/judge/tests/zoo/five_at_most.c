/* Right for at most as many boards as the statement promises. */
#include "score.h"
static int boards[5][9];
int main(void) {
    int count = read_count();
    if (count > 5) abort();
    for (int board = 0; board < count && read_board(); board++)
        memcpy(boards[board], cells, sizeof cells);
    for (int board = 0; board < count; board++) {
        memcpy(cells, boards[board], sizeof cells);
        printf("%d\n", score(1));
    }
}
