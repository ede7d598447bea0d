/* Takes more and more memory. */
#include "score.h"
int main(void) {
    for (;;) {
        char *block = malloc(1 << 20);
        if (block == NULL) return 1;
        memset(block, 1, 1 << 20);
    }
}
