"""An example of an ISIN."""

from typing import Any

responses: dict[str, dict[str, Any]] = {
    "isin": {
        "url": "ajax/SearchController_Suggest",
        "params": {"query": "IBM"},
        "response": {"ticker": "IBM", "ISIN": "US4592001014"},
    }
}
