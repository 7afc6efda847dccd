#!/usr/bin/env python3
"""What a search over ranks costs: measured here, and predicted for machines that are not here.

  scaling_model.py measure [--program OPEXPLORE-MPI] [--mpirun COMMAND] [--ranks 1,2,4,8]
                           [--held-out 3,6] TEST.litmus [ARGUMENT ...]
  scaling_model.py predict [--cores N] [--set NAME=VALUE ...]

`measure` runs the search on so many ranks, each less what a search of a few states costs, fits
`cpu_ns` and `remote_ns` to the processor time for each transition, and says how far the fit is
from each measurement; those with a number of ranks in `--held-out` are not fitted. With
`--given CPU,REMOTE` nothing is. ARGUMENTs go to the program.

`predict` prints what the model says of graphs of 10^7, 10^9 and 10^11 states over 1 to 1,000
nodes, with the constants below or others.

The model: a search level by level, each of whose states lies on one of P ranks that its hash says.
A level takes as long as the rank with most of its states does, and then

  processor  each transition cpu_ns, and remote_ns, on both ranks together, if its state is another
             rank's: (P - 1) / P of them
  network    bytes of states that are sent to other nodes, through the link of a node
  rounds     whenever a rank has round_bytes to send all ranks meet, each with a message for each
             other one; and four times for each level: once with the last candidates, once to say
             what all have, and twice on the way back to what the report names
"""
import argparse
import dataclasses
import math
import os
import pathlib
import re
import subprocess
import sys
import time


@dataclasses.dataclass
class Constants:
    """All of them may be given by --set."""
    cpu_ns: float = 69.0           # of a transition whose state stays on its rank
    remote_ns: float = 83.0        # more, if it belongs to another one
    sent_bytes: float = 7.0        # of a state on its way, with its length
    held_bytes: float = 25.0       # of a state in memory, all included
    round_bytes: float = 4 << 20   # explorer/search/levels/routes.hpp
    meeting_s: float = 200e-6      # of all ranks, for each doubling of their number
    message_s: float = 1e-6        # one message to one other rank
    bandwidth: float = 12.5e9      # bytes a second of a node's link: 100 Gbit/s
    transitions: float = 8.1       # for each state
    depth: float = 40.0            # levels of a graph of 10^7 states


@dataclasses.dataclass
class Prediction:
    """Seconds by the clock, by what they go to; bytes for each rank."""
    processor: float = 0.0
    network: float = 0.0
    rounds: float = 0.0
    held: float = 0.0

    def seconds(self):
        return self.processor + self.network + self.rounds


def bell(states, depth):
    """Level sizes of a graph of threads whose steps interleave: about a binomial distribution."""
    levels = max(3, round(depth))
    shape = [math.exp(-0.5 * ((level + 0.5 - levels / 2) / (levels / 7)) ** 2)
             for level in range(levels)]
    return [states * part / sum(shape) for part in shape]


def greatest_share(states, ranks):
    """States of a level on the rank that has most: those of one are binomially distributed."""
    mean = states / ranks
    if ranks == 1:
        return mean
    return min(states, mean + math.sqrt(2 * mean * math.log(ranks)) + 1)


def share_sent(ranks, transitions):
    """Of the candidates for other ranks: one is sent once by each rank that meets it.

    As many steps lead to a state as lead out of one; they come from ranks drawn by a hash.
    """
    met_on = ranks * (1 - (1 - 1 / ranks) ** transitions)
    return met_on / transitions


def ns_of_transition(ranks, constants):
    """Processor time on all ranks together."""
    return constants.cpu_ns + (1 - 1 / ranks) * constants.remote_ns


def predicted(states, nodes, cores, constants):
    """A search of a graph of so many states; on one node it is one process of threads."""
    ranks = nodes * cores if nodes != 1 else 1
    threads = cores if nodes == 1 else 1
    sent_each = (constants.transitions * (1 - 1 / ranks)
                 * share_sent(ranks, constants.transitions))
    # Of graphs of one kind the depth grows with the logarithm of the states.
    depth = constants.depth * math.log(states) / math.log(1e7)
    each = constants.transitions * ns_of_transition(ranks, constants) * 1e-9
    result = Prediction(held=greatest_share(states, ranks) * constants.held_bytes / threads)
    for level in bell(states, depth):
        most = greatest_share(level, ranks)
        bytes_of_rank = most * sent_each * constants.sent_bytes
        result.processor += most * each / threads
        result.network += bytes_of_rank * cores * (1 - 1 / nodes) / constants.bandwidth
        if ranks > 1:
            rounds = 4 + bytes_of_rank / constants.round_bytes
            result.rounds += rounds * (constants.meeting_s * math.log2(ranks)
                                       + constants.message_s * (ranks - 1))
    return result


