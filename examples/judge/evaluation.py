"""ccf201803-4, right: minimax with memoisation."""

import functools
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@functools.cache
def score(board, side):
    """The score of a board, a tuple of nine numbers, if `side` is to move."""
    empties = board.count(0)
    for line in LINES:
        stones = {board[cell] for cell in line}
        if stones == {1}:
            return empties + 1
        if stones == {2}:
            return -(empties + 1)
    if empties == 0:
        return 0
    scores = [
        score(board[:cell] + (side,) + board[cell + 1 :], 3 - side)
        for cell in range(9)
        if board[cell] == 0
    ]
    return max(scores) if side == 1 else min(scores)


def main():
    count, *cells = map(int, sys.stdin.read().split())
    for case in range(count):
        print(score(tuple(cells[9 * case : 9 * case + 9]), 1))


main()
