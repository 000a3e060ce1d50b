//! Parameters as text and JSON: how a request is built from them, how its values are checked, and
//! the faults that either finds. Everything is reported at once, in the table's own words.

mod faults;
mod map;
mod reader;
mod shape;
mod value;

pub use faults::{ParamErrors, ParamFault};
pub use map::ParamMap;
pub use reader::{Checks, ParamReader};
pub use shape::{Exactly, Given, Missing};
pub use value::ParamValue;

/// The candidate most like `text`, where one is like enough to be what was meant.
pub(crate) fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = text.to_lowercase();
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().max(3).div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
