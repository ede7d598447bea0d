/* Right, but leaves a child behind, which has left the process group and is a daemon. */
#include "score.h"
int main(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) sleep(1000);
        return 0;
    }
    for (int left = read_count(); left > 0 && read_board(); left--) printf("%d\n", score(1));
}
