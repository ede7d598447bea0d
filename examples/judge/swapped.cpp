// poj1568, wrong: prints the column before the row.
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

using Mask = std::uint16_t;

bool has_line(Mask stones) {
    for (int i = 0; i < 4; i++) {
        const Mask row = 0xf << (4 * i), column = 0x1111 << i;
        if ((stones & row) == row || (stones & column) == column) return true;
    }
    return (stones & 0x8421) == 0x8421 || (stones & 0x1248) == 0x1248;
}

struct Entry {
    Mask own, other;
    std::int8_t value;
};
std::vector<Entry> table(1 << 21);

// 1 if the side to move wins, -1 if it loses, 0 for a draw. Only the other side, which moved last, can have a line.
int value(Mask own, Mask other) {
    if (has_line(other)) return -1;
    if ((own | other) == 0xffff) return 0;
    Entry &entry = table[(own * 40503u ^ other * 2654435761u) >> 8 & (table.size() - 1)];
    if (entry.own == own && entry.other == other && (own | other)) return entry.value;
    int best = -1;
    for (int cell = 0; cell < 16 && best < 1; cell++) {
        const Mask stone = 1 << cell;
        if (!((own | other) & stone)) best = std::max(best, -value(other, own | stone));
    }
    entry = {own, other, static_cast<std::int8_t>(best)};
    return best;
}

int main() {
    std::ios::sync_with_stdio(false);
    std::string line;
    while (std::cin >> line && line[0] == '?') {
        Mask x = 0, o = 0;
        for (int row = 0; row < 4; row++) {
            std::cin >> line;
            for (int column = 0; column < 4; column++) {
                const Mask stone = 1 << (4 * row + column);
                if (line[column] == 'x') x |= stone;
                if (line[column] == 'o') o |= stone;
            }
        }
        int cell = 0;
        while (cell < 16 && ((x | o) >> cell & 1 || value(o, x | 1 << cell) != -1)) cell++;
        if (cell < 16)
            std::cout << '(' << cell % 4 << ',' << cell / 4 << ")\n";
        else
            std::cout << "#####\n";
    }
}
