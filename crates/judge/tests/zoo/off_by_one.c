#include "score.h"
int main(void) {
    for (int left = read_count(); left > 0 && read_board(); left--) {
        int value = score(1);
        printf("%d\n", value < 0 ? value + 1 : value);
    }
}
