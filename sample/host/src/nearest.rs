//! The example that a request is nearest to, and its reply with the values of the request.

use serde_json::Value;
use virtual_finance_core::catalogue::{ExampleInfo, NextPage, RawKind};
use virtual_finance_core::request::EndpointInfo;

use crate::examples::Examples;
use crate::reply::Reply;
use crate::request::{SampleRequest, Sent};
use crate::times::Shift;
use crate::values::{RequestValue, body_of, values};

/// The names of parameters with the maximum number of rows.
const COUNTS: [&str; 3] = ["count", "size", "limit"];

/// The weight of a value that the endpoint requires.
const REQUIRED: i32 = 100;
/// The weight of a value that one of two requests lacks.
const LACKING: i32 = -2;

/// The example that a request is nearest to.
#[derive(Clone, Debug)]
pub struct Nearest {
    info: &'static EndpointInfo,
    reply: &'static str,
    own: Vec<RequestValue>,
    given: Vec<RequestValue>,
}

impl Nearest {
    /// Returns the example with a reply that has most values of the request, the first of equals.
    pub fn of(examples: Examples, sent: &Sent<'_>) -> Option<Self> {
        let known = examples.matching(sent).flat_map(|info| {
            let given = values(info, sent);
            info.examples.iter().filter_map(move |example| Self::new(info, example, given.clone()))
        });
        known.rev().max_by_key(Self::likeness)
    }

    fn new(info: &'static EndpointInfo, example: &ExampleInfo, given: Vec<RequestValue>) -> Option<Self> {
        let (path, query) = example.path_and_query(info);
        let body = body_of(info, example).map(|body| body.text()).unwrap_or_default();
        let own = SampleRequest { method: info.method, path, query, headers: &[], body: &body };
        Some(Self { info, reply: example.reply?, own: values(info, &Sent::new(&own)?), given })
    }

    /// Returns the weight of the values in both requests, less the weight of values in only one.
    fn likeness(&self) -> i32 {
        let is_required = |own: &RequestValue| {
            let mut required = self.info.params.iter().filter(|param| param.required);
            required.any(|param| param.name == own.name || param.wire == own.name)
        };
        let like = |own: &RequestValue| match self.given.iter().find(|given| given.name == own.name) {
            Some(given) if given != own => 0,
            Some(_) if is_required(own) => REQUIRED,
            Some(_) => 1,
            None => LACKING,
        };
        let is_lacking = |given: &&RequestValue| !self.own.iter().any(|own| own.name == given.name);
        let others = self.given.iter().filter(is_lacking).map(|_| LACKING);
        self.own.iter().map(like).chain(others).sum()
    }

    /// Returns the values of the request.
    pub fn values(&self) -> &[RequestValue] {
        &self.given
    }

    /// Returns the endpoint.
    pub const fn info(&self) -> &'static EndpointInfo {
        self.info
    }

    /// Returns the reply of the example as the table has it.
    pub const fn text(&self) -> &'static str {
        self.reply
    }

    /// Returns true if the example asks with that text.
    pub fn is_about(&self, text: &str) -> bool {
        self.own.iter().any(|own| own.texts.iter().any(|own| own == text))
    }

    /// Returns it without a text in the lists of the request.
    #[must_use]
    pub fn without(mut self, text: &str) -> Self {
        for list in self.given.iter_mut().filter(|given| given.is_list) {
            list.texts.retain(|known| known != text);
        }
        self
    }

    /// Returns the reply of the example with the values of the request in place of its own. For each value of a list
    /// it has the rows of that value, or another value's rows under its name, in the order of the request. Its times
    /// move with the requested time.
    pub fn reply(&self) -> Reply {
        let changed = || {
            self.own.iter().filter_map(|own| {
                let given = self.given.iter().find(|given| given.name == own.name)?;
                (given.texts != own.texts).then_some((own, given))
            })
        };
        let single: Vec<Substitution<'_>> = changed()
            .filter(|(own, given)| !own.is_list && !given.is_list)
            .filter_map(|(own, given)| Substitution::new(&own.name, own.texts.first()?, given.texts.first()?))
            .collect();
        let body = match serde_json::from_str::<Value>(self.reply) {
            Ok(mut body) if self.info.raw == RawKind::Json => {
                changed()
                    .filter(|(own, given)| own.is_list || given.is_list)
                    .for_each(|(own, given)| rows(&mut body, own, given));
                // The end of a span counts: a shorter one has the last times of the example.
                let mut times = single.iter().rev();
                if let Some(shift) = times.find_map(|place| Shift::of(place.own, place.given)) {
                    shift.put(&mut body);
                }
                put("", &mut body, &single);
                self.cut(&mut body);
                body.to_string()
            }
            _ if self.info.raw == RawKind::Bytes => self.reply.to_owned(),
            _ => single.iter().fold(self.reply.to_owned(), |text, place| place.in_text(&text)),
        };
        Examples::reply(self.info, &body)
    }

    /// Leaves the rows of the page that is asked for, where the table knows the place of all rows.
    fn cut(&self, body: &mut Value) {
        let next = self.info.pages.map(|pages| pages.next);
        let Some(NextPage::Offset { parameter, rows: Some(rows), total }) = next else { return };
        let wire = self.info.param(parameter).map_or(parameter, |param| param.wire);
        let number = |names: &[&str]| {
            let given = self.given.iter().find(|given| names.contains(&given.name.as_str()))?;
            given.texts.first()?.parse::<usize>().ok()
        };
        let pointer = |path: &str| format!("/{}", path.replace('.', "/"));
        let Some(Value::Array(all)) = body.pointer_mut(&pointer(rows)) else { return };
        let count = all.len();
        let start = number(&[wire]).unwrap_or_default();
        let page = std::mem::take(all).into_iter().skip(start);
        *all = page.take(number(&COUNTS).unwrap_or(usize::MAX)).collect();
        // Beside the rows some hosts say with which one the page begins.
        let parent = rows.rsplit_once('.').map(|(parent, _)| pointer(parent));
        if let Some(begins) = parent.and_then(|parent| body.pointer_mut(&parent)?.get_mut("start")) {
            *begins = start.into();
        }
        if let Some(total) = total.and_then(|total| body.pointer_mut(&pointer(total))) {
            *total = count.into();
        }
    }
}

