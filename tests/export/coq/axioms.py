#!/usr/bin/env python3
"""Holds the axioms in Coq (export/coq/Ptx75.v) against axioms/models/ptx75.cat.

  axioms.py [--opexplore PROGRAM] [--library DIR] FILE.litmus ...
  axioms.py --final-states [--library DIR] [--levels N] FILE.litmus ...
  axioms.py --forbidden [--opexplore PROGRAM] [--library DIR] FILE.litmus ...

opexplore gives executions: one for each outcome that the model allows, and one that breaks nothing
but the axioms that forbid the test's condition. In Coq each has to be a candidate execution of the
program with the same final values, each axiom has to hold or fail as opexplore says, and each
relation of the model has to have the same pairs.

--final-states takes executions from Coq's own machine ptx-proxy: each of its final states has to denote
a candidate execution that satisfies the axioms and ends with the values that the machine observes.

--forbidden lets Coq prove (PtxForbidden.v) that the axioms forbid all outcomes but those that opexplore
gives, and sees that it does not prove so with one of these left out.

The tests are translated by agree.py, which also asks Coq about all of them at once. Ends with 1 after
a difference. The library must have been compiled (export/coq/README.md).
"""
import argparse
import json
import os
import re
import subprocess
import sys

from agree import ROOT, Reader, Unknown, asked

AXIOMS = ["Coherence", "MorallyStrongWrites", "FenceSC", "Atomicity", "NoThinAir",
          "SC-per-Location", "Causality"]
BASE = ["po", "fr", "rmw", "addr", "data", "ctrl"]
DEFINED = ["same-proxy", "po-vloc", "ordered-or-strong", "overlap", "release", "acquire", "fence-of"]
DERIVED = ["ms", "observation", "synchronizes", "base", "generic-after", "into-proxy", "past-alias",
           "preserved", "cause"]
RELATIONS = BASE + DEFINED + DERIVED

HEADER = """From Coq Require Import ZArith NArith String List Bool.
From Opexplore Require Ptx75.
From Opexplore Require Import Execution PtxExecutionOf.
Import ListNotations.

Definition equal_relations (r s : Relation) : bool := included r s && included s r.

(* All orders in which the barrier events can happen, with what they lead to. *)
Fixpoint all_orders (program : Program) (X : Execution) (bound : nat) (m : Meeting)
  : list (list EventId * Meeting) :=
  match bound with
  | 0 => [([], m)]
  | S bound =>
      flat_map (fun e => match meet program X m e with
                         | Some m => map (fun o => (e :: fst o, snd o))
                                       (all_orders program X bound m)
                         | None => []
                         end)
        (filter (member (N.ldiff (the X is_barrier) (arrived m))) (seq 0 (size X)))
  end.

Definition build (program : Program) (reads : list (list Value))
    (rf_pairs co_pairs fences barriers : list (EventId * EventId)) (final : list (nat * Value))
  : Execution :=
  let runs := map (fun p => (count_steps program 1000 (fst p) (start program (fst p) 0 (snd p)),
                             snd p)) (combine (seq 0 (length reads)) reads) in
  let walks := match run_threads program 0 (length (locations program)) runs with
               | Some walks => walks
               | None => []
               end in
  let all := initial_writes program ++ flat_map (fun w => rev (done w)) walks in
  let n := length all in
  let order := relation n co_pairs in
  let last_of l :=
    let lasts := filter (fun w => match nth_error all w with
        | Some e => is_write e &&
                    match location_at e with Some k => Nat.eqb k l | None => false end
        | None => false
        end && N.eqb (row order w) 0) (seq 0 n) in
    match find (fun pair => Nat.eqb (fst pair) l) final with
    | Some (_, v) => hd 0 (filter (fun w => match nth_error all w with
                                            | Some e => Z.eqb (value_at e) v
                                            | None => false
                                            end) lasts)
    | None => hd 0 lasts
    end in
  let X order_of_arrival := {|
    events := all; rf := relation n rf_pairs; co := order; sync_fence := relation n fences;
    arrivals := order_of_arrival; sync_barrier := relation n barriers; executed := map fst runs;
    finals := map registers walks; last := map last_of (seq 0 (length (locations program))) |} in
  let count := length (filter is_barrier all) in
  let orders := if Nat.eqb count 0 then [] else
    all_orders program (X []) count
      {| arrived := 0%N; gathered := 0%N; gathering := []; released := [] |} in
  X match find (fun o => equal_relations (released (snd o)) (relation n barriers)) orders with
    | Some o => fst o
    | None => []
    end.
"""


def pairs(edges, number):
    return "[%s]%%nat" % "; ".join(f"({number[a]}, {number[b]})" for a, b in edges)


