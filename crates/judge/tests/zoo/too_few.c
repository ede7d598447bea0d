/* Forgets the last board, if there is more than one. */
#include "score.h"
int main(void) {
    int count = read_count();
    for (int left = count > 1 ? count - 1 : count; left > 0 && read_board(); left--)
        printf("%d\n", score(1));
}
