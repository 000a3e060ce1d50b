//! Checks of the document of a GraphQL request, and of the parameters that are its variables.

use indexmap::{IndexMap, IndexSet};

use crate::codes;
use crate::diagnostic::{Fault, nearest, suggest};
use crate::graphql::{Fragments, Selection, Unreadable, operation};
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, ItemType, Table};

use super::Checker;
use super::circles::Circles;
use super::items::data_type;

impl Checker<'_, '_> {
    /// Checks the document of an endpoint that has one.
    pub(super) fn graphql(&mut self, endpoint: Located<'_, Endpoint>) {
        let Some(document) = endpoint.graphql().some() else { return };
        self.around_graphql(endpoint);
        match operation(&document) {
            Ok(operation) => {
                self.variables(endpoint, document, &operation);
                self.fragments(document, &operation.fragments);
                self.selected(endpoint, document, &operation.selection);
            }
            Err((part, message, advice)) => {
                self.slice(document, part, Fault::new(codes::GRAPHQL, message, advice));
            }
        }
    }

    /// Reports what an endpoint with a document says besides, and what the document says already.
    fn around_graphql(&mut self, endpoint: Located<'_, Endpoint>) {
        let fault = |message: &str, advice: &'static str| Fault::new(codes::GRAPHQL, message, advice);
        if endpoint.method != "POST" && !endpoint.method().position().is_broken {
            self.value(endpoint.method(), fault("a GraphQL request is a POST", "write 'method: POST'"));
        }
        if endpoint.body.is_some() {
            self.key(endpoint.body(), fault("'graphql' makes the body", "remove 'body'"));
        }
        if endpoint.raw != "json" && !endpoint.raw().position().is_broken {
            self.value(endpoint.raw(), fault("a GraphQL reply is JSON", "remove 'raw'"));
        }
        if endpoint.safe {
            let message =
                "'safe' has no effect beside 'graphql': a query only reads, and a mutation does not";
            self.key(endpoint.safe(), Fault::new(codes::NO_EFFECT, message, "remove it"));
        }
        for (name, param) in endpoint.params().entries() {
            if matches!(param.place.as_str(), "form" | "part" | "content") {
                let message = format!("'{name}' is not in the body of a GraphQL request, which is JSON");
                self.value(param.place(), fault(&message, "write 'in: body' for a variable"));
            } else if param.place == "body" && param.wire.as_deref() == Some(".") {
                let message = format!("'{name}' would replace the document");
                self.value(param.wire(), fault(&message, "write the name of its variable"));
            }
        }
        let Some(response) = endpoint.response().some() else { return };
        if response.error.is_some() {
            let message = "'error' has no effect beside 'graphql': the errors of a host are in 'errors'";
            self.key(response.error(), Fault::new(codes::NO_EFFECT, message, "remove it"));
        }
        let at = response.at.as_deref().unwrap_or_default();
        if at != "data" && !at.starts_with("data.") {
            let message = "the data of a GraphQL reply is in its member 'data'";
            let advice = "write 'at: data.' with the field of the query behind it, like 'at: data.stations'";
            match response.at {
                Some(_) => self.value(response.at(), fault(message, advice)),
                None => self.value(response, fault(message, advice)),
            }
        }
    }

