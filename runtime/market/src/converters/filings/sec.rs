//! Filings as the SEC lists them: columns of the newest thousand or so.

use serde_json::Value;
use virtual_finance_core::{Context, ConversionError, Date, Fault, Field, RawReply, SkippedRow, exactly_one};

use crate::converters::params::filings::Params;
use crate::notes::Differences;
use crate::read::{Queries, json, members, sec, times};
use crate::records::filings::{Exhibit, Filing};

pub(super) use crate::read::sec::are_replies;

/// The folder of the documents.
const DOCUMENTS: &str = "https://www.sec.gov/Archives/edgar/data";

/// Returns the query for the tickers.
///
/// # Errors
/// The SEC has no such company.
pub fn sec_tickers<'a>(_: &Context<'_>, _: &[RawReply<'_>], Params { ticker }: Params<'a>) -> Queries<'a> {
    sec::query_of_tickers(ticker)
}

/// Returns the number of the company for the path of its filings.
///
/// # Errors
/// 404 where the list of tickers lacks it.
pub fn sec_company<'a>(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    Params { ticker }: Params<'a>,
) -> Queries<'a> {
    sec::path_of_company(exactly_one(replies)?, ticker)
}

members! {
    struct Reply {
        cik: "cik" => Option<Value>,
        filings: "filings" => Option<Filings>,
    }
}

members! {
    struct Filings {
        recent: "recent" => Option<Columns>,
    }
}

members! {
    struct Columns {
        numbers: "accessionNumber" => Option<Vec<String>>,
        days: "filingDate" => Option<Vec<String>>,
        forms: "form" => Option<Vec<String>>,
        documents: "primaryDocument" => Option<Vec<String>>,
        titles: "primaryDocDescription" => Option<Vec<String>>,
    }
}

/// Reads the tickers and the filings of a company, whose texts are empty where there is none.
///
/// # Errors
/// 404 where there is no such company, or no filing; 422 where a reply is not the SEC's, or is about another company.
pub(super) fn read(
    replies: &[RawReply<'_>],
    ticker: &str,
) -> Result<(Vec<Filing>, Vec<SkippedRow>), ConversionError> {
    const PATH: &str = "filings.recent";
    let [tickers, reply] = replies else { return Err(Fault::missing("the filings").into()) };
    let company = sec::number(*tickers, ticker)?;
    let reply: Reply = json::document(*reply, "the filings")?;
    sec::require_number(reply.cik.as_ref(), company)?;
    let columns = reply.filings.and_then(|filings| filings.recent).ok_or_else(|| Fault::missing(PATH))?;
    let Columns { numbers, days, forms, documents, titles } = columns;
    let columns = [numbers, days, forms, documents, titles].map(Option::unwrap_or_default);
    let [numbers, days, forms, documents, titles] = &columns;
    if columns.iter().any(|column| column.len() != numbers.len()) {
        let reason = "its columns have different lengths".to_owned();
        return Err(Fault::Malformed { path: PATH.into(), reason }.into());
    }
    let mut skipped = Vec::new();
    let rows = numbers.iter().zip(days).zip(forms).zip(documents).zip(titles);
    let filings = rows.filter_map(|((((number, day), form), document), title)| {
        let Ok(date) = day.parse::<Date>() else {
            skipped.push(SkippedRow::named(number.as_str(), "its filingDate is no date"));
            return None;
        };
        let text = |text: &str| match text {
            "" => Field::Absent,
            text => Field::Value(text.to_owned()),
        };
        let url = format!("{DOCUMENTS}/{company}/{}/{document}", number.replace('-', ""));
        let exhibit = || Exhibit { kind: text(form), url: Field::Value(url), ..Exhibit::default() };
        Some(Filing {
            date: Field::Value(day.clone()),
            timestamp: Field::Value(times::of_date(date)),
            form: text(form),
            title: text(title),
            accession_number: text(number),
            exhibits: Field::Value((!document.is_empty()).then(exhibit).into_iter().collect()),
            ..Filing::default()
        })
    });
    let filings: Vec<Filing> = filings.collect();
    if filings.is_empty() && skipped.is_empty() {
        return Err(Fault::Nothing { path: PATH }.into());
    }
    Ok((filings, skipped))
}

/// Returns what differs from the filings of the first source.
pub(super) fn differences() -> Differences {
    Differences(vec![
        "there are the newest filings, about a thousand",
        "titles are the SEC's names of the main documents, which alone are among the exhibits",
    ])
}
