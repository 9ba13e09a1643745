"""What the audit asks Coq: axioms, printed statements with their definitions, instances of hypotheses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .coq import LIBRARY, ask
from .sources import EXPORTS

INSTANCES = "Instances"

PRINTING = (
    "Set Printing All.",
    "Set Printing Width 100000.",
    "Set Printing Depth 100000.",
)


def axioms_of(answer: str) -> tuple[str, ...]:
    """Read the answer of Print Assumptions; a line that is no plain axiom is returned as it stands."""
    if answer == "Closed under the global context":
        return ()
    found = []
    for line in answer.splitlines():
        if line == "Axioms:" or line.startswith(" ") or not line:
            continue
        m = re.match(r"^([\w'.]+)(?: :.*)?$", line)
        found.append(m[1] if m else line)
    return tuple(sorted(set(found))) or (answer,)


Work = Callable[[int, Sequence[str]], dict[str, str]]


def in_chunks(jobs: int, names: Sequence[str], work: Work) -> dict[str, str]:
    """Share the names among `jobs` runs of Coq and merge their answers."""
    chunks = [c for c in (names[i::jobs] for i in range(jobs)) if c]
    merged: dict[str, str] = {}
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        for answers in pool.map(work, range(len(chunks)), chunks):
            merged |= answers
    return merged


def assumptions(folder: Path, names: Sequence[str], jobs: int) -> dict[str, tuple[str, ...]]:
    """Return the axioms on which each exported theorem rests."""

    def work(i: int, chunk: Sequence[str]) -> dict[str, str]:
        questions = {n: f"Print Assumptions {EXPORTS}.{n}." for n in chunk}
        return ask(folder, f"audit_axioms{i}", questions, f"From {LIBRARY} Require {EXPORTS}.")

    return {n: axioms_of(a) for n, a in in_chunks(jobs, names, work).items()}


def printed(folder: Path, name: str, questions: Mapping[str, str]) -> dict[str, str]:
    """Answer questions under the fixed printing options, whitespace collapsed, argument tables dropped."""
    preamble = "\n".join((f"From {LIBRARY} Require {EXPORTS}.", *PRINTING))
    answers = ask(folder, name, questions, preamble)
    return {k: " ".join(re.split(r"\n\s*\nArguments ", v)[0].split()) for k, v in answers.items()}


def lock_of(folder: Path, names: Sequence[str], modules: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return the printed type of each theorem and of every project definition reachable from them."""
    ours = "|".join(map(re.escape, modules))
    pattern = re.compile(rf"\b(?:{LIBRARY}\.)?((?:{ours})\.[A-Za-z_][\w']*)")
    types = printed(folder, "audit_types", {n: f"Check @{EXPORTS}.{n}." for n in names})
    theorems = {n: t.partition(" : ")[2] for n, t in types.items()}
    definitions: dict[str, str] = {}
    todo = {d for t in theorems.values() for d in pattern.findall(t)}
    while todo:
        new = printed(folder, "audit_definitions", {d: f"Print {d}." for d in sorted(todo)})
        definitions |= new
        todo = {d for t in new.values() for d in pattern.findall(t)} - set(definitions)
    return {"theorems": dict(sorted(theorems.items())), "definitions": dict(sorted(definitions.items()))}


def reachable(text: str, definitions: Mapping[str, str]) -> set[str]:
    """Return the locked definitions that a printed type mentions, directly or through others."""
    seen: set[str] = set()
    todo = [text]
    while todo:
        here = todo.pop()
        for d, body in definitions.items():
            if d not in seen and re.search(rf"\b{re.escape(d)}(?![\w'])", here):
                seen.add(d)
                todo.append(body)
    return seen


Lock = Mapping[str, Mapping[str, str]]


def compare(now: Lock, then: Lock) -> dict[str, list[str]]:
    """Return for each theorem how it departs from the lock."""
    out: dict[str, list[str]] = {}
    for name in sorted(set(now["theorems"]) | set(then["theorems"])):
        mine, locked = now["theorems"].get(name), then["theorems"].get(name)
        if mine is None:
            out[name] = ["locked, but no longer exported"]
        elif locked is None:
            out[name] = ["not in the lock"]
        else:
            out[name] = [] if mine == locked else ["its statement differs from the lock"]
            used = reachable(mine, now["definitions"]) | reachable(locked, then["definitions"])
            changed = sorted(d for d in used if now["definitions"].get(d) != then["definitions"].get(d))
            out[name] += [f"the definition {d} differs from the lock" for d in changed]
    return out


INSTANCE_TACTICS = """
Ltac head_of t := lazymatch t with ?f _ => head_of f | _ => t end.
Ltac has_hypothesis :=
  lazymatch goal with
  | |- forall x : ?A, @?B x =>
      let s := type of A in
      lazymatch s with Prop => idtac "hypothesis" | _ => intro; has_hypothesis end
  | |- let x := ?v in @?B x => intro; has_hypothesis
  | |- _ => idtac "no hypothesis"
  end.
Ltac applied c thm :=
  let body := eval unfold c in c in
  let h := head_of body in
  constr_eq h thm;
  let T := type of c in
  let T := eval cbv beta zeta in T in
  lazymatch T with
  | forall x : ?A, @?B x => idtac "not fully applied"
  | _ => idtac "applied"
  end.
"""


def instances(
    folder: Path, names: Sequence[str], given: set[str]
) -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """Return for each theorem what is wrong with its instance, and the axioms of all instances together."""
    preamble = f"From {LIBRARY} Require {EXPORTS} {INSTANCES}.\n{INSTANCE_TACTICS}"
    questions = {
        f"h {n}": f"Goal True. let T := type of {EXPORTS}.{n} in assert T; [has_hypothesis|]. Abort."
        for n in names
    }
    for n in sorted(given & set(names)):
        attempt = f'first [applied {INSTANCES}.{n} {EXPORTS}.{n} | idtac "no instance of the theorem"]'
        questions[f"i {n}"] = f"Goal True. {attempt}. Abort."
    bundle = "I"
    for n in sorted(given & set(names)):
        bundle = f"(conj {INSTANCES}.{n} {bundle})"
    questions["all"] = f"Definition audit_all := {bundle}.\nPrint Assumptions audit_all."
    answers = ask(folder, "audit_instances", questions, preamble)
    out: dict[str, list[str]] = {}
    for n in names:
        out[n] = []
        if f"i {n}" in answers and answers[f"i {n}"] != "applied":
            out[n].append(f"its instance is {answers[f'i {n}'] or 'unreadable'}")
        elif f"i {n}" not in answers and answers[f"h {n}"] != "no hypothesis":
            out[n].append("no instance shows its hypotheses inhabited")
    return out, axioms_of(answers["all"])
