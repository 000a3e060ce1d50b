"""The names of yfinance, as the original has them."""

from .ticker import Ticker

__all__ = ["Ticker"]
