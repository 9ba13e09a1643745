"""What the audit asks Coq: axioms, printed statements with their definitions, instances of hypotheses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
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


def print_assumptions(folder: Path, name: str, groups: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return what Coq says of the assumptions of each group of exported theorems, taken together."""
    questions = {}
    for i, (key, names) in enumerate(groups.items()):
        bundle = "I"
        for n in names:
            bundle = f"(conj {EXPORTS}.{n} {bundle})"
        questions[key] = f"Definition audit_{i} := {bundle}.\nPrint Assumptions audit_{i}."
    return ask(folder, name, questions, f"From {LIBRARY} Require {EXPORTS}.")


def assumptions(
    folder: Path, groups: Mapping[str, Sequence[str]], trusted: set[str], jobs: int
) -> dict[str, tuple[str, ...]]:
    """Return for each exported theorem the axioms on which it and the others of its group rest.

    Coq walks through all of its libraries for each question, so theorems proved in one file are asked
    about together; only if a group rests on something untrusted is each of its theorems asked alone.
    """
    keys = sorted(groups)
    chunks = [c for c in (keys[i::jobs] for i in range(jobs)) if c]

    def work(i: int, chunk: Sequence[str]) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for key, answer in print_assumptions(
            folder, f"audit_axioms{i}", {k: groups[k] for k in chunk}
        ).items():
            axioms = axioms_of(answer)
            found |= dict.fromkeys(groups[key], axioms)
            if set(axioms) - trusted:
                alone = print_assumptions(folder, f"audit_alone{i}", {n: [n] for n in groups[key]})
                found |= {n: axioms_of(a) for n, a in alone.items()}
        return found

    merged: dict[str, tuple[str, ...]] = {}
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        for part in pool.map(work, range(len(chunks)), chunks):
            merged |= part
    return merged


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
Ltac unfolded t := let h := head_of t in
  let _ := match goal with _ => ours h end in
  let t := eval unfold h in t in eval cbv beta zeta in t.
Ltac has_hypothesis :=
  lazymatch goal with
  | |- forall x : ?A, @?B x =>
      let s := type of A in
      lazymatch s with Prop => idtac "hypothesis" | _ => intro; has_hypothesis end
  | |- let x := ?v in @?B x => intro; has_hypothesis
  | |- ?T => tryif (let t := unfolded T in idtac)
             then (let t := unfolded T in enough t by admit; has_hypothesis)
             else idtac "no hypothesis"
  end.
Ltac finished t :=
  lazymatch t with
  | forall x : ?A, @?B x => idtac "not fully applied"
  | _ => tryif (let t := unfolded t in idtac) then (let t := unfolded t in finished t) else idtac "applied"
  end.
Ltac applied c thm :=
  let body := eval unfold c in c in
  let h := head_of body in
  constr_eq h thm;
  let T := type of c in
  let T := eval cbv beta zeta in T in
  finished T.
"""


def instances(
    folder: Path, names: Sequence[str], given: set[str], definitions: Iterable[str]
) -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """Return for each theorem what is wrong with its instance, and the axioms of all instances together.

    Hypotheses are sought behind the project's own definitions too, so that none hides in a name.
    """
    tests = " | ".join(f"constr_eq h @{d}" for d in sorted(definitions)) or "fail"
    preamble = (
        f"From {LIBRARY} Require {EXPORTS} {INSTANCES}.\nLtac ours h := first [{tests}].{INSTANCE_TACTICS}"
    )
    questions = {
        f"h {n}": f"Goal True. let T := type of {EXPORTS}.{n} in enough T by exact I; has_hypothesis. Abort."
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
