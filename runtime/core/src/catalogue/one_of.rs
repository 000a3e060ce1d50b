//! The schemas of types of which a value is one of several.

use serde_json::{Map, Value, json};

use super::json::{JsonKind, OneOfInfo, OneOfItem, RecordInfo};
use super::limits::Limits;

impl OneOfInfo {
    /// Returns the types in words, for messages.
    pub(crate) fn words(&self) -> String {
        let words: Vec<_> = match self.field {
            Some(field) => {
                let keys: Vec<_> = self.items().iter().map(|item| item.key).collect();
                return format!("an object whose '{field}' is one of {}", keys.join(", "));
            }
            None => self.items().iter().map(|item| item.kind.words()).collect(),
        };
        words.join(", or ")
    }

    /// Returns the record of a type that does not declare the member which says the type.
    pub(crate) fn without_label(&self, item: &OneOfItem) -> Option<&'static RecordInfo> {
        let (field, JsonKind::Record(record)) = (self.field?, item.kind) else { return None };
        record.fields().iter().all(|own| own.wire != field).then_some(record)
    }

    /// Returns the schema, by the schemas of its types; `of` makes those of records.
    pub(crate) fn schema_of(
        &self,
        values: impl Iterator<Item = Value>,
        of: fn(&RecordInfo) -> Value,
    ) -> Value {
        let mut schema = Map::from_iter([("description".to_owned(), json!(self.doc))]);
        let Some(field) = self.field else {
            let other = self.other.map(|doc| json!({ "description": doc }));
            schema.insert("anyOf".to_owned(), values.chain(other).collect());
            return Value::Object(schema);
        };
        let labelled = |(item, mut value): (&OneOfItem, Value)| {
            if let Some(record) = self.without_label(item) {
                value = of(record);
            }
            let Some(members) = value.as_object_mut() else { return value };
            members.extend(self.without_label(item).map(|record| ("title".to_owned(), json!(record.name))));
            let properties = members.entry("properties").or_insert_with(|| json!({}));
            if let Some(properties) = properties.as_object_mut() {
                properties.insert(field.to_owned(), json!({ "type": "string", "const": item.key }));
            }
            let required = members.entry("required").or_insert_with(|| json!([]));
            if let Some(required) = required.as_array_mut() {
                required.push(json!(field));
            }
            value
        };
        let keys = || self.items().iter().map(|item| item.key);
        let other = self.other.map(|doc| {
            let others = json!({ field: { "not": { "enum": keys().collect::<Vec<_>>() } } });
            json!({
                "description": doc,
                "type": "object",
                "properties": others,
                "required": [field],
                "additionalProperties": true,
            })
        });
        schema
            .insert("oneOf".to_owned(), self.items().iter().zip(values).map(labelled).chain(other).collect());
        if self.items().iter().all(|item| self.without_label(item).is_none()) {
            let place =
                |item: &OneOfItem| (item.key.to_owned(), json!(format!("#/$defs/{}", item.kind.name())));
            let mapping: Map<_, _> = self.items().iter().map(place).collect();
            let discriminator = json!({ "propertyName": field, "mapping": mapping });
            schema.insert("discriminator".to_owned(), discriminator);
        }
        Value::Object(schema)
    }

    pub(super) fn schema(&self, of: fn(&RecordInfo) -> Value) -> Value {
        self.schema_of(self.items().iter().map(|item| item.kind.own_schema(Limits::NONE)), of)
    }

    /// Adds the schemas of the records that its types consist of.
    pub(super) fn define(&self, definitions: &mut Map<String, Value>, of: fn(&RecordInfo) -> Value) {
        for item in self.items() {
            match self.without_label(item) {
                Some(record) => record.define_fields(definitions, of),
                None => item.kind.define(definitions, of),
            }
        }
    }
}
