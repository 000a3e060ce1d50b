//! The lines of the command about the notes of the market, and the request for the parts that an instrument has.

use virtual_finance::Error;
use virtual_finance::error::MarketFault;
use virtual_finance::notes::{Adjustment, MissingParts, Note as _, Notes, NullSums, SkippedRows, Unadjusted};
use virtual_finance::request::ErasedRequest;
use virtual_finance_command::{Lenient, Told};

/// The line of stderr about prices that are not adjusted.
const UNADJUSTED: &str = "note: prices are not adjusted for dividends; --adjust auto adjusts them";

/// The parameter of endpoints that allows parts to be missing.
const PARTIAL: &str = "partial";

/// Returns the lines about notes: with `--verbose` all, otherwise those of prices that are not adjusted, of rows that are
/// left out and of sums that are null.
pub(crate) fn told(notes: &Notes) -> Told {
    let adjustment = notes.get().copied().map_or("none", Adjustment::as_str);
    let missing = notes.get().map_or("nothing".to_owned(), MissingParts::to_string);
    let said = [Adjustment::LABEL, MissingParts::LABEL, SkippedRows::LABEL, NullSums::LABEL];
    let is_said = |line: &str| said.iter().any(|label| line.starts_with(&format!("{label}: ")));
    let others = notes.lines().filter(|line| !is_said(line));
    let verbose =
        [format!("adjustment: {adjustment}"), format!("missing: {missing}")].into_iter().chain(others);
    let skipped =
        notes.get::<SkippedRows>().map(|skipped| format!("rows that cannot be read are left out: {skipped}"));
    // A reply has rows or statements.
    let null_sums = notes
        .get::<NullSums>()
        .map(|sums| format!("sums are null, because a part of them cannot be read: {sums}"));
    Told {
        once: notes.get::<Unadjusted>().map(|_| UNADJUSTED),
        always: skipped.or(null_sums),
        verbose: verbose.collect(),
    }
}

/// Returns the parameter with which a request asks for the parts that an instrument has, if it is no company and so has
/// not all of them.
pub(crate) fn lenient(request: &dyn ErasedRequest, error: &Error) -> Option<Lenient> {
    let (kind, subject) = (kind_of_no_company(error)?, request.subject()?);
    Some(Lenient {
        param: PARTIAL,
        value: "true",
        note: format!(
            "note: {subject} is of the kind {kind}, which has not all parts; those that are missing are null \
             (--{PARTIAL}=false makes an error of it)"
        ),
    })
}

/// Returns the kind of an instrument that lacks a part because it is no company.
fn kind_of_no_company(error: &Error) -> Option<&str> {
    let Error::Conversion(error) = error else { return None };
    match MarketFault::of(error.fault()) {
        Some(MarketFault::MissingPart { quote_type: Some(kind), .. }) if kind != "EQUITY" => Some(kind),
        _ => error.others().iter().find_map(|other| kind_of_no_company(&other.error)),
    }
}
