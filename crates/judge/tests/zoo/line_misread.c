/* Reads the first row as another line. */
#define FIRST_LINE {0, 1, 5}
#include "score.h"
int main(void) {
    for (int left = read_count(); left > 0 && read_board(); left--) printf("%d\n", score(1));
}
