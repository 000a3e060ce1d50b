//! The faults of the market-data hosts' replies.

use std::borrow::Cow;

use virtual_finance_core::Fault;
use virtual_finance_core::error::{CustomFault, Redactor};

/// A fault that only replies of market-data hosts have. It is in [`Fault::Custom`]:
///
/// ```
/// # mod virtual_finance { use virtual_finance_runtime as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/docs/virtual_finance.rs")); }
/// use virtual_finance::error::{ConversionError, MarketFault};
///
/// fn has_no_store(error: &ConversionError) -> bool {
///     matches!(MarketFault::of(error.fault()), Some(MarketFault::NoStore { .. }))
/// }
/// assert!(has_no_store(&MarketFault::NoStore { store: "QuoteSummaryStore" }.into()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MarketFault {
    /// The page has no store of that name.
    #[error("the page has no {store}")]
    NoStore {
        /// The store that was looked for.
        store: &'static str,
    },
    /// The page's stores are encrypted, as pages of 2023 are.
    #[error("the page's stores are encrypted")]
    Encrypted,
    /// The reply is the form that asks for consent.
    #[error("the reply is a page that asks for consent")]
    ConsentPage,
    /// The reply is a page that asks for a name and a password.
    #[error("the reply is a page that asks for a login")]
    LoginPage,
    /// The reply is the page that the host shows while it is being mended.
    #[error("the reply is a page that says that the host will be right back")]
    MaintenancePage,
    /// The host cannot read the query of the custom screener.
    #[error("the host cannot read the query")]
    QueryRefused,
    /// The bars between two dates have another interval than the request.
    #[error("bars of {asked} were asked for, and the host sends bars of {found}")]
    OtherInterval {
        /// The interval that was asked for.
        asked: String,
        /// The interval that the bars cover.
        found: String,
    },
    /// No options expire on the day that was asked for.
    #[error("no options expire on {asked}; {}", choice(available))]
    NoExpiration {
        /// The day.
        asked: String,
        /// The days on which options expire, written `2024-07-19`.
        available: Vec<String>,
    },
    /// The options expire on another day than requested.
    #[error("the options of {asked} were asked for, and the host sends others")]
    OtherExpiration {
        /// The day.
        asked: String,
    },
    /// The instrument has no such part, as funds, indices and currencies have not all that companies have.
    #[error("the source of {part} is missing{}", kind_of(quote_type.as_deref()))]
    MissingPart {
        /// The part of the response.
        part: &'static str,
        /// The kind of instrument, for example `ETF`, where the reply says it.
        quote_type: Option<String>,
    },
    /// The host has nothing of that kind about the instrument.
    #[error("the host has no {of}{}", kind_of(quote_type.as_deref()))]
    NoData {
        /// The data that is missing, for example `fund data`.
        of: &'static str,
        /// The kind of instrument, for example `ETF`, where the reply says it.
        quote_type: Option<String>,
    },
    /// The rows cover another time or another range.
    #[error("{asked} was asked for, and the reply has {found}")]
    OtherSpan {
        /// The time or the range that was asked for.
        asked: String,
        /// That of a row of the reply.
        found: String,
    },
    /// The rows begin at another one than was asked for.
    #[error("the rows from {asked} on were asked for, and the reply begins at {found}")]
    OtherStart {
        /// The index of the first row that was asked for.
        asked: i64,
        /// The index of the reply's first row.
        found: i64,
    },
    /// The rows are instruments of another type.
    #[error("instruments of the type {asked} were asked for, and the reply has {found:?}")]
    OtherType {
        /// The type that was asked for.
        asked: String,
        /// The type of a row.
        found: String,
    },
    /// Pages carry the data of one question, and another one was asked.
    #[error("a page has only {only}")]
    OnPage {
        /// The data that a page has, for example `the closes of one symbol`.
        only: &'static str,
    },
    /// Another provider does not have what is asked for.
    #[error("{provider} has no {what}")]
    NotOfProvider {
        /// The provider.
        provider: &'static str,
        /// The symbol, or the kind of data.
        what: String,
    },
    /// There are no financial statements, as on today's pages, which carry only the earnings.
    #[error("the reply has no statements of any year or quarter")]
    NoStatements,
    /// A column of prices has another length than the timestamps.
    #[error("{column} has {rows} rows for {timestamps} timestamps")]
    UnequalRows {
        /// The column.
        column: &'static str,
        /// Its length.
        rows: usize,
        /// The number of timestamps.
        timestamps: usize,
    },
    /// There are bars, and none has a price.
    #[error("none of the {bars} bars has a price")]
    NoPrices {
        /// The number of bars.
        bars: usize,
    },
    /// Prices cannot be adjusted without that column.
    #[error("prices cannot be adjusted without the column {column}")]
    NoColumn {
        /// The column.
        column: &'static str,
    },
    /// The text is not an adjustment.
    #[error("adjust is {value:?}, not \"auto\" or \"back\"")]
    BadAdjust {
        /// The text.
        value: String,
    },
    /// The reply has no row for the symbol.
    #[error("the reply has no row whose symbol is {symbol:?}")]
    NoRow {
        /// The symbol that was asked for.
        symbol: String,
    },
    /// Several rows have the symbol that was asked for, with different codes.
    #[error("several rows have the symbol {symbol:?}, with different codes")]
    Ambiguous {
        /// The symbol that was asked for.
        symbol: String,
    },
    /// The row's code is not an ISIN.
    #[error("{code:?} is not an ISIN")]
    BadIsin {
        /// The text in the place of the ISIN.
        code: String,
    },
}

