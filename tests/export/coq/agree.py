#!/usr/bin/env python3
"""Compares the machines of export/coq with those of opexplore.

  agree.py [--machine sc|gpu-scoped|ptx-proxy] [--opexplore PROGRAM] [--library DIR] [--levels N]
           FILE.litmus ...

Both explore each test without reductions, ptx-proxy also without look-ahead; what they print of it
must be equal: the numbers of states, transitions and final states, and the outcomes. Only where a
register is overwritten that nothing has looked at may there be more states in Coq (`more`), which
keeps its value; the outcomes are still equal. The tests are translated here, apart from the reader
of opexplore; what this reader does not know is named and skipped. Ends with 1 after a difference.
The library must have been compiled (export/coq/README.md).
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
ORDERS = {"weak", "relaxed", "acquire", "release", "acq_rel", "sc"}
SCOPES = {"cta", "gpu", "sys"}
TYPES = {"s64", "u64", "b64", "s32", "u32", "b32", "pred"}
SPACES = {"global", "shared", "ca", "cg", "wb", "volatile", "uni", "lo", "aligned"}
MODULES = {"sc": "Sc", "gpu-scoped": "GpuScoped", "ptx-proxy": "PtxProxy"}
SWITCHES = {"sc": [], "gpu-scoped": [], "ptx-proxy": ["--no-look-ahead"]}
PROXIES = {"tld": ("texture", "ld"), "cold": ("constant", "ld"), "suld": ("surface", "ld"),
           "sust": ("surface", "st"), "suatom": ("surface", "atom"), "sured": ("surface", "red")}
COMPARISONS = {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal",
               "gt": "greater", "ge": "greater_equal"}
ARITHMETIC = {"add": "add", "sub": "sub", "mul": "mul", "div": "div", "and": "bit_and",
              "or": "bit_or", "xor": "bit_xor"}


class Unknown(Exception):
    """What this reader does not read."""


def scope_tree(text):
    """Thread number -> (cta, gpu)."""
    placed, gpu, cta = {}, -1, -1
    for level, names in re.findall(r"\((\w+)((?:\s+T\d+)*)", text):
        if level in ("device", "grid"):
            gpu, cta = gpu + 1, -1
        elif level == "cta":
            cta += 1
        for name in names.split():
            placed[int(name[1:])] = (cta, gpu)
    return placed


class Reader:
    def __init__(self, text):
        text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.S)
        text = re.sub(r'"[^"]*"', "", text)
        head, rest = text.split("{", 1)
        declarations, rest = rest.split("}", 1)
        self.name = head.split()[1]
        if re.search(r"^\s*filter\b", rest, flags=re.M):
            raise Unknown("filter")
        self.addresses, self.initial, self.regions, self.aliases = [], {}, {}, {}
        self.registers, self.pointers = {}, {}
        lines = [line for line in rest.split("\n") if line.strip()]
        self.places = {}
        columns = lines[0].rstrip().rstrip(";").split("|")
        for t, cell in enumerate(columns):
            place = re.search(r"@(.*)", cell)
            if place:
                numbers = dict(re.findall(r"(cta|gpu) (\d+)", place.group(1)))
                self.places[t] = (int(numbers["cta"]), int(numbers["gpu"]))
        rows = []
        for number, line in enumerate(lines[1:], 1):
            if not line.rstrip().endswith(";") or re.match(r"\s*(exists|~exists|forall|locations)", line):
                break
            rows.append([cell.strip() for cell in line.rstrip()[:-1].split("|")])
        tail = "\n".join(lines[number:])
        if "ScopeTree" in tail:
            self.places = scope_tree(tail.split("ScopeTree")[1].split(":")[0])
        for name, region in re.findall(r"(\w+)\s*:\s*(global|shared)", tail):
            self.regions[name] = region
        self.count = len(columns)
        for declaration in declarations.split(";"):
            self.declare(declaration.strip())
        self.threads = [self.thread(t, [row[t] if t < len(row) else "" for row in rows])
                        for t in range(self.count)]

    def address(self, name):
        if name not in self.addresses:
            self.addresses.append(name)
        return self.addresses.index(name)

    def register(self, thread, name):
        if not re.fullmatch(r"%?[rp]\d+", name):
            raise Unknown(name)
        return self.registers.setdefault((thread, name.lstrip("%")),
                                         sum(1 for t, _ in self.registers if t == thread))

    def declare(self, text):
        if not text:
            return
        match = re.fullmatch(r"(\w+)\s*@\s*(\w+)\s+aliases\s+(\w+)", text)
        if match:
            name, proxy, of = match.groups()
            self.address(of)
            self.address(name)
            self.aliases[name] = (proxy, of)
            return
        match = re.fullmatch(r"[PT]?(\d+)\s*:\s*(?:\.reg\s+\.(\w+)\s+)?(\w+)(?:\s*=\s*&?(-?\w+))?", text)
        if match:
            thread, _, name, value = match.groups()
            self.register(int(thread), name)
            if value is None:
                return
            if re.fullmatch(r"-?\d+", value):
                self.initial[(int(thread), name)] = int(value)
            else:
                self.pointers[(int(thread), name)] = value
                self.address(value)
            return
        match = re.fullmatch(r"\[?(\w+)\]?\s*=\s*(-?\d+)", text)
        if not match:
            raise Unknown(text)
        self.address(match.group(1))
        self.initial[match.group(1)] = int(match.group(2))

    def where(self, thread, text):
        """An access: address, and the register it comes from."""
        name = text.strip("[]").replace("+0", "").lstrip("%")
        if re.fullmatch(r"[rp]\d+", name):
            if (thread, name) not in self.pointers:
                raise Unknown(text)
            return self.address(self.pointers[(thread, name)]), \
                f"(Some {self.register(thread, name)})"
        return self.address(name), "None"

    def named(self, name):
        """The physical location and the generic name that a name stands for."""
        if name not in self.aliases:
            return name, name
        proxy, of = self.aliases[name]
        location, generic = self.named(of)
        return location, name if proxy == "generic" else generic

    def operand(self, thread, text):
        if re.fullmatch(r"-?(0x)?[0-9a-f]+", text):
            return f"(Immediate ({int(text, 0)})%Z)"
        return f"(Register {self.register(thread, text)})"

    def thread(self, thread, cells):
        code, labels = [], {}
        for cell in cells:
            while match := re.match(r"(\w+):\s*(?!reg)", cell):
                labels[match.group(1)] = len(code)
                cell = cell[match.end():]
            if not cell:
                continue
            guard = re.match(r"@(!?)(\w+)\s+", cell)
            if guard:
                cell = cell[guard.end():]
                if re.match(r"(bra|goto)\b", cell):
                    label = cell.split()[1]
                    test = "equal" if guard.group(1) else "not_equal"
                    code.append(("jump", f"(Some {test})", self.operand(thread, guard.group(2)),
                                 "(Immediate 0%Z)", label))
                    continue
                test = "not_equal" if guard.group(1) else "equal"
                code.append(("jump", f"(Some {test})", self.operand(thread, guard.group(2)),
                             "(Immediate 0%Z)", len(code) + 2))
            code.append(self.instruction(thread, cell))
        texts = []
        for item in code:
            if item[0] == "jump":
                target = item[4] if isinstance(item[4], int) else labels[item[4]]
                texts.append(f"IBranch (Build_Branch {item[1]} {item[2]} {item[3]} {target})")
            else:
                texts.append(item[1])
        return texts

    def instruction(self, t, text):
        word, _, rest = text.partition(" ")
        args = [arg.strip() for arg in rest.split(",")] if rest.strip() else []
        op, *modifiers = word.split(".")
        types = [m for m in modifiers if m in TYPES]
        plain = [m for m in modifiers if m not in TYPES | SPACES]
        order = next((m for m in plain if m in ORDERS), None)
        scope = next((m for m in plain if m in SCOPES), None)
        other = [m for m in plain if m not in ORDERS | SCOPES]
        if "volatile" in modifiers:
            order, scope = "relaxed", "sys"
        proxy, op = PROXIES.get(op, ("generic", op))
        if op in ("ld", "mov") and not (op == "ld" and modifiers):
            if op == "mov" or re.fullmatch(r"-?\d+|[rp]\d+", args[1]):
                return "alu", f"IArithmetic (Build_Arithmetic move {self.register(t, args[0])} " \
                              f"{self.operand(t, args[1])} (Immediate 0%Z) " \
                              f"{(types or ['s64'])[0]})"
        if op == "cvt":
            return "alu", f"IArithmetic (Build_Arithmetic move {self.register(t, args[0])} " \
                          f"{self.operand(t, args[1])} (Immediate 0%Z) {types[0]})"
        if op == "ld" and not other:
            address, pointer = self.where(t, args[1])
            return "ld", f"ILoad (Build_Load {self.register(t, args[0])} {address} {proxy} " \
                         f"{order or 'weak'} {scope or 'sys'} {pointer})"
        if op == "st" and not other:
            address, pointer = self.where(t, args[0])
            return "st", f"IStore (Build_Store {address} {self.operand(t, args[1])} {proxy} " \
                         f"{order or 'weak'} {scope or 'sys'} {pointer})"
        if op in ("atom", "red") and len(other) == 1:
            destination = "None" if op == "red" else f"(Some {self.register(t, args.pop(0))})"
            address, pointer = self.where(t, args[0])
            values = [self.operand(t, arg) for arg in args[1:]]
            expected = values.pop(0) if other[0] == "cas" else "(Immediate 0%Z)"
            return "atom", f"IAtomic (Build_Atomic atom_{other[0]} {destination} {address} " \
                           f"{values[0]} {expected} {proxy} {order or 'relaxed'} " \
                           f"{scope or 'gpu'} {pointer})"
        if op == "membar" and not order and not other:
            level = {"gl": "gpu", "cta": "cta", "sys": "sys"}[modifiers[0]]
            return "fence", f"IFence Program.sc {level}"
        if op == "fence" and not other:
            return "fence", f"IFence Program.{order or 'acq_rel'} {scope}"
        if op in ("fence", "membar") and other[:1] == ["proxy"]:
            return "fence", f"IProxyFence fence_{other[1]}"
        if op == "bar":
            values = [f"(Some {self.operand(t, arg)})" for arg in args[1:]] + ["None", "None"]
            arrives = "true" if modifiers[-1] == "arrive" else "false"
            return "bar", f"IBarrier (Build_Barrier {arrives} ({int(args[0])})%Z {values[0]} " \
                          f"{values[1]})"
        if op in ("goto", "bra"):
            return "jump", "None", "(Immediate 0%Z)", "(Immediate 0%Z)", args[0]
        if op[0] == "b" and op[1:] in COMPARISONS:
            return "jump", f"(Some {COMPARISONS[op[1:]]})", self.operand(t, args[0]), \
                self.operand(t, args[1]), args[2]
        if op in ARITHMETIC or op == "setp":
            what = ARITHMETIC[op] if op != "setp" else f"(setp {COMPARISONS[other[0]]})"
            return "alu", f"IArithmetic (Build_Arithmetic {what} {self.register(t, args[0])} " \
                          f"{self.operand(t, args[1])} {self.operand(t, args[2])} " \
                          f"{(types or ['s64'])[0]})"
        raise Unknown(text)

    def observable(self, text):
        if text.startswith("["):
            return f"LocationTerm {self.address(text[1:-1])}"
        thread, name = text.split(":")
        return f"RegisterTerm {thread} {self.register(int(thread), name)}"

    def program(self, observables):
        terms = "; ".join(self.observable(o) for o in observables)
        columns = []
        for t, code in enumerate(self.threads):
            names = [name for thread, name in self.registers if thread == t]
            values = [self.initial.get((t, name), 0) if (t, name) not in self.pointers
                      else 4096 + 16 * self.address(self.pointers[(t, name)]) for name in names]
            cta, gpu = self.places[t]
            columns.append("Build_Thread %d %d [%s] [%s]%%Z" % (
                cta, gpu, "; ".join(code), "; ".join(f"({v})" for v in values)))
        generic = [a for a in self.addresses if self.named(a)[0] == a]
        names = ["{| address_location := %d; address_generic := %d |}" %
                 (generic.index(self.named(a)[0]), self.addresses.index(self.named(a)[1]))
                 for a in self.addresses]
        places = ["{| location_initial := (%d)%%Z; location_region := %s |}" %
                  (self.initial.get(a, 0), self.regions.get(a, "global")) for a in generic]
        return ("{| name := String.EmptyString; program := {| threads := [%s]; addresses := [%s];"
                " locations := [%s] |}; observables := [%s]; condition := Truth |}"
                % (";\n  ".join(columns), "; ".join(names), "; ".join(places), terms))


HEADER = """From Coq Require Import ZArith NArith String List.
From Opexplore Require Import Explore.
From Opexplore Require %s.
Import ListNotations.
"""
QUESTION = """Definition test : Test := %s.
Definition M := %s.machine test.
Definition found := match explore M %d with Some states => states | None => [] end.
Eval vm_compute in
  let states := found in
  (N.of_nat (length states),
   fold_left (fun n s => N.add n (N.of_nat (length (successors M s)))) states 0%%N,
   N.of_nat (length (filter (is_final M) states)),
   outcomes_of M (observables test) states).
