//! Checks of the records that are one of several types.

use std::collections::HashSet;

use crate::codes;
use crate::diagnostic::Fault;
use crate::item::{Item, record_path};
use crate::parse::located::Located;
use crate::parse::table::{DISCRIMINATOR, ItemType, Record};

use super::Checker;

impl Checker<'_, '_> {
    /// Checks the types of which a value is one.
    pub(super) fn one_of(
        &mut self,
        name: &str,
        record: Located<'_, Record>,
        closing: &HashSet<(&str, &str)>,
    ) {
        if let Some(other) = record.other().some() {
            self.doc(other);
        }
        if record.variants().next().is_none() {
            let fault = codes::ONE_OF.fault(
                format!("'{name}' is one of no types"),
                "write 'one_of' with a name and a type for each, like 'one_of: { text: string, number: integer }'",
            );
            return self.key(record, fault);
        }
        let is_more = [
            record.open,
            record.partial,
            record.key.is_some(),
            record.layout.is_some(),
            !record.whole.is_empty(),
        ];
        if record.fields().extent().is_some() || is_more.contains(&true) || record_path(name).0.is_some() {
            let message = format!("'{name}' is one of several types, and no object itself");
            let advice = "remove the other keys and the module in its name, or 'one_of'";
            return self.key(record.one_of(), codes::ONE_OF.fault(message, advice));
        }
        if let Some(field) = record.one_of().named(DISCRIMINATOR)
            && !matches!(field.value(), ItemType::One(_))
        {
            let message = "'field' names the member that says which type a value is of";
            let advice = "write its name in the reply, or another name for the type";
            return self.value(field, codes::ONE_OF.fault(message, advice));
        }
        let mut known: Vec<(&str, &ItemType)> = Vec::new();
        for (key, item) in record.one_of().entries().filter(|(key, _)| *key != DISCRIMINATOR) {
            self.plain(item, key);
            self.item(item);
            if closing.contains(&(name, key)) {
                let message = format!("'{name}' contains itself through this type and never ends");
                let advice = "write { list: … } for several, or remove the type";
                self.value(item, codes::ENDLESS_RECORD.fault(message, advice));
            }
            let same = known.iter().find(|(_, kind)| *kind == item.value()).map(|(first, _)| *first);
            let fault = match record.value().discriminator() {
                Some(field) => self.discriminated(field, item.value()),
                None => same.map(|first| {
                    let message = format!("nothing tells it from '{first}', which has the same type");
                    codes::ONE_OF
                        .fault(message, "remove one of them, or name in 'field' the member that says it")
                }),
            };
            self.value(item, fault);
            known.push((key, item.value()));
        }
    }

    /// Returns the fault of a type that a member of its values says.
    fn discriminated(&self, field: &str, kind: &ItemType) -> Option<Fault> {
        let table = self.table.value();
        let Item::Record(name) = Item::resolve(kind, table)? else {
            let message = format!("only a record has the member '{field}'");
            return Some(codes::ONE_OF.fault(message, "name a record, or remove 'field'"));
        };
        let (_, own) = table.records.get(name)?.wired().find(|(wire, _)| *wire == field)?;
        let item = Item::resolve(&own.kind, table)?;
        (!matches!(item, Item::String | Item::Enum(_))).then(|| {
            let message = format!("'{field}' of '{name}' is no string, and says which type a value is of");
            codes::ONE_OF.fault(message, "write 'type: string' at the field, or remove it")
        })
    }
}
