"""``{rec}``: a number out of a committed record, so that no page holds one typed in by hand.

    {rec}`caps:comparisons[name=direct d=2 angle=0.1].estimate.stderr:.2e`
    {rec}`kws@2:softmax.mean:.2%`

The path starts in the record's ``figures``, or at one of the record's own keys (``budget``, ``configuration``,
``seed``, ...). ``[i]`` or ``.i`` is the i-th entry of a list, ``[key=value]`` the one entry that has it. ``@2`` says
which protocol the page was written for: where the record has another one, the build fails. Formats are Python's;
``exp.2e`` shows e to the power of the number, of any size, as a times ten to a power.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from phasebound.analysis.records import Record
from phasebound.verdicts import committed

from .elements import made

logger = logging.getLogger(__name__)
HEAD = re.compile(r"(?P<id>[^:@\s]+)(?:@(?P<protocol>\d+))?$")
STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]|\[([^=\]]+)=([^\]]+)\]")


class BadReference(ValueError):
    """A number that cannot be shown; one line."""


@lru_cache(maxsize=1)
def by_name() -> dict[str, Record]:
    """The committed records by id."""
    return {r.id: r for r in committed()}


def chosen(items: Any, key: str, value: str) -> Any:
    """The one entry of a list whose key has the value."""
    found = [x for x in items if isinstance(x, dict) and str(x.get(key)) == value]
    if len(found) != 1:
        raise BadReference(f"{len(found)} entries with {key} = {value}")
    return found[0]


def follow(data: Any, path: str) -> Any:
    """What stands at a path."""
    position = 0
    while position < len(path):
        step = STEP.match(path, position)
        if not step:
            raise BadReference(f"cannot read the path at {path[position:]!r}")
        name, index, key, value = step.groups()
        try:
            if name is not None:
                data = data[int(name)] if isinstance(data, list) else data[name]
            else:
                data = data[int(index)] if index is not None else chosen(data, key, value)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            if isinstance(error, BadReference):
                raise
            raise BadReference(f"nothing at {path[: step.end()]!r}") from error
        position = step.end()
    return data


def power(logarithm: float, spec: str) -> str:
    """e to the power of a number as a x 10^b, without forming it: it may be below 10^-1000."""
    tens = logarithm / math.log(10)
    exponent = math.floor(tens)
    mantissa = format(10 ** (tens - exponent), spec.replace("e", "f"))
    if mantissa.startswith("10"):
        exponent, mantissa = exponent + 1, format(1.0, spec.replace("e", "f"))
    return f"{mantissa} \N{MULTIPLICATION SIGN} 10^{exponent}"


def formatted(value: Any, spec: str) -> str:
    """The number by its format."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadReference(f"not a number but {type(value).__name__}")
    try:
        return power(value, spec.removeprefix("exp")) if spec.startswith("exp") else format(value, spec)
    except ValueError as error:
        raise BadReference(f"format {spec!r}: {error}") from error


def lookup(reference: str, records: dict[str, Record]) -> str:
    """The text for ``id[@protocol]:path:format``; raises :class:`BadReference`."""
    if reference.count(":") < 2:
        raise BadReference("write record-id:path:format")
    name, rest = reference.split(":", 1)
    path, spec = rest.rsplit(":", 1)
    head = HEAD.match(name)
    if not head or head["id"] not in records:
        raise BadReference(f"no committed record {name!r}")
    record = records[head["id"]]
    if head["protocol"] and int(head["protocol"]) != record.protocol:
        raise BadReference(f"protocol {record.protocol}, the page was written for {head['protocol']}")
    own = asdict(record)
    top = STEP.match(path)
    first = top.group(1) if top else None
    if first in own and first in record.figures:
        raise BadReference(f"{first!r} is a key of the record and of its figures; write figures.{first}")
    return formatted(follow(own if first in own else record.figures, path), spec)


def text(shown: str) -> Iterable[nodes.Node]:
    """The number as nodes: a power of ten as a superscript."""
    number, _, exponent = shown.partition("^")
    yield nodes.Text(number.replace("-", "\N{MINUS SIGN}"))
    if exponent:
        yield nodes.superscript(exponent, exponent.replace("-", "\N{MINUS SIGN}"))


class Rec(SphinxRole):
    """The role itself."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            shown = lookup(self.text, by_name())
        except BadReference as reason:
            logger.warning("{rec}`%s`: %s", self.text, reason, location=self.get_location())
            return [], []
        return [made("span", *text(shown), classes="rec", title=self.text)], []


def setup(app: Sphinx) -> None:
    app.add_role("rec", Rec())