def question(reader, execution, observables, values):
    """An execution of opexplore as a Coq term, and what is asked of it."""
    events = execution["events"]
    number = {event["letter"]: place for place, event in enumerate(events)}
    relations = execution["relations"]
    reads = []
    for thread in range(reader.count):
        mine = [e for e in events if e["thread"] == thread and e["kind"] == "read"]
        reads.append("[%s]%%Z" % "; ".join(f"({e['value']})" for e in mine))
    final = []
    for name, value in zip(observables, values or []):
        if name.startswith("["):
            final.append(f"(location_of P {reader.address(name[1:-1])}, ({value})%Z)")
    given = "(build P [%s] %s [%s])" % (
        "; ".join(reads),
        " ".join(pairs(relations[name], number)
                 for name in ("rf", "co", "sync_fence", "sync_barrier")),
        "; ".join(final))
    kinds = {"initial_write": "InitialWrite _ _", "read": "Read _", "write": "Write _",
             "fence": "Fence _ _", "proxy_fence": "ProxyFence _", "barrier": "Meet _"}
    checks = ["candidate P X",
              "Nat.eqb (List.length (events X)) %d" % len(events)]
    checks += [f"match nth_error (events X) {n} with Some e => match what e with {kinds[e['kind']]} "
               f"=> Z.eqb (value_at e) ({e['value'] or 0}) | _ => false end | None => false end"
               for n, e in enumerate(events)]
    if values is not None:
        checks += ["Z.eqb (final_value P X (%s)) (%d)" % (reader.observable(name), value)
                   for name, value in zip(observables, values)]
    own = ["(%s X)" % name for name in BASE]
    own += ["(Ptx75.%s X)" % name.replace("-", "_") for name in DEFINED]
    own += ["(Ptx75.derived_%s D)" % name.replace("-", "_") for name in DERIVED]
    checks += [f"equal_relations {ours} (relation {len(events)} {pairs(relations[name], number)})"
               for ours, name in zip(own, RELATIONS)]
    what = ["candidate", "number of events"] + [f"event {n}" for n in range(len(events))]
    what += list(observables) if values is not None else []
    return (f"let X := {given} in let D := Ptx75.derived X in\n (Ptx75.axioms X,\n  [{'; '.join(checks)}])", what + RELATIONS)


STATES = """From Coq Require Import ZArith NArith String List Bool.
From Opexplore Require Import Explore.
From Opexplore Require Import PtxAxioms.
From Opexplore Require Execution PtxProxy Ptx75.
Import ListNotations.

Definition denotes_well (test : Test) (s : State (PtxProxy.machine test)) : bool :=
  let X := execution_at test s in
  Execution.candidate (program test) X && Ptx75.ptx75 X &&
  forallb (fun o => Z.eqb (Execution.final_value (program test) X o)
                      (observe (PtxProxy.machine test) s o)) (observables test).
"""
COUNT = """match explore (PtxProxy.machine test) %d with
 | Some states =>
     let finals := filter (is_final (PtxProxy.machine test)) states in
     (N.of_nat (List.length finals), N.of_nat (List.length (filter (denotes_well test) finals)))
 | None => (0%%N, 1%%N)
 end"""


FORBIDDEN = """From Coq Require Import ZArith NArith String List Bool.
From Opexplore Require Import Condition.
From Opexplore Require PtxForbidden Execution Ptx75.
Import ListNotations.
"""
# Proves it, and says whether it could with one outcome less.
PROOF = """Theorem no_other_outcome : Execution.forbidden_by Ptx75.ptx75 test (%s).
Proof. apply PtxForbidden.forbidden_by_axioms. vm_cast_no_check (eq_refl true). Qed.
Eval vm_compute in ([PtxForbidden.excludes test (%s)], [true]).
"""


def evaluated(program, terms):
    """What Coq is asked about a test: terms to be evaluated."""
    return f"Definition test : Test := {program}.\nDefinition P := program test.\n" + "".join(
        f"Eval vm_compute in\n {term}.\n" for term in terms)


def answers_in(said):
    """What Coq printed of the terms."""
    return said.split("= (")[1:]


def read_answer(text):
    """Two lists of truth values."""
    lists = re.findall(r"\[([a-z;\s]*)\]", text)[:2]
    return [[word == "true" for word in re.findall(r"true|false", part)] for part in lists]


