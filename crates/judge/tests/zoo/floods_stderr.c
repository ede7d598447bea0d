#include "score.h"
int main(void) {
    for (;;) fputs("debugging\n", stderr);
}