impl MarketFault {
    /// Returns the fault of the market within a fault of a conversion, if it is one.
    pub fn of(fault: &Fault) -> Option<&Self> {
        match fault {
            Fault::Custom(fault) => fault.downcast_ref(),
            _ => None,
        }
    }

    /// Returns true for a page without the store that was looked for.
    pub(crate) fn is_no_store(fault: &Fault) -> bool {
        matches!(Self::of(fault), Some(Self::NoStore { .. }))
    }
}

impl CustomFault for MarketFault {
    fn code(&self) -> &str {
        match self {
            Self::NoStore { .. } => "no-store",
            Self::Encrypted => "encrypted",
            Self::ConsentPage => "consent-page",
            Self::LoginPage => "login-page",
            Self::MaintenancePage => "maintenance-page",
            Self::QueryRefused => "query-refused",
            Self::OtherInterval { .. } => "other-interval",
            Self::NoExpiration { .. } => "no-expiration",
            Self::OtherExpiration { .. } => "other-expiration",
            Self::MissingPart { .. } => "missing-part",
            Self::NoData { .. } => "no-data",
            Self::OtherSpan { .. } => "other-span",
            Self::OtherStart { .. } => "other-start",
            Self::OtherType { .. } => "other-type",
            Self::OnPage { .. } => "on-page",
            Self::NotOfProvider { .. } => "not-of-provider",
            Self::NoStatements => "no-statements",
            Self::UnequalRows { .. } => "unequal-rows",
            Self::NoPrices { .. } => "no-prices",
            Self::NoColumn { .. } => "no-column",
            Self::BadAdjust { .. } => "bad-adjust",
            Self::NoRow { .. } => "no-row",
            Self::Ambiguous { .. } => "ambiguous",
            Self::BadIsin { .. } => "bad-isin",
        }
    }

    fn status(&self) -> Option<u16> {
        match self {
            Self::ConsentPage | Self::LoginPage => Some(401),
            Self::NoExpiration { .. } | Self::NoData { .. } => Some(404),
            _ => None,
        }
    }

    fn may_pass(&self) -> bool {
        matches!(self, Self::MaintenancePage | Self::OtherExpiration { .. })
    }

