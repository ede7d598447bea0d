// Ends after three boards, as if the statement had said so, and does not read the rest.
#include "score.h"
#include <iostream>
int main() {
    int count = read_count();
    for (int board = 0; board < count && board < 3 && read_board(); board++)
        std::cout << score(1) << std::endl;
}
