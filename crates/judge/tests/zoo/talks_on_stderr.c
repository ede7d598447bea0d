/* Right, and prints a megabyte of debugging output. */
#include "score.h"
int main(void) {
    for (int line = 0; line < 40000; line++) fprintf(stderr, "searching, node %d\n", line);
    for (int left = read_count(); left > 0 && read_board(); left--) printf("%d\n", score(1));
}
