"""SQL over endpoints, by DuckDB."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from . import endpoints
from ._client import Client
from ._request import Request

if TYPE_CHECKING:
    import duckdb

#: What a call becomes: a table of a name that no query has.
NAME = "virtual_finance_call_"

#: The words of a query: strings, quoted names, comments, names, `:=`, and any other character.
WORDS = re.compile(
    r"""'(?:[^']|'')*' | "(?:[^"]|"")*" | --[^\n]* | /\*.*?\*/ | \$(\w*)\$.*?\$\1\$ | [A-Za-z_]\w* | := | \s+ | .""",
    re.DOTALL | re.VERBOSE,
)

#: What stands before a table.
BEFORE = frozenset({"from", "join", ",", "lateral", "("})


def sql(query: str, *, client: Client | None = None, connection: Any = None) -> duckdb.DuckDBPyRelation:
    """Runs a query whose tables are endpoints: `history('IBM', range := '1y')`.

    Each call of an endpoint is a table: the main one of its response, or that of `"table" := 'dividends'`. The
    parameters are those of the client's methods, and their values any constant expression of DuckDB; a list is
    `['IBM', 'MSFT']`. Whatever else the query has is SQL of DuckDB, so that calls, frames and files can be joined.

    Args:
        query: One query.
        client: The client that asks; by default a new one.
        connection: The connection of DuckDB that runs the query; by default a new one.

    Returns:
        A relation of DuckDB: `.df()`, `.pl()`, `.arrow()`, `.fetchall()`.

    Raises:
        duckdb.Error: The query is wrong.
        TypeError: An endpoint has no such parameter.
        VirtualFinanceError: A request failed.

    >>> import virtual_finance as vf
    >>> client = vf.Client(sample=True)
    >>> vf.sql("select count(*) as bars from history('IBM', range := '5d')", client=client).fetchall()
    [(5,)]
    """
    import duckdb

    connection = duckdb.connect() if connection is None else connection
    text, calls = _divided(query)
    requests = [(name, *_request(kind, arguments, connection)) for name, kind, arguments in calls]
    client = Client() if client is None and requests else client
    for name, request, table in requests:
        if client is not None:
            connection.register(name, client.request(request).to_arrow(table))
    relation: duckdb.DuckDBPyRelation = connection.sql(text)
    return relation


def _divided(query: str) -> tuple[str, list[tuple[str, type[Request[Any]], list[str]]]]:
    """Returns the query with a table for each call of an endpoint, and the calls with their arguments."""
    known = _known()
    words = [match.group() for match in WORDS.finditer(query)]
    text: list[str] = []
    calls: list[tuple[str, type[Request[Any]], list[str]]] = []
    before, index = "", 0
    while index < len(words):
        word = words[index]
        kind = known.get(word.lower()) if before in BEFORE else None
        opening = next((at for at in range(index + 1, len(words)) if not _is_blank(words[at])), len(words))
        if kind is not None and words[opening : opening + 1] == ["("]:
            arguments, index = _arguments(words, opening + 1)
            calls.append((f"{NAME}{len(calls)}", kind, arguments))
            named = _has_alias(words, index)
            text.append(calls[-1][0] + ("" if named else f" AS {word}"))
            before = word
            continue
        text.append(word)
        before = before if _is_blank(word) else word.lower()
        index += 1
    return "".join(text), calls


def _is_blank(word: str) -> bool:
    return word.isspace() or word.startswith(("--", "/*"))


#: The words that may follow a table without a name of its own.
AFTER = frozenset(
    [
        "where",
        "join",
        "inner",
        "left",
        "right",
        "full",
        "cross",
        "natural",
        "asof",
        "positional",
        "semi",
        "anti",
        "on",
        "using",
        "group",
        "having",
        "order",
        "limit",
        "offset",
        "union",
        "except",
        "intersect",
        "qualify",
        "window",
        "tablesample",
        "sample",
        "pivot",
        "unpivot",
    ]
)


def _has_alias(words: list[str], index: int) -> bool:
    """Returns true if the next word is a name."""
    after = next((word for word in words[index:] if not _is_blank(word)), "")
    return after.startswith('"') or (after[:1].isidentifier() and after.lower() not in AFTER)


def _arguments(words: list[str], index: int) -> tuple[list[str], int]:
    """Returns the arguments up to the closing bracket, and what stands behind it."""
    arguments, depth = [""], 1
    while index < len(words):
        word = words[index]
        index += 1
        depth += (word in "([{") - (word in ")]}")
        if depth == 0:
            return [argument.strip() for argument in arguments if argument.strip()], index
        if word == "," and depth == 1:
            arguments.append("")
        elif not word.startswith(("--", "/*")):
            arguments[-1] += word
    raise ValueError(f"the call ({''.join(arguments)} has no end; close its bracket")


def _request(kind: type[Request[Any]], arguments: list[str], connection: Any) -> tuple[Request[Any], str | None]:
    """Returns the request of a call, and the table that is wanted. DuckDB computes the values."""
    given: list[Any] = []
    named: dict[str, Any] = {}
    for argument in arguments:
        name, assigned, value = argument.partition(":=")
        # Whole, so that the connection is free for what follows.
        ((found,),) = connection.execute(f"select {value if assigned else argument}").fetchall()
        found = float(found) if isinstance(found, Decimal) else found
        if assigned:
            named[name.strip().strip('"')] = found
        else:
            given.append(found)
    table = named.pop("table", None)
    return kind(*given, **named), table


def _known() -> dict[str, type[Request[Any]]]:
    """Returns the classes of requests by the names of the client's methods."""
    classes = (getattr(endpoints, name) for name in endpoints.__all__)
    found = [kind for kind in classes if isinstance(kind, type) and issubclass(kind, Request)]
    return {re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(): kind for kind in found}
