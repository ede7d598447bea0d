/* Is wrong where the middle is empty and x wins, and where o has the first row. */
#include "score.h"
int main(void) {
    for (int left = read_count(); left > 0 && read_board(); left--) {
        int value = score(1);
        if (cells[4] == 0 && value > 0) value--;
        if (cells[0] == 2 && cells[1] == 2 && cells[2] == 2) value++;
        printf("%d\n", value);
    }
}
