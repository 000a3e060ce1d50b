"""Frames of converted replies. Times are in UTC and without a zone, as the original has them."""

from __future__ import annotations

from typing import Any

import pandas
from virtual_finance._frames import COLUMNS
from virtual_finance.yfinance._prices import PRICES


def moments(values: Any, unit: str | None = "s") -> Any:
    """Returns times in nanoseconds, of epoch seconds or of text; what cannot be read is `NaT`."""
    times = pandas.to_datetime(values, unit=unit, errors="coerce")  # type: ignore[call-overload,unused-ignore]
    return times.astype("datetime64[ns]")


def counts(values: pandas.Series[Any]) -> pandas.Series[Any]:
    """Returns integers: a gap is no zero, and a count no float."""
    return values.astype("Int64" if values.isna().any() else "int64")


def index(values: list[int], name: str | None = None) -> pandas.DatetimeIndex:
    """Returns an index of epoch seconds."""
    return pandas.DatetimeIndex(moments(pandas.Index(values, dtype="int64")), name=name)


def days(values: list[int]) -> pandas.Index:
    """Returns an index of the days of epoch seconds."""
    return pandas.Index([moment.date() for moment in index(values)], dtype=object)


def statements(list_: list[dict[str, Any]], titles: Any) -> pandas.DataFrame:
    """Returns statements: one row for each item, one column for each statement."""
    left_out = ("endDate", "maxAge")
    items = list(dict.fromkeys(item for statement in list_ for item in statement if item not in left_out))
    columns = [[statement.get(item) for item in items] for statement in list_]
    frame = pandas.DataFrame(dict(enumerate(columns)), index=titles(items), dtype="float64")
    frame.columns = index([statement["endDate"] for statement in list_], name="")
    return frame


def earnings(list_: list[dict[str, Any]], name: str) -> pandas.DataFrame:
    """Returns the revenue and the earnings by year or by quarter."""
    rows = [(row.get("revenue"), row.get("earnings")) for row in list_]
    dates = pandas.Index([row["date"] for row in list_], name=name)
    return pandas.DataFrame(rows, index=dates, columns=["Revenue", "Earnings"])


def bars(response: dict[str, Any]) -> pandas.DataFrame:
    """Returns the bars of a history."""
    names = {title.lower().replace(" ", ""): title for title in (*PRICES, "Volume")}
    found = response["ohlcdata"]
    columns = {title: found[name] for name, title in names.items() if found.get(name) is not None}
    times = found.get("timestamp") or []
    frame = pandas.DataFrame(columns, index=index(times, name="Date"))
    prices = [name for name in frame.columns if name != "Volume"]
    frame[prices] = frame[prices].astype("float64")
    if "Volume" in frame:
        frame["Volume"] = counts(frame["Volume"])
    return frame


def dividends(response: dict[str, Any]) -> pandas.Series[Any]:
    """Returns the dividends by day."""
    events = response.get("dividends") or []
    amounts = [event.get("amount") for event in events]
    return pandas.Series(amounts, index=days([event["date"] for event in events]), name="Dividends", dtype="float64")


def splits(response: dict[str, Any]) -> pandas.Series[Any]:
    """Returns the splits by day, as new shares for each old one."""
    events = [event for event in response.get("splits") or [] if event.get("denominator")]
    ratios = [event["numerator"] / event["denominator"] for event in events]
    return pandas.Series(ratios, index=days([event["date"] for event in events]), name="Stock Splits", dtype="float64")


def contracts(list_: list[dict[str, Any]], tz: str | None) -> pandas.DataFrame:
    """Returns option contracts, with the times of their last trades in a zone."""
    frame = pandas.DataFrame(list_, columns=list(COLUMNS["options.contracts"]))
    frame["lastTradeDate"] = moments(frame["lastTradeDate"])
    for name in ("volume", "openInterest"):
        frame[name] = counts(frame[name])
    if tz is not None:
        frame["lastTradeDate"] = frame["lastTradeDate"].dt.tz_localize("UTC").dt.tz_convert(tz)
    return frame


def holders(tables: dict[str, Any]) -> dict[str, pandas.DataFrame | None]:
    """Returns the frames of holders by name, of what `YFHolders.convert` returns."""
    frames = {name: pandas.DataFrame(columns) for name, columns in tables.items()}
    for frame in frames.values():
        if "Date Reported" in frame:
            frame["Date Reported"] = moments(frame["Date Reported"], unit=None)
        if "% Out" in frame:
            frame["% Out"] = frame["% Out"] / 100
    return {name: frames.get(name) for name in ("major", "institutional", "mutualfund")}


def calendar(section: dict[str, Any]) -> pandas.DataFrame:
    """Returns the next earnings: the column `Value`, and `Value 2` for the second of two possible dates."""
    found = section.get("earnings") or {}
    dates = [pandas.Timestamp(date, unit="s") for date in found.get("earningsDate") or []] or [pandas.NaT]
    names = ["Earnings Average", "Earnings Low", "Earnings High", "Revenue Average", "Revenue Low", "Revenue High"]
    # `Earnings Average` is `earningsAverage` of the section.
    values = [found.get(name[0].lower() + name[1:].replace(" ", "")) for name in names]
    columns = {("Value" if place == 0 else f"Value {place + 1}"): [date, *values] for place, date in enumerate(dates)}
    return pandas.DataFrame(columns, index=["Earnings Date", *names], dtype=object)


def recommendations(list_: list[dict[str, Any]]) -> pandas.DataFrame:
    """Returns the grades of analysts, oldest first."""
    # Hosts send them newest first; a stable sort of the reverse keeps the order of grades of one second.
    reverse = list_[::-1]
    grades = sorted(reverse, key=lambda grade: grade["epochGradeDate"])
    columns = {title: [grade.get(name) for grade in grades] for title, (name, _) in COLUMNS["profile.grades"].items()}
    return pandas.DataFrame({**columns, "Date": index([grade["epochGradeDate"] for grade in grades])}).set_index("Date")


def sustainability(section: dict[str, Any] | None) -> pandas.DataFrame | None:
    """Returns the ESG scores by name; `None` if the reply has none."""
    if not section:
        return None
    no_scores = ("maxAge", "ratingYear", "ratingMonth")
    plain = {k: v for k, v in section.items() if k not in no_scores and not isinstance(v, (dict, list))}
    frame = pandas.DataFrame({"Value": list(plain.values())}, index=list(plain), dtype=object)
    frame.index.name = f"{section.get('ratingYear')}-{section.get('ratingMonth')}"
    return frame
