"""Functions of the requests with frames."""

from __future__ import annotations

from typing import Any

from virtual_finance.yfinance._tables import titled

from ....endpoints.yahoo.types import AdjustType


def camel2title(o: list[str]) -> list[str]:
    """Returns names of items as titles: `totalAssets` becomes `Total Assets`."""
    return titled(o)


def yfprocopt(
    period: str | None = "1mo",
    interval: str = "1d",
    start: Any = None,
    end: Any = None,
    prepost: bool = False,
    actions: bool = True,
    auto_adjust: bool = True,
    back_adjust: bool = False,
    proxy: Any = None,
    rounding: bool = False,
    tz: str | None = None,
    **kwargs: Any,
) -> dict[str, Any]:
    """Returns the parameters of `History` for the arguments that yfinance takes.

    Args:
        period: The time span, if there is no start.
        interval: The time that one bar covers.
        start: The start.
        end: The end, exclusive.
        prepost: Whether bars outside the regular hours are wanted.
        actions: Whether dividends and splits are wanted.
        auto_adjust: Adjusts all prices.
        back_adjust: Adjusts with the inverse ratio, unless `auto_adjust` is set.
        proxy: Taken as yfinance takes it; a client has its own.
        rounding: Rounds prices to the digits that the exchange shows.
        tz: The zone of the index.
        kwargs: Passed on.
    """
    adjust = AdjustType.auto if auto_adjust else AdjustType.back if back_adjust else None
    return {
        "period": period,
        "interval": interval,
        "start": start,
        "end": end,
        "prepost": prepost,
        "actions": actions,
        "adjust": adjust,
        "rounding": rounding,
        "tz": tz,
        **kwargs,
    }


class YFHolders:
    """The columns of holders, of the response of `Holders`: the values of a column by the number of their row."""

    def __init__(self, std: dict[str, Any]) -> None:
        self._std = std

    def major(self) -> dict[str, Any]:
        """Returns `major`, the kinds of holders: `0`, a value as text, and `1`, what it means."""
        rows = self._std["major"]
        return {"major": {"0": [row[0] for row in rows], "1": [row[1] for row in rows]}}

    def institutional(self) -> dict[str, Any]:
        """Returns `institutional`, the institutional holders; nothing if the reply lacks them."""
        return self._table("institutional")

    def mutualfund(self) -> dict[str, Any]:
        """Returns `mutualfund`, the funds that hold the instrument; nothing if the reply lacks them."""
        return self._table("mutualfund")

    def convert(self) -> dict[str, Any]:
        """Returns all of them by name."""
        return {**self.major(), **self.institutional(), **self.mutualfund()}

    def _table(self, name: str) -> dict[str, Any]:
        table = self._std.get(name)
        if table is None:
            return {}
        rows = [(str(number), row) for number, row in enumerate(table["holders"])]
        return {name: {title: {number: row.get(key) for number, row in rows} for key, title in table["legend"].items()}}
