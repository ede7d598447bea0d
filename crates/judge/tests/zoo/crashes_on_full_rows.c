/* Crashes if the first row is full and neither side has a line. It answers the boards before. */
#include "score.h"
#include <signal.h>
int main(void) {
    for (int left = read_count(); left > 0 && read_board(); left--) {
        if (cells[0] && cells[1] && cells[2] && !has_line(2)) raise(11);
        printf("%d\n", score(1));
    }
}
