"""A part that nothing here decides: it stands in its claim with the reason, and the claim is not proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..claim import Outcome, Statement, Verdict


@dataclass(frozen=True)
class Open:
    """Proves nothing, and says why: what was tried, what is missing."""

    why: str
    name: str = "open"
    tier: str = "exact"

    def prove(self, statement: Statement) -> Outcome:
        """UNKNOWN, always."""
        return Outcome(Verdict.UNKNOWN, {"reason": self.why})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Nothing to replay."""
        return False
