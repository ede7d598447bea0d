#!/bin/sh
# A wrapper: its child computes for ever, and outlives it unless the judge kills the child.
sh -c 'trap "" TERM; while :; do :; done' # hangs
