"""Replies and frames in notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Frame, Reply

#: The rows that are shown of a frame.
ROWS = 10


def reply(shown: Reply) -> str:
    """Returns a reply: its request, its notes and its main table."""
    notes = "".join(f"<li>{escape(label)}: {escape(text)}</li>" for label, text in shown.notes)
    notes = f"<ul>{notes}</ul>" if notes else ""
    frames = shown.frames()
    body = table(frames[0]) if frames else ""
    return f"<b>{escape(shown.request)}</b> ({escape(shown.source)}){notes}{body}"


def table(frame: Frame) -> str:
    """Returns the first rows of a frame."""
    columns = frame.texts(ROWS)
    head = "".join(f"<th>{escape(name)}</th>" for name, _ in columns)
    lines = zip(*(cells for _, cells in columns), strict=True)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in lines)
    count = f"<p>{escape(frame.name)}: {len(frame):,} rows × {len(columns)} columns</p>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{count}"