    /// Holds the fragments of a document against their names behind `...`.
    fn fragments(&mut self, document: Located<'_, String>, fragments: &Fragments<'_>) {
        let Fragments { defined, spread } = fragments;
        let used: IndexSet<&str> = spread.iter().map(|(_, name)| *name).collect();
        for name in used.iter().filter(|name| !defined.contains(*name)) {
            let message = format!("the document does not define the fragment '{name}'");
            let advice = match nearest(name, defined.iter().copied()) {
                Some(near) => format!("write '{near}'"),
                None => {
                    format!("add it, like 'fragment {name} on Station {{ name }}', or remove '...{name}'")
                }
            };
            self.slice(document, name, Fault::new(codes::GRAPHQL, message, advice));
        }
        // One that is written wrong where it is used is told there.
        let is_meant =
            |name: &str| used.iter().any(|used| !defined.contains(used) && nearest(used, [name]).is_some());
        for name in defined.iter().filter(|name| !used.contains(*name) && !is_meant(name)) {
            let message = format!("the document does not use the fragment '{name}'");
            let advice = format!("write '...{name}' where its fields go, or remove it");
            self.slice(document, name, Fault::new(codes::GRAPHQL, message, advice));
        }
        let mut contents: IndexMap<&str, Vec<&str>> = IndexMap::new();
        for (around, name) in spread {
            contents.entry(*around).or_default().push(*name);
        }
        let circles = Circles::of(&contents);
        if let Some((around, name)) = spread.iter().find(|(around, name)| circles.has(around, name)) {
            let message = format!("the fragment '{around}' contains itself and never ends");
            self.slice(document, name, Fault::new(codes::GRAPHQL, message, format!("remove '...{name}'")));
        }
    }

    /// Holds the path of the data and the fields that its records need against what a document asks for.
    fn selected(
        &mut self,
        endpoint: Located<'_, Endpoint>,
        document: Located<'_, String>,
        selection: &Selection<'_>,
    ) {
        let Some(response) = endpoint.response().some() else { return };
        let Some(path) = response.at.as_deref().and_then(|at| at.strip_prefix("data.")) else { return };
        let (mut around, mut selection) = (document.value().as_str(), selection);
        for name in path.split('.').filter(|name| name.parse::<usize>().is_err()) {
            let Some((field, below)) = selection.fields.iter().find(|(field, _)| *field == name) else {
                if !selection.has_fragment {
                    let message = format!("the document does not ask for '{name}'");
                    let advice = suggest(name, selection.fields.iter().map(|(field, _)| *field));
                    self.value(response.at(), Fault::new(codes::GRAPHQL, message, advice));
                }
                return;
            };
            (around, selection) = (field, below);
        }
        let Some(kind) = data_type(response.value(), self.table) else { return };
        if let Some((part, message, advice)) = unasked(self.table.value(), kind, (around, selection))
            && self.is_sound(kind)
        {
            self.slice(document, part, Fault::new(codes::GRAPHQL, message, advice));
        }
    }
}

/// Returns what is wrong with what is asked of a field: a field that a record requires and that it does not have, or fields
/// of a value without fields of its own.
fn unasked<'t>(
    table: &Table,
    kind: &ItemType,
    (around, selection): (&'t str, &Selection<'t>),
) -> Option<Unreadable<'t>> {
    let name = match kind {
        ItemType::List(item) => return unasked(table, item, (around, selection)),
        ItemType::Map(_) => return None,
        ItemType::One(name) => name,
    };
    let Some(record) = table.records.get(name) else {
        let (field, _) = selection.fields.first().filter(|_| name != "any")?;
        let message = format!("the document asks for '{field}' of a value that is '{name}'");
        return Some((field, message, "remove the brackets, or name a record as the type of the field"));
    };
    if selection.has_fragment {
        return None;
    }
    record.fields.iter().find_map(|(own, field)| {
        let wire = field.wire.as_deref().unwrap_or(own);
        match selection.fields.iter().find(|(asked, _)| *asked == wire) {
            Some((asked, below)) if below.is_left_out && !field.optional => {
                let message = format!("a directive may leave out '{wire}', which '{name}' requires");
                Some((*asked, message, "write 'optional: true' at the field of the record"))
            }
            Some((asked, below)) => unasked(table, &field.kind, (asked, below)),
            None => (!field.optional).then(|| {
                let message = format!("the document does not ask for '{wire}', which '{name}' requires");
                (around, message, "ask for it, or write 'optional: true' at the field of the record")
            }),
        }
    })
}
