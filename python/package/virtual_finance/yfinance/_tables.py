"""The responses of a ticker as frames and dictionaries of yfinance."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from typing import Any

from .._frames import COLUMNS
from ._session import pandas

#: The rows of major holders, in their order.
MAJOR = ["insidersPercentHeld", "institutionsPercentHeld", "institutionsFloatPercentHeld", "institutionsCount"]


def frame(rows: list[dict[str, Any]] | None) -> Any:
    """Returns rows as they are."""
    return pandas.DataFrame(rows or [])


def scores(section: dict[str, Any] | None) -> Any:
    """Returns the ESG scores by name."""
    return pandas.DataFrame({"esgScores": section}) if section else pandas.DataFrame()


def titles(frame: str, *kinds: str) -> dict[str, str]:
    """Returns the titles of a frame's columns by the names in its rows: of all columns or those of some types."""
    columns = COLUMNS[frame].items()
    return {path.rpartition(".")[2]: title for title, (path, kind) in columns if not kinds or kind in kinds}


def facts(found: dict[str, Any] | None, frame: str) -> dict[str, Any]:
    """Returns facts by the titles of a frame; none where a fact is missing."""
    return {title: (found or {}).get(name) for name, title in titles(frame).items()}


def times(seconds: list[int]) -> Any:
    """Returns points in time without a zone, which are in UTC."""
    return pandas.to_datetime(seconds, unit="s")


def titled(names: Any, sep: str = " ", acronyms: Iterable[str] | None = None) -> list[str]:
    """Returns the names of rows as words: `NetIncome` as `Net Income`; acronyms stay as they are."""
    known = list(acronyms or ())
    words = []
    for name in names:
        spaced = re.sub("([a-z])([A-Z])", rf"\1{sep}\2", name)
        for acronym in known:
            spaced = re.sub(f"({acronym})([A-Z][a-z])", rf"\1{sep}\2", spaced)
        words.append(sep.join(word if word in known else word.title() for word in spaced.split(sep)))
    return words


def statement(rows: list[dict[str, Any]] | None, only_last: bool) -> Any:
    """Returns a statement with a column for each day, the latest first."""
    if not rows:
        return pandas.DataFrame()
    rows = sorted(rows, key=lambda row: row["endDate"], reverse=True)
    names: list[str] = []
    for row in rows:
        at = 0
        for name in row:
            if name in ("endDate", "currency"):
                continue
            if name not in names:
                names.insert(at, name)
            at = names.index(name) + 1
    columns = {pandas.Timestamp(row["endDate"], unit="s"): [row.get(name) for name in names] for row in rows}
    frame = pandas.DataFrame(columns, index=names).astype("float64")
    frame.columns = times([row["endDate"] for row in rows])
    return frame.iloc[:, :1] if only_last else frame


def contracts(items: list[dict[str, Any]], zone: str | None) -> Any:
    """Returns the contracts of a chain."""
    frame = pandas.DataFrame(items).reindex(columns=list(titles("options.contracts")))
    frame["lastTradeDate"] = pandas.to_datetime(frame["lastTradeDate"], unit="s", utc=True)
    if zone is not None:
        frame["lastTradeDate"] = frame["lastTradeDate"].dt.tz_convert(zone)
    return frame


def major(response: dict[str, Any] | None) -> Any:
    """Returns the kinds of holders. Pages have rounded texts alone."""
    response = response or {}
    values = response.get("breakdown") or {}
    for name, (text, _) in zip(MAJOR, response.get("major") or [], strict=False) if not values else ():
        number = float(text.rstrip("%").replace(",", ""))
        values[name] = number / 100 if text.endswith("%") else number
    frame = pandas.DataFrame.from_dict(values, orient="index", columns=["Value"])
    frame.columns.name = "Breakdown"
    return frame


def holders(table: dict[str, Any] | None) -> Any:
    """Returns the largest holders."""
    if not table or not table["holders"]:
        return pandas.DataFrame()
    rows = [
        {
            "Date Reported": datetime.datetime.strptime(row["date_reported"], "%b %d, %Y"),
            "Holder": row["holder"],
            "pctHeld": None if row["pch_out"] is None else row["pch_out"] / 100,
            "Shares": row["shares"],
            "Value": row["value"],
            "pctChange": row.get("pctChange"),
        }
        for row in table["holders"]
    ]
    return pandas.DataFrame(rows)


def table(rows: list[dict[str, Any]] | None, name: str, seconds: str = "") -> Any:
    """Returns the rows in the columns of a frame, in the order in which rows have a value of them.

    Args:
        rows: The rows.
        name: The name of the frame.
        seconds: The title of dates that stay seconds, as in yfinance.
    """
    if not rows:
        return pandas.DataFrame()
    names = titles(name)
    kept = dict.fromkeys(key for row in rows for key in names if row.get(key) is not None)
    frame = pandas.DataFrame([{names[key]: row.get(key) for key in kept} for row in rows])
    for date in titles(name, "day", "time").values():
        if date in frame and date != seconds:
            frame[date] = pandas.to_datetime(frame[date], unit="s")
    return frame


def indexed(rows: list[dict[str, Any]], name: str) -> Any:
    """Returns the rows in all columns of a frame; the first is the index."""
    names = titles(name)
    columns = {title: [row.get(key) for row in rows] for key, title in names.items()}
    return pandas.DataFrame(columns).set_index(next(iter(columns)))


