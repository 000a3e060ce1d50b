//! The notes of the market's conversions.

use std::fmt;

use virtual_finance_core::read::{listed, shortened};
use virtual_finance_core::{DateTime, Number, RawReply, note};

/// The adjustment of the prices of a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Adjustment {
    /// ratio = close / adjclose.
    Auto,
    /// ratio = adjclose / close.
    Back,
}

note!(Adjustment, "adjustment", |note| "{}", note.as_str());

impl Adjustment {
    /// Returns the text of the parameter `adjust`: `auto` or `back`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Back => "back",
        }
    }
}

/// The ways in which a response of another provider differs from that of the endpoint's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differences(pub Vec<&'static str>);

impl Differences {
    /// Returns the differences that there are.
    pub(crate) fn of<const N: usize>(told: [(bool, &'static str); N]) -> Self {
        Self(told.into_iter().filter_map(|(is_so, words)| is_so.then_some(words)).collect())
    }
}

note!(Differences, "differences", |note| "{}", note.0.join("; "));

/// The prices of a history are not adjusted, and there are adjusted closes that differ from the closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unadjusted;

note!(Unadjusted, Adjustment::LABEL, |_note| "none");

/// The parts of a response that the reply lacked and that are null, because the request allowed it or because the source
/// does not have them of every company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingParts(pub Vec<&'static str>);

note!(MissingParts, "missing", |note| "{}", note.0.join(", "));

/// The price of a profile is the host's own, because the instrument has no open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostPrice;

note!(HostPrice, "regularMarketPrice", |_note| "the host's own price, as there is no open");

/// The latest price of the instrument that options are on.
#[derive(Debug, Clone, PartialEq)]
pub struct Underlying {
    /// The price, in the currency of the instrument.
    pub price: Number,
}

note!(Underlying, "underlying", |note| "{}", note.price);

/// The live quote was a row of its own behind the bars, and is now part of the last bar; of several instruments, the
/// first one's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LiveQuote {
    /// The time of the quote, in epoch seconds.
    pub time: i64,
    /// The start of the bar that it is in, in epoch seconds.
    pub bar: i64,
}

note!(
    LiveQuote,
    "live quote",
    |note| "that of {} is in the bar of {}",
    DateTime::from(note.time),
    DateTime::from(note.bar)
);

/// The interval of the bars, where the host widened the requested one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WidenedInterval {
    /// The interval that was asked for.
    pub asked: String,
    /// The interval that the bars cover.
    pub found: String,
}

note!(WidenedInterval, "interval", |note| "{}, where {} was asked for", note.found, note.asked);

/// The page shows another screener than requested, by its own address.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherScreenerPage {
    /// The name that was asked for.
    pub asked: String,
    /// The name in the address of the page.
    pub found: String,
}

note!(OtherScreenerPage, "screener", |note| "{}, where {} was asked for", note.found, note.asked);

/// The bars of a range end long before the latest price of the host: the later ones are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct OldBars {
    /// The start of the newest bar, in epoch seconds.
    pub newest: i64,
    /// The time of the latest price, in epoch seconds.
    pub latest: i64,
}

note!(
    OldBars,
    "old bars",
    |note| "the newest is of {}, and the latest price of {}",
    day(note.newest),
    day(note.latest)
);

/// Bars of less than a day that lie outside the session of their day and are left out, because the request did not ask for
/// them: hosts send some after the end of a short day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutsideSession {
    /// The number of these bars.
    pub bars: usize,
    /// The start of the first one, in epoch seconds.
    pub first: i64,
}

note!(
    OutsideSession,
    "outside the session",
    |note| "{}, the first of {}",
    note.bars,
    DateTime::from(note.first)
);

/// The first or the last day lacks hours: the host sends intraday bars of so many days at once, and the days of the exchange
/// begin or end outside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartOfDays {
    /// The first time that the host was asked for, in epoch seconds.
    pub start: i64,
    /// The time before which the host was asked for bars, in epoch seconds.
    pub end: i64,
}

note!(
    PartOfDays,
    "part of days",
    |note| "bars from {} to {} only; ask for a day less to have whole days",
    DateTime::from(note.start),
    DateTime::from(note.end)
);

/// A saved reply has more rows than the request would ask the host for, by its default where it does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BeyondCount {
    /// The number of rows in the response, the first ones.
    pub rows: usize,
    /// The number of rows in the reply.
    pub found: usize,
}

note!(BeyondCount, "beyond count", |note| "{} of {}", note.rows, note.found);

impl BeyondCount {
    /// Leaves out the rows beyond the number that is asked for. Returns the note if the reply is a saved one: who asks a host
    /// knows that it may have more.
    pub(crate) fn cut<T>(rows: &mut Vec<T>, count: i64, reply: RawReply<'_>) -> Option<Self> {
        let found = rows.len();
        rows.truncate(usize::try_from(count).unwrap_or_default());
        (reply.status().is_none() && rows.len() < found).then_some(Self { rows: rows.len(), found })
    }
}

