#include "score.h"
int main(void) {
    static char block[1 << 14];
    setvbuf(stderr, block, _IOFBF, sizeof block);
    for (;;) fputs("debugging\n", stderr);
}
