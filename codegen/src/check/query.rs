//! Checks of the query in the address of an example: it is what the parameters of the example and the defaults send.

use crate::codes;
use crate::diagnostic::Fault;
use crate::kind::Kind;
use crate::names;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example, Scalar, Values};
use crate::template;
use crate::value::{self, Value};

use super::Checker;

impl Checker<'_, '_> {
    /// Checks the queries of examples whose addresses are of the endpoint. Only the tests of the client know those that
    /// a `prepare` makes.
    pub(super) fn example_queries(&mut self, endpoint: Located<'_, Endpoint>) {
        if endpoint.prepare.is_none() {
            for (_, found) in endpoint.examples().entries() {
                self.example_query(endpoint, found);
            }
        }
    }

    fn example_query(&mut self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        // A value that is itself at fault says nothing about the query.
        let Some(wanted) = self.sent_in("query", endpoint, found) else { return };
        if endpoint.query().has_broken() {
            return;
        }
        // An address of the host that is itself at fault says nothing about the example.
        let default = self.table.hosts.get(&endpoint.host).map_or("", |host| &host.default);
        if !found.url.strip_prefix(default).is_some_and(|path| path.starts_with('/')) {
            return;
        }
        let (address, query) = found.url.split_once('?').unwrap_or((&found.url, ""));
        let given: Vec<(String, String)> =
            query.split('&').filter(|pair| !pair.is_empty()).map(pair).collect();
        if given == wanted {
            return;
        }
        let message = match wanted.iter().zip(&given).find(|(wanted, given)| wanted != given) {
            Some(((name, value), (other, _))) if name == other => {
                format!("the request sends {name}={value} here")
            }
            Some(((name, _), (other, _))) => format!("the request sends '{name}' here, not '{other}'"),
            None => match (wanted.get(given.len()), given.get(wanted.len())) {
                (Some((name, _)), _) => format!("the request also sends '{name}'"),
                (None, Some((name, _))) => format!("the request does not send '{name}'"),
                (None, None) => return,
            },
        };
        let question = if wanted.is_empty() { "" } else { "?" };
        let advice = format!("write '{address}{question}{}'", encoded(&wanted));
        self.value(found.url(), Fault::new(codes::EXAMPLE_URL, message, advice));
    }

    /// Returns the names and values that the request of an example sends in the query or the form, or `None` if a value
    /// cannot be read.
    pub(super) fn sent_in(
        &self,
        part: &str,
        endpoint: Located<'_, Endpoint>,
        found: Located<'_, Example>,
    ) -> Option<Vec<(String, String)>> {
        let mut sent = Vec::new();
        for constant in endpoint.query.iter().filter(|_| part == "query") {
            let (name, value) = constant.split_once('=')?;
            let param = value.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            let value = match param {
                Some(param) => self.on_wire(endpoint, found, param)?.into_iter().next().unwrap_or_default(),
                None => value.to_owned(),
            };
            sent.push((name.to_owned(), value));
        }
        for (name, param) in endpoint.params.iter().filter(|(_, param)| param.place == part) {
            let wire = param.wire.as_deref().unwrap_or(name);
            let texts = self.on_wire(endpoint, found, name)?;
            sent.extend(texts.into_iter().map(|text| (wire.to_owned(), text)));
        }
        Some(sent)
    }

    /// Returns the texts on the wire of a parameter in an example: one, several of a repeated list, or none.
    pub(super) fn on_wire(
        &self,
        endpoint: Located<'_, Endpoint>,
        found: Located<'_, Example>,
        name: &str,
    ) -> Option<Vec<String>> {
        let param = endpoint.params.get(name)?;
        let given = found.params.get(name);
        // Under a name that is itself at fault, the example may not give what it means to.
        if given.is_none() && (param.required || names::word_fault(name).is_some()) {
            return None;
        }
        let values = given.map(Values::all).or(param.default.as_ref().map(std::slice::from_ref));
        let Some(values) = values else { return Some(Vec::new()) };
        let kind = Kind::of(param, self.table.value())?;
        let item = match &kind {
            Kind::List { item, .. } => &**item,
            one => one,
        };
        let text = |given: &Scalar| {
            Some(match value::read(item, given, self.table.value()).ok()? {
                Value::Timestamp(seconds, _) if matches!(item, Kind::DateTime { is_iso: true }) => {
                    jiff::Timestamp::from_second(seconds).ok()?.to_string()
                }
                Value::Timestamp(seconds, _) => seconds.to_string(),
                Value::Number(number) => number.to_string(),
                Value::Variant(_) => given.to_string(),
                Value::Other(other) => other,
                _ => given.to_string(),
            })
        };
        let texts: Vec<String> = values.iter().map(text).collect::<Option<_>>()?;
        Some(match &kind {
            Kind::List { separator, repeated: false, .. } => vec![texts.join(separator)],
            _ => texts,
        })
    }
}

/// Returns the text of a query or a form with these names and values.
pub(super) fn encoded(pairs: &[(String, String)]) -> String {
    let pair = |(name, value): &(String, String)| {
        format!("{}={}", template::encoded_query(name), template::encoded_query(value))
    };
    pairs.iter().map(pair).collect::<Vec<_>>().join("&")
}

/// Returns the name and the value of a part of a query, decoded.
pub(super) fn pair(text: &str) -> (String, String) {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    (template::decoded(name), template::decoded(value))
}
