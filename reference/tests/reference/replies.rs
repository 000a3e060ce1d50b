//! Responses of every endpoint: from the sample host, with each parameter varied in turn, and from the examples of
//! the table.

use std::sync::LazyLock;

use serde_json::Value;
use virtual_finance::catalogue::{EndpointInfo, ParamInfo, ParamKind, default_addresses};
use virtual_finance::error::{ConversionError, MarketFault};
use virtual_finance::request::{Context, ErasedResponse, JsonStyle, ParamMap, convert_saved};
use virtual_finance::{DateTime, ENDPOINTS, Error, ErrorKind};
use virtual_finance_sample::SampleHost;

/// A response with the name of its endpoint and its parameters.
pub(crate) struct Case {
    pub(crate) info: &'static EndpointInfo,
    pub(crate) what: String,
    pub(crate) response: Value,
}

/// Returns the responses. Another test finds endpoints without any.
pub(crate) fn cases() -> &'static [Case] {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(ask);
    &CASES
}

fn ask() -> Vec<Case> {
    let sample = SampleHost::start().unwrap();
    let client = sample.client_builder().build_blocking().unwrap();
    let mut cases = Vec::new();
    for info in ENDPOINTS {
        for params in questions(info) {
            let request = (info.build)(&params).unwrap();
            match client.wait(client.asynchronous().reply_erased(&*request)) {
                Ok(reply) => cases.push(case(info, format!("{params:?}"), &*reply.response)),
                // The sample host does not know the endpoint, or refuses as a real one does, for example
                // minutes of a whole month.
                Err(Error::Api(_)) => {}
                // A screener of equities is not sorted by a field of funds.
                Err(Error::Params(_)) => {}
                // The sample host does not invent every row of statements, no options expire on most days, and
                // companies are no funds; indices have no valuation and no whole profile.
                Err(Error::Conversion(error)) if is_of_the_question(&error) => {}
                // The SEC knows companies alone.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => panic!("{error}"),
            }
        }
        for example in info.examples {
            let Some(reply) = example.reply.filter(|_| info.then.is_empty()) else { continue };
            let request = (info.build)(&ParamMap::from_iter(example.params.iter().copied())).unwrap();
            let addresses = default_addresses(info.hosts);
            let cx = Context::new(&addresses, DateTime::from(example.now.unwrap_or_default()));
            let reply = convert_saved(&*request, &[reply.as_bytes()], &cx).unwrap();
            cases.push(case(info, format!("the example {}", example.name), &*reply.response));
        }
    }
    cases
}

fn is_of_the_question(error: &ConversionError) -> bool {
    let fault = MarketFault::of(error.fault());
    matches!(
        fault,
        Some(
            MarketFault::NoStatements
                | MarketFault::NoExpiration { .. }
                | MarketFault::MissingPart { .. }
                | MarketFault::NoData { .. }
        )
    )
}

fn case(info: &'static EndpointInfo, what: String, response: &dyn ErasedResponse) -> Case {
    let mut json = Vec::new();
    response.write_json(&mut json, JsonStyle::Compact).unwrap();
    Case { info, what, response: serde_json::from_slice(&json).unwrap() }
}

fn questions(info: &EndpointInfo) -> Vec<ParamMap> {
    let needed = |param: &ParamInfo| (param.name, values(info, param).remove(0));
    let base: Vec<(&str, &str)> = info.params.iter().filter(|param| param.required).map(needed).collect();
    let mut questions = vec![ParamMap::from_iter(base.iter().copied())];
    for param in info.params {
        for value in values(info, param) {
            let mut params = ParamMap::from_iter(base.iter().copied());
            params.insert(param.name, value);
            // Some parameters cannot be given by themselves.
            questions.extend((info.build)(&params).is_ok().then_some(params));
        }
    }
    questions
}

/// Returns the values of a timestamp or a text in the examples, because hosts know few of them, such as the expiration dates
/// of options; else values for the type of the parameter.
pub(crate) fn values(info: &EndpointInfo, param: &ParamInfo) -> Vec<&'static str> {
    let (kind, separator) = match param.kind {
        ParamKind::List { item, separator } => (*item, separator),
        kind => (kind, "\0"),
    };
    let is_text = matches!(kind, ParamKind::DateTime | ParamKind::String | ParamKind::Json { .. });
    let examples = info.examples.iter().flat_map(|example| example.params);
    let examples =
        examples.filter(|(name, _)| *name == param.name).flat_map(|(_, value)| value.split(separator));
    let examples: Vec<&str> = examples.filter(|_| is_text).collect();
    // Nobody knows a text that a pattern matches.
    if examples.is_empty() && param.pattern.is_none() { usual(&kind) } else { examples }
}

fn usual(kind: &ParamKind) -> Vec<&'static str> {
    match kind {
        ParamKind::Integer | ParamKind::Number => vec!["10"],
        ParamKind::Boolean => vec!["true", "false"],
        ParamKind::Date | ParamKind::DateTime => vec!["2024-06-21"],
        ParamKind::Enum(info) => info.variants.iter().map(|variant| variant.wire).collect(),
        // The one grammar of the table.
        ParamKind::Grammar(_) => vec!["region = us"],
        _ => vec!["IBM", "^GSPC", "VFINX"],
    }
}
