//! Checks of the values in JSON that an example gives a parameter, and of the response that its reply becomes.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::{Map, Value as Json};

use crate::codes;
use crate::diagnostic::Fault;
use crate::model::is_empty;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example, ItemType, Param, Record, Response, Scalar, Table, Values};
use crate::value::timestamp;

use super::Checker;
use super::items::data_type;
use super::misfit::{Document, Rules, below};
use super::replies::{at, data_of};

impl Checker<'_, '_> {
    /// Returns the fault of a value in JSON that is not of the type of its parameter, or breaks a limit.
    pub(super) fn json_fault(&self, param: &Param, text: &str) -> Option<Fault> {
        let value: Json = serde_json::from_str(text).ok()?;
        if value.is_null() && param.nullable {
            return None;
        }
        let rules = Rules { limits: param.limits(), ..Rules::default() };
        let kind = Some(param.kind.in_json()).filter(|kind| self.is_sound(kind))?;
        let misfit = self.types(Document::Request).misfit(&kind, rules, &value, "");
        let (path, what, advice) = misfit?;
        let whose = if path.is_empty() { "the value".to_owned() } else { format!("'{path}' of the value") };
        Some(Fault::new(codes::VALUE_TYPE, format!("{whose} {what}"), advice))
    }

    /// Reports a reply whose records are about something else than the example asks for.
    pub(super) fn example_subject(&mut self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        let Some((declared, text)) = endpoint.value().response.as_ref().zip(found.reply().some()) else {
            return;
        };
        let asked = declared.echoes.as_ref().and_then(|echoes| found.params.get(echoes));
        let Some((asked, key)) = asked.zip(self.key_of(declared)) else { return };
        let asked = texts(asked);
        let Ok(reply) = serde_json::from_str::<Json>(&text) else { return };
        let items = match data_of(declared, &reply) {
            Some(Json::Array(items)) => items.as_slice(),
            Some(one) => std::slice::from_ref(one),
            None => &[],
        };
        let mut keys = items.iter().filter_map(|item| item.get(key)?.as_str());
        // Whether capitals count depends on the type.
        let other = keys.find(|key| !asked.iter().any(|asked| asked.eq_ignore_ascii_case(key)));
        if let Some(other) = other {
            let message = format!("the reply is about '{other}', which the example does not ask for");
            let advice = "correct the reply, or 'params'";
            self.key(text, Fault::new(codes::EXAMPLE_REPLY, message, advice));
        }
    }

    /// Returns the name in the reply of the key of the records that the data is, or consists of.
    fn key_of(&self, declared: &Response) -> Option<&str> {
        let record = self.record_of(declared)?;
        wire_of(record, record.key.as_deref()?)
    }

    /// Returns the record that the data of a response is, or consists of.
    fn record_of(&self, declared: &Response) -> Option<&Record> {
        let kind = match data_type(declared, self.table)? {
            ItemType::List(item) => &**item,
            kind => kind,
        };
        let ItemType::One(name) = kind else { return None };
        self.table.value().records.get(name)
    }

    /// Reports the response of an example that is not of its type, or not what the reply becomes.
    pub(super) fn example_response(&mut self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        let (Some(declared), Some(text)) = (&endpoint.value().response, found.response().some()) else {
            return;
        };
        // What is not JSON is reported as such.
        let Ok(response) = serde_json::from_str::<Json>(&text) else { return };
        let fault = if is_empty(&declared.kind) {
            (!response.is_null()).then(|| ("the response is not null".to_owned(), "write null".to_owned()))
        } else {
            let types = self.types(Document::Response);
            let misfit = types.misfit(&declared.kind, Rules::default(), &response, "");
            let around = || {
                let path = declared.at.as_deref().filter(|path| !path.is_empty())?;
                let fits = types.misfit(&declared.kind, Rules::default(), at(&response, path)?, "").is_none();
                fits.then(|| format!("write what is at '{path}' alone: the response begins there"))
            };
            let words = misfit
                .map(|(path, what, advice)| (format!("{} {what}", whose(&path)), around().unwrap_or(advice)));
            words.or_else(|| self.other_response(endpoint, declared, found.value(), &response))
        };
        if let Some((message, advice)) = fault.filter(|_| self.is_sound(&declared.kind)) {
            self.key(text, Fault::new(codes::EXAMPLE_RESPONSE, message, advice));
        }
    }

    /// Returns what is wrong with a response that has other values than the reply.
    fn other_response(
        &self,
        endpoint: Located<'_, Endpoint>,
        declared: &Response,
        found: &Example,
        response: &Json,
    ) -> Option<(String, String)> {
        let reply = self.reply_of(endpoint.value(), found.reply.as_deref()?)?;
        // What is wrong with the reply itself is reported there.
        if endpoint.raw == "json" && self.misfit(declared, &reply).is_some() {
            return None;
        }
        let data = self.chosen(declared, found, data_of(declared, &reply)?)?;
        let path = difference(self.table.value(), &declared.kind, &data, response, "")?;
        let message = format!("{} is not what the reply has", whose(&path));
        Some((message, "correct it, or 'reply'".to_owned()))
    }

