//! Warnings: a page with a table that has a row for each warning.

use schemars::JsonSchema;
use serde::Serialize;
use virtual_finance_core::read::html;
use virtual_finance_core::read::table::Table;
use virtual_finance_core::{Context, ConversionError, Converted, Fault, RawReply, exactly_one};

/// The table, as messages name it.
const WARNINGS: &str = "the table of warnings";

/// The titles of its columns.
const TITLES: [&str; 3] = ["Kind", "Level", "Until"];

/// The warnings for a region.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Response {
    /// The warnings in the order of the page.
    pub warnings: Vec<Warning>,
}

/// One warning.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Warning {
    /// The kind, for example `storm`.
    pub kind: String,
    /// The level from 1 to 4.
    pub level: u8,
    /// The end as the page writes it; null if the warning has none yet.
    pub until: Option<String>,
}

/// Converts the page.
///
/// # Errors
/// 422: the page has no table of warnings, or a level is no number.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
) -> Result<Converted<Response>, ConversionError> {
    let page = exactly_one(replies)?.text()?;
    let tables = html::tables(page, 1)?;
    let table = tables.first().ok_or_else(|| Fault::missing(WARNINGS))?;
    let table = Table::parse(table.html, WARNINGS)?;
    table.require_full_rows(WARNINGS)?;
    if table.titles != TITLES {
        return Err(Fault::missing("the columns Kind, Level and Until").into());
    }
    let warnings = table.column(0).zip(table.column(1)).zip(table.column(2));
    let warnings = warnings.map(|((kind, level), until)| {
        let level = level.parse().map_err(|_| Fault::wrong_type("Level", "a number from 1 to 4"))?;
        Ok(Warning {
            kind: kind.to_owned(),
            level,
            until: (!until.is_empty()).then(|| until.to_owned()),
        })
    });
    Ok(Response { warnings: warnings.collect::<Result<_, Fault>>()? }.into())
}
