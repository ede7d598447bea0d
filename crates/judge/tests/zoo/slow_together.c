/* Quick enough for one empty board, but not for as many as the statement promises. */
#include "score.h"
#include <time.h>
int main(void) {
    static const int none[9];
    for (int left = read_count(); left > 0 && read_board(); left--) {
        clock_t start = clock();
        while (memcmp(cells, none, sizeof cells) == 0 && clock() - start < CLOCKS_PER_SEC * 17 / 200) {}
        printf("%d\n", score(1));
    }
}