    fn advice(&self) -> Cow<'_, str> {
        let advice = match self {
            Self::NoStore { .. } => {
                "let the service be asked too (SourceChoice::Auto), or save a reply that has it"
            }
            Self::Encrypted => {
                "let the service be asked too (SourceChoice::Auto), or save a page of another time"
            }
            Self::ConsentPage => "give consent in a browser and send its cookies with ClientBuilder::header",
            Self::LoginPage => "log in with a browser and send its cookies with ClientBuilder::header",
            Self::QueryRefused => {
                "check the fields and values after other: in it; ScreenerFields lists the fields that the host has"
            }
            Self::OtherInterval { .. } => "ask for a longer interval, or for dates that are closer together",
            Self::NoExpiration { .. } => "ask for a date on which options expire",
            Self::OtherExpiration { .. } | Self::MaintenancePage => "ask again later",
            Self::MissingPart { .. } => "check the ticker, or set partial to get the parts that there are",
            Self::NoData { .. } => "check the ticker; not every instrument has them",
            Self::OtherSpan { .. } | Self::OtherStart { .. } | Self::OtherType { .. } => {
                "ask again; a saved reply must be of what is asked for"
            }
            Self::OnPage { .. } => "ask the service (SourceChoice::Auto or Api), or for what the page has",
            Self::NotOfProvider { .. } => "ask the other sources (SourceChoice::Auto)",
            Self::NoStatements => {
                "check that it is a company, and let the services be asked too (SourceChoice::Auto), as today's pages carry only earnings"
            }
            Self::NoPrices { .. } => "ask for another range or interval",
            Self::NoColumn { .. } => "ask without adjust",
            Self::BadAdjust { .. } => "write auto or back, or leave adjust out",
            Self::NoRow { .. } => "check the symbol, or ask for more suggestions",
            Self::Ambiguous { .. } => "ask for another symbol of the same company",
            Self::UnequalRows { .. } | Self::BadIsin { .. } => {
                "the host may have changed its format: save the reply and report it"
            }
        };
        advice.into()
    }

    fn redact(&mut self, redactor: &Redactor) {
        match self {
            Self::OtherInterval { found: text, .. }
            | Self::MissingPart { quote_type: Some(text), .. }
            | Self::NoData { quote_type: Some(text), .. }
            | Self::OtherSpan { found: text, .. }
            | Self::OtherType { found: text, .. }
            | Self::BadIsin { code: text }
            | Self::BadAdjust { value: text }
            | Self::NoRow { symbol: text }
            | Self::Ambiguous { symbol: text } => *text = redactor.redact(text),
            Self::NoExpiration { .. }
            | Self::OtherExpiration { .. }
            | Self::MissingPart { quote_type: None, .. }
            | Self::NoData { quote_type: None, .. }
            | Self::NoStore { .. }
            | Self::QueryRefused
            | Self::Encrypted
            | Self::ConsentPage
            | Self::LoginPage
            | Self::MaintenancePage
            | Self::OnPage { .. }
            | Self::NotOfProvider { .. }
            | Self::OtherStart { .. }
            | Self::NoStatements
            | Self::NoPrices { .. }
            | Self::UnequalRows { .. }
            | Self::NoColumn { .. } => {}
        }
    }
}

/// Returns some days to choose from.
fn choice(available: &[String]) -> String {
    const SHOWN: usize = 40;
    let mut shown: Vec<&str> = available.iter().take(SHOWN).map(String::as_str).collect();
    if shown.is_empty() {
        return "the instrument has none".to_owned();
    }
    shown.extend((available.len() > SHOWN).then_some("…"));
    format!("there are {}", shown.join(", "))
}

fn kind_of(quote_type: Option<&str>) -> String {
    quote_type.map_or_else(String::new, |kind| format!(" (the instrument is of the kind {kind:?})"))
}
