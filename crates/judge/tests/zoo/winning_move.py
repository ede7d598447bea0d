"""For poj1568: right, with a table of known results and Python's usual buffering."""
import sys

LINES = [0xF, 0xF0, 0xF00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248]
KNOWN = {}


def completes(own, other):
    """The cells with which this side completes a line."""
    cells = 0
    for line in LINES:
        missing = line & ~own
        if not line & other and not missing & (missing - 1):
            cells |= missing
    return cells


def each(cells):
    while cells:
        yield cells & -cells
        cells &= cells - 1


def x_wins(x, o):
    """Whether x, who is to move, gets a line whatever o does."""
    if all(line & o for line in LINES):
        return False
    key = x << 16 | o
    if key not in KNOWN:
        free = 0xFFFF & ~(x | o)
        must = completes(o, x)
        KNOWN[key] = bool(completes(x, o)) or any(wins_with(x, o, cell) for cell in each(must or free))
    return KNOWN[key]


def wins_with(x, o, cell):
    """Whether x gets a line whatever o does after this move."""
    x |= cell
    if any(line & x == line for line in LINES):
        return True
    if completes(o, x):
        return False
    replies = completes(x, o) or 0xFFFF & ~(x | o)
    return bool(replies) and all(x_wins(x, o | reply) for reply in each(replies))


def main():
    for case in sys.stdin.read().split("$")[0].split("?")[1:]:
        cells = case.split()
        board = "".join(cells)
        x, o = (sum(1 << cell for cell in range(16) if board[cell] == side) for side in "xo")
        winning = (cell for cell in range(16) if not (x | o) >> cell & 1 and wins_with(x, o, 1 << cell))
        cell = next(winning, None)
        print("#####" if cell is None else f"({cell // 4},{cell % 4})")


main()
