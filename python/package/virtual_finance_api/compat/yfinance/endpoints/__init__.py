"""The request classes with frames of pandas."""

from .bundle import Financials, History, Holders, Options, Profile

__all__ = ["Financials", "History", "Holders", "Options", "Profile"]
