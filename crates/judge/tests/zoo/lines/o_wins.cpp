// Wrong where O has three in a row and cells are empty, in one line.
#include <algorithm>
#include <iostream>
#include <vector>

static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
static std::vector<int> board(9);

static bool wins(int side) {
    for (const auto& line : lines) {
        if (board[line[0]] == side && board[line[1]] == side && board[line[2]] == side) return true;
    }
    return false;
}

static int score(int side) {
    int empties = std::count(board.begin(), board.end(), 0);
    if (wins(1)) return empties + 1;
    if (wins(2)) {
        if (empties == 0) return -1;
        return -empties;  // fault
    }
    if (empties == 0) return 0;
    int best = side == 1 ? -100 : 100;
    for (int& cell : board) {
        if (cell != 0) continue;
        cell = side;
        int other = score(3 - side);
        cell = 0;
        best = side == 1 ? std::max(best, other) : std::min(best, other);
    }
    return best;
}

int main() {
    int count;
    std::cin >> count;
    while (count-- > 0) {
        for (int& cell : board) std::cin >> cell;
        std::cout << score(1) << '\n';
    }
}
