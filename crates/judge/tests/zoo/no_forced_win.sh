#!/bin/sh
# For poj1568: answers that x never wins.
grep -c '?' | while read -r count; do
  while [ "$count" -gt 0 ]; do
    echo '#####'
    count=$((count - 1))
  done
done
