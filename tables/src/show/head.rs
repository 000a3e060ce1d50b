//! What stands above a chart: what it is about, its last price, and the change since its first bar.

use crate::tabular::Tables;
use crate::text::{harmless, terminal::Lines};

/// The lines above a chart.
#[derive(Debug)]
pub struct Head {
    /// The name with the subject: `International Business Machines (IBM)`.
    pub name: String,
    /// The last price with its currency and its time: `72.55 USD on 2024-06-28`.
    pub price: String,
    /// The change since the first bar opened: `+0.22 (+0.30%) since the open of 2024-06-24`.
    pub change: String,
}

/// A price and its time.
pub(crate) type Priced<'t> = (f64, &'t str);

impl Head {
    /// Returns the head of the bars between two prices.
    pub fn new(tables: &Tables<'_>, first: Priced<'_>, last: Priced<'_>, decimals: usize) -> Self {
        let subject = tables.subject();
        let name = tables.name.filter(|name| !name.is_empty() && *name != subject);
        let currency = tables.currency.map(|currency| format!(" {currency}")).unwrap_or_default();
        let ((open, start), (close, end)) = (first, last);
        let change = close - open;
        // Prices of some futures were below zero.
        let part = Some(change / open.abs() * 100.0).filter(|part| part.is_finite());
        let part = part.map(|part| format!(" ({part:+.2}%)")).unwrap_or_default();
        Self {
            name: name.map_or_else(|| subject.to_owned(), |name| format!("{name} ({subject})")),
            price: format!("{close:.decimals$}{currency} on {end}"),
            change: format!("{change:+.decimals$}{part} since the open of {start}"),
        }
    }

    /// Returns the lines for a terminal.
    pub fn text(&self) -> String {
        [&self.name, &self.price, &self.change].map(|line| harmless(line, Lines::Join) + "\n").concat()
    }
}
