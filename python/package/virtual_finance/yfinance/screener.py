"""`screen`: instruments that fulfil conditions, with queries as objects."""

from __future__ import annotations

import json
import numbers
import re
from functools import cache
from typing import Any, ClassVar

from .. import endpoints
from .._values import in_upper_case
from ._fields import fields, groups, values
from ._session import ask

#: The host gives no more at once.
MOST = 250
_SIGNS = {"EQ": "=", "GT": ">", "LT": "<", "GTE": ">=", "LTE": "<="}


class _Query:
    """A condition on a field, or several with `and` or `or` between them.

    Args:
        operator: `eq`, `is-in`, `btwn`, `gt`, `lt`, `gte`, `lte`, `and` or `or`.
        operand: A list: the field and its values, or queries of the same class.

    Raises:
        ValueError: There is no such operator, field or value, or a number of operands is wrong.
        TypeError: The operands are of the wrong types.
    """

    #: The name of the host for the kind of instruments, and the beginning of a query for it as text.
    KIND: ClassVar[str]
    PREFIX: ClassVar[str]

    def __init__(self, operator: str, operand: list[Any]) -> None:
        if not isinstance(operand, list):
            raise TypeError(f"the operands of '{operator}' are of type {type(operand).__name__}: write a list")
        if not operand:
            raise ValueError(f"'{operator}' has no operands: write a field and its values, or queries")
        self.operator = operator.upper()
        self.operands = operand
        if self.operator in ("AND", "OR"):
            self._check_queries()
        elif self.operator in ("IS-IN", "BTWN", *_SIGNS):
            self._check_values()
        else:
            raise ValueError(f"there is no operator '{operator}': write eq, is-in, btwn, gt, lt, gte, lte, and, or")

    def _check_queries(self) -> None:
        if len(self.operands) < 2:
            raise ValueError(f"'{self.operator}' needs two queries or more")
        wrong = next((item for item in self.operands if not isinstance(item, type(self))), None)
        if wrong is not None:
            raise TypeError(f"'{self.operator}' of {type(self).__name__} takes such queries, not {wrong!r}")

    def _check_values(self) -> None:
        field, *given = self.operands
        known = fields(self.KIND)
        if field not in known:
            from difflib import get_close_matches

            near = get_close_matches(str(field), known, 1)
            raise ValueError(f"{type(self).__name__} has no field {field!r}" + (f": '{near[0]}'?" if near else ""))
        expected = {"IS-IN": len(given) or 1, "BTWN": 2}.get(self.operator, 1)
        if len(given) != expected:
            raise ValueError(f"'{self.operator}' on {field!r} takes {expected} values, not {len(given)}")
        _, allowed = known[field]
        for value in given:
            if self.operator in ("EQ", "IS-IN"):
                if allowed and value not in allowed:
                    raise ValueError(f"Invalid EQ value {value!r} of {field!r}: see valid_values")
            elif not isinstance(value, numbers.Real):
                raise TypeError(f"'{self.operator}' on {field!r} compares numbers, not {value!r}")

    @property
    def valid_fields(self) -> dict[str, set[str]]:
        """The fields: those of texts as `eq_fields`, those of numbers as `fields`."""
        return groups(self.KIND)

    @property
    def valid_values(self) -> dict[str, Any]:
        """The values of fields that have fixed ones: exchanges by region, and industries by sector."""
        return values(self.KIND)

    def to_dict(self) -> dict[str, Any]:
        """Returns the query as the host takes it."""
        if self.operator == "IS-IN":
            field, *given = self.operands
            return {"operator": "OR", "operands": [type(self)("eq", [field, value]).to_dict() for value in given]}
        operands = [item.to_dict() if isinstance(item, _Query) else item for item in self.operands]
        return {"operator": self.operator, "operands": operands}

    def to_text(self) -> str:
        """Returns the query as `virtual_finance.CustomScreener` takes it."""
        return f"{self.PREFIX}{self._text()}"

    def _text(self) -> str:
        if self.operator in ("AND", "OR"):
            return f" {self.operator.lower()} ".join(f"({query._text()})" for query in self.operands)
        field, *given = self.operands
        texts = [_literal(value) for value in given]
        if self.operator == "IS-IN":
            return f"{field} in ({', '.join(texts)})"
        if self.operator == "BTWN":
            return f"{field} between {texts[0]} and {texts[1]}"
        return f"{field} {_SIGNS[self.operator]} {texts[0]}"

    def __repr__(self, indent: int = 0) -> str:
        if not any(isinstance(item, _Query) for item in self.operands):
            return f"{type(self).__name__}({self.operator}, {self.operands!r})"
        blank = "  " * indent
        lines = ",\n".join(f"{blank}  {item.__repr__(indent + 1)}" for item in self.operands)
        return f"{type(self).__name__}({self.operator}, [\n{lines}\n{blank}])"


