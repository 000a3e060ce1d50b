"""SQL over endpoints, by DuckDB."""

from __future__ import annotations

import re
import sys
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from ._client import Client
from ._needs import needs
from ._request import Request, subject_name
from .endpoints import ENDPOINTS

if TYPE_CHECKING:
    import duckdb
    import pyarrow

#: What a call becomes: a table of a name that no query has.
NAME = "virtual_finance_call_"

#: The function that runs a query, and its text, among the variables of the caller.
RUN, TEXT = "virtual_finance_run_", "virtual_finance_text_"

#: A parameter that is written as in Python, or as in other functions of DuckDB.
ASSIGNED = re.compile(r"""("?\w+"?)\s*=>?\s*(?!=)(.+)""", re.DOTALL)

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
    `['IBM', 'MSFT']`. A list for a first parameter that has one value, such as the ticker of a history, sends a request
    for each, whose rows have that parameter as their first column. Whatever else the query has is SQL of DuckDB, so
    that calls, frames and files can be joined:
    a frame of pandas, polars or Arrow is a table by the name of the caller's variable.

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
    needs("duckdb")
    import duckdb

    connection = duckdb.connect() if connection is None else connection
    text, calls = _divided(query, _keywords(connection))
    wanted = [(name, *_requests(kind, arguments, connection)) for name, kind, arguments in calls]
    client = Client() if client is None and wanted else client
    for name, requests, subject, table in wanted:
        if client is not None:
            connection.register(name, _rows(client, requests, subject, table))
    # DuckDB looks for frames among the variables of the function that calls it: they are those of the caller.
    caller = sys._getframe(1)
    names = {**caller.f_locals, RUN: connection.sql, TEXT: text}
    relation: duckdb.DuckDBPyRelation = eval(f"{RUN}({TEXT})", caller.f_globals, names)
    return relation


def _divided(query: str, keywords: set[str]) -> tuple[str, list[tuple[str, type[Request[Any]], list[str]]]]:
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
            named = _has_alias(words, index, keywords)
            text.append(calls[-1][0] + ("" if named else f" AS {word}"))
            before = word
            continue
        text.append(word)
        before = before if _is_blank(word) else word.lower()
        index += 1
    return "".join(text), calls


def _is_blank(word: str) -> bool:
    return word.isspace() or word.startswith(("--", "/*"))


def _keywords(connection: Any) -> set[str]:
    """Returns the words of DuckDB that are no name of a table; `AS` stands before one."""
    kinds = "keyword_category in ('reserved', 'type_function')"
    found = connection.execute(f"select keyword_name from duckdb_keywords() where {kinds}").fetchall()
    return {word for (word,) in found} - {"as"}


def _has_alias(words: list[str], index: int, keywords: set[str]) -> bool:
    """Returns true if the next word is a name."""
    after = next((word for word in words[index:] if not _is_blank(word)), "")
    return after.startswith('"') or (after[:1].isidentifier() and after.lower() not in keywords)


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


def _requests(
    kind: type[Request[Any]], arguments: list[str], connection: Any
) -> tuple[list[Request[Any]], str | None, str | None]:
    """Returns the requests of a call, the parameter that they differ in, and the table that is wanted. DuckDB computes
    the values."""
    given: list[Any] = []
    named: dict[str, Any] = {}
    for argument in arguments:
        name, assigned, value = argument.partition(":=")
        found = _value(value, connection) if assigned else _positional(argument, connection)
        found = float(found) if isinstance(found, Decimal) else found
        if assigned:
            named[name.strip().strip('"')] = found
        else:
            given.append(found)
    table = named.pop("table", None)
    subject = subject_name(kind)
    if given and subject is not None and subject not in named:
        named[subject] = given.pop(0)
    values = named.get(subject or "")
    if subject not in kind._single or not isinstance(values, list):
        return [kind(*given, **named)], None, table
    if not values:
        raise ValueError(f"{kind.endpoint}: '{subject}' is an empty list: write one value or more")
    return [kind(*given, **{**named, subject: value}) for value in values], subject, table


def _rows(client: Client, requests: list[Request[Any]], subject: str | None, table: str | None) -> pyarrow.Table:
    """Returns the rows of requests; those of several begin with the parameter that they differ in."""
    needs("pyarrow")
    import pyarrow as pa

    tables = []
    for result in client.many(requests, in_order=True, progress=False):
        rows = result.unwrap().to_arrow(table)
        if subject is not None and subject not in rows.column_names:
            value = pa.scalar(result.request.params[subject])
            rows = rows.add_column(0, subject, pa.repeat(value, rows.num_rows))
        tables.append(rows)
    return pa.concat_tables(tables, promote_options="permissive")


def _positional(argument: str, connection: Any) -> Any:
    """Returns the value of an argument without a name.

    Raises:
        duckdb.Error: The argument is wrong; it may be meant to have a name.
    """
    import duckdb

    try:
        return _value(argument, connection)
    except duckdb.Error as error:
        assigned = ASSIGNED.fullmatch(argument)
        if assigned is None:
            raise
        raise type(error)(f"{error}\n\nwrite {assigned[1]} := {assigned[2]}") from error


def _value(expression: str, connection: Any) -> Any:
    """Returns the value that DuckDB computes.

    Raises:
        duckdb.Error: The expression is wrong.
        ValueError: It has several values, or none.
    """
    # Whole, so that the connection is free for what follows.
    rows = connection.execute(f"select {expression}").fetchall()
    if len(rows) != 1:
        raise ValueError(f"{expression.strip()} is {len(rows)} values: write one value, or a list: ['IBM', 'MSFT']")
    return rows[0][0]


def _known() -> dict[str, type[Request[Any]]]:
    """Returns the classes of requests by the names of the client's methods."""
    return {re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): kind for name, kind in ENDPOINTS.items()}
