//! Checks of the document of a GraphQL request, whose variables are the parameters of the body. Only the host knows whether it
//! takes the rest.

use crate::codes;
use crate::diagnostic::{Fault, nearest};
use crate::graphql::{operations, variables};
use crate::parse::located::Located;
use crate::parse::table::Endpoint;

use super::Checker;

impl Checker<'_, '_> {
    /// Checks the document of an endpoint that has one.
    pub(super) fn graphql(&mut self, endpoint: Located<'_, Endpoint>) {
        let Some(document) = endpoint.graphql().some() else { return };
        self.around_graphql(endpoint);
        match operations(&document).as_slice() {
            ["query" | "mutation"] => self.variables(endpoint, document),
            _ => {
                let advice = "write one, like 'query { stations { name } }'";
                self.value(document, fault("a document has one operation, a query or a mutation", advice));
            }
        }
    }

    /// Reports what an endpoint with a document says besides.
    fn around_graphql(&mut self, endpoint: Located<'_, Endpoint>) {
        if endpoint.method != "POST" && !endpoint.method().position().is_broken {
            self.value(endpoint.method(), fault("a GraphQL request is a POST", "write 'method: POST'"));
        }
        if endpoint.body.is_some() {
            self.key(endpoint.body(), fault("'graphql' makes the body", "remove 'body'"));
        }
        for (name, param) in endpoint.params().entries() {
            if matches!(param.place.as_str(), "form" | "part" | "content") {
                let message = format!("'{name}' is not in the body of a GraphQL request, which is JSON");
                self.value(param.place(), fault(message, "write 'in: body' for a variable"));
            }
        }
    }

    /// Holds the variables of a document and the parameters of the body against each other, by their names.
    fn variables(&mut self, endpoint: Located<'_, Endpoint>, document: Located<'_, String>) {
        let variables = variables(&document);
        let params = endpoint.params().entries().filter(|(_, param)| param.place == "body");
        let sent: Vec<_> = params.map(|(name, param)| (param.value().wire_name(name), param)).collect();
        let unknown: Vec<_> = sent.iter().filter(|(wire, _)| !variables.contains(wire)).collect();
        for (wire, param) in &unknown {
            let message = format!("the document has no variable '${wire}'");
            let advice = match nearest(wire, variables.iter().copied()) {
                Some(near) => format!("write '{near}'"),
                None => format!("write where '${wire}' goes in the document, or remove the parameter"),
            };
            self.wire(*param, fault(message, advice));
        }
        let is_sent = |name: &str| sent.iter().any(|(wire, _)| *wire == name);
        let is_meant = |name: &str| unknown.iter().any(|(wire, _)| nearest(wire, [name]).is_some());
        for name in variables.iter().filter(|name| !is_sent(name) && !is_meant(name)) {
            let message = format!("no parameter is the variable '${name}'");
            let advice = format!("add the parameter '{name}' with 'in: body', or remove '${name}'");
            self.slice(document, name, fault(message, advice));
        }
    }
}

fn fault(message: impl Into<String>, advice: impl Into<String>) -> Fault {
    codes::GRAPHQL.fault(message, advice)
}
