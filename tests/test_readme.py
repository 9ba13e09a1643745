"""The README says what the code says; its table of verdicts is checked where they are decided, in
proofs/test_claims.py."""

import re
from dataclasses import replace
from pathlib import Path

from phasebound.analysis import records
from phasebound.readme import BEGIN, END, PICTURE
from phasebound.tables import MARKS, legend
from phasebound.verdicts import one

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()


def test_the_picture_exists_and_its_commands_are_real() -> None:
    assert PICTURE in README
    assert (ROOT / PICTURE).read_text().startswith("<svg")
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"make ([a-z]+)", README.split(BEGIN)[0] + README.split(END)[1]):
        assert re.search(rf"^{target}:", makefile, re.M), target


def test_every_mark_of_the_table_is_explained() -> None:
    assert set(MARKS) == {*records.VERDICTS, "proved", "refuted", "unknown", "not-run", "not-measured"}
    assert [m for m in MARKS.values() if f"`{m}`" not in README] == []


def test_the_legend_names_what_stands_in_the_rows() -> None:
    made, _ = one("osc.kws")
    rows = [replace(made, tiers={"exact": "proved"}), replace(made, tiers={"trained": "inconclusive"})]
    assert legend(rows) == "tiers: X exact, T trained; + proved, = inconclusive"


def test_no_path_of_a_machine_stands_in_the_repository() -> None:
    where = "/" + "work/"
    for folder in ("proofs", "analysis", "torch_impl", "book", "tests", "docs", "src", "benchmarks"):
        for path in (ROOT / folder).rglob("*"):
            if "_build" in path.parts:
                continue
            if path.is_file() and path.suffix in (".py", ".md", ".json", ".toml", ".v", ".svg"):
                assert where not in path.read_text(), path
