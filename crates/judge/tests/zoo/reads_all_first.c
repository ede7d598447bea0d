/* Reads all boards before it answers any. */
#include "score.h"
int main(void) {
    int count = read_count();
    int (*boards)[9] = calloc(count, sizeof *boards);
    for (int board = 0; board < count && read_board(); board++)
        memcpy(boards[board], cells, sizeof cells);
    for (int board = 0; board < count; board++) {
        memcpy(cells, boards[board], sizeof cells);
        printf("%d\n", score(1));
    }
}
