//! JSON on lines that people can look at, and search.

use std::io::{self, Write};

/// The bytes of a line after which the next comma between values ends it.
const ENOUGH: usize = 160;

/// A writer of JSON that puts each record of a list on a line, and ends long lines between values.
pub(super) struct Wrapped<W> {
    out: W,
    /// The bytes of the line so far.
    length: usize,
    is_string: bool,
    is_escaped: bool,
    /// The last two bytes outside strings.
    last: [u8; 2],
}

impl<W: Write> Wrapped<W> {
    pub(super) const fn new(out: W) -> Self {
        Self { out, length: 0, is_string: false, is_escaped: false, last: [0; 2] }
    }

    /// Returns true if a line ends before a byte.
    fn ends_before(&mut self, byte: u8) -> bool {
        if self.is_string {
            self.is_string = self.is_escaped || byte != b'"';
            self.is_escaped = !self.is_escaped && byte == b'\\';
            return false;
        }
        self.is_string = byte == b'"';
        let [before, last] = self.last;
        self.last = [last, byte];
        last == b',' && byte != b'\n' && (self.length > ENOUGH || (before == b'}' && byte == b'{'))
    }
}

impl<W: Write> Write for Wrapped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        let mut written = 0_usize;
        for (index, &byte) in bytes.iter().enumerate() {
            if self.ends_before(byte) {
                let (line, after) =
                    rest.split_at_checked(index.saturating_sub(written)).unwrap_or((rest, &[]));
                self.out.write_all(line)?;
                self.out.write_all(b"\n")?;
                (rest, written, self.length) = (after, index, 0);
            }
            self.length = if byte == b'\n' { 0 } else { self.length.saturating_add(1) };
        }
        self.out.write_all(rest)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