def print_predictions(options):
    constants = Constants()
    for setting in options.set:
        name, value = setting.split("=")
        if not hasattr(constants, name):
            sys.exit(f"no constant is named {name}")
        setattr(constants, name, float(value))
    print("| states | nodes | seconds | processor | network | rounds | GB a node | speed-up "
          "| efficiency |")
    print("|---|---|---|---|---|---|---|---|---|")
    for exponent in (7, 9, 11):
        alone = predicted(10 ** exponent, 1, options.cores, constants).seconds()
        for nodes in (1, 2, 4, 8, 64, 1000):
            found = predicted(10 ** exponent, nodes, options.cores, constants)
            speedup = alone / found.seconds()
            print(f"| 10^{exponent} | {nodes:,} | {found.seconds():,.3g} | {found.processor:,.3g} "
                  f"| {found.network:,.3g} | {found.rounds:,.3g} "
                  f"| {found.held * options.cores / 1e9:,.3g} | {speedup:,.3g} "
                  f"| {100 * speedup / nodes:.0f} % |")


@dataclasses.dataclass
class Run:
    """Processor seconds, user and system of all ranks together; seconds by the clock."""
    processor: float
    seconds: float
    statistics: dict


def run(options, ranks, test, arguments):
    command = options.mpirun.split() + ["-n", str(ranks), options.program, str(test)]
    begin = time.monotonic()
    before = os.times()
    done = subprocess.run(command + arguments, stdout=subprocess.PIPE, text=True, check=False)
    after = os.times()
    seconds = time.monotonic() - begin
    counts = re.search(r"^states=(\d+) transitions=(\d+) depth=(\d+) .*\n.*peak_memory=(\d+)",
                       done.stdout, re.MULTILINE)
    if counts is None:
        sys.exit(f"{' '.join(command)} ended with {done.returncode} and no counts")
    names = ("states", "transitions", "depth", "memory_bytes")
    processor = (after.children_user - before.children_user
                 + after.children_system - before.children_system)
    return Run(processor, seconds, dict(zip(names, map(int, counts.groups()))))


def fit(costs):
    """Least squares of the cost of a transition by the number of ranks: cpu_ns, remote_ns."""
    places = [1 - 1 / ranks for ranks in costs]
    mean_place = sum(places) / len(places)
    mean_cost = sum(costs.values()) / len(costs)
    remote = (sum((place - mean_place) * (cost - mean_cost)
                  for place, cost in zip(places, costs.values()))
              / sum((place - mean_place) ** 2 for place in places))
    return mean_cost - remote * mean_place, remote


def numbers_of(text, kind=int):
    return [kind(part) for part in text.split(",")] if text else []


def least(options, ranks, test):
    """The run that took the least processor time."""
    runs = [run(options, ranks, test, options.arguments) for _ in range(options.runs)]
    return min(runs, key=lambda one: one.processor)


def print_measurements(options):
    held_out = numbers_of(options.held_out)
    costs = {}
    lines = []
    for ranks in sorted(set(numbers_of(options.ranks) + held_out)):
        empty = least(options, ranks, options.small)
        best = least(options, ranks, options.test)
        processor = best.processor - empty.processor
        costs[ranks] = 1e9 * processor / best.statistics["transitions"]
        lines.append((ranks, best, processor, best.seconds - empty.seconds))
    numbers = lines[0][1].statistics
    transitions = numbers["transitions"] / numbers["states"]
    fitted = {ranks: cost for ranks, cost in costs.items() if ranks not in held_out}
    found = numbers_of(options.given, float) or fit(fitted)
    constants = Constants(cpu_ns=found[0], remote_ns=found[1])
    print("| ranks | processor s | clock s | ns a transition | model | off | bytes a state |")
    print("|---|---|---|---|---|---|---|")
    for ranks, best, processor, seconds in lines:
        model = ns_of_transition(ranks, constants)
        held = best.statistics["memory_bytes"] / best.statistics["states"]
        print(f"| {ranks} | {processor:.2f} | {seconds:.2f} | {costs[ranks]:.1f} | {model:.1f} "
              f"| {100 * (model / costs[ranks] - 1):+.0f} % | {held:.1f} |", flush=True)
    print(f"\n{numbers['states']:,} states, {numbers['transitions']:,} transitions, "
          f"{numbers['depth']} levels: cpu_ns={found[0]:.1f} remote_ns={found[1]:.1f} "
          f"transitions={transitions:.2f}")


def main():
    parser = argparse.ArgumentParser()
    root = pathlib.Path(__file__).resolve().parents[2]
    small = root / "litmus/thesis/D-cta-S-ker-Global/SB+membar.gls.litmus"
    commands = parser.add_subparsers(required=True)
    measure = commands.add_parser("measure")
    measure.add_argument("--program", default="opexplore-mpi")
    measure.add_argument("--mpirun", default="mpirun --oversubscribe")
    measure.add_argument("--ranks", default="1,2,4,8")
    measure.add_argument("--runs", type=int, default=2, help="of which the least counts")
    measure.add_argument("--held-out", default="", metavar="3,6", help="ranks not to fit")
    measure.add_argument("--given", default="", metavar="CPU,REMOTE", help="do not fit")
    measure.add_argument("--small", type=pathlib.Path, default=small, help="a test of few states")
    measure.add_argument("test")
    measure.add_argument("arguments", nargs=argparse.REMAINDER)
    measure.set_defaults(action=print_measurements)
    predict = commands.add_parser("predict")
    predict.add_argument("--cores", type=int, default=16, help="and ranks of each node")
    predict.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    predict.set_defaults(action=print_predictions)
    options = parser.parse_args()
    options.action(options)


if __name__ == "__main__":
    main()
