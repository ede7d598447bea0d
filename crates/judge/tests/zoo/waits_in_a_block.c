/* Right, and prints in blocks, which end within answers; but makes a pause now and then, for so long that it
   is stopped. */
#include "score.h"
int main(void) {
    static char block[47];
    setvbuf(stdout, block, _IOFBF, sizeof block);
    int answered = 0;
    for (int left = read_count(); left > 0 && read_board(); left--) {
        char line[16];
        sprintf(line, "%d\n", score(1));
        for (char *next = line; *next; next++) putchar(*next);
        if (++answered % 40 == 0) sleep(4);
    }
}
