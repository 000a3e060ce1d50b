//! The examples of an endpoint: whether they are requests that the endpoint takes, and addresses of it.
//! What a `prepare` makes of them, and what a reply is converted to, only the tests of the client know.

use crate::codes;
use crate::diagnostic::{Fault, nearest};
use crate::kind::Kind;
use crate::names;
use crate::parse::table::{Endpoint, Example, Param, Values};
use crate::value::{self, Value};

use super::Checker;

impl Checker<'_, '_> {
    pub(super) fn examples(&mut self, name: &str, endpoint: &Endpoint) {
        for (example, found) in &endpoint.examples {
            let base = ["endpoints", name, "examples", example];
            let at = |key: &'static str| [base.as_slice(), &[key]].concat();
            self.name(&base, names::word_fault(example));
            self.doc(&at("doc"), &found.doc);
            if found.now.as_ref().is_some_and(|now| value::moment(now).is_none()) {
                let advice = "write 2020-01-31T16:00:00Z or epoch seconds";
                let fault = Fault::new(codes::VALUE_TYPE, "this is not a point in time", advice);
                self.value(&at("now"), fault);
            }
            if found.response.is_some() && found.reply.is_none() {
                let message = "a response is what a reply becomes, and there is no 'reply'";
                let fault = Fault::new(codes::EXAMPLE_RESPONSE, message, "add 'reply' or remove this");
                self.key(&at("response"), fault);
            }
            self.example_params(&base, name, endpoint, found);
            self.example_url(&at("url"), endpoint, found);
            if endpoint.raw == "json" {
                self.example_json(&at("reply"), found.reply.as_deref());
            }
            self.example_json(&at("response"), found.response.as_deref());
        }
    }

    fn example_params(&mut self, base: &[&str], name: &str, endpoint: &Endpoint, found: &Example) {
        self.example_lacks(base, endpoint, found);
        for (param, values) in &found.params {
            let path = [base, &["params", param]].concat();
            match endpoint.params.get(param) {
                Some(declared) => {
                    self.example_value(&path, declared, values);
                    self.example_relations(&path, param, declared, values, found);
                }
                None => {
                    if let Some(fault) = self.unknown_param_fault(name, param, "") {
                        self.key(&path, fault);
                    }
                }
            }
        }
        self.example_choices(base, endpoint, found);
    }

    /// The required parameters that an example does not give.
    fn example_lacks(&mut self, base: &[&str], endpoint: &Endpoint, found: &Example) {
        // A required parameter with a default is at fault itself.
        let needed = endpoint.params.iter().filter(|(_, param)| param.required && param.default.is_none());
        for (param, _) in needed.filter(|(param, _)| !found.params.contains_key(*param)) {
            let misspelt = found.params.keys().any(|other| {
                !endpoint.params.contains_key(other) && nearest(other, [param.as_str()]).is_some()
            });
            if !misspelt && !self.tree.is_broken(&[base, &["params", param]].concat()) {
                let message = format!("the example lacks '{param}', which is required");
                self.key(base, Fault::new(codes::EXAMPLE_LACKS, message, "add it to 'params'"));
            }
        }
    }

    /// How the value of a parameter stands to the others of an example.
    fn example_relations(
        &mut self,
        path: &[&str],
        param: &str,
        declared: &Param,
        values: &Values,
        found: &Example,
    ) {
        if let Some(earlier) = &declared.after
            && let Some(before) = found.params.get(earlier)
            && self.is_before(declared, values, before)
        {
            let message = format!("'{param}' is not after '{earlier}'");
            self.value(path, Fault::new(codes::EXAMPLE_CONTRADICTS, message, "exchange the two values"));
        }
        for conflict in &declared.conflicts {
            let (other, value) = conflict.split_once('=').unwrap_or((conflict, ""));
            let contradicts = found.params.get(other).is_some_and(|with| {
                value.is_empty() || with.all().iter().any(|with| with.to_string() == value)
            });
            if contradicts {
                self.contradiction(path, param, conflict);
            }
        }
    }

    /// The sets of each choice that an example begins: one at most, and that one whole.
    fn example_choices(&mut self, base: &[&str], endpoint: &Endpoint, found: &Example) {
        let given = |param: &str| found.params.contains_key(param);
        for choice in endpoint.choices.values() {
            let begun = choice.options.values().filter_map(|set| {
                let first = set.required.iter().chain(&set.optional).find(|param| given(param))?;
                Some((set, first))
            });
            let begun: Vec<_> = begun.collect();
            if let [(_, first), (_, second), ..] = begun.as_slice() {
                self.contradiction(&[base, &["params", second]].concat(), second, first);
            }
            for (set, first) in begun {
                for lacks in set.required.iter().filter(|param| !given(param)) {
                    let message = format!("'{first}' is never given without '{lacks}'");
                    let fault = Fault::new(codes::EXAMPLE_LACKS, message, format!("add '{lacks}'"));
                    self.key(&[base, &["params", first]].concat(), fault);
                }
            }
        }
    }

