#include "score.h"
int main(void) {
    int count = read_count();
    for (int board = 1; board <= count && read_board(); board++) printf("Case #%d: %d\n", board, score(1));
}
