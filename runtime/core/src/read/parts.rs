//! Cuts a body of lines or events into its items as its pieces come. The items are read like the items of a whole reply.

use std::mem;

use memchr::memchr;

use crate::catalogue::RawKind;

/// A body of lines or events, as far as it has come.
pub(crate) struct Parts {
    raw: RawKind,
    bytes: Vec<u8>,
    /// The start of the next part.
    start: usize,
    /// The start of a line of it that has no end yet.
    line: usize,
    /// The bytes that have no end of a line from there on.
    searched: usize,
}

impl Parts {
    pub(crate) const fn new(raw: RawKind) -> Self {
        Self { raw, bytes: Vec::new(), start: 0, line: 0, searched: 0 }
    }

    /// Takes the next bytes of the body.
    pub(crate) fn push(&mut self, piece: &[u8]) {
        let start = mem::take(&mut self.start);
        self.bytes.drain(..start.min(self.bytes.len()));
        self.line = self.line.saturating_sub(start);
        self.searched = self.searched.saturating_sub(start);
        self.bytes.extend_from_slice(piece);
    }

    /// Returns the next line, or the next lines up to an empty one; `None` if more bytes are needed. Comments before an
    /// event, of which an endless body may have any number, are left out.
    pub(crate) fn next(&mut self) -> Option<Vec<u8>> {
        while let Some(length) = self.bytes.get(self.searched..).and_then(|rest| memchr(b'\n', rest)) {
            let end = self.searched.saturating_add(length);
            let line = self.bytes.get(self.line..end).unwrap_or_default();
            let is_first = self.line == self.start;
            (self.line, self.searched) = (end.saturating_add(1), end.saturating_add(1));
            let is_events = self.raw == RawKind::Events;
            if is_events && is_first && line.starts_with(b":") {
                self.start = self.line;
            } else if !is_events || matches!(line, b"" | b"\r") {
                let start = mem::replace(&mut self.start, self.line);
                return self.bytes.get(start..self.line).map(<[u8]>::to_vec);
            }
        }
        self.searched = self.bytes.len();
        None
    }

    /// Returns the number of bytes that wait for the end of their part.
    pub(crate) const fn waiting(&self) -> usize {
        self.bytes.len().saturating_sub(self.start)
    }

    /// Returns what is left of a body that has ended.
    pub(crate) fn rest(&mut self) -> Option<Vec<u8>> {
        let rest = self.bytes.get(self.start..).map(<[u8]>::to_vec);
        *self = Self::new(self.raw);
        rest.filter(|rest| !rest.is_empty())
    }
}
