"""Ends with an exception, and says where."""
import sys

numbers = sys.stdin.read().split()
print(numbers[10_000])
