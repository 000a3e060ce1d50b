"""International Securities Identification Numbers."""

from __future__ import annotations

import re


class ISINCode:
    """An ISIN: two letters of a country, nine characters and a check digit (ISO 6166).

    >>> code = ISINCode("US4592001014")
    >>> code.country, code.NSIN, code.passed
    ('US', '459200101', True)
    """

    def __init__(self, code: str) -> None:
        self._code = code
        self._passed = self.verify()

    @property
    def code(self) -> str:
        """The whole code."""
        return self._code

    @property
    def country(self) -> str:
        """The two letters of the country."""
        return self._code[:2]

    @property
    def NSIN(self) -> str:  # noqa: N802
        """The national number: the nine characters behind the country."""
        return self._code[2:11]

    @property
    def passed(self) -> bool:
        """True if the check digit is right."""
        return self._passed

    def verify(self) -> bool:
        """Returns whether the code has the shape of an ISIN and its check digit is right."""
        if not re.fullmatch(r"[A-Z]{2}[A-Z0-9]{9}[0-9]", str(self._code)):
            return False
        digits = [int(digit) for char in self._code for digit in str(int(char, 36))]
        # Every second digit counts twice, from the one before the check digit on.
        doubled = [digit * 2 if place % 2 else digit for place, digit in enumerate(reversed(digits))]
        return sum(value // 10 + value % 10 for value in doubled) % 10 == 0

    def __str__(self) -> str:
        return str(self._code)