    /// Returns the data of a reply without the items that the response leaves out, in the record that has them; `None` where
    /// only a client knows it.
    fn chosen<'j>(&self, declared: &Response, found: &Example, data: &'j Json) -> Option<Cow<'j, Json>> {
        let is_chosen = declared.into.is_some() || !declared.gone.is_empty() || declared.skip_unreadable;
        if !is_chosen {
            return Some(Cow::Borrowed(data));
        }
        let (Json::Array(items), record) = (data, self.record_of(declared)) else { return None };
        let key = self.key_of(declared);
        let name_of =
            |item: &Json| Some(item.get(key?)?.as_str()?.to_owned()).filter(|name| !name.is_empty());
        let mut known = HashSet::new();
        let mut is_kept = |item: &Json| {
            let is_gone = record.is_some_and(|record| is_gone(declared, record, item));
            // What can be read and has a key is left out only where one before has the same.
            let mut is_skipped = || {
                let is_again = |name| declared.unknown.is_some() && !known.insert(name);
                declared.skip_unreadable && name_of(item).is_none_or(is_again)
            };
            !is_gone && !is_skipped()
        };
        let kept: Vec<Json> = items.iter().filter(|item| is_kept(item)).cloned().collect();
        let Some(into) = &declared.into else { return Some(Cow::Owned(kept.into())) };
        let ItemType::One(name) = &declared.kind else { return None };
        let around = self.table.value().records.get(name)?;
        let mut members = Map::new();
        if let Some(unknown) = &declared.unknown {
            let names: Vec<_> = kept.iter().filter_map(name_of).collect();
            let is_known = |asked: &String| names.iter().any(|name| name.eq_ignore_ascii_case(asked));
            let asked = texts(found.params.get(declared.echoes.as_ref()?)?);
            let silent = asked.into_iter().filter(|asked| !is_known(asked));
            members.insert(wire_of(around, unknown)?.to_owned(), silent.collect());
        }
        members.insert(wire_of(around, into)?.to_owned(), kept.into());
        Some(Cow::Owned(members.into()))
    }
}

/// Returns the values of a parameter as texts.
fn texts(values: &Values) -> Vec<String> {
    values.all().iter().map(ToString::to_string).collect()
}

/// Returns the name in the reply of a field of a record.
fn wire_of<'t>(record: &'t Record, name: &str) -> Option<&'t str> {
    let (own, field) = record.fields.get_key_value(name)?;
    Some(field.wire.as_deref().unwrap_or(own))
}

/// Returns true if an item has all values by which it says that what it names is gone.
fn is_gone(declared: &Response, record: &Record, item: &Json) -> bool {
    let has = |pair: &String| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let own = wire_of(record, name).and_then(|wire| item.get(wire)).filter(|own| !own.is_null());
        if value.is_empty() { own.is_none() } else { own.and_then(Json::as_str) == Some(value) }
    };
    !declared.gone.is_empty() && declared.gone.iter().all(has)
}

/// Returns the words for a part of a response.
fn whose(path: &str) -> String {
    if path.is_empty() { "the response".to_owned() } else { format!("'{path}' of the response") }
}

/// Returns the path of the first value of a response that is not the one of the reply. Both are of the type.
fn difference(table: &Table, kind: &ItemType, reply: &Json, response: &Json, path: &str) -> Option<String> {
    let below = |name: &str| below(path, name);
    let is_equal = match (kind, reply, response) {
        (ItemType::List(kind), Json::Array(reply), Json::Array(response))
            if reply.len() == response.len() =>
        {
            let mut pairs = reply.iter().zip(response).enumerate();
            return pairs.find_map(|(index, (reply, response))| {
                difference(table, kind, reply, response, &below(&index.to_string()))
            });
        }
        (ItemType::Map(kind), Json::Object(reply), Json::Object(response)) => {
            let names = reply.keys().chain(response.keys().filter(|name| !reply.contains_key(*name)));
            let mut differences = names.filter_map(|name| match (reply.get(name), response.get(name)) {
                (Some(reply), Some(response)) => difference(table, kind, reply, response, &below(name)),
                _ => Some(below(name)),
            });
            return differences.next();
        }
        (ItemType::One(name), reply, response) => match (table.records.get(name), reply, response) {
            (Some(record), Json::Object(reply), Json::Object(response)) => {
                return members_difference(table, record, (reply, response), path);
            }
            (Some(_), ..) => false,
            (None, reply, response) => is_same(name, reply, response),
        },
        _ => false,
    };
    (!is_equal).then(|| path.to_owned())
}

/// Returns the path of the first member of a record that is not the one of the reply.
fn members_difference(
    table: &Table,
    record: &Record,
    (reply, response): (&Map<String, Json>, &Map<String, Json>),
    path: &str,
) -> Option<String> {
    record.fields.iter().find_map(|(own, field)| {
        let name = field.wire.as_deref().unwrap_or(own);
        let path = below(path, name);
        // An optional member may come as null, and null as absent.
        let [reply, response] =
            [reply, response].map(|members| members.get(name).filter(|member| !member.is_null()));
        match (reply, response) {
            (None, None) => None,
            (Some(reply), Some(response)) => difference(table, &field.kind, reply, response, &path),
            _ => Some(path),
        }
    })
}

/// Returns true if a value of a built-in type in a response can be that of the reply.
fn is_same(name: &str, reply: &Json, response: &Json) -> bool {
    match (reply, response) {
        // Times are written in many ways, and become seconds.
        (reply, Json::Number(seconds)) if name == "datetime" => {
            seconds_of(reply).is_none_or(|reply| Some(reply) == seconds.as_i64())
        }
        (Json::Number(reply), Json::Number(response)) => reply.as_f64() == response.as_f64(),
        (Json::String(reply), Json::Number(response)) => {
            reply.parse::<f64>().is_ok_and(|reply| Some(reply) == response.as_f64())
        }
        (Json::String(reply), Json::Bool(response)) => reply.parse() == Ok(*response),
        (reply, response) => reply == response,
    }
}

/// Returns the epoch seconds of a time in a reply, where it is certain.
fn seconds_of(value: &Json) -> Option<i64> {
    match value {
        Json::String(text) => Some(timestamp(&Scalar::String(text.trim().to_owned()))?.0),
        value => value.as_i64(),
    }
}
