//! Holds what a document of GraphQL asks for, in its fragments too, against what the response and the pages need.

use std::collections::HashSet;

use indexmap::IndexMap;

use crate::codes;
use crate::diagnostic::{Fault, nearest, suggest};
use crate::graphql::{Fragments, Operation, SPREAD, Selection, Unreadable};
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, ItemType, Table};

use super::Checker;
use super::items::data_type;
use super::page_paths::paths;

/// The number of fields of records that are looked for: fragments in fragments may ask for very many.
const MAX_FIELDS: usize = 10_000;

impl Checker<'_, '_> {
    /// Holds the path of the data and the fields that its records need against what a document asks for, and then the paths
    /// of pages.
    pub(super) fn selected(
        &mut self,
        endpoint: Located<'_, Endpoint>,
        document: Located<'_, String>,
        operation: &Operation<'_>,
    ) {
        let before = self.faults.count();
        self.selected_data(endpoint, document, operation);
        if self.faults.count() == before {
            self.selected_pages(endpoint, operation);
        }
    }

    fn selected_data(
        &mut self,
        endpoint: Located<'_, Endpoint>,
        document: Located<'_, String>,
        operation: &Operation<'_>,
    ) {
        let Some(response) = endpoint.response().some() else { return };
        let whole = response.at.as_deref().unwrap_or_default();
        let Some(path) = whole.strip_prefix("data.").or((whole == "data").then_some("")) else { return };
        let (mut outer, mut around, mut here) = (None, "", vec![&operation.selection]);
        for name in path.split('.').filter(|name| !name.is_empty() && name.parse::<usize>().is_err()) {
            let selected = Selected::of(&here, &operation.fragments);
            let Some((field, below)) = selected.fields.get_key_value(name) else {
                if !selected.is_cut {
                    let message = format!("the document does not ask for '{name}'");
                    let advice = suggest(name, selected.fields.keys().copied());
                    self.value(response.at(), Fault::new(codes::GRAPHQL, message, advice));
                }
                return;
            };
            (outer, around, here) = (Some((around, here)), *field, below.clone());
        }
        let Some(kind) = data_type(response.value(), self.table) else { return };
        let (table, fragments) = (self.table.value(), &operation.fragments);
        let needs = || Needs { table, fragments, left: MAX_FIELDS };
        let Some((part, message, advice)) = needs().unselected(kind, around, &here) else { return };
        if !self.is_sound(kind) {
            return;
        }
        let selected = Selected::of(&here, fragments);
        // What is around a value without fields may be what is meant.
        let is_meant = |(around, here): (&_, Vec<_>)| needs().unselected(kind, around, &here).is_none();
        if selected.fields.is_empty()
            && outer.is_some_and(is_meant)
            && let Some((parent, name)) = whole.rsplit_once('.')
        {
            let message = format!("the document asks for no fields of '{name}', and the data has some");
            let advice = format!("write '{parent}', or ask for its fields");
            return self.value(response.at(), Fault::new(codes::GRAPHQL, message, advice));
        }
        let only = selected.fields.iter().next().filter(|_| selected.fields.len() == 1 && !selected.is_cut);
        match only.filter(|(name, below)| needs().unselected(kind, name, below).is_none()) {
            Some((name, _)) => {
                let advice = format!("write 'at: {whole}.{name}'");
                self.value(response.at(), Fault::new(codes::GRAPHQL, message, advice));
            }
            None if part.is_empty() => {
                self.value(response.at(), Fault::new(codes::GRAPHQL, message, advice));
            }
            None => self.slice(document, part, Fault::new(codes::GRAPHQL, message, advice)),
        }
    }

