"""International Securities Identification Numbers."""

from __future__ import annotations

import re


class ISINCode:
    """An ISIN: two letters of a country, nine characters and a check digit (ISO 6166).

    >>> code = ISINCode("US4592001014")
    >>> code.country, code.NSIN, code.passed
    ('US', '459200101', True)

    Raises:
        ValueError: The code has another shape, or its check digit is wrong.
    """

    def __init__(self, code: str) -> None:
        self._code = code
        self._passed = False
        self.verify()

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
        """True: the check digit is right."""
        return self._passed

    def verify(self) -> None:
        """Checks the code, as the constructor does.

        Raises:
            ValueError: The code has another shape, or its check digit is wrong.
        """
        if not re.fullmatch(r"[A-Z]{2}[A-Z0-9]{9}[0-9]", str(self._code)):
            raise ValueError(f"{self._code!r} is no ISIN: write two letters, nine letters or digits and a check digit")
        digits = [int(digit) for char in self._code for digit in str(int(char, 36))]
        # Every second digit counts twice, from the one before the check digit on.
        doubled = [digit * 2 if place % 2 else digit for place, digit in enumerate(reversed(digits))]
        if sum(value // 10 + value % 10 for value in doubled) % 10:
            raise ValueError(f"{self._code!r} is no ISIN: its check digit does not fit the others")
        self._passed = True

    def __str__(self) -> str:
        """Returns the parts of the code by name, as the original writes them."""
        return str({"ISIN": self.code, "COUNTRY": self.country, "NSIN": self.NSIN, "CHKSUM": self.passed})
