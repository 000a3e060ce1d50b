"""Examples of a ticker's properties."""

from typing import Any

from ....endpoints.yahoo.responses.ticker_bundle import responses as _converted

responses: dict[str, dict[str, Any]] = {name: {"response": entry["response"]} for name, entry in _converted.items()}
