//! Insights: technical figures, ratings, reports and developments of several instruments, from the insights
//! service or the quote page.

mod types;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use virtual_finance_core::{
    Context, ConversionError, Converted, Fault, Field, RawReply, SkippedRow, at_least_one, expecting,
};

use super::params::insights::Params;
use crate::read::adapted::structure;
use crate::read::collapse::Untyped;
use crate::read::envelope::Finance;
use crate::read::listed::{at, none_of, part_taken, taken};
use crate::read::script::Embedded;
use crate::read::{Conversion, Queries, carried, instrument, json};

pub use crate::records::insights::*;

/// The path that pages have the reply from, and the number of reports that it has.
const PATH: &str = "/ws/insights/v3/finance/insights";
const ON_PAGE: i64 = 4;

/// Asks for a page, where one has what was asked for.
///
/// # Errors
/// 422: no page has it.
pub fn page_queries<'a>(_: &Context<'_>, _: &[RawReply<'_>], params: Params<'a>) -> Queries<'a> {
    let Params { symbols, reports } = params;
    let is_there = symbols.len() == 1 && reports <= ON_PAGE;
    carried::page_query(is_there, "the insights into one symbol, with four reports")
}

/// Converts the replies of the insights service, to parts of the symbols each, or the quote page; also the reply of the
/// service's second version, which is about one instrument.
///
/// # Errors
/// 422: the reply is not the service's, or is about another instrument.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    at_least_one(replies)?;
    let (mut insights, mut skipped) = (Vec::new(), Vec::new());
    for reply in replies {
        add(*reply, &params, &mut insights, &mut skipped)?;
    }
    let known = insights.iter().filter_map(|insight| insight.symbol.get().map(String::as_str));
    let unknown = instrument::unknown(params.symbols, &known);
    Ok(Converted::from(Response { insights, unknown }).with_skipped(skipped))
}

/// Adds the insights of a reply, and the rows that are left out.
fn add(
    reply: RawReply<'_>,
    params: &Params<'_>,
    insights: &mut Vec<Insight>,
    skipped: &mut Vec<SkippedRow>,
) -> Result<(), ConversionError> {
    let is_wanted = |script: &Embedded<'_>| {
        let symbols = script.parameter("symbols").filter(|_| script.is_from(PATH));
        symbols.zip(params.symbols.first()).is_some_and(|(found, asked)| instrument::is_same(&found, asked))
    };
    let document = carried::document(reply, "the insights of the page", is_wanted)?;
    let raw = document.reply();
    let found = several(raw)?;
    let mut again = None;
    let before = skipped.len();
    let is_empty = found.is_empty();
    let mut is_any_read = false;
    for (index, Untyped(found)) in found.into_iter().enumerate() {
        let mut insight = match read_either(found, (raw, index), &mut again, skipped)? {
            Ok(insight) => insight,
            Err(reason) => {
                skipped.push(at(RESULT, index, reason));
                continue;
            }
        };
        is_any_read = true;
        if let Field::Value(reports) = &mut insight.reports
            && document.is_of_page()
        {
            reports.truncate(usize::try_from(params.reports).unwrap_or_default());
        }
        let symbol = insight.symbol.get().ok_or_else(|| Fault::missing("finance.result[].symbol"))?;
        if !insight.is_one() {
            let (expected, found) = ("a list of insights", "something else about a symbol");
            return Err(Fault::WrongKind { expected, found }.into());
        }
        instrument::require_asked([symbol], &params.symbols)?;
        if insights.iter().any(|known: &Insight| known.symbol == insight.symbol) {
            skipped.push(at(RESULT, index, "its symbol is there twice"));
        } else if !insight.says_nothing() {
            insights.push(insight);
        }
    }
    if !is_empty && !is_any_read {
        return Err(none_of(RESULT, skipped.get(before..).unwrap_or_default()).into());
    }
    Ok(())
}

/// The path of the insights.
const RESULT: &str = "finance.result";

