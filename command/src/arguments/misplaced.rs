//! Values of options that stand where subjects stand: nobody means the ticker `2024-01-31` or `1y`.

use virtual_finance_core::Date;
use virtual_finance_core::catalogue::{ParamInfo, ParamKind};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_reference::{command_line, quoted};
use virtual_finance_tables::text::Failure;

use super::{Arguments, Program, first_line, option_of, parameter::value};

/// Checks subjects that were given beside each other.
///
/// # Errors
/// A date is among them, a code that other endpoints take, or, behind the first one, a value of another parameter of the
/// endpoint in lower case.
pub(crate) fn check(program: &Program, info: &EndpointInfo, subjects: &[String]) -> Result<(), Failure> {
    let found = subjects.iter().enumerate().find_map(|(place, given)| {
        let is_value = |param: &ParamInfo| is_date(param, given) || place > 0 && is_variant(param, given);
        Some((given, option(info, is_value)?))
    });
    let one = program.subject.0;
    if let Some((given, option)) = found {
        return Err(Failure::usage(format!(
            "{given} is a value of --{option} and no {one}: write --{option} {given}"
        )));
    }
    let is_name = |param: &ParamInfo| {
        param.required
            && matches!(param.kind, ParamKind::Ticker | ParamKind::List { item: ParamKind::Ticker, .. })
    };
    if !info.params.iter().any(is_name) {
        return Ok(());
    }
    match subjects.iter().find_map(|given| Some((given, of_code(program, given, &[])?))) {
        Some((given, lines)) => Err(Failure::usage(format!("{given} is no {one}; write{lines}"))),
        None => Ok(()),
    }
}

/// Returns the lines of the commands that take a code, if no subject has its form.
pub(crate) fn of_code(program: &Program, code: &str, rest: &[&str]) -> Option<String> {
    let usual = program.example?.split(' ').nth(1)?;
    let is_upper = code.chars().any(|character| character.is_ascii_uppercase());
    let mut params = program.endpoints.iter().flat_map(|info| info.params).filter(|param| !param.required);
    let form = params.find(|param| is_upper && is_code(param, code) && !param.fits(usual))?;
    let lines = program.endpoints.iter().filter_map(|info| {
        let params = info.examples.iter().flat_map(|example| example.params);
        let (name, _) = params.copied().find(|(_, value)| form.fits(value))?;
        let line = command_line(program.name, info, &[(name, code)]);
        Some(help_line(std::iter::once(line).chain(rest.iter().map(|word| quoted(word))), info))
    });
    Some(lines.collect())
}

/// Returns a line of help about a command line of an endpoint.
pub(crate) fn help_line(words: impl Iterator<Item = String>, info: &EndpointInfo) -> String {
    format!("\n  {:32}  {}", words.collect::<Vec<_>>().join(" "), first_line(info.doc))
}

/// Returns what to write for a lone value that an option of the endpoint takes.
pub(crate) fn advice(info: &EndpointInfo, given: &str) -> Option<String> {
    let is_value =
        |param: &ParamInfo| is_date(param, given) || is_variant(param, given) || is_code(param, given);
    let option = option(info, is_value)?;
    Some(format!("write --{option} {given}"))
}

/// Returns what to write instead of a code that a parameter does not take: the option of another endpoint of the host that
/// takes it, or the example of the endpoint.
pub(crate) fn instead(info: &EndpointInfo, arguments: &Arguments<'_>) -> Option<String> {
    let program = arguments.program();
    let text = info.params.iter().filter(|param| param.required).find_map(|param| {
        let separator = if let ParamKind::List { separator, .. } = param.kind { separator } else { "," };
        let text = value(param, arguments)?;
        let mut parts = text.split(separator).flat_map(|part| part.split(','));
        parts.find(|part| !param.fits(part)).map(str::to_owned)
    })?;
    let is_free = |other: &&&EndpointInfo| {
        other.host.name == info.host.name && !other.params.iter().any(|param| param.required)
    };
    let line = program.endpoints.iter().filter(is_free).find_map(|other| {
        let option = option(other, |param| is_code(param, &text))?;
        Some(format!("write {} {} --{option} {text}", program.name, other.command))
    });
    line.or_else(|| {
        Some(format!("an example is {}", command_line(program.name, info, info.examples.first()?.params)))
    })
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

fn is_code(param: &ParamInfo, given: &str) -> bool {
    param.pattern.is_some() && param.fits(given)
}

fn is_variant(param: &ParamInfo, given: &str) -> bool {
    let kind = match param.kind {
        ParamKind::List { item, .. } => item,
        ref kind => kind,
    };
    let ParamKind::Enum(info) = kind else { return false };
    given.to_lowercase() == given && info.variants.iter().any(|variant| variant.wire == given)
}
