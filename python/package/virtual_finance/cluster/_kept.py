"""The folder of a plan that can be resumed.

Every reading of a part appends to two files of its own, streams of Arrow: the rows of each request as a batch, and then
what became of the request. A process that is killed loses what was not written, and nothing else: a request counts once
its outcome is there. All readings of all parts are looked at, so that the number of parts may change.
"""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    import pyarrow

    from ._plan import Part


class Outcome(NamedTuple):
    """What became of a request; without a kind it succeeded."""

    params: dict[str, Any]
    symbol: str
    kind: str | None = None
    status: int | None = None
    message: str | None = None
    attempts: int | None = None
    #: Epoch milliseconds.
    when: int | None = None
    #: The batch with its rows, if it has some.
    batch: int | None = None


class Kept:
    """The folder of a plan, and the two files that this reading appends to."""

    def __init__(self, part: Part) -> None:
        self._folder = Path(part.resume or ".") / digest(part)
        #: The files of this reading, without their extension.
        self._own = self._folder / f"part-{part.number:05}-{uuid.uuid4().hex}"
        self._known: dict[str, tuple[Path, Outcome]] = {}
        self._opened = ExitStack()
        self._rows: Any = None
        self._written = 0

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(self._folder.glob("*.outcomes")):
            for outcome in outcomes(path):
                # A failure stays, too: whoever wants it asked again takes another folder.
                self._known[key(outcome.params)] = (path.with_suffix(".rows"), outcome)
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def missing(self, requests: tuple[dict[str, Any], ...]) -> tuple[dict[str, Any], ...]:
        """Returns the requests that nothing is known of."""
        return tuple(params for params in requests if key(params) not in self._known)

    def read(self, requests: tuple[dict[str, Any], ...]) -> Iterator[tuple[Outcome, pyarrow.Table | None]]:
        """Gives what became of requests, with their rows."""
        wanted: dict[Path, dict[int | None, list[Outcome]]] = {}
        for params in requests:
            found = self._known.get(key(params))
            if found is not None:
                wanted.setdefault(found[0], {}).setdefault(found[1].batch, []).append(found[1])
        for path, by_batch in wanted.items():
            for outcome in by_batch.pop(None, []):
                yield outcome, None
            if by_batch:
                for number, table in batches(path):
                    for outcome in by_batch.pop(number, []):
                        yield outcome, table
            if by_batch:
                raise OSError(f"{path} lacks batches that its outcomes name; remove the folder and read anew")

    def add(self, outcome: Outcome, table: pyarrow.Table | None) -> None:
        """Keeps what became of a request: its rows first."""
        if table is not None and table.num_rows:
            outcome = outcome._replace(batch=self._written)
            self._written += 1
            self._write(table)
        print(json.dumps(outcome._asdict(), default=str), file=self._outcomes, flush=True)

    def _write(self, table: pyarrow.Table) -> None:
        if self._rows is None:
            import pyarrow as pa

            # Unbuffered: what was written stays if the process is killed.
            sink = self._opened.enter_context(pa.OSFile(str(self._own.with_suffix(".rows")), "wb"))
            self._rows = self._opened.enter_context(pa.ipc.new_stream(sink, table.schema))
        self._rows.write_table(table.combine_chunks(), max_chunksize=table.num_rows)

    @cached_property
    def _outcomes(self) -> Any:
        return self._opened.enter_context(self._own.with_suffix(".outcomes").open("x", encoding="utf-8"))


def digest(part: Part) -> str:
    """Returns the name of a plan's folder: plans with the same rows share one."""
    facts = [part.endpoint, part.table, [(known.name, str(known.type)) for known in part.schema]]
    settings = {name: part.settings[name] for name in ("hosts", "sample", "source") if name in part.settings}
    text = json.dumps([facts, settings], sort_keys=True, default=str)
    return f"{part.endpoint}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def key(params: dict[str, Any]) -> str:
    """Returns the name of a request within a folder."""
    return json.dumps(params, sort_keys=True, default=str)


def outcomes(path: Path) -> Iterator[Outcome]:
    """Gives the outcomes of a file; a line that is cut was not written."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if not line.endswith("\n"):
                return
            fields = json.loads(line)
            yield Outcome(**{name: fields.get(name) for name in Outcome._fields})


def batches(path: Path) -> Iterator[tuple[int, pyarrow.Table]]:
    """Gives the batches of a file with their numbers; one that is cut is the last and was not written."""
    import pyarrow as pa

    with pa.OSFile(os.fspath(path), "rb") as source:
        try:
            for number, batch in enumerate(pa.ipc.open_stream(source)):
                yield number, pa.Table.from_batches([batch])
        except (pa.ArrowInvalid, OSError):
            return
