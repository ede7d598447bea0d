#include "score.h"
int main(void) {
    for (;;) puts("0");
}
