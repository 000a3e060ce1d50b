"""Repaired histories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from . import responses


class Repair(NamedTuple):
    """A change of one column, of one bar or of several in a row. Times are in epoch seconds."""

    first: int
    last: int
    #: The number of bars that were changed.
    bars: int
    #: The name of the column, for example `Close`, or `Dividends`.
    column: str
    #: The value of the last bar before the repair, and after it.
    before: float | None
    after: float | None
    reason: str


class Doubt(NamedTuple):
    """A value that looks wrong and was left as it is, because it may be right."""

    time: int
    column: str
    value: float | None
    why: str


class Repaired(NamedTuple):
    """A history in which what it shows to be wrong is mended, with the changes."""

    response: responses.HistoryResponse
    made: list[Repair]
    undecided: list[Doubt]
    #: True for each bar that was changed.
    rows: list[bool]

    def __repr__(self) -> str:
        counts = f"{len(self.rows)} bars, {sum(self.rows)} of them changed, {len(self.made)} repairs"
        return f"Repaired({counts}, {len(self.undecided)} undecided)"


def repaired(native: dict[str, Any]) -> Repaired:
    """Returns what the native module gives."""
    made = [Repair(**item) for item in native["made"]]
    undecided = [Doubt(**item) for item in native["undecided"]]
    return Repaired(native["response"], made, undecided, native["rows"])
