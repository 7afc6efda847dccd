"""Certificates that claim or show something else than an honest one, made of its text.

CHANGED and NAMES must fail where Coq computes, at the last Qed and nowhere before. CHANGED are
made of any certificate; NAMES of the one of forgeries.litmus, in which there is much to confuse.
HONEST are written in the same way and must not fail. ADMITTED are accepted by coqc, but Print Assumptions says
what is missing. FOOLING are accepted by coqc and closed, and false all the same: the text means
something else than it says. check_certificate.py must refuse both without asking coqc.
"""
import re

CLAIM = re.compile(r"Theorem (\w+)_is_(allowed|forbidden) :\n  \w+_on ([\w.]+ \w+)\n    (\(.*\))\."
                   r"\nProof\.(?:.|\n)*?Qed\.\n")
EXACT = re.compile(r"Theorem \w+_ends_in_exactly :\n  exactly_on [\w.]+ \w+\n    \[.*\]\n    \[ "
                   r"((?:.|\n)*?) \]\.\nProof\.(?:.|\n)*?Qed\.\n")
TRACE = re.compile(r"Definition \w+_trace : Trace :=\n    \[((?:.|\n)*?)\n    \]\.\n")
STEP = re.compile(r"\(\"\w+\", P\d+, \d+, \d+\)%nat")
HEAD = re.compile(r"(?:.|\n)*?(?=^Definition )", re.M)
TEST = re.compile(r"^Definition \w+_test (?:.|\n)*?\.\n$", re.M)
COMPUTES = "vm_cast_no_check (eq_refl true). Qed.\n"


def part(pattern, text):
    """What of the text matches, or nothing."""
    match = pattern.search(text)
    return match.group() if match else ""


def head_of(text):
    """What is required and opened."""
    return part(HEAD, text)


def body(text, *theorems):
    """The definition of the test, and these theorems."""
    return part(TEST, text) + "".join(theorems)


def together(text, bodies):
    """One file with all of them, each in a module."""
    modules = (f"Module M{i}.\n{each}End M{i}.\n" for i, each in enumerate(bodies))
    return head_of(text) + "".join(modules)


def fails(forged):
    """What coqc accepts if it does not accept the last theorem, because of what it computes."""
    before, _, behind = forged.rpartition("Qed.")
    return f"{before}Fail Qed. Abort.{behind}"


def outcomes_with(change):
    """The certificate with another list of outcomes, and no other claim."""
    def forged(text):
        match = EXACT.search(text)
        if match is None:
            return None
        rows = match.group(1).split(" ;\n      ")
        changed = change(list(rows))
        if changed == rows:
            return None
        theorem = match.group().replace(match.group(1), " ;\n      ".join(changed), 1)
        return body(text, theorem.replace("[  ].", "[ ]."))
    return forged


def one_more(row):
    """The outcome with its first value increased."""
    return re.sub(r"-?\d+", lambda number: str(int(number.group()) + 7), row, count=1)


def steps_with(change):
    """The certificate with other steps, and without its exact outcomes."""
    def forged(text):
        trace = TRACE.search(text)
        if trace is None:
            return None
        steps = STEP.findall(trace.group(1))
        changed = change(list(steps))
        if changed == steps:
            return None
        return body(text, trace.group().replace(trace.group(1), " " + " ; ".join(changed), 1),
                    part(CLAIM, text))
    return forged


def other_claim(text):
    """The opposite claim, with the proof that it would have."""
    name, word, subject, condition = CLAIM.search(text).groups()
    if word == "forbidden":
        return body(text, f"Theorem {name}_is_allowed : allowed_on {subject} {condition}.\n"
                    f"Proof. apply by_steps with []. {COMPUTES}")
    if EXACT.search(text) is None:
        return None
    return body(text, part(EXACT, text),
                f"Theorem {name}_is_forbidden : forbidden_on {subject} {condition}.\nProof. apply "
                f"(by_outcomes {name}_ends_in_exactly). {COMPUTES}")


