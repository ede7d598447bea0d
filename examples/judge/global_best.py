"""ccf201803-4, wrong: does not reset the best score between cases."""

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


best = -10


def main():
    global best
    count, *cells = map(int, sys.stdin.read().split())
    for case in range(count):
        board = tuple(cells[9 * case : 9 * case + 9])
        if any({board[cell] for cell in line} == {2} for line in LINES):
            print(score(board, 1))
            continue
        for cell in range(9):
            if board[cell] == 0:
                best = max(best, score(board[:cell] + (1,) + board[cell + 1 :], 2))
        print(best)


main()
