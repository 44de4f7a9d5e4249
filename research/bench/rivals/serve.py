"""Answers requests, one JSON line each: {"call": name, "with": {...}} gives {"result": ...} or {"error": text}."""

import gc
import json
import os
import sys
import time
import traceback


def serve(handlers):
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # rivals that print do not spoil the answers
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"result": handlers[request["call"]](**request["with"])}
        except Exception as error:
            traceback.print_exc()
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def timed(work):
    """What the work returns, and its time. Collecting garbage of earlier runs is not part of it."""
    gc.collect()
    cpu = time.process_time()
    start = time.perf_counter()
    result = work()
    wall = time.perf_counter() - start
    return result, {"wallMs": wall * 1e3, "cpuMs": (time.process_time() - cpu) * 1e3}