class EquityQuery(_Query):
    """A query for stocks, such as `EquityQuery("gt", ["beta", 1.2])`."""

    KIND, PREFIX = "EQUITY", ""


class FundQuery(_Query):
    """A query for mutual funds, see `EquityQuery`."""

    KIND, PREFIX = "MUTUALFUND", "mutualfund: "


class ETFQuery(_Query):
    """A query for exchange-traded funds, see `EquityQuery`."""

    KIND, PREFIX = "ETF", "etf: "


def _literal(value: Any) -> str:
    """Returns a value as queries write it."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return json.dumps(int(value) if isinstance(value, numbers.Integral) else float(value))


def screen(
    query: str | EquityQuery | FundQuery | ETFQuery,
    offset: int | None = None,
    size: int | None = None,
    count: int | None = None,
    sortField: str | None = None,  # noqa: N803
    sortAsc: bool | None = None,  # noqa: N803
    userId: str | None = None,  # noqa: N803
    userIdType: str | None = None,  # noqa: N803
    session: Any = None,
) -> dict[str, Any]:
    """Returns the instruments that a query finds, as `quotes` with their `start`, `count` and `total`.

    Args:
        query: A query, or the name of a predefined one, see `PREDEFINED_SCREENER_QUERIES`.
        offset: How many are left out.
        size: How many at most, up to 250.
        count: The same.
        sortField: The field that they are sorted by; by default that of the predefined query, or `ticker`.
        sortAsc: Sorts the smallest first.
        userId: Nothing: a client of public data logs nobody in.
        userIdType: Nothing.
        session: A `virtual_finance.Client`.

    Raises:
        ValueError: More than 250 are wanted.
        KeyError: An offset or an order of a predefined query that is not listed.
        virtual_finance.VirtualFinanceError: The request failed.
    """
    for name, number in (("count", count), ("size", size)):
        if number is not None and number > MOST:
            raise ValueError(f"{name} is {number}: the host gives {MOST} at once, so write an offset for the next ones")
    wanted = size if size is not None else count if count is not None else 25
    if isinstance(query, str):
        if (offset, sortField, sortAsc) == (None, None, None):
            return _predefined(query, wanted, session)
        known = predefined()[query.lower()]
        query = known["query"]
        sortField = known["sortField"] if sortField is None else sortField  # noqa: N806
        sortAsc = known["sortType"].lower() == "asc" if sortAsc is None else sortAsc  # noqa: N806
    if not isinstance(query, _Query):
        raise ValueError(f"a query is of type {type(query).__name__}: write a name or an EquityQuery and its like")
    field: Any = sortField or "ticker"
    if field != "ticker" and field not in fields(query.KIND):
        # The host sorts by fields, too, that it lists nowhere.
        field = f"other:{field}"
    request = endpoints.CustomScreener(
        query.to_text(), sort=field, order="asc" if sortAsc else "desc", count=wanted, offset=offset or 0
    )
    response: Any = ask(request, session).response
    found = {name: response[name] for name in ("start", "count", "total")}
    return {**found, "quotes": response["rows"], "useRecords": False}


def _predefined(name: str, count: int, session: Any) -> dict[str, Any]:
    known: Any = in_upper_case(endpoints.ScreenerName, name)
    response: Any = ask(endpoints.Screener(known, count=count), session).response
    rows = [{key: _bare(value) for key, value in row.items()} for row in response["rows"]]
    return {"start": 0, "count": len(rows), "total": response["total"], "quotes": rows}


def _bare(value: Any) -> Any:
    """Returns the number of a figure with its text."""
    return value["raw"] if isinstance(value, dict) and "raw" in value else value


#: The predefined screeners of the host: their kinds and the order of their rows, and below their conditions.
_PREDEFINED = """
aggressive_small_caps | equity | eodvolume desc
    is-in exchange NMS, NYQ; lt epsgrowth.lasttwelvemonths 15
day_gainers | equity | percentchange DESC
    gt percentchange 3; eq region us; gte intradaymarketcap 2000000000; gte intradayprice 5; gt dayvolume 15000
day_losers | equity | percentchange ASC
    lt percentchange -2.5; eq region us; gte intradaymarketcap 2000000000; gte intradayprice 5; gt dayvolume 20000
