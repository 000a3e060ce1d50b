"""Examples of screeners."""

from typing import Any

responses: dict[str, dict[str, Any]] = {
    "screeners": {
        "url": "screener",
        "params": {},
        "response": {
            "screeners": [
                {
                    "title": "Most Actives",
                    "predefinedScr": True,
                    "description": "What was traded most.",
                    "canonicalName": "MOST_ACTIVES",
                }
            ]
        },
    },
    "screener": {
        "url": "screener/predefined/{name}",
        "params": {},
        "response": {
            "rows": [{"symbol": "AAA", "regularMarketPrice": {"raw": 12.5, "fmt": "12.50"}}],
            "columns": [{"data": "symbol"}, {"data": "regularMarketPrice"}],
            "total": 1,
            "filters": {},
        },
    },
}
