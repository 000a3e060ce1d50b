"""What the last `download` left, as programs look for it. `attrs["failures"]` of its frame is safe in threads."""

from __future__ import annotations

#: The causes of the last download's failures by ticker.
_ERRORS: dict[str, str] = {}

#: The exceptions of the last download by ticker.
_EXCEPTIONS: dict[str, Exception] = {}
