"""Folders of bars that `vfapi sync` keeps up to date and engines read."""

from __future__ import annotations

import json
import os
import tempfile
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ._history import DAYS
from ._plan import SYMBOL

if TYPE_CHECKING:
    import pyarrow

#: The number of bars that a sync fetches again.
OVERLAP = 10


def write_sync(
    folder: str | os.PathLike[str],
    rows: pyarrow.Table | Iterable[pyarrow.RecordBatch],
    *,
    interval: str = "1d",
    start: str | None = None,
    metadata: dict[str, str] | None = None,
) -> list[str]:
    """Writes the rows of `plan_history` as a folder of `vfapi sync`, a Parquet file for each symbol.

    `vfapi sync FOLDER` then goes on from there. A symbol that the folder has already is replaced. Each call needs the
    whole rows of its symbols, and several processes may write to a folder at once, each its own symbols.

    Args:
        folder: The folder, which is made where it is missing.
        rows: The rows, all columns of them.
        interval: The interval of the bars.
        start: The first date that was asked for, if one was.
        metadata: What the files say about themselves, for example `{"adjustment": "splits", "source": "api"}`.

    Returns:
        The symbols.

    Raises:
        ValueError: The folder has bars of another interval.
    """
    import pyarrow as pa
    import pyarrow.compute

    # Its functions are made when it is imported, so that type checkers know none.
    pc: Any = pyarrow.compute
    table: Any = rows if isinstance(rows, pa.Table) else pa.Table.from_batches(list(rows))
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    _manifest(path, interval, start)
    symbols = []
    for symbol in table.column(SYMBOL).unique().to_pylist():
        bars = table.filter(pc.equal(table.column(SYMBOL), symbol)).drop_columns([SYMBOL])
        _write(path, symbol, bars.sort_by("timestamp").replace_schema_metadata(metadata), interval in DAYS)
        symbols.append(symbol)
    return symbols


def _manifest(path: Path, interval: str, start: str | None) -> None:
    """Makes the manifest of a new folder, and checks that of another one."""
    file = path / "_manifest.json"
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        manifest = {"version": 1, "interval": interval, "start": start, "symbols": {}}
        _replace(file, (json.dumps(manifest, indent=2) + "\n").encode())
        return
    if (kept.get("interval"), kept.get("start")) != (interval, start):
        raise ValueError(
            f"{path} has bars of {kept.get('interval')} since {kept.get('start') or 'the first one'}, and these are of "
            f"{interval} since {start or 'the first one'}; name another folder"
        )


def _write(path: Path, symbol: str, bars: pyarrow.Table, has_dates: bool) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    place = path / f"symbol={quote(symbol, safe='-_.').replace('~', '%7E')}"
    place.mkdir(exist_ok=True)
    sink = pa.BufferOutputStream()
    pq.write_table(bars, sink)
    body = sink.getvalue().to_pybytes()
    millis = bars.column("timestamp").cast(pa.int64()).to_pylist()
    entry: dict[str, Any] = {
        "bars": len(millis),
        "first": _shown(millis[0], has_dates),
        "last": _shown(millis[-1], has_dates),
        "overlap": millis[-min(OVERLAP, len(millis))] // 1000,
        "crc32": f"{zlib.crc32(body):08x}",
    }
    # The line first: it counts once the file is the one it tells of.
    with (path / "_written").open("a", encoding="utf-8") as lines:
        lines.write(json.dumps([symbol, entry]) + "\n")
    _replace(place / "bars.parquet", body)


def _shown(millis: int, has_dates: bool) -> str:
    time = datetime.fromtimestamp(millis // 1000, UTC)
    return time.strftime("%Y-%m-%d" if has_dates else "%Y-%m-%dT%H:%M:%SZ")


def _replace(file: Path, body: bytes) -> None:
    """Writes a file beside its place, and moves it there when it is on the disk."""
    descriptor, name = tempfile.mkstemp(prefix=".vfapi-", dir=file.parent)
    with open(descriptor, "wb") as beside:
        beside.write(body)
        beside.flush()
        os.fsync(beside.fileno())
    os.chmod(name, 0o644)
    os.replace(name, file)
