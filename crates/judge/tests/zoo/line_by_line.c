/* Answers each board before it reads the next, and prints without a buffer. */
#include "score.h"
int main(void) {
    setvbuf(stdin, NULL, _IONBF, 0);
    setvbuf(stdout, NULL, _IONBF, 0);
    for (int left = read_count(); left > 0 && read_board(); left--) printf("%d\n", score(1));
}