# Each of these makes of a file what Coq is asked, and of what Coq says the lines that say what
# differs, the number of executions, and how many of them break axioms.
def executions_of(path, opexplore):
    """Executions that opexplore gives."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    reader = Reader(text)
    run = subprocess.run([opexplore, "--model", "ptx75", "--trace", "--show", "all", "--json", "-",
                          path], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1, 10):
        raise Unknown(f"opexplore ends with {run.returncode}")
    test = json.loads(run.stdout)["tests"][0]
    cases = [(o["execution"], o["values"], set()) for o in test["outcomes"] if "execution" in o]
    for claim in test.get("forbidden") or []:
        if claim["execution"] is not None:
            cases.append((claim["execution"], None, set(claim["axioms"][0])))
    terms, names = [], []
    for execution, values, _ in cases:
        term, what = question(reader, execution, test["observables"], values)
        terms.append(term)
        names.append(what)

    def compared(said):
        lines = []
        answers = [read_answer(answer) for answer in answers_in(said)]
        if len(answers) != len(cases):
            lines.append(f"{len(answers)} answers to {len(cases)} questions")
        for (_, values, broken), what, (axioms, checks) in zip(cases, names, answers):
            found = {name for name, holds in zip(AXIOMS, axioms) if not holds}
            if found != broken:
                lines.append(f"{values}: breaks {sorted(found)}, should break {sorted(broken)}")
            wrong = [name for name, right in zip(what, checks) if not right]
            if wrong or len(checks) != len(what):
                lines.append(f"{values}: {', '.join(wrong)}")
        return lines, len(cases), sum(bool(broken) for _, _, broken in cases)

    return evaluated(reader.program(test["observables"]), terms), compared


def final_states_of(path, levels):
    """Final states of Coq's machine."""
    with open(path, encoding="utf-8") as file:
        reader = Reader(file.read())
    observables = [f"{t}:{r}" for t, r in reader.registers] + [f"[{a}]" for a in reader.addresses]

    def compared(said):
        answer, = answers_in(said)
        count, good = [int(number) for number in re.findall(r"(\d+)%N", answer)]
        return [] if count == good else [f"{good} of {count} denote what they should"], count, 0

    return evaluated(reader.program(observables), [COUNT % levels]), compared


def none_of(reader, observables, outcomes):
    """The proposition that the final values are none of these."""
    text = "Not Truth"
    for values in outcomes:
        case = "Truth"
        for name, value in zip(observables, values):
            case = f"And ({case}) (Compare equal (Observed ({reader.observable(name)})) " \
                   f"(Constant ({value})%Z))"
        text = f"Or ({text}) ({case})"
    return f"Not ({text})"


def forbidden_in(path, opexplore):
    """The proof that there are no other outcomes."""
    with open(path, encoding="utf-8") as file:
        reader = Reader(file.read())
    run = subprocess.run([opexplore, "--model", "ptx75", "--json", "-", path],
                         capture_output=True, text=True, check=False)
    if run.returncode not in (0, 10):
        raise Unknown(f"opexplore ends with {run.returncode}")
    test = json.loads(run.stdout)["tests"][0]
    observables, outcomes = test["observables"], [o["values"] for o in test["outcomes"]]
    proof = PROOF % (none_of(reader, observables, outcomes),
                     none_of(reader, observables, outcomes[1:]))

    def compared(said):
        answer, = answers_in(said)
        excluded = read_answer(answer)[0][0]
        return ([f"{outcomes[0]} is not allowed in Coq"] if excluded and outcomes else []), \
            len(outcomes), 0

    return evaluated(reader.program(observables), []) + proof, compared


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--final-states", action="store_true")
    arguments.add_argument("--forbidden", action="store_true")
    arguments.add_argument("--levels", type=int, default=200)
    arguments.add_argument("--opexplore", default="opexplore")
    arguments.add_argument("--library", default=os.path.join(ROOT, "export/coq"))
    arguments.add_argument("files", nargs="+")
    options = arguments.parse_args()
    differences = tests = executions = negative = 0
    header, theorem = HEADER, None
    if options.final_states:
        header = STATES
    elif options.forbidden:
        header, theorem = FORBIDDEN, "no_other_outcome"
    questions, compared = {}, {}
    for path in options.files:
        try:
            if options.final_states:
                questions[path], compared[path] = final_states_of(path, options.levels)
            elif options.forbidden:
                questions[path], compared[path] = forbidden_in(path, options.opexplore)
            else:
                questions[path], compared[path] = executions_of(path, options.opexplore)
        except Unknown as what:
            print(f"skip  {path}: {what}")
    for path, said in asked(options.library, header, questions, theorem).items():
        if isinstance(said, RuntimeError):
            lines, count, broken = [str(said)[-200:]], 0, 0
        else:
            lines, count, broken = compared[path](said)
        tests, executions, negative = tests + 1, executions + count, negative + broken
        differences += bool(lines)
        print("\n  ".join([f"{'DIFFER' if lines else 'same  '} {path}: {count} executions"] + lines))
    print(f"{tests} tests, {executions} executions, {negative} of them break axioms: "
          f"{differences} tests differ")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