/// The host names no known time zone of the exchange: the days of bars are days of UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownZone {
    /// The name that the host gives; none where it gives none.
    pub name: Option<String>,
}

note!(
    UnknownZone,
    "unknown time zone",
    |note| "exchangeTimezoneName is {}, and the days of bars are those of UTC",
    note.name.as_ref().map_or_else(|| "missing".to_owned(), |name| format!("{name:?}"))
);

/// The host gives dividends in another currency than prices: in London, dividends may be in pounds beside prices in
/// pence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DividendCurrency {
    /// The code of the first dividend in another currency, for example `GBP`.
    pub dividends: String,
    /// The code of the prices, for example `GBp`.
    pub prices: String,
}

note!(DividendCurrency, "dividend currency", |note| "{}, and prices in {}", note.dividends, note.prices);

/// The components of an index that the host has no quote for, in the order of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingQuotes(pub Vec<String>);

note!(MissingQuotes, "without a quote", |note| "{}", note.0.join(", "));

/// The currencies of the amounts of a reply, as far as it says them. A code such as `GBp` is a hundredth of a
/// currency: prices in London are in pence, and the value of a company is in pounds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Currencies {
    /// The currency of prices, for example `GBp`.
    pub prices: Option<String>,
    /// The currency of the values of the market, such as `marketCap`: the currency of the prices, in whole units.
    /// `None` where a reply has no such values.
    pub market_values: Option<String>,
    /// The currency of the company's statements and of the estimates of them.
    pub statements: Option<String>,
}

impl Currencies {
    /// Returns the note, if a currency is known.
    pub(crate) fn new(
        prices: Option<&str>,
        market_values: Option<&str>,
        statements: Option<&str>,
    ) -> Option<Self> {
        let is_there = |code: &&str| !code.trim().is_empty();
        let text = |code: Option<&str>| code.filter(is_there).map(|code| shortened(code.to_owned()));
        let note =
            Self { prices: text(prices), market_values: text(market_values), statements: text(statements) };
        (note != Self::default()).then_some(note)
    }

    fn known(&self) -> Vec<String> {
        let all = [
            ("prices", &self.prices),
            ("market values", &self.market_values),
            ("statements", &self.statements),
        ];
        all.into_iter().filter_map(|(of, code)| Some(format!("{of} {}", code.as_ref()?))).collect()
    }
}

note!(Currencies, "currencies", |note| "{}", note.known().join(", "));

/// The currencies of a company's statements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatementCurrencies(pub Vec<StatementCurrency>);

/// The currency of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatementCurrency {
    /// The kind of statement by its name in the response, for example `cashflow`.
    pub kind: &'static str,
    /// The list that the statement is in, `yearly` or `quarterly`.
    pub period: &'static str,
    /// The last day of the period, in epoch seconds, where the statement has it.
    pub end_date: Option<i64>,
    /// The code of the currency, for example `USD`; several with `/` between them where amounts differ.
    pub currency: String,
}

impl StatementCurrency {
    pub(crate) fn new(
        kind: &'static str,
        period: &'static str,
        end_date: Option<i64>,
        currency: impl Into<String>,
    ) -> Self {
        Self { kind, period, end_date, currency: shortened(currency.into()) }
    }

    fn words(&self) -> String {
        let Self { kind, period, end_date, currency } = self;
        let day = end_date.map_or_else(|| "without a date".to_owned(), day);
        format!("{kind}.{period} {day} {currency}")
    }
}

impl StatementCurrencies {
    /// Returns the currency of all statements, where they have one.
    pub fn single(&self) -> Option<&str> {
        let (first, others) = self.0.split_first()?;
        others.iter().all(|other| other.currency == first.currency).then_some(&first.currency)
    }
}

note!(
    StatementCurrencies,
    "currency",
    |note| "{}",
    match note.single() {
        Some(currency) => currency.to_owned(),
        None => note.0.iter().map(StatementCurrency::words).collect::<Vec<_>>().join(", "),
    }
);

/// The sums of financial statements that are null, because a part of them is in the reply and cannot be read, or is in
/// another currency than the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NullSums(pub Vec<NullSum>);

/// A sum of a statement that is null.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NullSum {
    /// The kind of statement by its name in the response, for example `balancesheet`.
    pub kind: &'static str,
    /// The list that the statement is in, `yearly` or `quarterly`.
    pub period: &'static str,
    /// The last day of the period, in epoch seconds.
    pub end_date: i64,
    /// The item, for example `shortLongTermDebt`.
    pub item: &'static str,
    /// The series that is not in the sum, for example `CommercialPaper`.
    pub part: &'static str,
}

note!(NullSums, "null sums", |note| "{}", listed(&note.0, ", "));

impl fmt::Display for NullSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, period, end_date, item, part } = self;
        write!(f, "{kind}.{period} {} {item} (without {part})", day(*end_date))
    }
}

/// Returns the day of a time in UTC, for example `2024-09-30`.
pub(crate) fn day(seconds: i64) -> String {
    let time = DateTime::from(seconds).to_string();
    time.split_once('T').map_or(time.clone(), |(day, _)| day.to_owned())
}
