"""Names that programs try because other libraries have them, and what to write instead."""

from __future__ import annotations

from types import ModuleType
from typing import NoReturn

#: What has no such names, the names, and what to write instead.
_INSTEAD = (
    ("Reply Frame", "as_df dataframe df pandas pd to_dataframe to_df to_frame", "to_pandas()"),
    ("Reply Frame", "pl polars to_pl", "to_polars()"),
    ("Reply Frame", "arrow table to_table", "to_arrow()"),
    (
        "Reply Frame",
        "columns describe dtypes empty groupby head iloc index iterrows loc plot resample shape tail to_csv to_excel "
        "to_markdown to_numpy to_parquet values",
        "to_pandas().{name}",
    ),
    ("Reply", "as_dict content data dict json model_dump result results text to_dict to_json", "response"),
    ("Client AsyncClient", "bars candles chart download historical history_prices ohlc ohlcv prices", "history(...)"),
    ("Client AsyncClient", "dividends splits", "history(...).to_pandas('{name}')"),
    ("Client AsyncClient", "actions", "history(...).to_pandas('dividends')"),
    ("Client AsyncClient", "fast_info price quotes", "quote(...)"),
    ("Client AsyncClient", "get_info info", "profile(...)"),
    (
        "Client AsyncClient",
        "balance_sheet balancesheet cash_flow cashflow earnings income_stmt quarterly_balance_sheet quarterly_cashflow "
        "quarterly_income_stmt",
        "statements(...)",
    ),
    ("Client AsyncClient", "institutional_holders major_holders mutualfund_holders", "holders(...)"),
    ("Client AsyncClient", "recommendations upgrades_downgrades", "analysis(...)"),
    (
        "Client AsyncClient",
        "Ticker Tickers ticker tickers",
        "history(...), or virtual_finance.yfinance.Ticker(..., session=client)",
    ),
    ("virtual_finance", "convert", "History(...).convert(...), of the request whose reply it is"),
    ("Client AsyncClient", "execute fetch get query send", "request(...)"),
    ("Client AsyncClient", "batch gather multi", "many(...)"),
    ("virtual_finance", "Ticker Tickers download screen", "virtual_finance.yfinance.{name}"),
    ("virtual_finance.yfinance", "Auth", "nothing of it, as public data needs no account"),
    ("virtual_finance.yfinance", "cache data", "config.client = virtual_finance.Client(cache=...)"),
)


def missing(owner: object, name: str) -> AttributeError:
    """Returns the error of a name that an object or a module does not have: what to write, or the nearest name."""
    kind = owner.__name__ if isinstance(owner, ModuleType) else type(owner).__name__
    text = f"{kind} has no '{name}'"
    if name.startswith("_"):
        return AttributeError(text)
    known = dir(owner)
    for kinds, names, instead in _INSTEAD:
        # Clients of other tables have no such methods.
        is_known = isinstance(owner, ModuleType) or instead.split("(")[0] in known
        if is_known and kind in kinds.split() and name in names.split():
            return AttributeError(f"{text}: write {instead.format(name=name)}")
    from difflib import get_close_matches

    near = get_close_matches(name, [other for other in known if not other.startswith("_")], 1)
    return AttributeError(f"{text}: write {near[0]}" if near else text)


def raising(owner: object, name: str) -> NoReturn:
    """Raises the error of a name that an object does not have: its `__getattr__`."""
    raise missing(owner, name)
