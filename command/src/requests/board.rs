//! A table of the last row of each key, which is drawn anew where it stands.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::time::Duration;

use tokio::time::Instant;
use virtual_finance_core::{Map, Value};
use virtual_finance_tables::show::{Layout, text};
use virtual_finance_tables::tabular::{Outline, cut};
use virtual_finance_tables::text::{harmless, terminal::Lines};

use crate::writing::Destination;

/// The time between two pictures, which a person can follow.
const REFRESH: Duration = Duration::from_millis(100);

/// The lines of the terminal that are no rows: the title, the heads, the note and the prompt.
const OTHER_LINES: usize = 5;

/// The last row of each key.
pub(crate) struct Board {
    outline: Outline,
    /// The keys, in their order.
    keys: Vec<String>,
    rows: HashMap<String, Value>,
    /// The last words beside the rows.
    note: Option<String>,
    /// The time of the next picture, if something has changed.
    refresh_at: Option<Instant>,
    drawn_at: Option<Instant>,
    /// The lines of the last picture.
    lines: usize,
}

impl Board {
    /// Creates a board whose rows have the columns of the outline's view; the first one has the key.
    pub(crate) fn new(outline: Outline, keys: Vec<String>) -> Self {
        let mut board = Self {
            outline,
            keys,
            rows: HashMap::new(),
            note: None,
            refresh_at: None,
            drawn_at: None,
            lines: 0,
        };
        board.change();
        board
    }

    /// Sets the row of a key.
    pub(crate) fn set(&mut self, key: String, row: Value) {
        self.rows.insert(key, row);
        self.change();
    }

    /// Sets the line below the table.
    pub(crate) fn note(&mut self, note: String) {
        self.note = Some(note);
        self.change();
    }

    /// Returns the time at which the table is to be drawn; none where it cannot be drawn anew before the end.
    pub(crate) fn refresh_at(&self) -> Option<Instant> {
        self.refresh_at.filter(|_| Destination::Stdout.is_terminal())
    }

    /// Draws the table in the place of the last picture.
    pub(crate) fn draw(&mut self) -> io::Result<()> {
        if self.refresh_at.take().is_none() {
            return Ok(());
        }
        let picture = self.picture()?;
        let mut out = anstream::stdout().lock();
        if self.lines > 0 {
            write!(out, "\x1b[{}A\x1b[J", self.lines)?;
        }
        out.write_all(picture.as_bytes())?;
        self.lines = picture.lines().count();
        self.drawn_at = Some(Instant::now());
        out.flush()
    }

    fn change(&mut self) {
        let next = self.drawn_at.and_then(|drawn| drawn.checked_add(REFRESH));
        self.refresh_at.get_or_insert_with(|| next.unwrap_or_else(Instant::now));
    }

    fn picture(&self) -> io::Result<String> {
        let stdout = Destination::Stdout;
        let layout = Layout { width: stdout.width(), colours: stdout.has_colours(), ..Layout::default() };
        let height = terminal_size::terminal_size().filter(|_| stdout.is_terminal());
        let room =
            height.map_or(usize::MAX, |(_, height)| usize::from(height.0).saturating_sub(OTHER_LINES).max(1));
        let row = |key: &String| self.rows.get(key).cloned().unwrap_or_else(|| self.silent(key));
        let rows: Value = self.keys.iter().take(room).map(row).collect();
        let tables = cut(&rows, &self.outline);
        let mut picture = Vec::new();
        text::write(&tables.all, &tables, layout, &mut picture)?;
        if let Some(more) = self.keys.len().checked_sub(room).filter(|more| *more > 0) {
            writeln!(picture, "and {more} more")?;
        }
        if let Some(note) = &self.note {
            // One line, whatever the host said in it.
            let width = layout.width.unwrap_or(usize::MAX);
            let line: String = harmless(note, Lines::Join).chars().take(width).collect();
            writeln!(picture, "{line}")?;
        }
        Ok(String::from_utf8_lossy(&picture).into_owned())
    }

    /// Returns the row of a key that has none yet.
    fn silent(&self, key: &str) -> Value {
        let columns = self.outline.view.map_or(&[][..], |view| view.columns);
        let names = columns.iter().map(|name| (*name).to_owned());
        let cells = std::iter::once(Value::from(key)).chain(std::iter::repeat(Value::Null));
        Value::Object(names.zip(cells).collect::<Map<_, _>>())
    }
}
