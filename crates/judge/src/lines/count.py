"""Runs the program in argv[2], and writes to argv[1] how often it runs each of its lines, even if it fails."""
import runpy
import sys
import trace

counts, program = sys.argv[1:3]
sys.argv = [program]
tracer = trace.Trace(count=1, trace=0)
try:
    tracer.runfunc(runpy.run_path, program, run_name="__main__")
finally:
    with open(counts, "w") as file:
        for (path, line), count in tracer.results().counts.items():
            if path == program:
                print(line, count, file=file)
