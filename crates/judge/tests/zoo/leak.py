"""Keeps the last score with which x won, and prints it where nobody wins."""
import sys

# A cached module would be a file in this folder.
sys.dont_write_bytecode = True
from right import score

numbers = sys.stdin.read().split()
kept = 0
for case in range(int(numbers[0])):
    value = score("".join(numbers[1 + 9 * case : 10 + 9 * case]), "1")
    kept = value if value > 0 else kept
    print(value or kept)
