"""Right, with a table of known results."""
import functools
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@functools.cache
def score(board, side):
    empties = board.count("0")
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != "0":
            return empties + 1 if board[a] == "1" else -(empties + 1)
    if not empties:
        return 0
    scores = [
        score(board[:cell] + side + board[cell + 1 :], "2" if side == "1" else "1")
        for cell in range(9)
        if board[cell] == "0"
    ]
    return max(scores) if side == "1" else min(scores)


def main():
    numbers = sys.stdin.read().split()
    for case in range(int(numbers[0])):
        print(score("".join(numbers[1 + 9 * case : 10 + 9 * case]), "1"))


if __name__ == "__main__":
    main()
