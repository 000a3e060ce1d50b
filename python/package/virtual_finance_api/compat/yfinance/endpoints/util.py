"""Functions of the requests with frames."""

from __future__ import annotations

import re
from typing import Any

import pandas

from ....endpoints.yahoo.types import AdjustType
from ._frames import moments


def camel2title(o: list[str]) -> list[str]:
    """Returns names of items as titles: `totalAssets` becomes `Total Assets`."""
    return [re.sub("([a-z])([A-Z])", r"\1 \2", name).title() for name in o]


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
    """The frames of holders, of the response of `Holders`."""

    def __init__(self, std: dict[str, Any]) -> None:
        self._holders = std

    def major(self) -> pandas.DataFrame:
        """Returns the kinds of holders: `0`, a value as text, and `1`, what it means."""
        return pandas.DataFrame(self._holders["major"], columns=["0", "1"])

    def institutional(self) -> pandas.DataFrame | None:
        """Returns the institutional holders; `None` if the reply lacks them."""
        return self._table("institutional")

    def mutualfund(self) -> pandas.DataFrame | None:
        """Returns the funds that hold the instrument; `None` if the reply lacks them."""
        return self._table("mutualfund")

    def convert(self) -> dict[str, pandas.DataFrame | None]:
        """Returns all frames by name."""
        return {"major": self.major(), "institutional": self.institutional(), "mutualfund": self.mutualfund()}

    def _table(self, name: str) -> pandas.DataFrame | None:
        table = self._holders.get(name)
        if table is None:
            return None
        frame = pandas.DataFrame(table["holders"], columns=list(table["legend"]))
        frame.index = pandas.Index([str(row) for row in range(len(frame))], dtype=object)
        if "date_reported" in frame:
            frame["date_reported"] = moments(frame["date_reported"], unit=None)
        if "pch_out" in frame:
            frame["pch_out"] = frame["pch_out"] / 100
        return frame.rename(columns=table["legend"])
