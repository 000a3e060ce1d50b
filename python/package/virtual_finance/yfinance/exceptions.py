"""The exceptions of yfinance."""

from __future__ import annotations


class YFException(Exception):  # noqa: N818
    """Anything that failed."""

    def __init__(self, description: str = "") -> None:
        super().__init__(description)


class YFDataException(YFException):
    """A reply has not what is needed."""


class YFNotImplementedError(NotImplementedError):
    """The data is not to be had."""

    def __init__(self, method_name: str) -> None:
        super().__init__(f"'{method_name}' is not there")


class YFTickerMissingError(YFException):
    """A ticker has no data."""

    def __init__(self, ticker: str, rationale: str, possibly_delisted: bool = True) -> None:
        super().__init__(f"${ticker}: {'possibly delisted; ' if possibly_delisted else ''}{rationale}")
        self.rationale = rationale
        self.ticker = ticker


class YFTzMissingError(YFTickerMissingError):
    """A ticker has no time zone."""

    def __init__(self, ticker: str) -> None:
        super().__init__(ticker, "no timezone found")


class YFPricesMissingError(YFTickerMissingError):
    """A ticker has no prices. `yahoo_reason` is the cause, if it is known."""

    def __init__(self, ticker: str, debug_info: str, yahoo_reason: str | None = None) -> None:
        self.debug_info = debug_info
        self.yahoo_reason = yahoo_reason
        text = yahoo_reason if yahoo_reason is not None else f"no price data found {debug_info}".rstrip()
        super().__init__(ticker, text, possibly_delisted=yahoo_reason is None)


class YFEarningsDateMissing(YFTickerMissingError):  # noqa: N818
    """A ticker has no dates of earnings."""

    def __init__(self, ticker: str) -> None:
        super().__init__(ticker, "no earnings dates found")


class YFInvalidPeriodError(YFException):
    """A period that does not exist."""

    def __init__(self, ticker: str, invalid_period: str, valid_ranges: str) -> None:
        self.ticker = ticker
        self.invalid_period = invalid_period
        self.valid_ranges = valid_ranges
        super().__init__(f"{ticker}: Period '{invalid_period}' is invalid, must be one of: {valid_ranges}")


class YFRateLimitError(YFException):
    """The host wants fewer requests, and still did after the retries."""

    def __init__(self) -> None:
        super().__init__("Too Many Requests. Rate limited. Try after a while.")