growth_technology_stocks | equity | eodvolume desc
    gte quarterlyrevenuegrowth.quarterly 25; gte epsgrowth.lasttwelvemonths 25; eq sector Technology;
    is-in exchange NMS, NYQ
most_actives | equity | dayvolume DESC
    eq region us; gte intradaymarketcap 2000000000; gt dayvolume 5000000
most_shorted_stocks | equity | short_percentage_of_shares_outstanding.value DESC
    eq region us; gt intradayprice 1; gt avgdailyvol3m 200000
small_cap_gainers | equity | eodvolume desc
    lt intradaymarketcap 2000000000; is-in exchange NMS, NYQ
undervalued_growth_stocks | equity | eodvolume DESC
    btwn peratio.lasttwelvemonths 0, 20; lt pegratio_5y 1; gte epsgrowth.lasttwelvemonths 25; is-in exchange NMS, NYQ
undervalued_large_caps | equity | eodvolume desc
    btwn peratio.lasttwelvemonths 0, 20; lt pegratio_5y 1; btwn intradaymarketcap 10000000000, 100000000000;
    is-in exchange NMS, NYQ
conservative_foreign_funds | fund | fundnetassets DESC
    is-in categoryname Foreign Large Value, Foreign Large Blend, Foreign Large Growth, Foreign Small/Mid Growth,
    Foreign Small/Mid Blend, Foreign Small/Mid Value; is-in performanceratingoverall 4, 5;
    lt initialinvestment 100001; lt annualreturnnavy1categoryrank 50; is-in riskratingoverall 1, 2, 3; eq exchange NAS
high_yield_bond | fund | fundnetassets DESC
    is-in performanceratingoverall 4, 5; lt initialinvestment 100001; lt annualreturnnavy1categoryrank 50;
    is-in riskratingoverall 1, 2, 3; eq categoryname High Yield Bond; eq exchange NAS
portfolio_anchors | fund | fundnetassets DESC
    eq categoryname Large Blend; is-in performanceratingoverall 4, 5; lt initialinvestment 100001;
    lt annualreturnnavy1categoryrank 50; eq exchange NAS
solid_large_growth_funds | fund | fundnetassets DESC
    eq categoryname Large Growth; is-in performanceratingoverall 4, 5; lt initialinvestment 100001;
    lt annualreturnnavy1categoryrank 50; eq exchange NAS
solid_midcap_growth_funds | fund | fundnetassets DESC
    eq categoryname Mid-Cap Growth; is-in performanceratingoverall 4, 5; lt initialinvestment 100001;
    lt annualreturnnavy1categoryrank 50; eq exchange NAS
top_mutual_funds | fund | percentchange DESC
    gt intradayprice 15; is-in performanceratingoverall 4, 5; gt initialinvestment 1000; eq exchange NAS
top_etfs_us | etf | percentchange DESC
    gt intradayprice 10; is-in performanceratingoverall 4, 5; eq region us
top_performing_etfs | etf | annualreportnetexpenseratio ASC
    eq region us; is-in performanceratingoverall 4, 5; gt intradayprice 10
technology_etfs | etf | annualreportnetexpenseratio ASC
    eq region us; eq categoryname Technology
bond_etfs | etf | annualreportnetexpenseratio ASC
    eq region us; is-in categoryname Corporate Bond, Emerging Markets Bond, Emerging-Markets Local-Currency Bond, High
    Yield Bond, Intermediate-Term Bond, Long-Term Bond, Inflation-Protected Bond, Multisector Bond, Nontraditional
    Bond, Short-Term Bond, Ultrashort Bond, World Bond
"""


@cache
def predefined() -> dict[str, dict[str, Any]]:
    """Returns the predefined queries by name: `PREDEFINED_SCREENER_QUERIES`."""
    kinds: dict[str, type[_Query]] = {"equity": EquityQuery, "fund": FundQuery, "etf": ETFQuery}
    found = {}
    for name, kind, field, order, conditions in re.findall(r"(\S+) \| (\S+) \| (\S+) (\S+)\n((?: .*\n)+)", _PREDEFINED):
        parts = [" ".join(condition.split()).split(" ", 2) for condition in conditions.split(";")]
        queries = [kinds[kind](operator, [of, *map(_number, values.split(", "))]) for operator, of, values in parts]
        found[name] = {"sortField": field, "sortType": order, "query": kinds[kind]("and", queries)}
    return found


def _number(text: str) -> str | float:
    """Returns the number that a text is, or the text."""
    return int(text) if text.isdigit() else float(text) if text[:1] == "-" else text
