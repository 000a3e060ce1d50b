"""`Market`: the indices of a market, and the hours of the exchanges."""

from __future__ import annotations

import datetime
from enum import Enum
from functools import cached_property
from typing import Any

from .. import endpoints
from ._session import config, found, logger


# As in yfinance, its text is not its value.
class MarketRegion(str, Enum):  # noqa: UP042
    """The markets that a `Market` is of."""

    US = "US"
    GB = "GB"
    ASIA = "ASIA"
    EUROPE = "EUROPE"
    RATES = "RATES"
    COMMODITIES = "COMMODITIES"
    CURRENCIES = "CURRENCIES"
    CRYPTOCURRENCIES = "CRYPTOCURRENCIES"


class Market:
    """A market by its latest prices and its hours. What was asked for once is kept.

    Args:
        market: One of `MarketRegion`.
        session: A `virtual_finance.Client`.
        timeout: The seconds for one attempt.
    """

    def __init__(self, market: str, session: Any = None, timeout: float = 30) -> None:
        known = [region.value for region in MarketRegion]
        if market not in known:
            raise ValueError(f"Unknown market {market!r}. Valid markets: {known}")
        self.market = MarketRegion(market).value
        self.session = session
        self.timeout = timeout

    @cached_property
    def summary(self) -> dict[str, dict[str, Any]]:
        """The latest prices of what stands for the market; of several on one exchange the last."""
        lang: Any = config.locale.lang
        response = found(endpoints.MarketSummary(market=self.market, lang=lang), self.session, self.timeout)
        rows: Any = [] if response is None else response["quotes"]
        return {row["exchange"]: row for row in rows}

    @cached_property
    def status(self) -> dict[str, Any] | None:
        """The hours of the day and the state of the exchanges; none but those of the United States are known."""
        if self.market != "US":
            logger.warning("%s: the host has the hours of the United States alone", self.market)
            return None
        lang: Any = config.locale.lang
        response: Any = found(endpoints.MarketTime(lang=lang), self.session, self.timeout)
        if response is None:
            return None
        zone = response["timezone"]
        offset = datetime.timedelta(seconds=zone["gmtOffset"])
        return {
            "id": "us",
            **{name: response[name] for name in ("name", "status", "message")},
            "open": datetime.datetime.fromtimestamp(response["open"], datetime.UTC),
            "close": datetime.datetime.fromtimestamp(response["close"], datetime.UTC),
            "timezone": {
                "dst": str(zone["dst"]).lower(),
                "gmtoffset": str(zone["gmtOffset"]),
                "short": zone["short"],
                "$text": zone["name"],
            },
            "tz": datetime.timezone(offset, zone["short"]),
        }