def purchases(data: dict[str, Any] | None) -> Any:
    """Returns the purchases and sales of all insiders."""
    data = data or {}
    shares, counts = titles("insiders.purchases"), [data.get(name) for name in titles("insiders.trades")]
    columns = {
        f"Insider Purchases Last {data.get('period') or ''}": list(shares.values()),
        "Shares": [data.get(name) for name in shares],
        "Trans": [*counts, *[pandas.NA] * 4],
    }
    return pandas.DataFrame(columns).convert_dtypes()


def periods(estimates: list[dict[str, Any]] | None, part: str, frame: str) -> Any:
    """Returns a part of the estimates by period."""
    names = titles(f"analysis.{frame}")
    found = [item for item in estimates or [] if item.get(part)][:4]
    if not found:
        return pandas.DataFrame()
    rows = []
    for item in found:
        values = {name: value for name, value in item[part].items() if value is not None and name != "currency"}
        ordered = [name for name in names if name in values] + [name for name in values if name not in names]
        rows.append({"period": item["period"], **{names.get(name, name): values[name] for name in ordered}})
    table = pandas.DataFrame(rows).set_index("period")
    currency = next((item[part]["currency"] for item in found if item[part].get("currency")), None)
    if currency is not None:
        table["currency"] = currency
    return table


def growth(estimates: list[dict[str, Any]] | None) -> Any:
    """Returns the growth that is expected of the company and of its index."""
    frame = table(estimates, "analysis.growth_estimates")
    return frame if frame.empty else frame.set_index("period").dropna(how="all")


def earnings_history(rows: list[dict[str, Any]] | None) -> Any:
    """Returns the earnings of the last quarters by the day on which they end."""
    names = titles("analysis.earnings_history", "float")
    if not rows:
        return pandas.DataFrame()
    days = [_day(row["quarter"]).isoformat() for row in rows]
    index = pandas.to_datetime(days).rename("quarter")
    return pandas.DataFrame([{name: row.get(name) for name in names} for row in rows], index=index)


def upgrades(rows: list[dict[str, Any]] | None) -> Any:
    """Returns the grades of firms by their times."""
    rows = [{**row, "fromGrade": row.get("fromGrade") or ""} for row in rows or []]
    frame = table(rows, "analysis.upgrades_downgrades")
    return frame if frame.empty else frame.set_index("GradeDate")


def earnings_dates(rows: list[dict[str, Any]]) -> Any:
    """Returns the dates of earnings, the latest first."""
    frame = indexed(rows, "calendars.earnings_dates").astype("float64")
    frame.index = pandas.to_datetime(frame.index, unit="s", utc=True).tz_convert("America/New_York")
    return frame


def valuation(response: Any, freq: str, most: int | None) -> Any:
    """Returns the value of the company and its ratios, now and at the ends of periods."""
    rows = sorted(response[freq], key=lambda row: row["date"], reverse=True)[:most]
    current = response["current"] or {}
    if not rows and not current:
        return pandas.DataFrame()
    columns = {"Current": current}
    for row in rows:
        day = datetime.datetime.fromtimestamp(row["date"], datetime.UTC)
        columns[f"{day.month}/{day.day}/{day.year}"] = row
    measures = titles("valuation.measures")
    values = {name: [row.get(measure) for measure in measures] for name, row in columns.items()}
    return pandas.DataFrame(values, index=list(measures.values())).astype("float64")


def calendar(found: dict[str, Any] | None) -> dict[str, Any]:
    """Returns the next events by their names."""
    found = found or {}
    events: dict[str, Any] = {}
    for name, key in (("Dividend Date", "dividendDate"), ("Ex-Dividend Date", "exDividendDate")):
        if found.get(key) is not None:
            events[name] = _day(found[key])
    earnings = found.get("earnings")
    if earnings is not None:
        events["Earnings Date"] = [_day(date) for date in earnings.get("earningsDate") or []]
        for kind in ("Earnings", "Revenue"):
            for part in ("High", "Low", "Average"):
                events[f"{kind} {part}"] = earnings.get(f"{kind.lower()}{part}")
    return events


def _day(seconds: int) -> datetime.date:
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date()


def filings(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns the filings with the SEC."""
    return [
        {
            "date": datetime.date.fromisoformat(row["date"]),
            "epochDate": row["timestamp"],
            "type": row["type"],
            "title": row["title"],
            "edgarUrl": row["url"],
            "exhibits": {item["type"]: item["url"] for item in row.get("exhibits") or []},
        }
        for row in rows
    ]


def news(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns articles."""
    return [
        {
            "id": row["id"],
            "content": {
                "id": row["id"],
                "contentType": row["contentType"],
                "title": row["title"],
                "description": row.get("description"),
                "summary": row["summary"],
                "pubDate": _written(row["publishedAt"]),
                "displayTime": _written(row["displayedAt"]),
                "isHosted": row.get("isHosted"),
                "thumbnail": row["thumbnail"],
                "provider": {"displayName": row["provider"]},
                "canonicalUrl": {"url": row["url"]},
            },
        }
        for row in rows
    ]


def _written(seconds: int | None) -> str | None:
    if seconds is None:
        return None
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def shares(rows: list[dict[str, Any]], zone: str) -> Any:
    """Returns the numbers of shares by day."""
    index = times([row["date"] for row in rows]).tz_localize(zone)
    return pandas.Series([row["shares"] for row in rows], index=index).sort_index()


def actions(bars: Any) -> Any:
    """Returns the days with dividends, splits or capital gains, and the columns that have any."""
    columns = [name for name in ("Dividends", "Stock Splits", "Capital Gains") if name in bars]
    found = bars[columns]
    found = found[(found != 0).any(axis=1)]
    return found.drop(columns=[name for name in columns if (found[name] == 0.0).all()])
