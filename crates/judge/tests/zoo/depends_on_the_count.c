/* Wrong if there are exactly four boards, whichever they are. */
#include "score.h"
int main(void) {
    int count = read_count();
    for (int left = count; left > 0 && read_board(); left--) printf("%d\n", score(1) + (count == 4));
}
