#include "score.h"
int main(void) {
    for (int n = 0; n < 50000; n++) putchar('7');
    putchar('\n');
}
