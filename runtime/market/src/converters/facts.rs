//! Facts: the figures of a company's filings, from the SEC: a value for each period, of the newest filing.

use std::collections::BTreeMap;

use virtual_finance_core::{Context, Converted, Date, Fault, RawReply, SkippedRow, exactly_one};

use super::financials::row_of;
use super::params::facts::Params;
use crate::read::sec::{self, Company, Figure, Figures};
use crate::read::{Conversion, Queries};

pub use crate::records::facts::*;

/// Returns the number of a company for the path of its figures.
///
/// # Errors
/// 404 where the list of tickers lacks the company.
pub fn number_of_company<'a>(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    Params { company, .. }: Params<'a>,
) -> Queries<'a> {
    sec::path_of_company(exactly_one(replies)?, company)
}

/// Converts the figures of a company.
///
/// # Errors
/// 404 where the company has none of the concepts; 422 where a reply is not the SEC's, or is about another company.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    Params { company, concepts, span, last }: Params<'_>,
) -> Conversion<Response> {
    let [tickers, reply] = replies else { return Err(Fault::missing("the figures").into()) };
    let Company { number: cik, name, facts: all } = sec::facts(*tickers, *reply, company)?;
    let asked = concepts.unwrap_or_default();
    let wanted = Wanted { span, last: last.and_then(|last| usize::try_from(last).ok()) };
    let (mut facts, mut unknown, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    if asked.is_empty() {
        let each = all.iter().flat_map(|(taxonomy, concepts)| {
            concepts.iter().map(move |(concept, figures)| (taxonomy.as_str(), concept.as_str(), figures))
        });
        each.for_each(|concept| add(&mut facts, &[concept], wanted, &mut skipped));
    }
    for &name in &asked {
        let wanted_row = row_of(name).unwrap_or(name);
        let of_name = |name: &str| {
            all.iter().find_map(|(taxonomy, concepts)| {
                let (concept, figures) =
                    concepts.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
                Some((taxonomy.as_str(), concept.as_str(), figures))
            })
        };
        // A company without the concept may file another concept of the same row.
        let is_meant = |(row, names): &&(&str, &[&str])| {
            row.eq_ignore_ascii_case(wanted_row) || names.iter().any(|known| known.eq_ignore_ascii_case(name))
        };
        let row = || sec::ROWS.iter().find(is_meant).into_iter().flat_map(|(_, names)| *names);
        let found = of_name(name).map(|found| vec![found]);
        let found = found.unwrap_or_else(|| row().copied().filter_map(of_name).collect());
        if found.is_empty() {
            unknown.push(name.to_owned());
        }
        add(&mut facts, &found, wanted, &mut skipped);
    }
    if facts.is_empty() {
        return Err(Fault::none_known(asked, Some("concepts")).into());
    }
    Ok(Converted::from(Response { cik, name, facts, unknown }).with_skipped(skipped))
}

/// A concept with its taxonomy and its name.
type Concept<'a> = (&'a str, &'a str, &'a Figures);

/// The figures of a concept that are wanted.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    span: Option<&'a str>,
    /// The number of the newest ones of a unit.
    last: Option<usize>,
}

/// Adds the figures of concepts of the same meaning: one for each unit and period, of the first concept that has it and of
/// its newest filing.
fn add(facts: &mut Vec<Fact>, concepts: &[Concept<'_>], wanted: Wanted<'_>, skipped: &mut Vec<SkippedRow>) {
    let mut newest: BTreeMap<&str, BTreeMap<(Date, Option<Date>), Fact>> = BTreeMap::new();
    for (taxonomy, concept, figures) in concepts {
        for (unit, rows) in figures.units.iter().flatten() {
            for row in rows {
                let Some(fact) = fact(taxonomy, concept, unit, row) else {
                    skipped.push(SkippedRow::named(*concept, "it has no end, value or filing"));
                    continue;
                };
                if wanted.span.is_some_and(|span| span != fact.span) {
                    continue;
                }
                let of_unit = newest.entry(unit).or_default();
                let key = (fact.end, fact.start);
                let is_newer = |known: &Fact| known.concept == fact.concept && known.filed < fact.filed;
                if of_unit.get(&key).is_none_or(is_newer) {
                    of_unit.insert(key, fact);
                }
            }
        }
    }
    for of_unit in newest.into_values() {
        let before = wanted.last.map_or(0, |last| of_unit.len().saturating_sub(last));
        facts.extend(of_unit.into_values().skip(before));
    }
}

fn fact(taxonomy: &str, concept: &str, unit: &str, row: &Figure) -> Option<Fact> {
    let (start, end) = (row.start, row.end?);
    Some(Fact {
        concept: concept.to_owned(),
        taxonomy: taxonomy.to_owned(),
        unit: unit.to_owned(),
        span: sec::span(start, end).to_owned(),
        start,
        end,
        value: row.value.clone()?,
        form: row.form.clone()?,
        filed: row.filed?,
        accession_number: row.accession_number.clone()?,
    })
}
