"""The frame of a proof in steps: a procedure lists what must be proved, in order; proving and replaying follow.

A step may use what the steps before it prove: the list is lazy, and goes on only after a step has been proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..claim import Outcome, Procedure, Statement, Verdict

Step = tuple[str, Statement, Procedure]
"""What the step is called, the statement that must be proved, and what proves it."""


class Objection(Exception):
    """Why a step does not hold, or does not fit the statement."""


class Steps:
    """prove and replay for a procedure that lists its steps in ``_steps``."""

    def _steps(self, statement: Statement) -> Iterator[Step]:
        """Everything that must be proved; raises Objection where something does not hold."""
        raise NotImplementedError

    def prove(self, statement: Statement) -> Outcome:
        """Every step in order."""
        evidence = []
        try:
            for label, one, by in self._steps(statement):
                outcome = by.prove(one)
                if outcome.verdict is not Verdict.PROVED:
                    raise Objection(f"{label}: {outcome.evidence.get('reason', outcome.evidence)}")
                evidence.append(dict(outcome.evidence))
        except Objection as reason:
            return Outcome(Verdict.UNKNOWN, {"reason": str(reason)})
        return Outcome(Verdict.PROVED, {"steps": evidence})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """The same steps, each replayed, and none left over."""
        rest = list(evidence["steps"])
        try:
            for _, one, by in self._steps(statement):
                if not rest or not by.replay(one, rest.pop(0)):
                    return False
        except Objection:
            return False
        return not rest
