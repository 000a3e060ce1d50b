"""Examples of the requests about one ticker."""

from typing import Any

_STATEMENT = {"endDate": 1609372800, "maxAge": 1}

responses: dict[str, dict[str, Any]] = {
    "profile": {
        "url": "quote/{ticker}",
        "params": {},
        "response": {
            "info": {"symbol": "AAA", "sector": "Technology", "regularMarketPrice": 12.5, "logo_url": ""},
            "recommendations": [{"epochGradeDate": 1603210621, "firm": "Example Bank", "toGrade": "Buy"}],
            "calendar": {"earnings": {"earningsDate": [1618790400], "earningsAverage": 1.5}},
            "sustainability": {"totalEsg": 20.5},
        },
    },
    "financials": {
        "url": "quote/{ticker}/financials",
        "params": {},
        "response": {
            "cashflow": {"yearly": [{**_STATEMENT, "netIncome": 500}]},
            "balancesheet": {"yearly": [{**_STATEMENT, "totalAssets": 9000}]},
            "financials": {"yearly": [{**_STATEMENT, "totalRevenue": 4000}]},
            "earnings": {"yearly": [{"date": 2020, "revenue": 4000, "earnings": 500}], "quarterly": []},
        },
    },
    "holders": {
        "url": "quote/{ticker}/holders",
        "params": {},
        "response": {
            "major": [["58.58%", "% of Shares Held by Institutions"]],
            "institutional": {
                "legend": {"holder": "Holder", "shares": "Shares", "pch_out": "% Out"},
                "holders": [{"holder": "Example Fund", "shares": 100, "pch_out": 8.26}],
            },
        },
    },
    "history": {
        "url": "v8/finance/chart/{ticker}",
        "params": {"period": "max", "interval": "1d", "actions": True, "adjust": "auto"},
        "response": {
            "meta": {"currency": "USD", "symbol": "AAA"},
            "ohlcdata": {
                "timestamp": [1617802200],
                "open": [12.0],
                "high": [13.0],
                "low": [11.5],
                "close": [12.5],
                "volume": [1200],
                "adjclose": [12.5],
            },
            "dividends": [],
            "splits": [],
        },
    },
    "options": {
        "url": "v7/finance/options/{ticker}",
        "params": {"date": 1616716800},
        "response": {
            "underlyingSymbol": "AAA",
            "expirationDates": [1616716800],
            "strikes": [100.0],
            "hasMiniOptions": False,
            "options": [{"expirationDate": 1616716800, "hasMiniOptions": False, "calls": [], "puts": []}],
        },
    },
}
