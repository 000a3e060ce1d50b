//! Making the paths and queries of a request from the catalogue and its values.

use std::borrow::Cow;

use super::{QueryPairs, Request, Target};
use crate::catalogue::{ParamInfo, Place};
use crate::context::Context;
use crate::error::ConversionHookError;
use crate::params::Plain;
use crate::raw::RawReply;

/// Returns the segments of a path template, filled with the values of a request.
pub(super) fn segments<'r, R: Request + ?Sized>(request: &'r R, path: &'static str) -> Vec<Cow<'r, str>> {
    path.split('/').map(|segment| filled(request, segment)).collect()
}

/// Returns the parameters of a request that go into the query.
pub(super) fn query<R: Request + ?Sized>(request: &R) -> QueryPairs<'_> {
    let sent = request.info().params.iter().filter(|param| param.place == Place::Query);
    sent.filter_map(|param| Some((param.wire, wire(request, param)?))).collect()
}

/// Returns the value of the parameter that names the request: of a list the first three.
pub(super) fn subject<R: Request + ?Sized>(request: &R) -> Option<Cow<'_, str>> {
    const SHOWN: usize = 3;
    let param = request.info().param(request.info().subject?)?;
    match value(request, param)? {
        Plain::List(values) => {
            let mut shown: Vec<_> = values.iter().take(SHOWN).map(|value| value.wire(&param.kind)).collect();
            if values.len() > SHOWN {
                shown.push(Cow::Borrowed("…"));
            }
            Some(Cow::Owned(shown.join(",")))
        }
        one => Some(one.wire(&param.kind)),
    }
}

/// Returns what a step of a fallback asks.
pub(super) fn fallback<'r, R: Request + ?Sized>(
    request: &'r R,
    (fallback, step): (&str, &str),
    cx: &Context<'_>,
    replies: &[RawReply<'_>],
) -> Result<Vec<Target<'r>>, ConversionHookError> {
    let found = request.info().fallbacks.iter().find(|info| info.name == fallback);
    let found = found.and_then(|info| info.steps.iter().find(|info| info.name == step));
    let Some(info) = found else { return Ok(Vec::new()) };
    let target = |query: QueryPairs<'r>| {
        let own = info.query.iter().map(|(name, value)| (*name, filled(request, value)));
        Target { path: segments(request, info.path), query: own.chain(query).collect() }
    };
    if !info.prepared {
        return Ok(vec![target(Vec::new())]);
    }
    Ok(request.queries(fallback, step, cx, replies)?.into_iter().map(target).collect())
}

/// Returns a text, or the value of the parameter whose placeholder it is.
fn filled<'r, R: Request + ?Sized>(request: &'r R, text: &'static str) -> Cow<'r, str> {
    let name = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    match name.and_then(|name| request.info().param(name)) {
        // The generator lets a placeholder stand for nothing but what there always is.
        Some(param) => wire(request, param).unwrap_or_default(),
        None => Cow::Borrowed(text),
    }
}

/// Returns the text on the wire of a parameter that was given or has a default.
fn wire<'r, R: Request + ?Sized>(request: &'r R, param: &ParamInfo) -> Option<Cow<'r, str>> {
    value(request, param).map(|value| value.wire(&param.kind))
}

fn value<'r, R: Request + ?Sized>(request: &'r R, param: &ParamInfo) -> Option<Plain<'r>> {
    request.value(param.name).or_else(|| param.default_value())
}
