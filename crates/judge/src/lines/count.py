"""Runs the program in argv[2], and writes to argv[1] how often it runs each of its lines, even if it fails."""
import dis
import runpy
import sys
import threading
import trace


def lines_of(code):
    """The lines of code and of all functions in it."""
    lines = {line for _, line in dis.findlinestarts(code) if line}
    for constant in code.co_consts:
        if hasattr(constant, "co_code"):
            lines |= lines_of(constant)
    return lines


counts_path, program = sys.argv[1:3]
sys.argv = [program]
tracer = trace.Trace(count=1, trace=0)
threading.settrace(tracer.globaltrace)
try:
    tracer.runfunc(runpy.run_path, program, run_name="__main__")
finally:
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    with open(program, "rb") as source:
        counts = dict.fromkeys(lines_of(compile(source.read(), program, "exec")), 0)
    for (path, line), count in tracer.results().counts.items():
        if path == program:
            counts[line] = count
    with open(counts_path, "w") as file:
        for line, count in counts.items():
            print(line, count, file=file)
