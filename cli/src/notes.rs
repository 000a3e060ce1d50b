//! The lines of the command about the notes of the market, and the request for the parts that an instrument has.

use virtual_finance::Error;
use virtual_finance::error::MarketFault;
use virtual_finance::notes::{
    Adjustment, BeyondCount, Differences, DividendCurrency, MissingParts, MissingQuotes, Note, Notes,
    NullSums, NullValues, OldBars, OtherProvider, OtherScreenerPage, OutsideSession, PartOfDays, SkippedRows,
    Unadjusted, Underlying, UnknownZone, WidenedInterval,
};
use virtual_finance::request::ErasedRequest;
use virtual_finance::settings::Cached;
use virtual_finance_command::{Lenient, ReportedNotes};

/// The line of stderr about prices that are not adjusted.
const UNADJUSTED: &str = "note: prices are not adjusted for dividends; --adjust auto adjusts them";

/// The parameter of endpoints that allows parts to be missing.
const PARTIAL: &str = "partial";

/// Returns a line for each note: with `--verbose` all, otherwise the notes about what is missing from a response.
pub(crate) fn reported(notes: &Notes) -> ReportedNotes {
    let adjustment = notes.get().copied().map_or("none", Adjustment::as_str);
    let missing = notes.get().map_or("none".to_owned(), MissingParts::to_string);
    let remarks: Vec<(&str, String)> = [
        remark::<Cached>(notes, "the result is"),
        remark::<OtherProvider>(notes, "the result is of"),
        remark::<Differences>(notes, "it is otherwise:"),
        remark::<WidenedInterval>(notes, "the interval of the bars is"),
        remark::<OldBars>(notes, "the bars end long before the latest price:"),
        remark::<OutsideSession>(notes, "bars outside the session are left out (--prepost has them):"),
        remark::<PartOfDays>(notes, "the first or the last day is not whole:"),
        remark::<UnknownZone>(notes, "days may be one off:"),
        remark::<DividendCurrency>(notes, "dividends are in"),
        remark::<MissingQuotes>(notes, "the host has no quote for"),
        remark::<OtherScreenerPage>(notes, "the page is that of the screener"),
        remark::<BeyondCount>(notes, "rows beyond --count are left out; the result has"),
        remark::<SkippedRows>(notes, "rows are left out:"),
        remark::<NullValues>(notes, "values are null:"),
        remark::<NullSums>(notes, "sums are null, because a part of them cannot be read:"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let reported = remarks.iter().map(|(label, _)| *label).chain([Adjustment::LABEL, MissingParts::LABEL]);
    let reported: Vec<String> = reported.map(|label| format!("{label}: ")).collect();
    let others = notes.lines().filter(|line| !reported.iter().any(|label| line.starts_with(label)));
    let verbose =
        [format!("adjustment: {adjustment}"), format!("missing parts: {missing}")].into_iter().chain(others);
    let verbose = verbose.collect();
    let remarks: Vec<String> = remarks.into_iter().map(|(_, line)| line).collect();
    ReportedNotes {
        once: notes.get::<Unadjusted>().map(|_| UNADJUSTED),
        always: (!remarks.is_empty()).then(|| remarks.join("; ")),
        verbose,
        middle: notes.get::<Underlying>().map(|of| (Underlying::LABEL, of.price.clone())),
    }
}

/// Returns the label of a note, if there is one, and its line for people.
fn remark<N: Note>(notes: &Notes, words: &str) -> Option<(&'static str, String)> {
    Some((N::LABEL, format!("{words} {}", notes.get::<N>()?)))
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
