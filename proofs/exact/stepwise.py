"""The frame of a proof in steps: a procedure lists what must be proved, in order; proving and replaying follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..claim import Outcome, Procedure, Statement, Verdict

Step = Callable[[Procedure, Statement, str], None]
"""Takes a procedure, the statement it must prove, and what the step is called."""


class Objection(Exception):
    """Why a step does not hold."""


class Steps:
    """prove and replay for a procedure that lists its steps in ``_walk``."""

    def prove(self, statement: Statement) -> Outcome:
        """Every step in order."""
        evidence: list[dict[str, Any]] = []

        def step(procedure: Procedure, one: Statement, label: str) -> None:
            outcome = procedure.prove(one)
            if outcome.verdict is not Verdict.PROVED:
                raise Objection(f"{label}: {outcome.evidence.get('reason', outcome.evidence)}")
            evidence.append(dict(outcome.evidence))

        try:
            self._walk(statement, step)
        except Objection as reason:
            return Outcome(Verdict.UNKNOWN, {"reason": str(reason)})
        return Outcome(Verdict.PROVED, {"steps": evidence})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """The same steps, each replayed, and none left over."""
        rest = list(evidence["steps"])

        def step(procedure: Procedure, one: Statement, label: str) -> None:
            if not rest:
                raise Objection(label)
            own = rest.pop(0)
            if not procedure.replay(one, own):
                raise Objection(label)

        try:
            self._walk(statement, step)
        except Objection:
            return False
        return not rest

    def _walk(self, statement: Statement, step: Step) -> None:
        """Call ``step`` on everything that must be proved; raise Objection where something does not hold."""
        raise NotImplementedError
