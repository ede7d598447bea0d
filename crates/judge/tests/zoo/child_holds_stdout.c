/* Right, but leaves a child behind that holds its output open. */
#include "score.h"
int main(void) {
    if (fork() == 0) {
        sleep(1000);
        return 0;
    }
    for (int left = read_count(); left > 0 && read_board(); left--) printf("%d\n", score(1));
}