"""
CLOSED = "Closed under the global context\n"


def in_coq(library, text):
    """What coqc prints of a text that it accepts."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "Asked.v")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        run = subprocess.run(["coqc", "-q", "-noglob", "-Q", library, "Opexplore", path],
                             capture_output=True, text=True, check=False)
    if run.returncode:
        raise RuntimeError(run.stderr)
    return run.stdout


def asked(library, header, questions, theorem=None):
    """What Coq prints of each of the questions, or the RuntimeError that says why it does not accept
    it. `theorem` is proved in each, and must not rest on an axiom.

    It takes Coq longer to load the library than to answer most questions, so that all are asked at
    once, each in a module. If that is refused, each is asked alone.
    """
    if not questions:
        return {}
    said_so = "Check tt.\n"  # between the answers
    text = header + "".join(f"Module M{n}.\n{question}End M{n}.\n{said_so}"
                            for n, question in enumerate(questions.values()))
    if theorem:
        theorems = ", ".join(f"M{n}.{theorem}" for n in range(len(questions)))
        text += f"Definition all := (tt, {theorems}).\nPrint Assumptions all.\n"
    try:
        *answers, rest = re.split(r"^tt\n *: unit\n", in_coq(library, text), flags=re.M)
        if len(answers) != len(questions) or rest != (CLOSED if theorem else ""):
            raise RuntimeError(f"Coq ends with: {rest}")
        return dict(zip(questions, answers))
    except RuntimeError as error:
        if len(questions) == 1:
            return {path: error for path in questions}
        alone = {}
        for path, question in questions.items():
            alone.update(asked(library, header, {path: question}, theorem))
        if not any(isinstance(each, RuntimeError) for each in alone.values()):
            raise
        return alone


