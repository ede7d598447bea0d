#include "score.h"
int main(void) {
    setvbuf(stderr, NULL, _IOFBF, 1 << 14);
    for (;;) fputs("debugging\n", stderr);
}
