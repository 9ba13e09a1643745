"""Every claim's page renders, as text and as LaTeX, from the data alone."""

import pytest

from phasebound import page
from phasebound.proofs.ledger import by_id, ledger
from phasebound.verdicts import row


@pytest.mark.parametrize("id", [c.id for c in ledger()])
def test_a_page_renders(id: str) -> None:
    claim = by_id()[id]
    described = page.describe(claim, row(claim, None, ()), None)
    shown = page.text(described)
    assert claim.id in shown
    for part in described["parts"]:
        assert part["statement"] in shown
        assert part["latex"].count("{") == part["latex"].count("}")
        assert "0x" not in part["statement"]
    assert all(source["says"] in shown for source in described["sources"])
