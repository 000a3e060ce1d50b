//! Checks of the variables of a document of GraphQL: each is a parameter, also one that has another name by mistake.

use indexmap::{IndexMap, IndexSet};

use crate::codes;
use crate::diagnostic::{Fault, nearest};
use crate::graphql::{Operation, Variable};
use crate::kind::Kind;
use crate::names;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, ItemType, Param, TypeName};

use super::Checker;

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

/// The place of a parameter that has the name of a variable.
enum Sender<'t> {
    /// The body, or a place that is at fault.
    Body,
    /// Another place, with the name of the parameter.
    Elsewhere(&'t str),
}

impl Checker<'_, '_> {
    /// Holds the variables of a document against each other and the parameters.
    pub(super) fn variables(
        &mut self,
        endpoint: Located<'_, Endpoint>,
        document: Located<'_, String>,
        operation: &Operation<'_>,
    ) {
        let is_declared = |name: &str| operation.variables.iter().any(|variable| variable.name == name);
        let undeclared: IndexSet<&str> =
            operation.used.iter().copied().filter(|name| !is_declared(name)).collect();
        let pairs = self.pairs(endpoint, operation);
        let unsent = self.unsent(endpoint, operation, &undeclared, &pairs);
        // What the document uses without its declaration is told there.
        let sent: Vec<_> = sent(endpoint)
            .filter(|(name, param)| {
                !undeclared.contains(wire(name, param.value())) && !self.is_at_fault(*param)
            })
            .collect();
        for name in &undeclared {
            let of_name = endpoint.params().entries().find(|(own, param)| wire(own, param.value()) == *name);
            let advice = named(name, operation, || {
                let kind = of_name.and_then(|(_, param)| declared_type(param.value()));
                format!("declare it, like 'query (${name}: {})'", kind.as_deref().unwrap_or("Int"))
            });
            self.slice(document, name, fault(format!("the operation does not declare '${name}'"), advice));
        }
        for (name, param) in sent {
            self.variable(name, param, operation, pairs.get(name).copied());
        }
        for (name, message, advice) in unsent {
            self.slice(document, name, fault(message, advice));
        }
        self.variable_types(document, operation);
    }

