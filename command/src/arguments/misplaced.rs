//! Values of options that stand where subjects stand: nobody means the ticker `2024-01-31` or `1y`.

use virtual_finance_core::Date;
use virtual_finance_core::catalogue::{ParamInfo, ParamKind};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_tables::text::Failure;

use super::{Program, option_of};

/// Checks subjects that were given beside each other.
///
/// # Errors
/// A date is among them, or, behind the first one, a value of another parameter of the endpoint in lower case.
pub(crate) fn check(program: &Program, info: &EndpointInfo, subjects: &[String]) -> Result<(), Failure> {
    let found = subjects.iter().enumerate().find_map(|(place, given)| {
        let is_value = |param: &ParamInfo| is_date(param, given) || place > 0 && is_variant(param, given);
        Some((given, option(info, is_value)?))
    });
    let Some((given, option)) = found else { return Ok(()) };
    let one = program.subject.0;
    Err(Failure::usage(format!("{given} is a value of --{option} and no {one}: write --{option} {given}")))
}

/// Returns what to write for a lone value that an option of the endpoint takes.
pub(crate) fn advice(info: &EndpointInfo, given: &str) -> Option<String> {
    let option = option(info, |param| is_date(param, given) || is_variant(param, given))?;
    Some(format!("write --{option} {given}"))
}

/// Returns the option of the first parameter that may be left out and is such a one.
fn option(info: &EndpointInfo, is_value: impl Fn(&ParamInfo) -> bool) -> Option<String> {
    let param = info.params.iter().find(|param| !param.required && is_value(param))?;
    Some(option_of(param))
}

fn is_date(param: &ParamInfo, given: &str) -> bool {
    let is_time = matches!(param.kind, ParamKind::Date | ParamKind::DateTime | ParamKind::IsoDateTime);
    is_time && given.parse::<Date>().is_ok()
}

fn is_variant(param: &ParamInfo, given: &str) -> bool {
    let kind = match param.kind {
        ParamKind::List { item, .. } => item,
        ref kind => kind,
    };
    let ParamKind::Enum(info) = kind else { return false };
    given.to_lowercase() == given && info.variants.iter().any(|variant| variant.wire == given)
}
