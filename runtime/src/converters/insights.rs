//! Insights: technical figures, ratings, reports and developments of several instruments, from the insights service.

mod types;

use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use virtual_finance_core::{
    Context, ConversionHookError, Converted, DateTime, Fault, QueryPairs, RawReply, exactly_one,
};

use crate::read::envelope::{self, Envelope};
use crate::read::renamed::OfHost;
use crate::read::{instrument, json, members};

pub use types::{
    Insight, InstrumentInfo, KeyTechnicals, Recommendation, Report, Response, SecReport,
    SignificantDevelopment, Snapshot, TechnicalEvent, Valuation,
};

/// The most insights that a reply may have; an address has no place for more symbols.
const MAX_INSIGHTS: usize = 5000;

/// The parameters that the query is made of.
#[derive(Debug, Clone)]
pub struct Query<'a> {
    /// The symbols that are asked for.
    pub symbols: Vec<&'a str>,
    /// The number of reports for each.
    pub reports: i64,
}

/// The parameters of the request that the conversion needs.
#[derive(Debug, Clone)]
pub struct Params<'a> {
    /// The symbols that were asked for.
    pub symbols: Vec<&'a str>,
}

/// Returns the query for the symbols, with reports of all providers.
#[must_use]
pub fn prepare(Query { symbols, reports }: Query<'_>, _: DateTime) -> QueryPairs<'_> {
    vec![
        ("symbols", symbols.join(",").into()),
        ("reportsCount", reports.to_string().into()),
        ("getAllResearchReports", "true".into()),
        ("disableRelatedReports", "true".into()),
        ("formatted", "false".into()),
    ]
}

/// Converts the reply of the insights service, also that of its second version, which is about one instrument.
///
/// # Errors
/// 422: the reply is not the service's, or is about another instrument.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let raw = exactly_one(replies)?;
    let reply: Reply = json::document(raw, "the insights")?;
    let envelope = reply.finance.ok_or_else(|| envelope::missing(raw, "finance"))?;
    let Several(found) = envelope.result("finance.result")?;
    let mut insights = Vec::new();
    for OfHost(insight) in found {
        let symbol = insight.symbol.get().ok_or_else(|| Fault::missing("finance.result[].symbol"))?;
        if !params.symbols.iter().any(|asked| instrument::is_same(symbol, asked)) {
            return Err(instrument::other(symbol.clone()).into());
        }
        insights.extend((!insight.says_nothing()).then_some(insight));
    }
    let is_known = |symbol: &&str| {
        let mut known = insights.iter().filter_map(|insight: &Insight| insight.symbol.get());
        known.any(|known| instrument::is_same(known, symbol))
    };
    let unknown = params.symbols.into_iter().filter(|symbol| !is_known(symbol)).map(str::to_owned).collect();
    Ok(Response { insights, unknown }.into())
}

/// The insights of a list, or of the one object that the second version of the service sends.
struct Several(Vec<OfHost<Insight>>);

impl<'de> Deserialize<'de> for Several {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ListOrOne;

        impl<'de> Visitor<'de> for ListOrOne {
            type Value = Several;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("insights")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<Several, A::Error> {
                let values = SeqAccessDeserializer::new(values);
                let json::List(list) = json::List::<_, MAX_INSIGHTS>::deserialize(values)?;
                Ok(Several(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Several, A::Error> {
                Ok(Several(vec![OfHost::deserialize(MapAccessDeserializer::new(members))?]))
            }
        }

        deserializer.deserialize_any(ListOrOne)
    }
}

members! {
    struct Reply {
        finance: "finance" => Option<Envelope<Several>>,
    }
}
