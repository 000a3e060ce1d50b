//! Making the paths, queries and headers of a request from the data of the catalogue and the values of its
//! parameters.

use std::borrow::Cow;

use crate::catalogue::{ParamInfo, ParamKind, ParamLocation, StepInfo};
use crate::params::Plain;
use crate::segment::Segment;

use super::body::RequestBody;

/// The names and values of a query, not yet encoded.
pub type QueryPairs<'a> = Vec<(&'static str, Cow<'a, str>)>;

/// The names and values of headers.
pub type HeaderPairs<'a> = Vec<(&'static str, Cow<'a, str>)>;

/// A message to a host: the part of its address below the host, not yet encoded, its headers and its body.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Target<'a> {
    /// The segments of the path.
    pub path: Vec<Segment<'a>>,
    /// The names and values of the query.
    pub query: QueryPairs<'a>,
    /// The address of a next page that the host named, below the host: its path and its query, encoded. It stands in
    /// the place of `path` and `query`.
    pub link: Option<Cow<'a, str>>,
    /// The names and values of the headers that the table gives it.
    pub headers: HeaderPairs<'a>,
    /// The body, if it has one.
    pub body: Option<RequestBody>,
}

impl Target<'_> {
    /// Adds the headers that it does not have.
    pub(crate) fn add_headers(&mut self, of_host: Constants) {
        for (name, value) in of_host {
            if !self.headers.iter().any(|(own, _)| own.eq_ignore_ascii_case(name)) {
                self.headers.push((name, Cow::Borrowed(value)));
            }
        }
    }
}

/// The constants of a query or of the headers, as the table has them.
pub(super) type Constants = &'static [(&'static str, &'static str)];

/// The parameters of a request, and the value of each by its name.
#[derive(Clone, Copy)]
pub(super) struct Values<'v, 'r>(
    pub(super) &'static [ParamInfo],
    pub(super) &'v dyn Fn(&str) -> Option<Plain<'r>>,
);

impl<'r> Values<'_, 'r> {
    /// Returns the segments of a path template, filled with the values; none of the path of the host itself. `made` are
    /// the values of placeholders that stand before those of the parameters.
    pub(super) fn segments(
        self,
        path: &'static str,
        made: &[(&'static str, Cow<'r, str>)],
    ) -> Vec<Segment<'r>> {
        // The generator allows placeholders of parameters only that are required or have a default.
        let value = |name: &str| {
            let is_made = |key: &str| template_name(key) == Some(name);
            if let Some((_, value)) = made.iter().find(|(key, _)| is_made(key)) {
                return Some((value.clone(), ""));
            }
            let param = self.param(name)?;
            let separator = if let ParamKind::List { separator, .. } = param.kind { separator } else { "" };
            Some((self.wire(param)?, separator))
        };
        let segments = path.split('/').filter(|_| !path.is_empty());
        segments.map(|segment| Segment::filled(segment, value)).collect()
    }

    /// Returns the constants of the table with the values of their placeholders.
    pub(super) fn constants(self, constants: Constants) -> QueryPairs<'r> {
        constants.iter().map(|(name, value)| (*name, self.filled(value))).collect()
    }

    /// Returns the constants, and the names and values of the parameters in a place; a repeated list has a pair for each
    /// value.
    pub(super) fn pairs(self, constants: Constants, place: ParamLocation) -> QueryPairs<'r> {
        let mut pairs = self.constants(constants);
        for param in self.0.iter().filter(|param| param.place == place) {
            match (self.value(param), &param.kind) {
                (Some(Plain::List(values)), ParamKind::List { item, .. }) if param.repeated => {
                    pairs.extend(values.iter().map(|value| (param.wire, value.wire(item))));
                }
                (Some(value), kind) => pairs.push((param.wire, value.wire(kind))),
                (None, _) => {}
            }
        }
        pairs
    }

    /// Returns the text of the parameter that names the request: of a list the first three values.
    pub(super) fn subject(self, name: &str) -> Option<Cow<'r, str>> {
        const SHOWN: usize = 3;
        let param = self.param(name)?;
        match self.value(param)? {
            Plain::List(values) => {
                let mut shown: Vec<_> =
                    values.iter().take(SHOWN).map(|value| value.wire(&param.kind)).collect();
                if values.len() > SHOWN {
                    shown.push(Cow::Borrowed("…"));
                }
                Some(Cow::Owned(shown.join(",")))
            }
            one => Some(one.wire(&param.kind)),
        }
    }

    /// Returns what a step asks: one target for each of the queries.
    pub(super) fn targets(self, step: &'static StepInfo, queries: Vec<QueryPairs<'r>>) -> Vec<Target<'r>> {
        let target = |query: QueryPairs<'r>| {
            let mut own = self.constants(step.query);
            let (made, query): (Vec<_>, Vec<_>) =
                query.into_iter().partition(|(name, _)| template_name(name).is_some());
            own.extend(query);
            Target { path: self.segments(step.path, &made), query: own, ..Target::default() }
        };
        queries.into_iter().map(target).collect()
    }

    /// Returns a text, or the value of the parameter whose placeholder it is.
    fn filled(self, text: &'static str) -> Cow<'r, str> {
        match template_name(text).and_then(|name| self.param(name)) {
            // As in a path, the parameter has a value.
            Some(param) => self.wire(param).unwrap_or_default(),
            None => Cow::Borrowed(text),
        }
    }

    /// Returns the text on the wire of a parameter that was given or has a default.
    fn wire(self, param: &ParamInfo) -> Option<Cow<'r, str>> {
        self.value(param).map(|value| value.wire(&param.kind))
    }

    /// Returns the value of a parameter that was given or has a default.
    pub(super) fn value(self, param: &ParamInfo) -> Option<Plain<'r>> {
        (self.1)(param.name).or_else(|| param.default_value())
    }

    fn param(self, name: &str) -> Option<&'static ParamInfo> {
        self.0.iter().find(|param| param.name == name)
    }
}

/// Returns the name in a placeholder, such as `{ticker}`.
fn template_name(text: &str) -> Option<&str> {
    text.strip_prefix('{')?.strip_suffix('}')
}