/// A value of an example and the requested value that replaces it.
struct Substitution<'v> {
    /// The name of the members that are numbers.
    name: &'v str,
    own: &'v str,
    given: &'v str,
}

impl<'v> Substitution<'v> {
    /// None for an empty value, which could stand anywhere.
    fn new(name: &'v str, own: &'v str, given: &'v str) -> Option<Self> {
        let name = name.rsplit('.').next().unwrap_or(name);
        (!own.is_empty()).then_some(Self { name, own, given })
    }

    /// Returns true for the value in a member of that name.
    fn is(&self, name: &str, value: &Value) -> bool {
        match value {
            Value::String(text) => text == self.own,
            Value::Number(number) => name == self.name && number.to_string() == self.own,
            _ => false,
        }
    }

    /// Returns a text that is not JSON with the value wherever it stands alone and is not a number.
    fn in_text(&self, text: &str) -> String {
        let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        let is_number = self.own.parse::<f64>().is_ok();
        let (mut done, mut rest) = (String::new(), text);
        while let Some((before, after)) = rest.split_once(self.own).filter(|_| !is_number) {
            let alone = !is_part(before.chars().next_back()) && !is_part(after.chars().next());
            done += before;
            done += if alone { self.given } else { self.own };
            rest = after;
        }
        done + rest
    }
}

/// Puts the given values into their places below a member of that name, and returns true if there are some.
fn put(name: &str, value: &mut Value, places: &[Substitution<'_>]) -> bool {
    if let Some(place) = places.iter().find(|place| place.is(name, value)) {
        let number = serde_json::from_str(place.given).ok().filter(|_| value.is_number());
        *value = number.unwrap_or_else(|| place.given.into());
        return true;
    }
    match value {
        Value::Array(items) => {
            items.iter_mut().map(|item| put(name, item, places)).filter(|done| *done).count() > 0
        }
        Value::Object(members) => {
            // Some hosts name a member by what was asked for.
            let own = |name: &str| places.iter().find(|place| place.own == name);
            let named = std::mem::take(members).into_iter().map(|(name, member)| match own(&name) {
                Some(place) => (place.given.to_owned(), member),
                None => (name, member),
            });
            *members = named.collect();
            members.iter_mut().map(|(name, member)| put(name, member, places)).filter(|done| *done).count()
                > 0
        }
        _ => false,
    }
}

/// Gives each outermost list that has rows about the values of an example the rows about the given values.
fn rows(body: &mut Value, own: &RequestValue, given: &RequestValue) {
    let about = |item: &Value, text: &str| {
        Substitution::new(&own.name, text, "").is_some_and(|place| put("", &mut item.clone(), &[place]))
    };
    match body {
        Value::Array(items)
            if own.texts.iter().any(|own| items.iter().any(|item| !item.is_array() && about(item, own))) =>
        {
            let all = std::mem::take(items);
            let usual = own.texts.iter().find(|own| all.iter().any(|item| about(item, own)));
            for text in &given.texts {
                let of = if own.texts.contains(text) { Some(text) } else { usual };
                let place = of.and_then(|of| Substitution::new(&own.name, of, text));
                for mut item in all.iter().filter(|item| of.is_some_and(|of| about(item, of))).cloned() {
                    put("", &mut item, place.as_slice());
                    items.push(item);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rows(item, own, given)),
        Value::Object(members) => members.values_mut().for_each(|member| rows(member, own, given)),
        _ => {}
    }
}
