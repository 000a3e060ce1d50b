"""`Ticker`: one instrument, and all that is known of it."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _native
from ..endpoints import (
    Analysis,
    EarningsDates,
    Filings,
    Fund,
    Holders,
    Insiders,
    Isin,
    News,
    Options,
    Profile,
    Shares,
    Statements,
    Valuation,
)
from ..errors import VirtualFinanceError
from . import _prices, _tables
from ._exchanges import symbol as _on_exchange
from ._fast import FastInfo
from ._prices import Bars, Wanted, bars, clock, empty, moment, request, zone
from ._session import client, config, found, logger, pandas, tried
from .exceptions import YFException, YFNotImplementedError, YFPricesMissingError, YFRateLimitError
from .funds import FundsData
from .search import Search
from .utils import is_isin

if TYPE_CHECKING:
    from collections.abc import Callable

    from .._request import Request
    from .live import WebSocket

_ACRONYMS = {"income": ("EBIT", "EBITDA", "EPS", "NI"), "balance_sheet": ("PPE",), "cash_flow": ("PPE",)}
_TABS: dict[str, Any] = {"all": "newsAll", "news": "latestNews", "press releases": "pressRelease"}


class Chain(NamedTuple):
    """The contracts of one day, and the quote of what they are on."""

    calls: Any
    puts: Any
    underlying: Any


Chain.__name__ = Chain.__qualname__ = "Options"


def _kept(getter: Any) -> Any:
    """Returns a property that gets its value once, so that changes of it stay."""

    def value(ticker: Ticker) -> Any:
        if getter not in ticker._kept:
            ticker._kept[getter] = getter(ticker)
        return ticker._kept[getter]

    return property(value, doc=getter.__doc__)


def _events(name: str, what: str, *kinds: str) -> tuple[Any, Any]:
    """Returns a method that gives the events of a period, which only instruments of some kinds may have, and the
    property of those of all time."""

    def get(ticker: Ticker, period: str = "max") -> Any:
        kept = ticker._all_bars(period)
        if kept is None or (kinds and kept.meta.get("instrumentType") not in kinds):
            return pandas.Series(dtype=object)
        return getattr(kept, name)

    get.__doc__ = f"Returns {what}."
    return get, _kept(get)


def _statements(part: str, what: str) -> Any:
    """Returns a method that gives statements: `freq` is `yearly`, `quarterly` or `trailing`."""

    def get(ticker: Ticker, as_dict: bool = False, pretty: bool = False, freq: str = "yearly") -> Any:
        allowed = ["yearly", "quarterly", "trailing"]
        if freq not in allowed:
            raise ValueError(f"Illegal argument: timescale must be one of: {allowed}")
        if freq == "trailing" and part == "balance_sheet":
            raise ValueError("Illegal argument: frequency 'trailing' only available for cash-flow or income data.")
        period: Any = freq
        frame = _tables.statement(ticker._part(Statements(ticker.ticker, period=period), part), freq == "trailing")
        if pretty:
            frame.index = _tables.titled(frame.index, acronyms=_ACRONYMS[part])
        return _given(frame, as_dict)

    get.__doc__ = f"Returns {what} (`freq`: `yearly`, `quarterly`, `trailing`)."
    return get


def _stated(get: Any, freq: str, doc: str) -> Any:
    """Returns a property of statements with the names of rows as words."""

    def value(ticker: Ticker) -> Any:
        return get(ticker, pretty=True, freq=freq)

    value.__doc__ = doc
    return _kept(value)


def _table(what: str, kind: Any, part: str | None, make: Callable[..., Any], *arguments: str) -> tuple[Any, Any]:
    """Returns a method that gives the frame of a part of a response, or a dictionary of it with `as_dict`, and the
    property of that frame."""

    def method(ticker: Ticker, as_dict: bool = False) -> Any:
        return _given(make(ticker._part(kind(ticker.ticker), part), *arguments), as_dict)

    method.__doc__ = f"Returns {what}."
    return method, _kept(method)


class Ticker:
    """An instrument. What was asked for once is kept.

    Args:
        ticker: A symbol such as `IBM`, an ISIN, or a symbol with the code of its market, such as `("OR", "XPAR")`.
        session: A `virtual_finance.Client`; by default one by `config`.
    """

    def __init__(self, ticker: str | tuple[str, str], session: Any = None) -> None:
        if isinstance(ticker, tuple):
            if len(ticker) != 2:
                raise ValueError(f"{ticker} is no pair: write a symbol and the code of its market")
            ticker = _on_exchange(*ticker)
        if not isinstance(ticker, str):
            raise TypeError(
                f"ticker is of type {type(ticker).__name__}: write a symbol, with its suffix for an exchange"
            )
        if not ticker:
            raise ValueError("Empty ticker name")
        self.ticker = ticker.upper()
        self.session = session
        self._kept: dict[Any, Any] = {}
        self._bars: Bars | None = None
        #: The metadata of a frame of bars, and whether they were repaired.
        self._facts: tuple[Bars | None, dict[str, Any]] = (None, {})
        self._is_repaired = False
        #: The socket of `live`.
        self.ws: WebSocket | None = None
        if is_isin(self.ticker):
            self.ticker = _symbol(self.ticker, session)

    def __repr__(self) -> str:
        return f"yfinance.Ticker object <{self.ticker}>"

    def _found(self, request: Request[Any]) -> Any:
        """Returns the response of a request, which is kept; none if it failed."""
        if request not in self._kept:
            self._kept[request] = found(request, self.session)
        return self._kept[request]

    def _part(self, request: Request[Any], name: str | None) -> Any:
        """Returns a part of the response of a request, or the whole one."""
        response = self._found(request)
        return response if response is None or name is None else response.get(name)

    # Prices

    def history(
        self,
        period: Any = None,
        interval: str = "1d",
        start: Any = None,
        end: Any = None,
        prepost: bool = False,
        actions: bool = True,
        auto_adjust: bool = True,
        back_adjust: bool = False,
        repair: bool = False,
        keepna: bool = False,
        rounding: bool = False,
        timeout: float | None = None,
        raise_errors: bool = False,
    ) -> Any:
        """Returns bars with their dividends and splits.

        Args:
            period: A period such as `1y`, by default `1mo`; with a start or an end it is counted from there.
            interval: The length of a bar: `1m` to `3mo`.
            start: The first day, in the time of the exchange.
            end: The day after the last one.
            prepost: Adds the bars before and after hours.
            actions: Adds the columns of dividends and splits.
            auto_adjust: Adjusts all prices for dividends and splits.
            back_adjust: Adjusts all prices but the close.
            repair: Mends what the history shows to be wrong, see `virtual_finance.Client.repaired`.
            keepna: Keeps the rows without prices.
            rounding: Rounds as the exchange does.
            timeout: The seconds for one attempt.
            raise_errors: Raises what failed, as `config.debug.hide_exceptions = False` does.
        """
        wanted = Wanted(
            period, interval, start, end, prepost, actions, auto_adjust, back_adjust, repair, keepna, rounding
        )
        try:
            asked = client(self.session, timeout)
            sent = request(self.ticker, wanted, asked)
            self._bars = bars(_prices.found(sent, wanted, asked), wanted)
            self._is_repaired = repair
            if self._bars.frame.empty:
                span = f"{start} -> {end}" if start or end else f"period={period or '1mo'}"
                raise YFPricesMissingError(self.ticker, f"({interval} {span})")
        except (VirtualFinanceError, YFException) as error:
            return self._failed(error, raise_errors)
        return self._bars.frame

    def _failed(self, error: Exception, raises: bool) -> Any:
        if isinstance(error, YFRateLimitError):
            raise error
        if raises or not config.debug.hide_exceptions:
            if isinstance(error, YFException):
                raise error
            raise YFPricesMissingError(self.ticker, "", str(error)) from error
        logger.error("%s", error)
        return empty()

    def _all_bars(self, period: str) -> Bars | None:
        """Returns the bars of a period with its events, which are kept."""
        key = ("bars", period)
        if key not in self._kept:
            before, self._bars = self._bars, None
            self.history(period=period, prepost=True)
            self._kept[key], self._bars = self._bars, self._bars or before
        kept: Bars | None = self._kept[key]
        return kept

    def get_history_metadata(self, repair: bool = False) -> dict[str, Any]:
        """Returns facts about the instrument and its exchange; `YF repair?` is true if its bars were repaired."""
        if self._bars is None:
            self._all_bars("5d")
        if not self._facts[1] or self._facts[0] is not self._bars:
            facts = {} if self._bars is None else _metadata(self._bars.meta)
            self._facts = (self._bars, {**facts, "YF repair?": self._is_repaired})
        return self._facts[1]

    get_dividends, dividends = _events("dividends", "the dividends of a period")
    get_splits, splits = _events("splits", "the splits of a period")
    get_capital_gains, capital_gains = _events(
        "gains", "the capital gains of a period, which funds have", "MUTUALFUND", "ETF"
    )

    def get_actions(self, period: str = "max") -> Any:
        """Returns the days with dividends, splits or capital gains."""
        kept = self._all_bars(period)
        return pandas.DataFrame() if kept is None else _tables.actions(kept.frame)

    def get_shares_full(self, start: Any = None, end: Any = None) -> Any:
        """Returns the number of shares by day, of 18 months by default."""
        asked = client(self.session)
        here = zone(self.ticker, asked)
        last = clock(asked).tz_convert(here) if end is None else moment(end, here)
        first = last - pandas.Timedelta(548, unit="D") if start is None else moment(start, here)
        if first >= last:
            logger.error("Start date must be before end")
            return None
        # Whole days of the exchange, as yfinance has them.
        span = {"start": int(first.floor("D").timestamp()), "end": int(last.ceil("D").timestamp())}
        rows = self._part(Shares(self.ticker, **span), "shares")
        return _tables.shares(rows, here) if rows else None

    def live(self, message_handler: Any = None, verbose: bool = True) -> None:
        """Calls a function with each message of live prices, see `WebSocket.listen`."""
        from .live import WebSocket

        self.ws = WebSocket(verbose=verbose, session=self.session)
        self.ws.subscribe(self.ticker)
        self.ws.listen(message_handler)

    # Options

    @property
    def options(self) -> tuple[str, ...]:
        """The days on which options expire."""
        days = self._part(Options(self.ticker, quote=True), "expirationDates") or []
        return tuple(pandas.Timestamp(day, unit="s").strftime("%Y-%m-%d") for day in days)

    def option_chain(self, date: str | None = None, tz: str | None = None) -> Chain:
        """Returns the options that expire on a day, by default on the next one.

        Raises:
            ValueError: No options expire on that day.
        """
        if date is not None and date not in self.options:
            raise ValueError(f"Expiration `{date}` cannot be found. Available expirations are: {list(self.options)}")
        found = self._found(Options(self.ticker, date=date, quote=True)) or {}
        if not found.get("options"):
            return Chain(None, None, None)
        calls, puts = (_tables.contracts(found["options"][0][side], tz) for side in ("calls", "puts"))
        return Chain(calls, puts, found.get("quote") or {})

    # Facts

    def get_info(self) -> dict[str, Any]:
        """Returns facts and figures by name."""
        if "info" not in self._kept:
            self._kept["info"] = tried(lambda: _native.info(client(self.session)._native, self.ticker))
        return dict(self._kept["info"] or {"trailingPegRatio": None})

    def get_fast_info(self) -> FastInfo:
        """Returns the latest figures, each of which is computed when it is read."""
        info: FastInfo = self._kept.setdefault("fast", FastInfo(self))
        return info

    def get_funds_data(self) -> FundsData:
        """Returns what the fund holds and costs.

        Raises:
            YFDataException: The instrument is no fund.
        """
        return FundsData(self.ticker, self._found(Fund(self.ticker)))

    def get_isin(self) -> str | None:
        """Returns the International Securities Identification Number, or `-`."""
        if "-" in self.ticker or "^" in self.ticker:
            return "-"
        code: str | None = self._part(Isin(self.ticker), "ISIN")
        return code or "-"

    def get_calendar(self) -> dict[str, Any]:
        """Returns the next events by name."""
        return _tables.calendar(self._part(Profile(self.ticker, partial=True), "calendar"))

    def get_news(self, count: int = 10, tab: str = "news") -> list[dict[str, Any]]:
        """Returns articles of a tab: `news`, `all` or `press releases`."""
        if tab.lower() not in _TABS:
            raise ValueError(f"Invalid tab name '{tab}'. Choose from: {', '.join(_TABS)}")
        return _tables.news(self._part(News(self.ticker, kind=_TABS[tab.lower()], count=count), "news") or [])

    def get_sec_filings(self) -> Any:
        """Returns the filings with the SEC."""
        rows = self._part(Filings(self.ticker), "filings")
        return {} if rows is None else _tables.filings(rows)

    get_sustainability, sustainability = _table(
        "the ESG scores", lambda ticker: Profile(ticker, partial=True), "sustainability", _tables.scores
    )

    def get_valuation_measures(self, freq: str = "quarterly", periods: int | None = 5) -> Any:
        """Returns the value of the company and its ratios, now and at the ends of so many periods."""
        known = ["quarterly", "monthly", "yearly", "trailing"]
        if freq not in known:
            raise ValueError(f"freq must be one of {known}, not '{freq}'")
        if periods is not None and periods < 0:
            raise ValueError("periods must be >= 0 or None")
        kind = "annual" if freq == "yearly" else freq
        kinds: list[Any] = sorted({kind, "trailing"})
        response = self._found(Valuation(self.ticker, periods=kinds))
        return pandas.DataFrame() if response is None else _tables.valuation(response, kind, periods)

    # Statements

    get_income_stmt = _statements("income", "the income statements by year, by quarter, or of the last twelve months")
    get_balance_sheet = _statements("balance_sheet", "the balance sheets by year or by quarter")
    get_cash_flow = _statements(
        "cash_flow", "the cash flow statements by year, by quarter, or of the last twelve months"
    )

    def get_earnings(self, as_dict: bool = False, freq: str = "yearly") -> None:
        """Returns none, as yfinance does: the net income of `income_stmt` is what there is."""
        warnings.warn("Ticker.earnings has no data: see 'Net Income' of income_stmt", DeprecationWarning, stacklevel=2)

    def get_shares(self, as_dict: bool = False) -> Any:
        """Raises `YFNotImplementedError`, as yfinance does: `get_shares_full` has the number of shares."""
        raise YFNotImplementedError("shares")

    # Holders

    get_major_holders, major_holders = _table("the kinds of holders", Holders, None, _tables.major)
    get_institutional_holders, institutional_holders = _table(
        "the largest institutions", Holders, "institutional", _tables.holders
    )
    get_mutualfund_holders, mutualfund_holders = _table(
        "the largest mutual funds", Holders, "mutualfund", _tables.holders
    )
    get_insider_purchases, insider_purchases = _table(
        "the purchases and sales of all insiders", Insiders, "purchases", _tables.purchases
    )
    get_insider_transactions, insider_transactions = _table(
        "the trades of insiders", Insiders, "transactions", _tables.table, "insiders.transactions"
    )
    get_insider_roster_holders, insider_roster_holders = _table(
        "the insiders and their shares", Insiders, "roster", _tables.table, "insiders.roster", "Position Indirect Date"
    )

    # Analysts

    get_recommendations, recommendations = _table(
        "the number of analysts for each recommendation", Analysis, "recommendations", _tables.frame
    )
    get_upgrades_downgrades, upgrades_downgrades = _table("the grades of firms", Analysis, "upgrades", _tables.upgrades)
    get_earnings_estimate, earnings_estimate = _table(
        "the estimates of the earnings a share", Analysis, "estimates", _tables.periods, "earnings", "earnings_estimate"
    )
    get_revenue_estimate, revenue_estimate = _table(
        "the estimates of the revenue", Analysis, "estimates", _tables.periods, "revenue", "revenue_estimate"
    )
    get_eps_trend, eps_trend = _table(
        "the mean estimate now and some days ago", Analysis, "estimates", _tables.periods, "epsTrend", "eps_trend"
    )
    get_eps_revisions, eps_revisions = _table(
        "how many analysts changed their estimates", Analysis, "estimates", _tables.periods, "epsRevisions",
        "eps_revisions",
    )  # fmt: skip
    get_growth_estimates, growth_estimates = _table(
        "the growth that is expected", Analysis, "estimates", _tables.growth
    )
    get_earnings_history, earnings_history = _table(
        "the earnings of the last quarters, and what was expected", Analysis, "earningsHistory",
        _tables.earnings_history,
    )  # fmt: skip

    def get_analyst_price_targets(self) -> dict[str, Any]:
        """Returns the price targets by name."""
        targets = self._part(Analysis(self.ticker), "priceTargets") or {}
        names = _tables.titles("analysis.price_targets")
        return {name: targets[name] for name in names if targets.get(name) is not None}

    def get_earnings_dates(self, limit: int = 12, offset: int = 0) -> Any:
        """Returns the dates of earnings; 25, 50 or 100 of them, whichever the limit needs."""
        if not 0 < limit <= 100:
            raise ValueError("Please use limit <= 100")
        count = next(size for size in (25, 50, 100) if limit <= size)
        rows = self._part(EarningsDates(self.ticker, count=count, offset=offset), "dates")
        return _tables.earnings_dates(rows) if rows else None

    get_recommendations_summary, recommendations_summary = get_recommendations, recommendations
    get_incomestmt = get_financials = get_income_stmt
    get_balancesheet = get_balance_sheet
    get_cashflow = get_cash_flow

    history_metadata = property(get_history_metadata)
    actions = _kept(get_actions)
    shares = property(get_shares)
    info = _kept(get_info)
    fast_info = property(get_fast_info)
    funds_data = _kept(get_funds_data)
    isin = _kept(get_isin)
    calendar = _kept(get_calendar)
    news = _kept(get_news)
    sec_filings = _kept(get_sec_filings)
    valuation = _kept(get_valuation_measures)
    earnings = property(get_earnings)
    analyst_price_targets = _kept(get_analyst_price_targets)
    earnings_dates = _kept(get_earnings_dates)

    @property
    def quarterly_earnings(self) -> None:
        """None, as of yfinance."""
        return self.get_earnings(freq="quarterly")

    income_stmt = _stated(get_income_stmt, "yearly", "The income statements by year.")
    quarterly_income_stmt = _stated(get_income_stmt, "quarterly", "The income statements by quarter.")
    ttm_income_stmt = _stated(get_income_stmt, "trailing", "The income statement of the last twelve months.")
    balance_sheet = _stated(get_balance_sheet, "yearly", "The balance sheets by year.")
    quarterly_balance_sheet = _stated(get_balance_sheet, "quarterly", "The balance sheets by quarter.")
    cash_flow = _stated(get_cash_flow, "yearly", "The cash flow statements by year.")
    quarterly_cash_flow = _stated(get_cash_flow, "quarterly", "The cash flow statements by quarter.")
    ttm_cash_flow = _stated(get_cash_flow, "trailing", "The cash flow statement of the last twelve months.")

    incomestmt = financials = income_stmt
    quarterly_incomestmt = quarterly_financials = quarterly_income_stmt
    ttm_incomestmt = ttm_financials = ttm_income_stmt
    balancesheet, quarterly_balancesheet = balance_sheet, quarterly_balance_sheet
    cashflow, quarterly_cashflow, ttm_cashflow = cash_flow, quarterly_cash_flow, ttm_cash_flow


def _given(frame: Any, as_dict: bool) -> Any:
    return frame.to_dict() if as_dict else frame


def _symbol(isin: str, session: Any) -> str:
    """Returns the symbol of an ISIN."""
    quotes = Search(isin, max_results=1, session=session).quotes
    if not quotes:
        raise ValueError(f"Invalid ISIN number: {isin}")
    return str(quotes[0]["symbol"])


def _metadata(meta: dict[str, Any]) -> dict[str, Any]:
    """Returns the facts of a history with times in the zone of the exchange."""
    here = meta["exchangeTimezoneName"]

    def local(seconds: Any) -> Any:
        return seconds if seconds is None else pandas.to_datetime(seconds, unit="s", utc=True).tz_convert(here)

    facts = dict(meta)
    for name in ("firstTradeDate", "regularMarketTime"):
        if name in facts:
            facts[name] = local(facts[name])
    periods = facts.get("currentTradingPeriod") or {}
    facts["currentTradingPeriod"] = {
        name: {"start": local(part["start"]), "end": local(part["end"])} for name, part in periods.items()
    }
    return facts


__all__ = ["Ticker"]
