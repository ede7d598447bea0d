/* Guesses that all is a draw, closes its input at once and ends. */
#include "score.h"
int main(void) {
    close(0);
    puts("0");
}
