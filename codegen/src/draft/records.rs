//! The records that the shape of a reply needs.

use virtual_finance_table::identifiers::Taken;
use virtual_finance_table::parse::table::ItemType;

use super::shape::{Field, Object, Shape};

/// The maximum depth of records; deeper members are any JSON.
pub(super) const MAX_DEPTH: usize = 8;

/// A record of a draft.
pub(super) struct Drafted<'s> {
    pub(super) name: String,
    pub(super) part: String,
    pub(super) fields: Vec<DraftedField<'s>>,
}

pub(super) struct DraftedField<'s> {
    pub(super) name: String,
    pub(super) of: &'s Field,
    pub(super) kind: ItemType,
    pub(super) is_optional: bool,
}

/// The records drafted so far.
pub(super) struct Records<'d, 's> {
    /// The word that the names of the records begin with.
    pub(super) owner: &'d str,
    pub(super) taken: Taken,
    /// The name of each object that has a record.
    pub(super) named: Vec<(&'s Object, String)>,
    pub(super) drafted: Vec<Drafted<'s>>,
}

impl<'s> Records<'_, 's> {
    /// Returns the type of a shape. `part` names the record that it may need.
    pub(super) fn kind(&mut self, shape: &'s Shape, part: &str, depth: usize) -> ItemType {
        let below = depth.saturating_add(1);
        ItemType::One(match shape {
            Shape::Boolean => "boolean".to_owned(),
            Shape::Integer => "integer".to_owned(),
            Shape::Number => "number".to_owned(),
            Shape::Date => "date".to_owned(),
            Shape::DateTime => "datetime".to_owned(),
            Shape::Text => "string".to_owned(),
            Shape::List(item) if depth < MAX_DEPTH => {
                return ItemType::List(Box::new(self.kind(item, part, below)));
            }
            Shape::Map(values) if depth < MAX_DEPTH => {
                return ItemType::Map(Box::new(self.kind(values, part, below)));
            }
            Shape::Object(object) if depth < MAX_DEPTH => self.record(object, part, below),
            _ => "any".to_owned(),
        })
    }

    fn record(&mut self, object: &'s Object, part: &str, depth: usize) -> String {
        if let Some((_, name)) = self.named.iter().find(|(known, _)| known.has_members_of(object)) {
            return name.clone();
        }
        let name = self.taken.item(&format!("{} {part}", self.owner));
        self.named.push((object, name.clone()));
        // The record stands before the records of its members.
        let index = self.drafted.len();
        self.drafted.push(Drafted { name: name.clone(), part: part.to_owned(), fields: Vec::new() });
        let mut taken = Taken::default();
        let fields = object.fields().map(|(of, is_optional)| {
            let kind = self.kind(&of.shape, &of.wire, depth);
            DraftedField { name: taken.word(&of.wire), of, kind, is_optional }
        });
        let fields = fields.collect();
        if let Some(own) = self.drafted.get_mut(index) {
            own.fields = fields;
        }
        name
    }
}
