//! The errors of the parameters of a request, as a strict host would tell them.

use serde_json::Value;
use virtual_finance_core::catalogue::{ParamInfo, ParamKind, ParamLocation};
use virtual_finance_core::request::EndpointInfo;

use crate::request::Sent;

/// Returns an error for each required parameter that a request of an endpoint lacks, and for each integer, number and
/// bool that is none.
pub(crate) fn misfits(info: &EndpointInfo, sent: &Sent<'_>) -> Vec<String> {
    let body = serde_json::from_str::<Value>(sent.body).ok();
    info.params.iter().filter_map(|param| misfit(param, info, sent, body.as_ref())).collect()
}

fn misfit(param: &ParamInfo, info: &EndpointInfo, sent: &Sent<'_>, body: Option<&Value>) -> Option<String> {
    let place = param.place.as_str();
    let given = match param.place {
        ParamLocation::Path => info
            .path_values(&sent.segments())?
            .into_iter()
            .find_map(|(name, value)| (name == param.name).then(|| value.to_owned())),
        ParamLocation::Query => sent.query.get(param.wire).map(str::to_owned),
        ParamLocation::Header => sent.header(param.wire).map(str::to_owned),
        ParamLocation::Body => {
            return (param.required && member(body?, param.wire).is_none())
                .then(|| format!("the body lacks {}", param.wire));
        }
        _ => return None,
    };
    match given {
        None if param.required => Some(format!("the {place} lacks {}", param.wire)),
        Some(text) if !fits(&param.kind, &text) => {
            Some(format!("{} in the {place} is {text:?}, which is no {}", param.wire, param.kind.as_str()))
        }
        _ => None,
    }
}

fn fits(kind: &ParamKind, text: &str) -> bool {
    match kind {
        ParamKind::Integer => text.parse::<i64>().is_ok(),
        ParamKind::Number => text.parse::<f64>().is_ok(),
        ParamKind::Boolean => text.parse::<bool>().is_ok(),
        _ => true,
    }
}

/// Returns the member of a body at a path, `a.b`; the path of the whole body is `.`.
pub(crate) fn member<'v>(body: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').filter(|name| !name.is_empty()).try_fold(body, |value, name| value.get(name))
}
