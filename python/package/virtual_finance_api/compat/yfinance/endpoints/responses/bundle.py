"""Examples of the requests with frames."""

from typing import Any

from .....endpoints.yahoo.responses.ticker_bundle import responses as _converted

responses: dict[str, dict[str, Any]] = dict(_converted)
