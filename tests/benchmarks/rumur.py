#!/usr/bin/env python3
"""One machine in two checkers: gpu-queues in opexplore, and written in Murphi for rumur.

  rumur.py [--opexplore PROGRAM] [--runs N] [--threads N...]

Store buffering of N threads in blocks of their own, without a fence and with membar.gl between
store and load. Both checkers go through the whole graph with one thread and store every state;
the numbers of states and transitions must be the same, or the script ends with 1. Prints the least
processor time of N runs (default 3; the compilation of what rumur writes does not count), states
per second, the ratio of these, and what opexplore stores per state. Needs rumur (Debian has it) and
a C compiler.
"""
import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

# Sorensen 2014, section 5.4: per-address queues, a load array, views with the flags LM and GM. A
# thread stores to the location of its number and loads from the next one, so that each of its
# queues has one access, and the fence in all of them. Alone in its block, it has nobody to give a
# locally modified value to.
MODEL = """
const N: {threads};
type thread: 0..N-1;
var store: array[thread] of 0..2;   -- to be issued, in its queue, done
    fence: array[thread] of 0..2;
    load: array[thread] of 0..3;    -- to be issued, in its queue, in the load array, done
    loaded: array[thread] of boolean;
    value: array[thread] of array[thread] of boolean;
    lm: array[thread] of array[thread] of boolean;
    gm: array[thread] of array[thread] of boolean;

procedure distribute_gpu(t: thread; a: thread);
begin
  for u: thread do
    if u != t then value[u][a] := value[t][a]; lm[u][a] := false; gm[u][a] := false; end;
  end;
  gm[t][a] := false;
end;

startstate begin
  for t: thread do
    store[t] := 0; fence[t] := {fence_at_start}; load[t] := 0; loaded[t] := false;
    for a: thread do value[t][a] := false; lm[t][a] := false; gm[t][a] := false; end;
  end;
end;

ruleset t: thread do
  rule "issue store" store[t] = 0 ==> begin store[t] := 1; end;
  rule "issue fence" store[t] != 0 & fence[t] = 0 ==> begin fence[t] := 1; end;
  rule "issue load" store[t] != 0 & fence[t] != 0 & load[t] = 0 ==> begin load[t] := 1; end;
  rule "store" store[t] = 1 ==> begin
    store[t] := 2; value[t][t] := true; lm[t][t] := true; gm[t][t] := true;
  end;
  rule "membar_gl" fence[t] = 1 & store[t] = 2 ==> begin
    for a: thread do
      lm[t][a] := false;
      if gm[t][a] then distribute_gpu(t, a); end;
    end;
    fence[t] := 2;
  end;
  rule "load_out" load[t] = 1 & fence[t] = 2 ==> begin load[t] := 2; end;
  rule "load" load[t] = 2 ==> begin load[t] := 3; loaded[t] := value[t][(t + 1) % N]; end;
end;

ruleset t: thread; a: thread do
  rule "distribute_block" lm[t][a] ==> begin lm[t][a] := false; end;
  rule "distribute_gpu" gm[t][a] & !lm[t][a] ==> begin distribute_gpu(t, a); end;
end;
"""


def litmus(threads, fence):
    rows = [" | ".join(f"P{t}@cta {t},gpu 0" for t in range(threads))]
    rows.append(" | ".join(f"st.weak x{t}, 1" for t in range(threads)))
    if fence:
        rows.append(" | ".join(["fence.sc.gpu"] * threads))
    rows.append(" | ".join(f"ld.weak r0, x{(t + 1) % threads}" for t in range(threads)))
    body = "\n".join(f" {row} ;" for row in rows)
    initial = " ".join(f"x{t}=0;" for t in range(threads))
    # A register that is not asked for would be forgotten.
    condition = " /\\ ".join(f"P{t}:r0=0" for t in range(threads))
    return f"PTX SB{threads}\n{{ {initial} }}\n{body}\nexists ({condition})\n"


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(command, runs):
    """What the command prints, and the least processor seconds it takes."""
    least = float("inf")
    for _ in range(runs):
        before = children_seconds()
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        least = min(least, children_seconds() - before)
    return text, least


def checker(folder, threads, fence):
    """The program that rumur makes of the model."""
    model = folder / "model.m"
    model.write_text(MODEL.format(threads=threads, fence_at_start=0 if fence else 2))
    source = folder / "model.c"
    subprocess.run(["rumur", "--threads", "1", "--deadlock-detection", "off", "--output", source,
                    model], check=True)
    program = folder / "model"
    subprocess.run(["cc", "-O3", "-march=native", "-w", "-o", program, source, "-lpthread"],
                   check=True)
    return program


def compare(options, threads, fence):
    """Prints a row. False if the graphs differ."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        said, theirs = run([checker(folder, threads, fence)], options.runs)
        their_graph = re.search(r"(\d+) states, (\d+) rules fired", said).groups()
        test = folder / "test.litmus"
        test.write_text(litmus(threads, fence))
        said, ours = run([options.opexplore, test, "--machine", "gpu-queues", "--no-reduce", "-q",
                          "-j1"], options.runs)
        our_graph = re.search(r"states=(\d+) transitions=(\d+)", said).groups()
        bytes_per_state = re.search(r"bytes_per_state=(\S+)", said).group(1)
    states = int(our_graph[0])
    print(f"{threads:7} {'membar.gl' if fence else 'none':10} {states:9} {our_graph[1]:>11} "
          f"{theirs:8.2f} {ours:8.3f} {states / theirs / 1e6:7.3f} {states / ours / 1e6:7.2f} "
          f"{theirs / ours:6.1f} {bytes_per_state:>6}")
    if our_graph == their_graph:
        return True
    print(f"rumur found {their_graph[0]} states and {their_graph[1]} transitions", file=sys.stderr)
    return False


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--opexplore", default="opexplore")
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--threads", type=int, nargs="+", default=[4, 5])
    options = arguments.parse_args()
    print(f"{'threads':>7} {'fence':10} {'states':>9} {'transitions':>11} {'rumur s':>8} "
          f"{'ours s':>8} {'rumur/s':>7} {'ours/s':>7} {'ratio':>6} {'bytes':>6}   (rates in 10^6)")
    same = [compare(options, threads, fence)
            for threads in options.threads for fence in (False, True)]
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main())
