"""Right, in a runtime that takes more memory than the limit, for long enough to be measured."""
import sys
import time

# A cached module would be a file in this folder.
sys.dont_write_bytecode = True
from right import main

time.sleep(0.03)
main()
