//! A table of live prices, which is drawn anew where it stands.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;
use virtual_finance::catalogue::ViewInfo;
use virtual_finance::responses::Value;
use virtual_finance::stream::Tick;

use crate::cut::cut;
use crate::destination::Destination;
use crate::grid::Layout;
use crate::ids::STREAM;
use crate::outline::Outline;
use crate::text;

/// The time between two pictures, which a person can follow.
const REFRESH: Duration = Duration::from_millis(100);

/// The lines of the terminal that are no rows: the title, the heads, the note and the prompt.
const OTHER_LINES: usize = 5;

const VIEW: ViewInfo = ViewInfo {
    times: &["time"],
    columns: &["symbol", "price", "change", "change_percent", "day_volume", "time"],
    percents: &["change_percent"],
    prices: &["price", "change"],
    ..ViewInfo::new(Some("."))
};

/// The last price of each symbol.
pub(crate) struct Board {
    /// The symbols in capitals, in their order.
    symbols: Vec<String>,
    rows: HashMap<String, Value>,
    /// What was last said beside the prices.
    note: Option<String>,
    /// The time of the next picture, if something has changed.
    refresh_at: Option<Instant>,
    drawn_at: Option<Instant>,
    /// The lines of the last picture.
    lines: usize,
}

impl Board {
    pub(crate) fn new(symbols: &[String]) -> Self {
        let mut board = Self {
            symbols: symbols.iter().map(|symbol| symbol.to_uppercase()).collect(),
            rows: HashMap::new(),
            note: None,
            refresh_at: None,
            drawn_at: None,
            lines: 0,
        };
        board.change();
        board
    }

    /// Sets the price of a symbol. Numbers have the decimals that the host says.
    pub(crate) fn set(&mut self, tick: &Tick) {
        let price = |price: Option<f32>| {
            price.map_or(Value::Null, |price| serde_json::from_str(&tick.decimal(price)).unwrap_or_default())
        };
        let row = json!({
            "symbol": tick.symbol,
            "price": price(tick.price),
            "change": price(tick.change),
            "change_percent": tick.change_percent,
            "day_volume": tick.day_volume,
            "time": tick.timestamp(),
        });
        self.rows.insert(tick.symbol.to_uppercase(), row);
        self.change();
    }

    /// Sets the line below the table.
    pub(crate) fn note(&mut self, note: String) {
        self.note = Some(note);
        self.change();
    }

    /// Returns when the table is to be drawn; never before the end where it cannot be drawn anew.
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
        let layout = Layout { width: stdout.width(), wide: false, colours: stdout.has_colours() };
        let height = terminal_size::terminal_size().filter(|_| stdout.is_terminal());
        let room =
            height.map_or(usize::MAX, |(_, height)| usize::from(height.0).saturating_sub(OTHER_LINES).max(1));
        let silent = |symbol: &String| json!({"symbol": symbol, "price": null});
        let row = |symbol| self.rows.get(symbol).cloned().unwrap_or_else(|| silent(symbol));
        let rows: Value = self.symbols.iter().take(room).map(row).collect();
        let outline = Outline::without_schema(STREAM, Some(VIEW));
        let tables = cut(&rows, &outline);
        let mut picture = Vec::new();
        text::write(&tables.all, &tables, layout, &mut picture)?;
        if let Some(more) = self.symbols.len().checked_sub(room).filter(|more| *more > 0) {
            writeln!(picture, "and {more} more")?;
        }
        if let Some(note) = &self.note {
            // One line, whatever the host said in it.
            let width = layout.width.unwrap_or(usize::MAX);
            let line: String = note.chars().filter(|letter| !letter.is_control()).take(width).collect();
            writeln!(picture, "{line}")?;
        }
        Ok(String::from_utf8_lossy(&picture).into_owned())
    }
}