def read_answer(said):
    """The numbers of states, transitions and final states, and the outcomes."""
    text = " ".join(said.split()).split("= (", 1)[1].rsplit(": N", 1)[0]
    numbers = re.findall(r"(\d+)%N", text)[:3]
    outcomes = re.findall(r"\[([-\d; ]*)\]", re.sub(r"%\w+|[()]", "", text.split("[", 1)[1]))
    return ([int(n) for n in numbers],
            sorted([int(v) for v in o.split(";") if v.strip()] for o in outcomes))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--machine", default="sc", choices=MODULES)
    arguments.add_argument("--opexplore", default="opexplore")
    arguments.add_argument("--levels", type=int, default=200)
    arguments.add_argument("--library", default=os.path.join(ROOT, "export/coq"))
    arguments.add_argument("files", nargs="+")
    options = arguments.parse_args()
    differences = 0
    questions, expected = {}, {}
    for path in options.files:
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            reader = Reader(text)
        except Unknown as what:
            print(f"skip  {path}: {what}")
            continue
        if "locations" not in text:  # what is observed at the end is kept until then
            text += "\nlocations [%s]\n" % " ".join(f"{t}:{r};" for t, r in reader.registers)
        run = subprocess.run([options.opexplore, "--machine", options.machine, "--no-reduce",
                              *SWITCHES[options.machine], "--json", "-", "-"], input=text,
                             capture_output=True, text=True, check=False)
        if run.returncode not in (0, 10):
            print(f"skip  {path}: opexplore ends with {run.returncode}")
            continue
        theirs = json.loads(run.stdout)["tests"][0]
        statistics = theirs["statistics"]
        expected[path] = ([statistics[key] for key in ("states", "transitions", "final_states")],
                          sorted(outcome["values"] for outcome in theirs["outcomes"]))
        questions[path] = QUESTION % (reader.program(theirs["observables"]),
                                      MODULES[options.machine], options.levels)
    header = HEADER % MODULES[options.machine]
    for path, said in asked(options.library, header, questions).items():
        if isinstance(said, RuntimeError):
            raise said
        found = read_answer(said)
        equal = found == expected[path]
        differences += found[1] != expected[path][1] or found[0][0] < expected[path][0][0]
        word = "same  " if equal else "more  " if found[1] == expected[path][1] else "DIFFER"
        print(f"{word} {path}: states={found[0][0]} transitions={found[0][1]} final={found[0][2]} "
              f"outcomes={len(found[1])}")
        if not equal:
            print(f"  opexplore: {expected[path]}\n  coq:       {found}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
