"""Read Coq sources without Coq: comments, sentences, forbidden words, and the exported statements."""

from __future__ import annotations

import re

EXPORTS = "Statements"


def code_of(text: str) -> str:
    """Return Coq source without its (nested) comments and without the insides of its strings."""
    out: list[str] = []
    depth, i, quoted = 0, 0, False
    while i < len(text):
        two = text[i : i + 2]
        if quoted:
            quoted = text[i] != '"'
            if not quoted and not depth:
                out.append('"')
            i += 1
        elif text[i] == '"':
            quoted = True
            if not depth:
                out.append('"')
            i += 1
        elif two == "(*" and not text.startswith("(*)", i):
            depth += 1
            i += 2
        elif two == "*)" and depth:
            depth -= 1
            out.append(" ")
            i += 2
        else:
            if not depth:
                out.append(text[i])
            i += 1
    return "".join(out)


def sentences(text: str) -> list[str]:
    """Split Coq source into sentences (without the final period), whitespace collapsed."""
    parts = re.split(r"\.(?=\s|$)", code_of(text))
    return [s for s in (" ".join(p.split()) for p in parts) if s]


FORBIDDEN = re.compile(
    r"\b(?:Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|Primitive|Symbols?|bypass_check"
    r"|Declare ML Module|Load|Add (?:Rec )?LoadPath|Add ML Path|Register|Unset Guard Checking"
    r"|Unset Positivity Checking|Unset Universe Checking|Set Type In Type|Redirect|Extraction)\b"
)
VARIABLE = re.compile(r"^(?:#\[[^\]]*\] *|Local |Global )*(?:Variables?|Hypothes[ie]s|Context)\b")
SECTION = re.compile(r"^(?:Section|Module(?: Type)?) (\w+)")
END = re.compile(r"^(?:[-+*{}] *)*End (\w+)")


def scan(name: str, text: str) -> list[str]:
    """Return what makes a source file unfit: forbidden words, open sections, variables outside sections."""
    problems = [f"{name}: forbidden: {w}" for w in sorted(set(FORBIDDEN.findall(code_of(text))))]
    nest: list[str] = []
    for s in sentences(text):
        if (m := SECTION.match(s)) and ":=" not in s:
            nest.append(m[1])
        elif (m := END.match(s)) and nest and nest[-1] == m[1]:
            nest.pop()
        elif VARIABLE.match(s) and not nest:
            problems.append(f"{name}: variable outside a section: {s[:60]}")
    return problems + [f"{name}: section {n} is left open" for n in nest]


THEOREM = re.compile(r"^Theorem ([\w']+)\b(.*)$", re.S)
EXACT = re.compile(r"^exact \(?@?([\w'.]+)")
HARMLESS = re.compile(
    r"^(?:(?:From [\w.]+ )?Require(?: Import)? [\w. ]+|Import [\w. ]+|(?:Local )?Open Scope \w+)$"
)


def exported(text: str) -> tuple[dict[str, str], list[str]]:
    """Return the exported theorems with the names of their proofs, and what else `Statements.v` holds."""
    found: dict[str, str] = {}
    problems: list[str] = []
    todo = sentences(text)
    while todo:
        head, *rest = todo
        m = THEOREM.match(head)
        if m and len(rest) >= 3 and rest[0] == "Proof" and (e := EXACT.match(rest[1])) and rest[2] == "Qed":
            if m[1] in found:
                problems.append(f"{EXPORTS}: {m[1]} is stated twice")
            found[m[1]] = e[1]
            todo = rest[3:]
        else:
            if not HARMLESS.match(head):
                problems.append(f"{EXPORTS}: not a bare statement: {head[:60]}")
            todo = rest
    return found, problems


def defined(text: str) -> set[str]:
    """Return the names that a file defines with `Definition`."""
    return {m[1] for s in sentences(text) if (m := re.match(r"^Definition ([\w']+)", s))}
