//! The reply of the screener service: bare figures, and many that the page does not show. Those of the page's columns get
//! their texts.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::{Map, Number, Value};
use virtual_finance_core::{ConversionError, Fault, Field, RawReply, SkippedRow};

use super::types::{Column, Response, Row};
use crate::fault::MarketFault;
use crate::read::collapse::{Figure, is_no_figure};
use crate::read::envelope::Finance;
use crate::read::json::{self, First, List};
use crate::read::listed::none_of_some;
use crate::read::rows::{self, Readable, Rows};
use crate::read::{amounts, figures, lenient, members};

/// The format of a field on the page.
#[derive(Debug, Clone, Copy)]
enum Shown {
    /// As it is.
    Plain,
    /// With the decimals of the instrument.
    Price,
    /// With two decimals.
    Ratio,
    /// With two decimals and the sign.
    Percent,
    /// In short, and in full as `longFmt`.
    Count,
}

use Shown::{Count, Percent, Plain, Price, Ratio};

/// The columns of the page, in its order.
const COLUMNS: [(&str, Shown); 17] = [
    ("symbol", Plain),
    ("shortName", Plain),
    ("longName", Plain),
    ("quoteType", Plain),
    ("currency", Plain),
    ("currencyCode", Plain),
    ("underlyingSymbol", Plain),
    ("regularMarketPrice", Price),
    ("regularMarketChange", Price),
    ("regularMarketChangePercent", Percent),
    ("regularMarketVolume", Count),
    ("averageDailyVolume3Month", Count),
    ("marketCap", Count),
    ("trailingPE", Ratio),
    ("fiftyTwoWeekLow", Price),
    ("fiftyTwoWeekHigh", Price),
    ("regularMarketOpen", Price),
];
/// The path of the rows.
const QUOTES: &str = "finance.result[0].quotes";
/// The field with the number of decimals of a price.
const PRICE_HINT: &str = "priceHint";
/// The number of decimals if a row names none.
const USUAL_DECIMALS: usize = 2;

/// Reads the service's reply.
///
/// # Errors
/// 422: it is no such reply, the host's own error, of another screener, or of one of something else than instruments.
pub(super) fn response(
    reply: RawReply<'_>,
    name: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Response, ConversionError> {
    const NAME: &str = "the screener";
    match json::document::<Reply<List<Quote>>>(reply, NAME) {
        Ok(document) => of_document(reply, document, name, skipped),
        // One by one: that takes longer.
        Err(_) => {
            let document = json::document::<Reply<Rows<Quote>>>(reply, NAME)?;
            of_document(reply, document, name, skipped)
        }
    }
}

fn of_document(
    reply: RawReply<'_>,
    document: Reply<impl Readable<Quote>>,
    name: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Response, ConversionError> {
    let result = document.first(reply)?;
    if let Some(found) = result.name.filter(|found| !found.eq_ignore_ascii_case(name.trim())) {
        return Err(Fault::about_other(found, None).into());
    }
    if !result.start.is_absent()
        && let Some(found) = lenient::Count::read(&result.start, "finance.result[0].start", skipped)?
            .filter(|start| *start != 0)
    {
        return Err(MarketFault::OtherStart { asked: 0, found }.into());
    }
    let quotes = result.quotes.ok_or_else(|| Fault::missing(QUOTES))?;
    let rows: Vec<Row> =
        quotes.readable(QUOTES, skipped)?.into_iter().map(|Quote(row)| row.settled()).collect();
    let total = lenient::Count::read(&result.total, "finance.result[0].total", skipped)?;
    let odd = none_of_some(rows.len(), 0, total);
    skipped.extend(odd.map(|reason| SkippedRow::at(QUOTES, reason)));
    let column = |name: &str| Column { data: Field::Value(name.to_owned()), ..Column::default() };
    Ok(Response {
        rows,
        columns: COLUMNS.iter().map(|(name, _)| column(name)).collect(),
        total,
        filters: Map::new(),
    })
}

type Reply<T> = Finance<First<Screened<T>>>;

members! {
    struct Screened[T] {
        quotes: "quotes" => Option<T>,
        total: "total" => Field<lenient::Count>,
        start: "start" => Field<lenient::Count>,
        name: "canonicalName" => Option<String>,
    }
}

/// A row whose figures may be bare.
pub(super) struct Quote(Row);

impl From<Quote> for Row {
    fn from(Quote(row): Quote) -> Self {
        row
    }
}

impl<'de> Deserialize<'de> for Quote {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        row(Map::deserialize(deserializer)?).map(Self).map_err(D::Error::custom)
    }
}

impl rows::Row for Quote {
    const NAME: &'static str = Row::NAME;

    fn name(&self) -> Option<&str> {
        self.0.name()
    }
}

/// Returns the row of a quote, with the texts of the page.
fn row(mut quote: Map<String, Value>) -> Result<Row, serde_json::Error> {
    if let Some(hint) = quote.get_mut(PRICE_HINT) {
        let Figure(known) = serde_json::from_value(hint.take())?;
        *hint = known.map_or(Value::Null, Value::Number);
    }
    let hint = quote.get(PRICE_HINT).and_then(Value::as_u64).and_then(|hint| usize::try_from(hint).ok());
    let decimals = hint.unwrap_or(USUAL_DECIMALS);
    for (name, shown) in COLUMNS {
        if let Some(value) = quote.get_mut(name) {
            *value = cell(value.take(), shown, decimals);
        }
    }
    serde_json::from_value(quote.into())
}

/// Returns the page's cell: a bare figure with its texts. What is no figure stays as it is, formatted ones too.
fn cell(value: Value, shown: Shown, decimals: usize) -> Value {
    match (value, shown) {
        (value, Plain) => value,
        (Value::Number(figure), Count) => formatted(amounts::whole(figure), Count, decimals),
        (Value::Number(figure), shown) => formatted(figure, shown, decimals),
        (Value::String(text), _) if is_no_figure(&text) => Value::Null,
        (value, _) => value,
    }
}

fn formatted(figure: Number, shown: Shown, decimals: usize) -> Value {
    let (short, long) = match shown {
        Plain => (None, None),
        Price => (figures::fixed(&figure, decimals), None),
        Ratio => (figures::fixed(&figure, USUAL_DECIMALS), None),
        Percent => (figures::fixed(&figure, USUAL_DECIMALS).map(|text| format!("{text}%")), None),
        Count => (figures::short(&figure), figures::long(&figure)),
    };
    let texts = [("fmt", short), ("longFmt", long)];
    let texts = texts.into_iter().filter_map(|(key, text)| Some((key.to_owned(), text?.into())));
    std::iter::once(("raw".to_owned(), Value::Number(figure))).chain(texts).collect::<Map<_, _>>().into()
}
