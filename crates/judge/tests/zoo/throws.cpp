// Throws an exception if a board is won before the move.
#include "score.h"
#include <iostream>
#include <stdexcept>
int main() {
    for (int left = read_count(); left > 0 && read_board(); left--) {
        if (has_line(2)) throw std::logic_error("o has won already");
        std::cout << score(1) << '\n';
    }
}
