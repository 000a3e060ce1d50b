"""An example of an index."""

from typing import Any

responses: dict[str, dict[str, Any]] = {
    "index": {
        "url": "quote/{index}/components",
        "params": {},
        "response": {
            "Symbol": {"0": "AAA"},
            "Company Name": {"0": "Example Works"},
            "Last Price": {"0": 12.5},
            "Change": {"0": 0.25},
            "% Change": {"0": "+2.04%"},
            "Volume": {"0": 1200},
        },
    }
}
