//! A part of a table within a number of bytes: models read little at once, and half a row would mislead them.

/// Whole rows of CSV, with the header.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) text: String,
    /// The number of rows in it.
    pub(super) rows: usize,
    /// The number of all rows.
    pub(super) all: usize,
}

/// Returns the header and, after `skip` rows, as many whole rows as `budget` bytes have room for.
pub(super) fn part(csv: &str, skip: usize, budget: usize) -> Part {
    let mut records = Records(csv);
    let mut text = records.next().unwrap_or_default().to_owned();
    let (mut rows, mut all, mut has_room) = (0_usize, 0_usize, true);
    for record in records {
        if all >= skip && has_room {
            has_room = text.len().saturating_add(record.len()) <= budget;
            if has_room {
                text.push_str(record);
                rows = rows.saturating_add(1);
            }
        }
        all = all.saturating_add(1);
    }
    Part { text, rows, all }
}

/// The records of CSV, each with its end. A line break within quotes is part of a cell.
struct Records<'t>(&'t str);

impl<'t> Iterator for Records<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        if self.0.is_empty() {
            return None;
        }
        let mut is_quoted = false;
        let end = self.0.bytes().position(|byte| {
            // A quote within a cell is two of them, which leaves this as it was.
            is_quoted ^= byte == b'"';
            byte == b'\n' && !is_quoted
        });
        let end = end.map_or(self.0.len(), |end| end.saturating_add(1));
        let (record, rest) = self.0.split_at_checked(end)?;
        self.0 = rest;
        Some(record)
    }
}
