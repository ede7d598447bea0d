/* Right, but says that it failed. */
#include "score.h"
int main(void) {
    for (int left = read_count(); left > 0 && read_board(); left--) printf("%d\n", score(1));
    return 3;
}
