// Ends after three boards and does not read the rest.
#include "score.h"
#include <iostream>
int main() {
    int count = read_count();
    for (int board = 0; board < count && board < 3 && read_board(); board++)
        std::cout << score(1) << std::endl;
}
