#include "score.h"
int main(void) {
    int left = read_count();
    printf("Please enter %d boards:\n", left);
    for (; left > 0 && read_board(); left--) printf("%d\n", score(1));
}
