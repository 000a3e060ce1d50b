"""Raw replies of hosts as they were in 2021, of invented data, for the tests of `virtual_finance_api`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

REPLIES = json.loads(Path(__file__).with_suffix(".json").read_text())
CHART, CHAIN, STORE = REPLIES["CHART"], REPLIES["CHAIN"], REPLIES["STORE"]


def page(store: dict[str, Any], body: str = "") -> str:
    """Returns a page of 2021 that carries a store."""
    app = {"context": {"dispatcher": {"stores": {"QuoteSummaryStore": store}}}}
    text = json.dumps(app)
    return f"<html><body>{body}<script>\nroot.App.main = {text};\n}}(this));</script></body></html>"


def table(title: str) -> str:
    """Returns a table of holders."""
    heads = "".join(f"<th>{head}</th>" for head in ("Holder", "Shares", "Date Reported", "% Out", "Value"))
    cells = "".join(f"<td>{cell}</td>" for cell in (title, "1,000", "Dec 30, 2020", "8.25%", "12,500"))
    return f"<table><thead><tr>{heads}</tr></thead><tbody><tr>{cells}</tr></tbody></table>"


MAJOR = "<table><tbody><tr><td>58.58%</td><td>% of Shares Held by Institutions</td></tr></tbody></table>"
HOLDERS = page(STORE, MAJOR + table("Example Fund") + table("Other Fund"))
PROFILE = page(STORE)
SUGGESTIONS = (
    'mmSuggestDeliver(0, new Array("Name", "Category", "Keywords", "Bias", "Extension", "IDs"), '
    'new Array(new Array("Example Works", "Stocks", "AAA|US0378331005|AAA||AAA", "75", "", "aaa|AAA|1|1")), 1, 0);'
)

#: What each path answers: the path, and the body.
BODIES = {
    "/quote/AAA": PROFILE,
    "/quote/AAA/financials": PROFILE,
    "/quote/AAA/holders": HOLDERS,
    "/v8/finance/chart/AAA": json.dumps(CHART),
    "/v7/finance/options/AAA": json.dumps(CHAIN),
    "/ajax/SearchController_Suggest": SUGGESTIONS,
}
