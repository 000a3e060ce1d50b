//! The faults of the market-data hosts' replies.

use std::borrow::Cow;

use virtual_finance_core::{CustomFault, Fault, Redactor};

/// A fault that only replies of market-data hosts have. It is in [`Fault::Custom`]:
///
/// ```
/// use virtual_finance_runtime::{ConversionHookError, MarketFault};
///
/// fn has_no_options(error: &ConversionHookError) -> bool {
///     MarketFault::of(error.fault()) == Some(&MarketFault::NoOptions)
/// }
/// assert!(has_no_options(&MarketFault::NoOptions.into()));
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
    /// The page, or the JSON reply, is about another instrument.
    #[error("the reply is about {found:?}")]
    OtherTicker {
        /// The ticker that the reply is about.
        found: String,
    },
    /// The host knows none of the symbols that were asked for.
    #[error("the host knows none of {}", listed(symbols))]
    NoneKnown {
        /// The symbols.
        symbols: Vec<String>,
    },
    /// The instrument has no options.
    #[error("the reply has no options: optionChain.result is empty")]
    NoOptions,
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
    #[must_use]
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
            Self::OtherTicker { .. } => "other-ticker",
            Self::NoneKnown { .. } => "none-known",
            Self::NoOptions => "no-options",
            Self::NoStatements => "no-statements",
            Self::UnequalRows { .. } => "unequal-rows",
            Self::NoColumn { .. } => "no-column",
            Self::BadAdjust { .. } => "bad-adjust",
            Self::NoRow { .. } => "no-row",
            Self::Ambiguous { .. } => "ambiguous",
            Self::BadIsin { .. } => "bad-isin",
        }
    }

    fn advice(&self) -> Cow<'_, str> {
        let advice = match self {
            Self::NoStore { .. } => {
                "let the service be asked too (SourceChoice::Auto), or save a reply that has it"
            }
            Self::Encrypted => {
                "let the service be asked too (SourceChoice::Auto), or save a page of another time"
            }
            Self::OtherTicker { .. } => {
                "check the ticker; a saved reply must be of the one that is asked for"
            }
            Self::NoneKnown { .. } => "check the symbols",
            Self::NoOptions => "check that the instrument has listed options",
            Self::NoStatements => {
                "let the services be asked too (SourceChoice::Auto), as today's pages carry only earnings, and check that it is a company"
            }
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
            Self::OtherTicker { found: text }
            | Self::BadIsin { code: text }
            | Self::BadAdjust { value: text }
            | Self::NoRow { symbol: text }
            | Self::Ambiguous { symbol: text } => *text = redactor.redact(text),
            // The symbols are the caller's own.
            Self::NoneKnown { .. }
            | Self::NoStore { .. }
            | Self::Encrypted
            | Self::NoOptions
            | Self::NoStatements
            | Self::UnequalRows { .. }
            | Self::NoColumn { .. } => {}
        }
    }
}

/// Returns some texts in quotation marks, and how many there are beside them.
fn listed(texts: &[String]) -> String {
    const SHOWN: usize = 8;
    let mut shown: Vec<String> = texts.iter().take(SHOWN).map(|text| format!("{text:?}")).collect();
    let others = texts.len().saturating_sub(SHOWN);
    shown.extend((others > 0).then(|| format!("{others} more")));
    shown.join(", ")
}
