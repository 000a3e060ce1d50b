//! The rows of the table: a name of yfinance, and what it is here.

use virtual_finance::blocking::Client;
use virtual_finance_compat::blocking::Ticker;
use virtual_finance_compat::{Error, Property};
use virtual_finance_sample::SampleHost;

/// A class of yfinance with its names.
pub(crate) struct Class {
    pub(crate) name: &'static str,
    pub(crate) rows: &'static [Row],
}

/// Some names of a class that are the same here.
pub(crate) struct Row {
    /// The names, between blanks.
    names: &'static str,
    pub(crate) verdict: Verdict,
}

/// The place of a name in these crates, or the reason that it has none.
pub(crate) enum Verdict {
    /// An item of these crates.
    Yes {
        item: Item,
        /// The columns of the frame or the keys of the map, between commas. The last one is `…` where others may follow.
        gives: &'static str,
        /// The call that gives it.
        call: Call,
    },
    /// Nothing, for a reason.
    No(&'static str),
}

/// A path such as `Ticker::news` of the crate of frames, or one that begins with `virtual_finance::`.
pub(crate) type Item = &'static str;

pub(crate) type Call = fn(&Host) -> Result<Property, Error>;

pub(crate) const fn yes(names: &'static str, item: Item, gives: &'static str, call: Call) -> Row {
    Row { names, verdict: Verdict::Yes { item, gives, call } }
}

pub(crate) const fn no(names: &'static str, reason: &'static str) -> Row {
    Row { names, verdict: Verdict::No(reason) }
}

impl Row {
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.names.split_whitespace()
    }

    pub(crate) fn line(&self) -> String {
        let names: Vec<_> = self.names().map(|name| format!("`{name}`")).collect();
        let (here, gives) = match &self.verdict {
            Verdict::Yes { item, gives, .. } => (format!("`{item}`"), in_page(gives)),
            Verdict::No(reason) => (format!("no: {reason}"), String::new()),
        };
        format!("| {} | {here} | {gives} |", names.join(", "))
    }
}

fn in_page(gives: &str) -> String {
    let names =
        listed(gives).into_iter().map(|name| if name == "…" { name.to_owned() } else { format!("`{name}`") });
    names.collect::<Vec<_>>().join(", ")
}

pub(crate) fn listed(gives: &str) -> Vec<&str> {
    gives.split(", ").filter(|name| !name.is_empty()).collect()
}

/// The sample host with a client, and a ticker of it.
pub(crate) struct Host {
    _server: SampleHost,
    pub(crate) client: Client,
    pub(crate) ticker: Ticker,
}

impl Host {
    pub(crate) fn start() -> Self {
        let server = SampleHost::start().unwrap();
        let client = server.client_builder().build_blocking().unwrap();
        let ticker = Ticker::new(&client, "IBM");
        Self { _server: server, client, ticker }
    }
}