/// Returns the insights of a reply.
fn several(raw: RawReply<'_>) -> Result<Vec<Untyped>, ConversionError> {
    let reply: Finance<Several> = json::document(raw, "the insights")?;
    let Several(found) = reply.envelope(raw)?.result(RESULT)?;
    Ok(found)
}

/// Reads the insights into one symbol, at an index of the reply: as a whole, or else figure by figure from the reply
/// read again, which takes longer.
fn read_either(
    found: Value,
    (raw, index): (RawReply<'_>, usize),
    again: &mut Option<Vec<Untyped>>,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Result<Insight, String>, ConversionError> {
    if let Ok(insight) = read(found, index, skipped) {
        return Ok(Ok(insight));
    }
    let again = match again {
        Some(again) => again,
        none => none.insert(several(raw)?),
    };
    let found = again.get_mut(index).map(|Untyped(found)| found.take());
    Ok(read_leniently(found.unwrap_or_default(), index, skipped))
}

/// Reads the insights into one symbol. A figure of their parts that cannot be read is skipped alone, too.
fn read_leniently(found: Value, index: usize, skipped: &mut Vec<SkippedRow>) -> Result<Insight, String> {
    let Value::Object(mut members) = found else { return Err("it is no object".to_owned()) };
    let path = format!("{RESULT}[{index}]");
    let mut parts = Vec::new();
    let company_snapshot = part_taken(&mut members, "companySnapshot", &path, &mut parts);
    let recommendation = part_taken(&mut members, "recommendation", &path, &mut parts);
    let instrument_info = instrument_info(&mut members, &path, &mut parts);
    let insight = read(members.into(), index, &mut parts)?;
    skipped.append(&mut parts);
    Ok(Insight { instrument_info, company_snapshot, recommendation, ..insight })
}

/// Reads the insights into one symbol. A row of their lists that cannot be read is skipped alone.
fn read(found: Value, index: usize, skipped: &mut Vec<SkippedRow>) -> Result<Insight, String> {
    let Value::Object(mut members) = found else { return Err("it is no object".to_owned()) };
    let path = format!("{RESULT}[{index}]");
    let mut lists = Vec::new();
    let events = taken(&mut members, "events", &path, &mut lists);
    let reports = taken(&mut members, "reports", &path, &mut lists);
    let sig_devs = taken(&mut members, "sigDevs", &path, &mut lists);
    let sec_reports = taken(&mut members, "secReports", &path, &mut lists);
    let insight: Insight = structure(members.into())?;
    skipped.append(&mut lists);
    Ok(Insight { events, reports, sig_devs, sec_reports, ..insight })
}

/// Takes the technical figures, whose parts have figures of their own.
fn instrument_info(
    members: &mut Map<String, Value>,
    path: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Field<InstrumentInfo> {
    const NAME: &str = "instrumentInfo";
    let Some(Value::Object(info)) = members.get_mut(NAME) else {
        return part_taken(members, NAME, path, skipped);
    };
    let inner = format!("{path}.{NAME}");
    let key_technicals = part_taken(info, "keyTechnicals", &inner, skipped);
    let valuation = part_taken(info, "valuation", &inner, skipped);
    match part_taken::<InstrumentInfo>(members, NAME, path, skipped) {
        Field::Value(info) => Field::Value(InstrumentInfo { key_technicals, valuation, ..info }),
        other => other,
    }
}

/// The insights of a list, or of the one object that the second version of the service sends.
struct Several(Vec<Untyped>);

impl<'de> Deserialize<'de> for Several {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ListOrOne;

        impl<'de> Visitor<'de> for ListOrOne {
            type Value = Several;

            expecting!("insights");

            fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<Several, A::Error> {
                let values = SeqAccessDeserializer::new(values);
                let json::List(list) = json::List::<_>::deserialize(values)?;
                Ok(Several(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Several, A::Error> {
                Ok(Several(vec![Untyped::deserialize(MapAccessDeserializer::new(members))?]))
            }
        }

        deserializer.deserialize_any(ListOrOne)
    }
}
