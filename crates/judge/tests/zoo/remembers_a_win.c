/* Never resets a global: after a board that x wins, it takes draws for wins. */
#include "score.h"
static int won;
int main(void) {
    for (int left = read_count(); left > 0 && read_board(); left--) {
        int value = score(1);
        if (value > 0) won = value;
        printf("%d\n", value == 0 ? won : value);
    }
}
