"""The host for ISINs."""

from .isin import ISIN

__all__ = ["ISIN"]