    /// Returns the variables that no parameter is, or that the document does not use, each with what is wrong and what to write.
    fn unsent<'o>(
        &self,
        endpoint: Located<'_, Endpoint>,
        operation: &Operation<'o>,
        undeclared: &IndexSet<&str>,
        pairs: &IndexMap<&str, &Variable<'_>>,
    ) -> Vec<(&'o str, String, String)> {
        let mut unsent = Vec::new();
        for Variable { name, .. } in &operation.variables {
            let is_meant = |used: &&str| nearest(used, [*name]).is_some();
            let no_parameter = format!("no parameter is the variable '${name}'");
            let (message, advice) = match self.sender(endpoint, name) {
                Some(Sender::Body) if operation.used.contains(name) || undeclared.iter().any(is_meant) => {
                    continue;
                }
                Some(Sender::Body) => (
                    format!("the operation does not use '${name}'"),
                    "write where its value goes, or remove it".to_owned(),
                ),
                Some(Sender::Elsewhere(parameter)) => (
                    no_parameter,
                    format!("write 'in: body' at the parameter '{parameter}', or remove '${name}'"),
                ),
                None if pairs.values().any(|paired| paired.name == *name) => continue,
                None => {
                    (no_parameter, format!("add the parameter '{name}' with 'in: body', or remove '${name}'"))
                }
            };
            unsent.push((*name, message, advice));
        }
        unsent
    }

    /// Reports variables of types that GraphQL does not have, and defaults of other types.
    fn variable_types(&mut self, document: Located<'_, String>, operation: &Operation<'_>) {
        for variable in &operation.variables {
            let Variable { name, kind, .. } = variable;
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

    /// Returns the place of the parameter that has the name of a variable.
    fn sender<'t>(&self, endpoint: Located<'t, Endpoint>, variable: &str) -> Option<Sender<'t>> {
        let mut params = endpoint.params().entries();
        let (parameter, param) = params.find(|(name, param)| wire(name, param.value()) == variable)?;
        let is_sent = param.place == "body" || self.is_at_fault(param);
        Some(if is_sent { Sender::Body } else { Sender::Elsewhere(parameter) })
    }

    /// Returns the variables that no parameter is, by the parameters that are none: one that is written almost so, or the first of
    /// the same type.
    fn pairs<'t, 'o>(
        &self,
        endpoint: Located<'t, Endpoint>,
        operation: &'o Operation<'o>,
    ) -> IndexMap<&'t str, &'o Variable<'o>> {
        let variables = &operation.variables;
        let mut left: Vec<_> =
            variables.iter().filter(|found| self.sender(endpoint, found.name).is_none()).collect();
        let lacking = endpoint.params().entries().filter(|(name, param)| {
            let own = wire(name, param.value());
            let is_sent = param.place == "body" || self.is_at_fault(*param);
            is_sent && own != "." && !variables.iter().any(|variable| variable.name == own)
        });
        let lacking: Vec<_> = lacking.collect();
        let mut pairs = IndexMap::new();
        for by_name in [true, false] {
            for (name, param) in &lacking {
                let own = wire(name, param.value());
                let fits = |variable: &&Variable<'_>| match by_name {
                    true => is_like(own, variable.name),
                    false => mismatch(variable, &param.kind).is_none(),
                };
                if !pairs.contains_key(name)
                    && !operation.used.contains(&own)
                    && let Some(index) = left.iter().position(fits)
                {
                    pairs.insert(*name, left.remove(index));
                }
            }
        }
        pairs
    }

    /// Holds a parameter of the body against its variable.
    fn variable(
        &mut self,
        name: &str,
        param: Located<'_, Param>,
        operation: &Operation<'_>,
        paired: Option<&Variable<'_>>,
    ) {
        let wire = wire(name, param.value());
        let Some(variable) = operation.variables.iter().find(|variable| variable.name == wire) else {
            let message = format!("the document has no variable '${wire}'");
            let advice = match paired {
                Some(paired) => paired_advice(wire, param.value(), paired.name),
                None => named(wire, operation, || {
                    let declared = match graphql_type(&param.kind) {
                        Some(kind) => format!("'${wire}: {kind}'"),
                        None => format!("'${wire}' with its type"),
                    };
                    format!("declare {declared} in the document, or remove the parameter")
                }),
            };
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

fn fault(message: String, advice: String) -> Fault {
    Fault::new(codes::GRAPHQL, message, advice)
}

/// Returns the parameters that are members of the body.
fn sent(endpoint: Located<'_, Endpoint>) -> impl Iterator<Item = (&str, Located<'_, Param>)> {
    let params = endpoint.params().entries();
    params.filter(|(_, param)| param.place == "body" && param.wire.as_deref() != Some("."))
}

/// Returns what to write for the name of a variable that the document has otherwise.
fn paired_advice(wire: &str, param: &Param, variable: &str) -> String {
    match param.wire {
        Some(_) => format!("write '{variable}'"),
        None if !is_like(wire, variable) => format!("write 'wire: {variable}', or '${wire}' in the document"),
        None if names::word_fault(variable).is_some() => format!("write 'wire: {variable}'"),
        None => format!("write '{variable}'"),
    }
}

/// Returns true for two names of which one most likely is the other, written wrong or in another form.
fn is_like(name: &str, other: &str) -> bool {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    plain(name) == plain(other) || nearest(name, [other]).is_some()
}

/// Returns the type of the variable that a parameter is.
fn declared_type(param: &Param) -> Option<String> {
    let kind = graphql_type(&param.kind)?;
    Some(if param.required && !param.nullable { format!("{kind}!") } else { kind })
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
