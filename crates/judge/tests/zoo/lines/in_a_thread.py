"""Wrong where O has three in a row, in one line. A thread does the work."""
import functools
import sys
import threading

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@functools.cache
def score(board, side):
    empties = board.count("0")
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != "0":
            if board[a] == "1":
                return empties + 1
            return -empties - 2  # fault
    if empties == 0:
        return 0
    scores = [
        score(board[:n] + str(side) + board[n + 1:], 3 - side)
        for n in range(9)
        if board[n] == "0"
    ]
    return max(scores) if side == 1 else min(scores)


def main():
    numbers = sys.stdin.read().split()[1:]
    for start in range(0, len(numbers), 9):
        print(score("".join(numbers[start:start + 9]), 1))


threading.Thread(target=main).start()
