//! Filings: what a company filed with the SEC, from the summary service, or from the SEC itself.

mod sec;

use std::cmp::Reverse;

use serde_json::{Map, Value};
use virtual_finance_core::{
    Context, ConversionError, Converted, Fault, Notes, RawReply, SkippedRow, exactly_one,
};

use super::params::filings::Params;
use crate::read::adapted::Adapted;
use crate::read::listed::Listed;
use crate::read::section::{QuoteType, Section, no_data};
use crate::read::summary::{self, Summary};
use crate::read::{Conversion, members};

pub use crate::records::filings::*;
pub use sec::{sec_company, sec_tickers};

impl Adapted for Filing {
    fn adapt(members: &mut Map<String, Value>) {
        let number = members.get("edgarUrl").and_then(Value::as_str).and_then(accession_number);
        if let Some(number) = number.map(str::to_owned) {
            members.insert("accessionNumber".to_owned(), number.into());
        }
    }
}

/// Returns the number of a filing in its address: 10, 2 and 6 digits, joined by hyphens.
fn accession_number(url: &str) -> Option<&str> {
    const FORM: &[u8] = b"dddddddddd-dd-dddddd";
    let fits = |byte: &u8, form: &u8| if *form == b'd' { byte.is_ascii_digit() } else { byte == form };
    let is_number = |part: &&[u8]| part.iter().zip(FORM).all(|(byte, form)| fits(byte, form));
    let start = url.as_bytes().windows(FORM.len()).position(|part| is_number(&part))?;
    url.get(start..start.checked_add(FORM.len())?)
}

/// The path of the filings.
const PATH: &str = "secFilings.filings";

/// Converts the reply of the summary service, or those of the SEC.
///
/// # Errors
/// 422: the reply cannot be read, or is about another instrument. 404: it has no filings.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let mut notes = Notes::new();
    let (mut filings, skipped) = if sec::are_replies(replies) {
        notes.insert(sec::differences());
        sec::read(replies, params.ticker)?
    } else {
        of_summary(exactly_one(replies)?, params.ticker)?
    };
    // Hosts send them so, and do not promise it.
    filings.sort_by_key(|filing| Reverse(filing.timestamp.get().copied()));
    let response = Response { ticker: params.ticker.trim().to_owned(), filings };
    Ok(Converted { response, notes }.with_skipped(skipped))
}

/// Reads the reply of the summary service.
fn of_summary(raw: RawReply<'_>, ticker: &str) -> Result<(Vec<Filing>, Vec<SkippedRow>), ConversionError> {
    let Summary { sections, mut skipped, .. } = summary::service::<Sections>(raw, ticker)?;
    let Some(section) = sections.filings else {
        return Err(no_data("filings with the SEC", sections.quote_type, &skipped));
    };
    let filings = section.rows.ok_or_else(|| Fault::missing(PATH))?.subject(PATH, &mut skipped)?;
    Ok((filings, skipped))
}

members! {
    struct Sections {
        filings: "secFilings" => Option<Section<Listed<Filing>>>,
        quote_type: "quoteType" => Option<QuoteType>,
    }
}