def with_condition(condition):
    """The claim about another condition."""
    def forged(text):
        match = CLAIM.search(text)
        claim = match.group().replace(match.group(4), condition[match.group(2)], 1)
        evidence = TRACE if match.group(2) == "allowed" else EXACT
        return body(text, part(evidence, text), claim)
    return forged


def other_program(text):
    """The same of a program that stores something else."""
    test = part(TEST, text)
    changed = re.sub(r'^(.*\bst\.[\w.]+ "\w+", )(\d+)',
                     lambda m: f"{m.group(1)}{int(m.group(2)) + 8}", test, count=1, flags=re.M)
    if changed == test or EXACT.search(text) is None:
        return None
    return changed + part(EXACT, text)


CHANGED = {
    "an outcome is missing": outcomes_with(lambda rows: rows[1:]),
    "the last outcome is missing": outcomes_with(lambda rows: rows[:-1]),
    "an outcome is wrong": outcomes_with(lambda rows: [one_more(rows[0])] + rows[1:]),
    "an outcome is one too many": outcomes_with(lambda rows: rows + [one_more(rows[0])]),
    "no outcome": outcomes_with(lambda rows: []),
    "the first step is missing": steps_with(lambda steps: steps[1:]),
    "the last step is missing": steps_with(lambda steps: steps[:-1]),
    "a step is missing": steps_with(
        lambda steps: steps[:len(steps) // 2] + steps[len(steps) // 2 + 1:]),
    "a step is done twice": steps_with(lambda steps: steps + [steps[-1]]),
    "a step of another thread": steps_with(
        lambda steps: [re.sub(r"P\d+", "P7", steps[0])] + steps[1:]),
    "a step of no rule": steps_with(
        lambda steps: [re.sub(r'"\w+"', '"leap"', steps[0])] + steps[1:]),
    "the opposite claim": other_claim,
    "a condition that no outcome, or every one, satisfies": with_condition(
        {"allowed": "(not truth)", "forbidden": "(truth)"}),
    "another program": other_program,
}

# ---- Of forgeries.litmus on sc ----

MISLEADING = '(P1:"r0" = 1 /\\ P1:"r1" = 0)'
BOTH = '[ P1:"r0" ; P1:"r1" ]'
OUTCOMES = "[ [0; 0] ; [1; 1] ]"
RUN = "store P0, store P0, load P1, local P1, load P1"


def swap(old, new, count=1):
    """Replaces something that is there so many times."""
    def change(text):
        if text.count(old) != count:
            raise ValueError(f"{old!r} is there {text.count(old)} times")
        return text.replace(old, new)
    return change


def allows(condition=MISLEADING, proof=None, run=RUN, on="Sc.model Forged_test"):
    steps = "; ".join('("{}", {}, 0, 0)%nat'.format(*step.split())
                      for step in run.split(", ") if step)
    return (f"Definition Forged_trace : Trace :=\n    [ {steps} ].\n"
            f"Theorem Forged_is_allowed :\n  allowed_on {on}\n    {condition}.\n"
            f"Proof. {proof or 'apply by_steps with Forged_trace. ' + COMPUTES}")


def exact(outcomes=OUTCOMES, seen=BOTH):
    return (f"Theorem Forged_ends_in_exactly :\n  exactly_on Sc.model Forged_test\n    {seen}\n"
            f"    {outcomes}.\nProof. apply by_search with 30%nat. {COMPUTES}")


def forbids(condition=MISLEADING):
    return ("Theorem Forged_is_forbidden :\n  forbidden_on Sc.model Forged_test\n"
            f"    {condition}.\n"
            f"Proof. apply (by_outcomes Forged_ends_in_exactly). {COMPUTES}")


def of_test(*theorems, changes=()):
    """These theorems about the test with these changes."""
    def forged(text):
        test = part(TEST, text)
        for change in changes:
            test = change(test)
        return test + "".join(theorems)
    return forged


def exchanged(test):
    """The columns in the other order."""
    return re.sub(r"    \[ (column(?:.|\n)*?) ;\n      (column(?:.|\n)*?) \]\n    \[ P1",
                  r"    [ \2 ;\n      \1 ]\n    [ P1", test)


def model(supports):
    """Something that runs tests as sc does, or does not run them."""
    return ("Definition model : OperationalModel :=\n  {| machine_of := Sc.machine; "
            f"supports _ := {supports} |}}.\n" +
            allows('(P1:"r0" = 1 /\\ P1:"r1" = 1)', on="model Forged_test"))


HONEST = {
    "the outcomes": of_test(exact(), forbids(), forbids('(P1:"r0" = 0 /\\ P1:"r1" = 1)').replace(
        "Forged_is_forbidden", "a")),
    "an allowed outcome": of_test(allows('(P1:"r0" = 1 /\\ P1:"r1" = 1)')),
    "names that are told apart": of_test(
        allows('(P1:"r1" = 1 /\\ P1:"r2" = 1)'),
        changes=[swap('"r1"', '"r2"', 3), swap('"r0"', '"r1"', 4)]),
    "the outcomes of another program": of_test(
        exact("[ [0; 0] ; [2; 1] ]"),
        changes=[swap('"y", 1', '"y", 2'), swap('"r0", 1, "3"', '"r0", 2, "3"')]),
    "another name of x stands for it": of_test(
        exact(), changes=[swap('st.weak "x"', 'st.weak "c"')]),
    "a machine that runs the test": of_test(model("true")),
}

NAMES = {
    "a register that the thread does not have": of_test(
        allows(), changes=[swap(' ; ("r1", 0)', "")]),
    "two registers of one name": of_test(
        allows('(P1:"r1" = 1 /\\ P1:"r1" = 0)'),
        changes=[swap('"r0"', '"r1"', 4)]),
    "a register declared twice": of_test(
        allows('(P1:"r1" = 1)'), changes=[swap('("r1", 0)', '("r1", 0) ; ("r1", 0)')]),
    "the condition is about a register of another thread": of_test(allows('(P0:"r0" = 0)')),
    "the condition is about a register that is not there": of_test(allows('(P1:"r2" = 0)')),
    "the condition is about a thread that is not there": of_test(allows('(P2:"r0" = 0)')),
    "the condition is about a location that is not there": of_test(allows('(["z"] = 0)')),
    "the condition is about a register as a location": of_test(allows('(["r0"] = 0)')),
    "forbidden, of a register of another thread": of_test(exact(), forbids('(P0:"r1" = 1)')),
    "forbidden, of what the outcomes do not have": of_test(exact(), forbids('(["x"] = 0)')),
    "forbidden, of a number of more than 64 bits": of_test(
        exact(), forbids('(P1:"r0" = 18446744073709551617)')),
    "outcomes of registers of another thread": of_test(
        exact("[ [0; 0] ]", '[ P0:"r0" ; P0:"r1" ]')),
    "outcomes of a register that is not there": of_test(exact("[ [0] ]", '[ P1:"r9" ]')),
    "outcomes of another observable": of_test(exact(seen='[ P1:"r0" ; LocationOf "x" ]')),
    "outcomes of fewer observables": of_test(exact(seen='[ P1:"r0" ]')),
    "outcomes of observables in another order": of_test(
        exact("[ [0; 0] ; [2; 1] ]", '[ P1:"r1" ; P1:"r0" ]'),
        changes=[swap('"y", 1', '"y", 2'), swap('"r0", 1, "3"', '"r0", 2, "3"')]),
    "threads exchanged": of_test(exact(), changes=[exchanged]),
    "two locations of one name": of_test(
        exact(), changes=[swap('in_global "y" 0', 'in_global "x" 0'), swap('"y"', '"x"', 2)]),
    "a name of memory declared twice": of_test(
        exact(), changes=[swap('alias "c" "x"', 'in_global "x" 7 ; alias "c" "x"')]),
    "a location that is not declared": of_test(
        allows('(P1:"r0" = 0)', run="load P1, local P1, store P0, store P0"),
        changes=[swap('in_global "y" 0 ; ', "")]),
    "another name of another location": of_test(
        exact(), changes=[swap('alias "c" "x"', 'alias "c" "y"'), swap('"y", 1', '"y", 2')]),
    "another name of nothing": of_test(
        allows(), changes=[swap('alias "c" "x"', 'alias "c" "z"')]),
    "another name of itself": of_test(allows(), changes=[swap('alias "c" "x"', 'alias "c" "c"')]),
    "another generic name of another name": of_test(
        allows('(P1:"r0" = 1)'),
        changes=[swap('alias "c" "x"', 'alias "c" "x" ; generic_alias "d" "c"')]),
    "a shared location of two CTAs": of_test(
        allows('(P1:"r0" = 1)'), changes=[swap('in_global "x" 0', 'in_shared "x" 0')]),
    "a label that is not there": of_test(
        allows('(P1:"r0" = 1)'), changes=[swap('1, "3"', '1, "4"')]),
    "a label that is there twice": of_test(
        allows('(P1:"r0" = 1)'), changes=[swap('label "3"', 'label "3" ; label "3"')]),
    "a number of more than 64 bits": of_test(
        allows('(P1:"r0" = 1)'), changes=[swap('"x", 1', '"x", 18446744073709551617')]),
    "an initial value of more than 64 bits": of_test(
        allows('(P1:"r0" = 1)'), changes=[swap('"x" 0', '"x" 9223372036854775808')]),
    "an order that stores do not have": of_test(
        allows('(P1:"r0" = 1)'), changes=[swap('st.weak "x", 1', 'st generic acquire gpu "x" 1')]),
    "a machine that does not run the test": of_test(model("false")),
}


def certificate(*theorems, before="", changes=(), printed=None):
    """All but the head: theorems about the test with these changes, after these sentences."""
    def forged(text):
        names = re.findall(r"Theorem (\w+)", "".join(theorems)) if printed is None else printed
        return (before + of_test(*theorems, changes=changes)(text) +
                "".join(f"Print Assumptions {name}.\n" for name in names))
    return forged


# What check_certificate.py has to accept.
WHOLE = {
    "outcomes": certificate(exact(), forbids()),
    "outcomes and an allowed one": certificate(exact(), allows('(P1:"r0" = 1 /\\ P1:"r1" = 1)')),
    "steps": certificate(allows('(P1:"r0" = 1 /\\ P1:"r1" = 1)')),
}


ADMITTED = {
    "the outcomes are admitted": certificate(exact().replace("Qed", "Admitted"), forbids(),
                                             printed=["Forged_is_forbidden"]),
    "the claim is admitted": certificate(exact(), allows().replace("Qed", "Admitted"),
                                         printed=["Forged_is_allowed"]),
    "an axiom": certificate("Axiom a : forall m l c, allowed_on m l c.\n",
                            allows(proof="apply a. Qed.\n")),
    "a parameter": certificate("Parameter a : forall m l c, allowed_on m l c.\n",
                               allows(proof="apply a. Qed.\n")),
    "a part is admitted": certificate(
        "Lemma a : forall A r l q f, @passes A r l q f = true. Admitted.\n",
        allows(proof="apply by_steps with Forged_trace. apply a. Qed.\n")),
    "the kernel does not check for loops": certificate(
        "Unset Guard Checking.\nFixpoint loop (n : nat) : False := loop n.\nSet Guard Checking.\n",
        allows(proof="destruct (loop 0%nat). Qed.\n")),
    "the kernel does not check universes": certificate(
        "Unset Universe Checking.\n", allows('(P1:"r0" = 1 /\\ P1:"r1" = 1)')),
}

TRUE = "Definition allowed_on (m : OperationalModel) (l : LitmusTest) (c : Formula) := True.\n"
TRIVIAL = "exact I. Qed.\n"
UNPROVED = allows().replace("Qed", "Admitted")

FOOLING = {
    "the claim is defined anew": certificate(allows(proof=TRIVIAL), before=TRUE),
    "the claim is defined anew in a module": certificate(
        allows(proof=TRIVIAL), before=f"Module M.\n{TRUE}End M.\nImport M.\n"),
    "the outcomes are defined anew": certificate(
        "Definition exactly_on (m : OperationalModel) (l : LitmusTest) (s : list Seen) "
        "(o : list Outcome) := True.\n", exact("[ ]").replace(
            f"apply by_search with 30%nat. {COMPUTES}", TRIVIAL)),
    "the claim is a notation": certificate(
        allows(proof=TRIVIAL), before="Notation \"'allowed_on' m l c\" := True (at level 10, "
        "m at level 9, l at level 9, c at level 9).\n"),
    "a connective is a notation": certificate(
        'Notation "p /\\ q" := (joined Or p q) : condition_scope.\n', allows()),
    "a comparison is a notation": certificate(
        'Notation "a = b" := (compares less_equal b a) : condition_scope.\n', allows()),
    "a number is a notation": certificate('Notation "0" := 1%Z : condition_scope.\n', allows()),
    "a string is a notation": certificate(
        'Notation "\'P1\' : r" := (RegisterOf P1 "r0") (at level 60, r at level 0).\n',
        exact("[ [0; 0] ; [1; 1] ]", '[ P1:"r7" ; P1:"r8" ]')),
    "a thread is another": certificate(
        exact("[ [0; 0] ]"), before="Definition P1 : ThreadId := 0%nat.\n",
        changes=[swap("column 0 0 [ ]", 'column 0 0 [ ("r0", 0) ; ("r1", 0) ]')]),
    "the model is another": certificate(
        'Module Sc.\nDefinition model := {| machine_of t := Opexplore.Sc.machine {| name := ""; '
        "program := {| threads := []; addresses := []; locations := [] |}; observables := []; "
        "condition := Truth |}; supports _ := true |}.\nEnd Sc.\n", exact("[ [0; 0] ]")),
    "columns are other columns": certificate(
        exact("[ [0; 0] ]"), before="Definition column (c g : nat) r (lines : list Line) := "
        "Names.column c g r [].\n"),
    "fences are nothing": certificate(
        exact("[ [0; 0] ]"), before="Notation \"'st.weak' x , v\" := (fence Program.sc gpu) "
        "(at level 60, x at level 0, v at level 50).\n"),
    "a section with a hypothesis": certificate(
        f"Section S.\nHypothesis h : allowed_on Sc.model Forged_test {MISLEADING}.\n",
        allows(proof="exact h. Qed.\n"), "End S.\n"),
    "another test is named": certificate(
        'Definition Other_test : LitmusTest := litmus "Forged" [ ] [ column 0 0 [ ] [ ] ] [ ].\n',
        allows("(truth)", run="", on="Sc.model Other_test")),
    "another theorem is printed": certificate(UNPROVED, printed=["I"]),
    "what coqc says is printed": certificate(
        UNPROVED, 'Goal True. idtac "Closed under the global context". Abort.\n', printed=[]),
    "no theorem is printed": certificate(UNPROVED, printed=[]),
    "the theorem is in a comment": certificate('(* " *)\n', allows(), '(* " *)\n', exact(),
                                               printed=["Forged_ends_in_exactly"]),
    "a name that looks the same": certificate(
        allows(), changes=[swap('in_global "x" 0', 'in_global "x" 0 ; in_global "\u0445" 0'),
                           swap('st.weak "x"', 'st.weak "\u0445"')]),
    "a name with a character that is not seen": certificate(
        allows(), changes=[swap('in_global "x" 0', 'in_global "x" 0 ; in_global "x\u200b" 0'),
                           swap('st.weak "x"', 'st.weak "x\u200b"')]),
}
