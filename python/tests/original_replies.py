"""Raw replies of hosts as they were in 2021, of invented data, for the tests of `virtual_finance_api`."""

from __future__ import annotations

import json
from typing import Any

CHART: dict[str, Any] = {
    "chart": {
        "result": [
            {
                "meta": {
                    "currency": "USD",
                    "symbol": "AAA",
                    "exchangeName": "NYQ",
                    "instrumentType": "EQUITY",
                    "firstTradeDate": 1609425000,
                    "regularMarketTime": 1609770600,
                    "gmtoffset": -18000,
                    "timezone": "EST",
                    "exchangeTimezoneName": "America/New_York",
                    "regularMarketPrice": 12.0,
                    "chartPreviousClose": 9.5,
                    "priceHint": 2,
                    "dataGranularity": "1d",
                    "range": "",
                    "validRanges": ["1d", "max"],
                },
                "timestamp": [1609425000, 1609770600],
                "events": {
                    "dividends": {"1609770600": {"amount": 0.25, "date": 1609770600}},
                    "splits": {
                        "1609425000": {"date": 1609425000, "numerator": 2, "denominator": 1, "splitRatio": "2:1"}
                    },
                },
                "indicators": {
                    "quote": [
                        {
                            "open": [10.0, 11.0],
                            "high": [10.5, 12.5],
                            "low": [9.0, 10.5],
                            "close": [10.0, 12.0],
                            "volume": [1000, 1200],
                        }
                    ],
                    "adjclose": [{"adjclose": [5.0, 12.0]}],
                },
            }
        ],
        "error": None,
    }
}


def contract(kind: str) -> dict[str, Any]:
    """Returns an option contract."""
    return {
        "contractSymbol": f"AAA210115{kind}00010000",
        "strike": 10.0,
        "currency": "USD",
        "lastPrice": 2.5,
        "change": 0.0,
        "percentChange": 0.0,
        "volume": 7,
        "openInterest": 9,
        "bid": 2.0,
        "ask": 3.0,
        "contractSize": "REGULAR",
        "expiration": 1610668800,
        "lastTradeDate": 1609770600,
        "impliedVolatility": 0.5,
        "inTheMoney": kind == "C",
    }


CHAIN: dict[str, Any] = {
    "optionChain": {
        "result": [
            {
                "underlyingSymbol": "AAA",
                "expirationDates": [1610668800, 1613692800],
                "strikes": [10.0],
                "hasMiniOptions": False,
                "quote": {"symbol": "AAA"},
                "options": [
                    {
                        "expirationDate": 1610668800,
                        "hasMiniOptions": False,
                        "calls": [contract("C")],
                        "puts": [contract("P")],
                    }
                ],
            }
        ],
        "error": None,
    }
}


def raw(number: float) -> dict[str, Any]:
    """Returns a number as pages have it."""
    return {"raw": number, "fmt": str(number)}


STORE: dict[str, Any] = {
    "symbol": "AAA",
    "quoteType": {"symbol": "AAA", "quoteType": "EQUITY", "shortName": "Example Works"},
    "summaryProfile": {"sector": "Industrials", "website": "https://www.example.com/home", "maxAge": 86400},
    "summaryDetail": {"regularMarketOpen": raw(11.0), "previousClose": raw(10.0), "maxAge": 1},
    "defaultKeyStatistics": {"beta": raw(1.5), "maxAge": 1},
    "upgradeDowngradeHistory": {
        "history": [
            {
                "epochGradeDate": 1609770600,
                "firm": "Bank B",
                "toGrade": "Buy",
                "fromGrade": "Hold",
                "action": "up",
            },
            {
                "epochGradeDate": 1609425000,
                "firm": "Bank A",
                "toGrade": "Hold",
                "fromGrade": "",
                "action": "init",
            },
        ],
        "maxAge": 1,
    },
    "calendarEvents": {
        "maxAge": 1,
        "earnings": {
            "earningsDate": [raw(1618790400)],
            "earningsAverage": raw(1.5),
            "earningsLow": raw(1.25),
            "earningsHigh": raw(1.75),
            "revenueAverage": raw(900),
            "revenueLow": raw(800),
            "revenueHigh": raw(1000),
        },
    },
    "esgScores": {"totalEsg": raw(20.5), "ratingYear": 2021, "ratingMonth": 3, "palmOil": False, "maxAge": 86400},
    "balanceSheetHistory": {
        "balanceSheetStatements": [
            {"endDate": raw(1609372800), "totalAssets": raw(9000), "cash": raw(500), "maxAge": 1},
            {"endDate": raw(1577750400), "totalAssets": raw(8000), "cash": raw(400), "maxAge": 1},
        ],
        "maxAge": 86400,
    },
    "earnings": {
        "maxAge": 86400,
        "financialsChart": {
            "yearly": [{"date": 2020, "revenue": raw(4000), "earnings": raw(500)}],
            "quarterly": [{"date": "4Q2020", "revenue": raw(1000), "earnings": raw(125)}],
        },
    },
}


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
