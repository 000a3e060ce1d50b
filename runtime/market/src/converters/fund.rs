//! Fund: the profile of a fund, what it holds and how it performs, from the summary service or the quote page.

mod types;

use serde_json::{Map, Value};
use virtual_finance_core::{Context, Converted, RawReply, SkippedRow, exactly_one};

use super::params::fund::Params;
use crate::read::adapted::{Adapted, rename, zero_as_null};
use crate::read::collapse::Untyped;
use crate::read::listed::{Part, at, taken};
use crate::read::section::{QuoteType, no_data, object};
use crate::read::summary::{self, Summary};
use crate::read::{Conversion, members};
use crate::records::InstrumentQuote;

pub use crate::records::fund::*;
pub use types::{Response, Sides};

/// The end of the names of a category's figures.
const CATEGORY: &str = "Cat";

/// The figures for which hosts write 0 where they have none, such as returns of ten years of a younger fund.
const ZERO_IS_NOTHING: [&str; 8] = [
    "threeYear",
    "fiveYear",
    "tenYear",
    "threeYearTotalReturn",
    "fiveYrAvgReturnPct",
    "lastBullMkt",
    "lastBearMkt",
    "morningStarReturnRating",
];

/// Converts the reply of the summary service, or the quote page.
///
/// # Errors
/// 422: the reply cannot be read, or is about another instrument. 404: the instrument is no fund.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let Summary { sections, mut skipped, .. } =
        summary::read::<Sections>(exactly_one(replies)?, params.ticker)?;
    let profile = object("fundProfile", sections.profile, &mut skipped);
    let holdings = object("topHoldings", sections.holdings, &mut skipped);
    let mut performance = object("fundPerformance", sections.performance, &mut skipped);
    performance.iter_mut().for_each(without_zeros_of_nothing);
    if profile.is_none() && holdings.is_none() && performance.is_none() {
        return Err(no_data("fund data", sections.quote_type, &skipped));
    }
    let mut profile = profile.unwrap_or_default();
    let fees =
        [profile.shift_remove("feesExpensesInvestment"), profile.shift_remove("feesExpensesInvestmentCat")];
    let [fund, category] = fees.map(|fees| part("fundProfile.feesExpensesInvestment", fees, &mut skipped));
    if let Some(Untyped(assets)) = sections.statistics.and_then(|statistics| statistics.assets) {
        profile.insert("totalAssets".to_owned(), assets);
    }
    let mut response = Response {
        ticker: params.ticker.trim().to_owned(),
        quote_type: sections.quote_type.and_then(QuoteType::into_kind),
        description: sections.asset_profile.and_then(|profile| profile.summary),
        overview: Part::of(profile.into()).read("fundProfile", &mut skipped).unwrap_or_default(),
        operations: Sides::of(fund, category),
        performance,
        ..Response::default()
    };
    if let Some(holdings) = holdings {
        add_holdings(&mut response, holdings, &mut skipped);
    }
    Ok(Converted::from(response).with_skipped(skipped))
}

/// Replaces zeros that mean no figure by null: some by their names, and all numbers of an object where every number is
/// 0.
fn without_zeros_of_nothing(members: &mut Map<String, Value>) {
    zero_as_null(members, &ZERO_IS_NOTHING);
    let is_nothing = members.values().filter_map(Value::as_f64).all(|figure| figure == 0.0);
    for value in members.values_mut() {
        match value {
            Value::Number(_) if is_nothing => *value = Value::Null,
            Value::Object(part) => without_zeros_of_nothing(part),
            Value::Array(rows) => {
                rows.iter_mut().filter_map(Value::as_object_mut).for_each(without_zeros_of_nothing);
            }
            _ => {}
        }
    }
}