    fn example_value(&mut self, path: &[&str], param: &Param, values: &Values) {
        let Some(kind) = Kind::resolve(&param.kind, self.table) else { return };
        let (item, max_length) = match (&kind, values) {
            (Kind::List { item, .. }, _) => (&**item, None),
            (_, Values::Many(_)) => {
                let message = "the parameter takes one value, not a list";
                let fault = Fault::new(codes::VALUE_TYPE, message, "write it without brackets");
                return self.value(path, fault);
            }
            (kind, Values::One(_)) => (kind, param.max_length),
        };
        if values.all().is_empty() && matches!(item, Kind::String | Kind::Ticker) {
            let fault = Fault::new(
                codes::VALUE_TYPE,
                "an empty list shows nothing",
                "give a value, or leave the parameter out",
            );
            return self.value(path, fault);
        }
        let (count, limit) = (values.all().len(), param.max_length.filter(|_| max_length.is_none()));
        if let Some(limit) = limit.filter(|limit| usize::try_from(*limit).is_ok_and(|limit| count > limit)) {
            let message = format!("there are {count} values, and 'max_length' is {limit}");
            self.value(path, Fault::new(codes::VALUE_LENGTH, message, "change one of the two"));
        }
        let pattern = param.pattern.as_ref().and_then(|pattern| value::whole(pattern).ok());
        for (place, one) in values.all().iter().enumerate() {
            let place = place.to_string();
            let path = match values {
                Values::Many(_) => [path, &[place.as_str()]].concat(),
                Values::One(_) => path.to_vec(),
            };
            let fault = match value::read(item, one, self.table) {
                Ok(Value::Variant(_) | Value::Other(_)) if self.has_broken_variants(item) => None,
                Ok(read) => value::limit_fault(param, max_length, &read, pattern.as_ref()),
                Err(_) if self.has_broken_variants(item) => None,
                Err(fault) => Some(fault),
            };
            if let Some(fault) = fault {
                self.value(&path, fault);
            }
        }
    }

    /// Whether one value is not greater than the one it must come after.
    fn is_before(&self, param: &Param, value: &Values, before: &Values) -> bool {
        let Some(kind) = Kind::resolve(&param.kind, self.table) else { return false };
        let read = |values: &Values| value::read(&kind, values.all().first()?, self.table).ok();
        match (read(value), read(before)) {
            (Some(Value::Integer(value)), Some(Value::Integer(before))) => value <= before,
            (Some(Value::Number(value)), Some(Value::Number(before))) => value <= before,
            (Some(Value::Day(value)), Some(Value::Day(before))) => value <= before,
            (Some(Value::Moment(value, _)), Some(Value::Moment(before, _))) => value <= before,
            _ => false,
        }
    }

    /// Whether some variants of an enumeration are broken, so that its values cannot be judged.
    fn has_broken_variants(&self, kind: &Kind<'_>) -> bool {
        matches!(kind, Kind::Enum { name, .. } if !self.lists_all(name))
    }

    fn contradiction(&mut self, path: &[&str], one: &str, other: &str) {
        let message = format!("'{one}' contradicts '{other}'");
        self.key(path, Fault::new(codes::EXAMPLE_CONTRADICTS, message, "remove one of the two"));
    }

    /// A reply of a JSON service, and every response, is JSON.
    fn example_json(&mut self, at: &[&str], text: Option<&str>) {
        let Some(error) = text.and_then(|text| serde_json::from_str::<serde_json::Value>(text).err()) else {
            return;
        };
        let message = format!("this is not JSON: {error}");
        let advice = "correct it; the line and the column are counted from the beginning of this text";
        self.value(at, Fault::new(codes::EXAMPLE_JSON, message, advice));
    }

    /// The address of an example begins with its host, and its path has the endpoint's segments.
    fn example_url(&mut self, at: &[&str], endpoint: &Endpoint, found: &Example) {
        let url = found.url.as_str();
        let Some(host) = self.table.hosts.get(&endpoint.host) else { return };
        // An address or a path that is itself at fault says nothing about the example.
        let faulty = |text: &str| text.is_empty() || text.starts_with('/') || text.ends_with('/');
        if faulty(&endpoint.path) || faulty(&host.default) {
            return;
        }
        let address = url.split_once('?').map_or(url, |(address, _)| address);
        let path = address.strip_prefix(host.default.as_str()).and_then(|path| path.strip_prefix('/'));
        let fits = path.is_some_and(|path| {
            let (found, wanted): (Vec<&str>, Vec<&str>) =
                (path.split('/').collect(), endpoint.path.split('/').collect());
            found.len() == wanted.len()
                && found
                    .iter()
                    .zip(&wanted)
                    .all(|(found, wanted)| found == wanted || (wanted.starts_with('{') && !found.is_empty()))
        });
        if !fits || url.contains([' ', '#', '{', '}']) {
            let message = "this is not an address of the endpoint";
            let filled = endpoint.path.split('/').map(|part| {
                let param = part.strip_prefix('{').and_then(|part| part.strip_suffix('}'));
                let given = param.and_then(|param| found.params.get(param)?.all().first());
                given.map_or_else(|| part.to_owned(), |given| encoded(&given.to_string()))
            });
            let path = filled.collect::<Vec<_>>().join("/");
            let advice = format!("write one like '{}/{path}'", host.default);
            self.value(at, Fault::new(codes::EXAMPLE_URL, message, advice));
        }
    }
}

/// A value as a segment of an address.
fn encoded(value: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let byte = |byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    value.bytes().map(byte).collect()
}