    /// Reports a path of pages that a document does not ask for.
    fn selected_pages(&mut self, endpoint: Located<'_, Endpoint>, operation: &Operation<'_>) {
        let Some(pages) = endpoint.pages().some() else { return };
        for path in paths(pages) {
            let Some(below) = path.value().strip_prefix("data.") else { continue };
            let mut here = vec![&operation.selection];
            for name in below.split('.').filter(|name| name.parse::<usize>().is_err()) {
                let selected = Selected::of(&here, &operation.fragments);
                if let Some(below) = selected.fields.get(name) {
                    here = below.clone();
                    continue;
                }
                // What a value of the host's own type has is not known.
                if !selected.is_cut && !selected.fields.is_empty() {
                    let message = format!("the document does not ask for '{name}'");
                    let advice = match nearest(name, selected.fields.keys().copied()) {
                        Some(near) => format!("write '{near}' in its place, or ask for it in 'graphql'"),
                        None => "ask for it in 'graphql'".to_owned(),
                    };
                    self.value(path, Fault::new(codes::GRAPHQL, message, advice));
                }
                break;
            }
        }
    }
}

/// The fields that are selected of an object, those of fragments among them.
struct Selected<'d, 't> {
    /// The fields by their names in the reply, each with what is selected of it in all places.
    fields: IndexMap<&'t str, Vec<&'d Selection<'t>>>,
    /// True if more may be selected for.
    is_cut: bool,
}

impl<'d, 't> Selected<'d, 't> {
    fn of(selections: &[&'d Selection<'t>], fragments: &'d Fragments<'t>) -> Self {
        let mut selected = Self { fields: IndexMap::new(), is_cut: false };
        let (mut next, mut known) = (selections.to_vec(), HashSet::new());
        while let Some(selection) = next.pop() {
            selected.is_cut |= selection.is_cut;
            for (name, below) in &selection.fields {
                match (*name, fragments.defined.get(below.name)) {
                    (SPREAD, _) if below.name.is_empty() => next.push(below),
                    (SPREAD, Some(fragment)) if known.insert(below.name) => next.push(fragment),
                    (SPREAD, Some(_)) => {}
                    // One that is missing is reported by itself.
                    (SPREAD, None) => selected.is_cut = true,
                    (name, _) => selected.fields.entry(name).or_default().push(below),
                }
            }
        }
        selected
    }
}

/// The fields that the records of a table need.
struct Needs<'c, 'd, 't> {
    table: &'c Table,
    fragments: &'d Fragments<'t>,
    /// The number of fields that are still looked for.
    left: usize,
}

impl<'t> Needs<'_, '_, 't> {
    /// Returns what is wrong with what is selected of a field: a field that a record requires and that it does not have, or fields
    /// of a value without fields of its own.
    fn unselected(
        &mut self,
        kind: &ItemType,
        around: &'t str,
        here: &[&Selection<'t>],
    ) -> Option<Unreadable<'t>> {
        let name = match kind {
            ItemType::List(item) => return self.unselected(item, around, here),
            ItemType::Map(_) => return None,
            ItemType::One(name) => name,
        };
        let selected = Selected::of(here, self.fragments);
        let Some(record) = self.table.records.get(name) else {
            let (field, _) = selected.fields.first().filter(|_| name != "any")?;
            let message = format!("the document asks for '{field}' of a value that is '{name}'");
            return Some((*field, message, "remove the brackets, or name a record as the type of the field"));
        };
        record.fields.iter().find_map(|(own, field)| {
            self.left = self.left.checked_sub(1)?;
            let wire = field.wire.as_deref().unwrap_or(own);
            match selected.fields.get_key_value(wire) {
                Some((selected, below)) if below.iter().all(|one| one.is_left_out) && !field.optional => {
                    let message = format!("a directive may leave out '{wire}', which '{name}' requires");
                    Some((*selected, message, "write 'optional: true' at the field of the record"))
                }
                Some((selected, below)) => self.unselected(&field.kind, selected, below),
                None => (!field.optional && !selected.is_cut).then(|| {
                    let message = format!("the document does not ask for '{wire}', which '{name}' requires");
                    (around, message, "ask for it, or write 'optional: true' at the field of the record")
                }),
            }
        })
    }
}
