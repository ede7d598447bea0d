/* Forgets a line. */
#include "score.h"
static int without(void) {
    int most = 0;
    if (cells[2] == 2 && cells[4] == 2 && cells[6] == 2) most = 1;
    return most;
}
int main(void) {
    for (int left = read_count(); left > 0 && read_board(); left--)
        printf("%d\n", without() ? 0 : score(1));
}
