/* Answers draws without reading: closes its input at once and ends. */
#include "score.h"
int main(void) {
    close(0);
    puts("0");
}
