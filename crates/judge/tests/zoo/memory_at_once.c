/* Takes 100 MiB, gives them back at once, and answers. */
#include "score.h"
int main(void) {
    size_t size = (size_t)100 << 20;
    volatile char *block = malloc(size);
    for (size_t at = 0; at < size; at += 4096) block[at] = 1;
    free((void *)block);
    for (int left = read_count(); left > 0 && read_board(); left--) printf("%d\n", score(1));
}
