"""``{rec}``: numbers out of records; what is not there, or of another protocol, is refused."""

import pytest

pytestmark = pytest.mark.usefixtures("bookext")

FIGURES = {"mean": 0.25, "rows": [{"d": 2, "p": -3000.0}, {"d": 8, "p": -1.5}], "flag": True, "name": "x"}


@pytest.fixture(scope="module")
def records() -> dict[str, object]:
    from phasebound.analysis import records as r

    made = r.new_record(
        kind="experiment",
        id="planted",
        protocol=2,
        configuration={"samples": 40000},
        seed=7,
        figures=FIGURES | {"seed": 1},
        budget={},
        wall_seconds=1.0,
    )
    return {"planted": made}


@pytest.mark.parametrize(
    ("reference", "shown"),
    [
        ("planted:mean:.3f", "0.250"),
        ("planted@2:mean:.0%", "25%"),
        ("planted:figures.mean:.1f", "0.2"),
        ("planted:configuration.samples:,d", "40,000"),
        ("planted:rows[1].p:.1f", "-1.5"),
        ("planted:rows.1.p:.1f", "-1.5"),
        ("planted:rows[d=8].p:exp.1e", "2.2 × 10^-1"),
        ("planted:rows[d=2].p:exp.1e", "1.3 × 10^-1303"),
    ],
)
def test_numbers(records: dict[str, object], reference: str, shown: str) -> None:
    from bookext.values import lookup

    assert lookup(reference, records) == shown  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        ("absent:mean:.3f", "no committed record"),
        ("planted@3:mean:.3f", "protocol 2, the page was written for 3"),
        ("planted:median:.3f", "nothing at 'median'"),
        ("planted:rows[7].p:.3f", "nothing at"),
        ("planted:rows[d=3].p:.3f", "0 entries with d = 3"),
        ("planted:name:.3f", "not a number but str"),
        ("planted:flag:.3f", "not a number but bool"),
        ("planted:mean:.3q", "format"),
        ("planted:seed:d", "is a key of the record and of its figures"),
        ("planted:mean", "write record-id:path:format"),
    ],
)
def test_refused(records: dict[str, object], reference: str, reason: str) -> None:
    from bookext.values import BadReference, lookup

    with pytest.raises(BadReference, match=reason):
        lookup(reference, records)  # type: ignore[arg-type]


def test_mantissas_round_up_into_the_next_power() -> None:
    import math

    from bookext.values import power

    assert power(math.log(9.99e-5), ".1e") == "1.0 × 10^-4"
    assert power(0.0, ".1e") == "1.0 × 10^0"
