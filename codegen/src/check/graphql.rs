//! Checks of the document of a GraphQL request, and of the parameters that are its variables.

use indexmap::{IndexMap, IndexSet};

use crate::codes;
use crate::diagnostic::{Fault, nearest};
use crate::graphql::{Fragments, operation};
use crate::parse::located::Located;
use crate::parse::table::Endpoint;

use super::Checker;
use super::circles::Circles;

impl Checker<'_, '_> {
    /// Checks the document of an endpoint that has one.
    pub(super) fn graphql(&mut self, endpoint: Located<'_, Endpoint>) {
        let Some(document) = endpoint.graphql().some() else { return };
        self.around_graphql(endpoint);
        match operation(&document) {
            Ok(operation) => {
                self.variables(endpoint, document, &operation);
                self.fragments(document, &operation.fragments);
                self.selected(endpoint, document, &operation);
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
        for name in used.iter().filter(|name| !defined.contains_key(*name)) {
            let message = format!("the document does not define the fragment '{name}'");
            let advice = match nearest(name, defined.keys().copied()) {
                Some(near) => format!("write '{near}'"),
                None => {
                    format!("add it, like 'fragment {name} on Station {{ name }}', or remove '...{name}'")
                }
            };
            self.slice(document, name, Fault::new(codes::GRAPHQL, message, advice));
        }
        // One that is written wrong where it is used is told there.
        let is_meant = |name: &str| {
            used.iter().any(|used| !defined.contains_key(*used) && nearest(used, [name]).is_some())
        };
        for name in defined.keys().filter(|name| !used.contains(*name) && !is_meant(name)) {
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
}
