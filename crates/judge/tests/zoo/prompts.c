#include "score.h"
int main(void) {
    printf("How many boards? ");
    for (int left = read_count(); left > 0; left--) {
        printf("Enter a board: ");
        if (!read_board()) break;
        printf("%d\n", score(1));
    }
}