/// Adds what the fund holds.
fn add_holdings(response: &mut Response, mut holdings: Map<String, Value>, skipped: &mut Vec<SkippedRow>) {
    let before = skipped.len();
    response.top_holdings = taken(&mut holdings, "holdings", "topHoldings", skipped).into_value();
    if response.top_holdings.is_none() && skipped.len() == before {
        skipped.push(SkippedRow::at("topHoldings.holdings", "it is missing"));
    }
    let equities = holdings.shift_remove("equityHoldings");
    response.equity_holdings = sides("topHoldings.equityHoldings", equities, skipped);
    response.bond_holdings =
        sides("topHoldings.bondHoldings", holdings.shift_remove("bondHoldings"), skipped);
    for (weights, name, path) in [
        (&mut response.bond_ratings, "bondRatings", "topHoldings.bondRatings"),
        (&mut response.sector_weightings, "sectorWeightings", "topHoldings.sectorWeightings"),
    ] {
        *weights = match holdings.shift_remove(name) {
            None | Some(Value::Null) => None,
            Some(Value::Array(rows)) => Some(merged(rows, path, skipped)),
            Some(_) => {
                skipped.push(SkippedRow::at(path, "it is no list"));
                None
            }
        };
    }
    response.asset_classes = Part::of(holdings.into()).read("topHoldings", skipped);
}

/// Returns the numbers of a list of objects by their names, most often one in each object, together.
fn merged(list: Vec<Value>, path: &'static str, skipped: &mut Vec<SkippedRow>) -> Map<String, Value> {
    let mut merged = Map::new();
    let is_weight = |weight: &Value| weight.is_number() || weight.is_null();
    for (index, one) in list.into_iter().enumerate() {
        match one {
            Value::Object(members) if members.keys().any(|name| merged.contains_key(name)) => {
                skipped.push(at(path, index, "its name is there twice"));
            }
            Value::Object(members) if members.values().all(is_weight) => merged.extend(members),
            // An empty object.
            Value::Null => {}
            _ => skipped.push(at(path, index, "it is no number by its name")),
        }
    }
    merged
}

/// Returns the figures of the fund and its category, which stand side by side under names with a suffix.
fn sides<T: Adapted>(
    path: &'static str,
    found: Option<Value>,
    skipped: &mut Vec<SkippedRow>,
) -> Option<Sides<T>> {
    let found = match found? {
        Value::Null => return None,
        Value::Object(found) => found,
        _ => {
            skipped.push(SkippedRow::at(path, "it is no object"));
            return None;
        }
    };
    let (category, fund): (Map<_, _>, Map<_, _>) =
        found.into_iter().partition(|(name, _)| name.ends_with(CATEGORY));
    let category: Map<_, _> = category
        .into_iter()
        .map(|(name, value)| (name.trim_end_matches(CATEGORY).to_owned(), value))
        .collect();
    let mut side = |side: Map<String, Value>| part(path, (!side.is_empty()).then_some(side.into()), skipped);
    Sides::of(side(fund), side(category))
}

/// Returns a part; `None` where it is absent, null or empty. Where all of its numbers are 0, it has none.
fn part<T: Adapted>(
    path: &'static str,
    mut found: Option<Value>,
    skipped: &mut Vec<SkippedRow>,
) -> Option<T> {
    if let Some(Value::Object(members)) = &mut found
        && members.values().all(is_nothing)
    {
        without_zeros_of_nothing(members);
    }
    found.filter(|found| !found.is_null()).and_then(|found| Part::of(found).read(path, skipped))
}

/// Returns true for what has no number but 0.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.values().all(is_nothing),
        other => other.as_f64().is_none_or(|figure| figure == 0.0),
    }
}

impl Adapted for Overview {
    fn adapt(members: &mut Map<String, Value>) {
        InstrumentQuote::whole_members(members);
    }
}

impl Adapted for Operations {
    fn adapt(members: &mut Map<String, Value>) {
        rename(members, "projectionValuesCat", "projectionValues");
    }
}

impl Adapted for AssetClasses {}

impl Adapted for Holding {
    const MAY_REPEAT: bool = true;
}

impl Adapted for EquityHoldings {}
impl Adapted for BondHoldings {}

members! {
    struct Sections {
        profile: "fundProfile" => Option<Untyped>,
        holdings: "topHoldings" => Option<Untyped>,
        performance: "fundPerformance" => Option<Untyped>,
        quote_type: "quoteType" => Option<QuoteType>,
        asset_profile: "assetProfile" => Option<AssetProfile>,
        statistics: "defaultKeyStatistics" => Option<Statistics>,
    }
}

members! {
    struct AssetProfile {
        summary: "longBusinessSummary" => Option<String>,
    }
}

members! {
    struct Statistics {
        assets: "totalAssets" => Option<Untyped>,
    }
}
