"""One frame of many replies."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterable, Iterable
from typing import TYPE_CHECKING, Any

from ._base import Result
from ._needs import needs
from ._request import subject_name

if TYPE_CHECKING:
    import pandas


def concat(results: Iterable[Result[Any]], table: str | None = None) -> pandas.DataFrame:
    """Returns a table of each of many replies in one frame of pandas.

    The outer level of its index is what each request is about, in the order of the results, by the name of that
    parameter, such as `ticker`; it is `subject` for requests of several endpoints that name it otherwise. The inner one
    is that of the single frames. Times of several zones are in UTC.

    Requests that failed have no rows: `attrs["failures"]` of the frame has the error of each as a text, by its subject,
    or by the whole request if several requests about one subject failed.

    >>> import virtual_finance
    >>> tickers = ["IBM", "MSFT", "NOTFOUND"]
    >>> results = client.many([virtual_finance.History(ticker, range="5d") for ticker in tickers], in_order=True)
    >>> frame = virtual_finance.concat(results)
    >>> len(frame.loc["MSFT"])
    5
    >>> list(frame.attrs["failures"])
    ['NOTFOUND']

    Args:
        results: What `client.many` gives.
        table: The path of the table; the main one if it is left out.

    Raises:
        ValueError: There are no results, or no request succeeded. The errors are its cause.
        TableError: The responses have no such table.
    """
    if isinstance(results, AsyncIterable):
        kind = type(results).__name__
        raise TypeError(f"the results are of type {kind}: write concat([result async for result in ...])")
    needs("pandas")
    import pandas

    frames: list[pandas.DataFrame] = []
    levels: set[str | None] = set()
    errors: list[tuple[str, str, Exception]] = []
    for result in results:
        if not isinstance(result, Result):
            kind = type(result).__name__
            raise TypeError(f"a {kind} is no result: write concat(client.many([...])), with the requests of several")
        if result.reply is None:
            error = result.error or RuntimeError("there is neither a reply nor an error")
            request = repr(result.request)
            errors.append((str(getattr(error, "subject", None) or request), request, error))
        else:
            frames.append(result.reply.to_pandas(table))
            levels.add(subject_name(type(result.request)))
    if not frames:
        if not errors:
            raise ValueError("there are no results: give those of one request at least")
        faults = ExceptionGroup("the requests", [error for _, _, error in errors])
        raise ValueError(f"none of {len(errors)} requests succeeded; see the cause") from faults
    subjects = [frame.attrs.get("subject", "") for frame in frames]
    level = levels.pop() if len(levels) == 1 else None
    joined = pandas.concat(_in_one_zone(frames), keys=subjects, names=[level or "subject"])
    same = [item for item in frames[0].attrs.items() if all(item in frame.attrs.items() for frame in frames)]
    often = Counter(subject for subject, _, _ in errors)
    failures = {request if often[subject] > 1 else subject: str(error) for subject, request, error in errors}
    joined.attrs = {**dict(same), "failures": failures}
    return joined


def _in_one_zone(frames: list[pandas.DataFrame]) -> list[pandas.DataFrame]:
    """Returns frames whose indexes have one zone."""
    zones = {str(getattr(frame.index, "tz", None)) for frame in frames}
    if len(zones) == 1:
        return frames
    aware = [frame.tz_localize("UTC") if getattr(frame.index, "tz", None) is None else frame for frame in frames]
    return [frame.tz_convert("UTC") for frame in aware]
