//! Checks of the document of a GraphQL request, and of the parameters that are its variables.

use indexmap::{IndexMap, IndexSet};

use crate::codes;
use crate::diagnostic::{Fault, nearest, suggest};
use crate::graphql::{Fragments, Operation, Selection, Unreadable, Variable, operation};
use crate::kind::Kind;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, ItemType, Param, Table, TypeName};

use super::Checker;
use super::circles::Circles;
use super::items::data_type;

/// The types of GraphQL itself, and the types of parameters whose values are sent as each.
const SCALARS: &[(&str, &[&str])] = &[
    ("Int", &["integer"]),
    ("Float", &["number", "integer"]),
    ("Boolean", &["boolean"]),
    ("String", &["string", "ticker", "date"]),
];

/// The names that the types of GraphQL itself have in other languages.
const FOREIGN_SCALARS: &[(&str, &[&str])] = &[
    ("Int", &["int", "integer", "Integer"]),
    ("Float", &["float", "number", "Number", "double"]),
    ("Boolean", &["bool", "boolean", "Bool"]),
    ("String", &["string", "str", "text"]),
];

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

    /// Holds the variables of a document against each other and the parameters.
    fn variables(
        &mut self,
        endpoint: Located<'_, Endpoint>,
        document: Located<'_, String>,
        operation: &Operation<'_>,
    ) {
        let fault = |message: String, advice: String| Fault::new(codes::GRAPHQL, message, advice);
        let is_declared = |name: &str| operation.variables.iter().any(|variable| variable.name == name);
        let undeclared: IndexSet<&str> =
            operation.used.iter().copied().filter(|name| !is_declared(name)).collect();
        for name in undeclared {
            let advice = named(name, operation, || format!("declare it, like 'query (${name}: Int)'"));
            self.slice(document, name, fault(format!("the operation does not declare '${name}'"), advice));
        }
        let sent: Vec<_> = endpoint
            .params()
            .entries()
            .filter(|(_, param)| param.place == "body" && param.wire.as_deref() != Some("."))
            .collect();
        for (name, param) in &sent {
            self.variable(name, *param, operation);
        }
        let is_sent = |of: &str| sent.iter().any(|(name, param)| wire(name, param.value()) == of);
        for variable in &operation.variables {
            let Variable { name, kind, .. } = variable;
            if !is_sent(name) {
                let advice = format!("add the parameter '{name}' with 'in: body', or remove '${name}'");
                self.slice(document, name, fault(format!("no parameter is the variable '${name}'"), advice));
            } else if !operation.used.contains(name) {
                let advice = "write where its value goes, or remove it".to_owned();
                self.slice(document, name, fault(format!("the operation does not use '${name}'"), advice));
            }
            let type_name = variable.type_name();
            if let Some((own, _)) = FOREIGN_SCALARS.iter().find(|(_, names)| names.contains(&type_name)) {
                let message =
                    format!("'${name}' is '{kind}', and GraphQL has no type '{type_name}' of its own");
                let advice = format!("write '{own}' in 'graphql', or the name of a type of the host");
                self.slice(document, name, fault(message, advice));
            }
            if let Some((part, advice)) = other_default(variable) {
                let message = format!("'${name}' is '{kind}', and its default is {part}");
                self.slice(document, part, fault(message, advice));
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
        for name in defined.iter().filter(|name| !used.contains(*name)) {
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

    /// Holds a parameter of the body against its variable.
    fn variable(&mut self, name: &str, param: Located<'_, Param>, operation: &Operation<'_>) {
        let fault = |message: String, advice: String| Fault::new(codes::GRAPHQL, message, advice);
        let wire = wire(name, param.value());
        let Some(variable) = operation.variables.iter().find(|variable| variable.name == wire) else {
            let message = format!("the document has no variable '${wire}'");
            let advice = named(wire, operation, || {
                let declared = match graphql_type(&param.kind) {
                    Some(kind) => format!("'${wire}: {kind}'"),
                    None => format!("'${wire}' with its type"),
                };
                format!("declare {declared} in the document, or remove the parameter")
            });
            return match param.wire {
                Some(_) => self.value(param.wire(), fault(message, advice)),
                None => self.key(param, fault(message, advice)),
            };
        };
        let kind = &variable.kind;
        if variable.is_required() && !param.required && param.default.is_none() {
            let message = format!("'${wire}' is '{kind}', and '{name}' may be left out");
            self.key(param, fault(message, "write 'required: true', or give it a default".to_owned()));
        }
        if kind.ends_with('!') && param.nullable {
            let message = format!("'${wire}' is '{kind}', and '{name}' may be null");
            self.key(param.nullable(), fault(message, "remove 'nullable', or the '!'".to_owned()));
        }
        // An unknown type is reported already.
        if let Some(kinds) = mismatch(variable, &param.kind)
            && Kind::of(param.value(), self.table.value()).is_some()
        {
            let message = format!("'${wire}' is '{kind}', and '{name}' is another type");
            self.value(param.kind(), fault(message, format!("write {kinds}")));
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

/// Returns the part of the default of a variable that is not of its type, and the advice. The values of types of the host are
/// not known.
fn other_default<'t>(variable: &Variable<'t>) -> Option<(&'t str, String)> {
    let (first, kind) = (*variable.default.first()?, &variable.kind);
    if first == "null" && kind.ends_with('!') {
        return Some((first, "write another value, or remove the '!'".to_owned()));
    }
    let is_number = |part: &str| part.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    let (is_of, form): (fn(&str) -> bool, _) = match variable.type_name() {
        "Int" => (|part| part.parse::<i32>().is_ok(), "an integer"),
        "Float" => (|part| part.parse::<f64>().is_ok(), "a number"),
        "Boolean" => (|part| matches!(part, "true" | "false"), "true or false"),
        "String" => (|part| part.starts_with('"'), "a text in quotation marks"),
        _ => return None,
    };
    let is_list = kind.starts_with('[');
    let is_value = |part: &str| match part {
        "null" => true,
        "[" | "]" => is_list,
        part => is_of(part) && (form != "a number" || is_number(part)),
    };
    let part = variable.default.iter().copied().find(|part| !is_value(part))?;
    Some((part, format!("write {form} in its place, or remove the default")))
}

/// Returns the name of the variable that a parameter is.
fn wire<'p>(name: &'p str, param: &'p Param) -> &'p str {
    param.wire.as_deref().unwrap_or(name)
}

/// Returns the advice to write the declared variable that is meant, or what to write where there is none.
fn named(name: &str, operation: &Operation<'_>, without: impl FnOnce() -> String) -> String {
    let near = nearest(name, operation.variables.iter().map(|variable| variable.name));
    near.map_or_else(without, |near| format!("write '{near}'"))
}

/// Returns the type of GraphQL that a parameter is sent as, where it is one of its own.
fn graphql_type(kind: &TypeName) -> Option<String> {
    let scalar =
        |own: &str| SCALARS.iter().find(|(_, kinds)| kinds.contains(&own)).map(|(scalar, _)| *scalar);
    match kind {
        TypeName::One(own) => scalar(own).map(str::to_owned),
        TypeName::List { item: ItemType::One(own), .. } => scalar(own).map(|scalar| format!("[{scalar}!]")),
        TypeName::List { .. } | TypeName::Map(_) => None,
    }
}

/// Returns the types that a variable takes, where its type is one of GraphQL itself and the parameter's is none of these.
fn mismatch(variable: &Variable<'_>, kind: &TypeName) -> Option<String> {
    let name = variable.type_name();
    let (_, kinds) = SCALARS.iter().find(|(scalar, _)| *scalar == name)?;
    let is_list = variable.kind.starts_with('[');
    // The types of the table itself begin with a small letter; a value of the others is a string.
    let is_value = |own: &str| {
        kinds.contains(&own) || name == "String" && own.starts_with(|first: char| first.is_ascii_uppercase())
    };
    let fits = match kind {
        TypeName::One(own) => !is_list && is_value(own),
        TypeName::List { item: ItemType::One(own), separator: None } => is_list && is_value(own),
        TypeName::List { separator, .. } => is_list && separator.is_none(),
        TypeName::Map(_) => false,
    };
    let shown = |kind: &&str| if is_list { format!("{{ list: {kind} }}") } else { format!("'{kind}'") };
    (!fits).then(|| kinds.iter().map(shown).collect::<Vec<_>>().join(" or "))
}
