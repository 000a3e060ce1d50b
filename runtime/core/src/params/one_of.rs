//! Values of one of several types: the choice of the type, and the faults of what is sent.

use std::borrow::Cow;

use serde::de::Deserialize as _;
use serde_json::Value;

use super::enumeration::listed;
use super::faults::{ParamFault, not_allowed, quoted};
use crate::catalogue::{JsonKind, Limits, OneOfInfo, OneOfItem};
use crate::time::{Date, DateTime};
use crate::upload::Upload;

/// The types that a value may be of.
pub(crate) enum Chosen {
    /// None that the table lists, and these are taken.
    Other,
    /// These, by their indexes. The first that takes the value has it.
    Of(Vec<usize>),
}

/// The reason why a value is of none of several types.
pub(crate) enum Unfit {
    /// Its form.
    Form,
    /// The member that says the type is not there.
    Missing(&'static str),
    /// That member has another value: the member, the value, and the values that it may have.
    Unlisted(&'static str, Value, String),
}

/// Returns true if a value has the form of a type. The inner values are not looked at.
pub(crate) fn fits(kind: &JsonKind, value: &Value) -> bool {
    match kind {
        JsonKind::Any => true,
        JsonKind::Bytes => Upload::deserialize(value).is_ok(),
        JsonKind::String => value.is_string(),
        JsonKind::Integer => value.is_i64(),
        JsonKind::Number => value.is_number(),
        JsonKind::Boolean => value.is_boolean(),
        JsonKind::Date => value.as_str().is_some_and(|text| text.parse::<Date>().is_ok()),
        JsonKind::DateTime => {
            value.is_i64() || value.as_str().is_some_and(|text| text.parse::<DateTime>().is_ok())
        }
        JsonKind::Record(_) | JsonKind::Map(_) => value.is_object(),
        JsonKind::List(_) => value.is_array(),
        JsonKind::OneOf(info) => info.chosen(value).is_ok(),
    }
}

/// Returns true unless a value lacks a member that every object of the type has.
fn is_whole(kind: &JsonKind, value: &Value) -> bool {
    let JsonKind::Record(record) = kind else { return true };
    record.fields().iter().filter(|field| field.required).all(|field| value.get(field.wire).is_some())
}

impl OneOfInfo {
    /// Returns the types that a value may be of.
    pub(crate) fn chosen(&self, value: &Value) -> Result<Chosen, Unfit> {
        let Some(field) = self.field else { return self.by_form(value) };
        let members = value.as_object().ok_or(Unfit::Form)?;
        let given = match (members.get(field).filter(|given| !given.is_null()), self.other) {
            (Some(given), _) => given,
            (None, Some(_)) => return Ok(Chosen::Other),
            (None, None) => return Err(Unfit::Missing(field)),
        };
        let key = given.as_str().unwrap_or_default();
        match self.items().iter().position(|item| item.key == key) {
            Some(index) => Ok(Chosen::Of(vec![index])),
            None if self.other.is_some() => Ok(Chosen::Other),
            None => {
                let keys: Vec<_> = self.items().iter().map(|item| item.key).collect();
                Err(Unfit::Unlisted(field, given.clone(), listed(&keys, key, "")))
            }
        }
    }

    fn by_form(&self, value: &Value) -> Result<Chosen, Unfit> {
        let kinds = self.items().iter().map(|item| &item.kind).enumerate();
        let mut found: Vec<_> = kinds.filter(|(_, kind)| fits(kind, value)).collect();
        // The fault of the one type of that form says more.
        if found.len() > 1 || self.other.is_some() {
            found.retain(|(_, kind)| is_whole(kind, value));
        }
        match (found.is_empty(), self.other) {
            (true, Some(_)) => Ok(Chosen::Other),
            (true, None) => Err(Unfit::Form),
            (false, _) => Ok(Chosen::Of(found.into_iter().map(|(index, _)| index).collect())),
        }
    }

    /// Reports what the types do not allow; `path` leads to the value.
    pub(super) fn check(&'static self, value: &Value, path: &str, faults: &mut Vec<ParamFault>) {
        let chosen = match self.chosen(value) {
            Ok(Chosen::Other) => return,
            Ok(Chosen::Of(chosen)) => chosen,
            Err(Unfit::Form) => return faults.push(JsonKind::OneOf(self).wrong(value, path)),
            Err(Unfit::Missing(field)) => {
                return faults.push(ParamFault::Missing { param: format!("{path}.{field}") });
            }
            Err(Unfit::Unlisted(field, given, allowed)) => {
                let given = quoted(&given.to_string());
                return faults.push(not_allowed(
                    &format!("{path}.{field}"),
                    given,
                    format!("write {allowed}"),
                ));
            }
        };
        let mut first = None;
        for item in chosen.into_iter().filter_map(|index| self.items().get(index)) {
            let mut own = Vec::new();
            item.kind.check(&self.unlabelled(item, value), Limits::NONE, path, &mut own);
            if own.is_empty() {
                return;
            }
            first.get_or_insert(own);
        }
        faults.extend(first.into_iter().flatten());
    }

    /// Returns a value without the member that says the type, where the type does not declare it.
    fn unlabelled<'v>(&self, item: &OneOfItem, value: &'v Value) -> Cow<'v, Value> {
        let (Some(field), Some(_)) = (self.field, self.without_label(item)) else {
            return Cow::Borrowed(value);
        };
        let mut value = value.clone();
        if let Some(members) = value.as_object_mut() {
            members.shift_remove(field);
        }
        Cow::Owned(value)
    }
}
