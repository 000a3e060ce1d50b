//! Schemas of a document: what a schema says together with those that it refers to.

use serde_json::Value;

use super::at::{At, CIRCLE, target};

/// The maximum number of schemas that one consists of.
const MAX_LAYERS: usize = 64;

/// The maximum number of references and combinations within each other.
const MAX_DEPTH: usize = 16;

/// A schema with those that it refers to or combines.
pub(super) struct Schema<'d> {
    layers: Vec<At<'d>>,
    /// True if null is a value of it, by its own words or as one of two kinds.
    pub(super) is_nullable: bool,
    /// The errors of references, and what is combined without being understood.
    pub(super) faults: Vec<(String, String)>,
    /// The name of the schema that this one is, if it is a reference to one.
    pub(super) name: Option<String>,
    /// The place of the schema that this one is, behind references.
    pub(super) identity: String,
}

impl<'d> Schema<'d> {
    pub(super) fn read(document: &'d Value, at: &At<'d>) -> Self {
        let mut schema = Self {
            layers: Vec::new(),
            is_nullable: false,
            faults: Vec::new(),
            name: None,
            identity: String::new(),
        };
        schema.add(document, at.clone(), true, 0);
        schema
    }

    fn add(&mut self, document: &'d Value, at: At<'d>, is_same: bool, depth: usize) {
        if depth > MAX_DEPTH || self.layers.len() >= MAX_LAYERS {
            if self.faults.iter().all(|(_, message)| message != CIRCLE) {
                self.faults.push((at.pointer, CIRCLE.to_owned()));
            }
            return;
        }
        let below = depth.saturating_add(1);
        self.is_nullable |= at.flag("nullable") || has_null(&at);
        let reference = at.text("$ref");
        let all = at.items("allOf");
        let either: Vec<At<'d>> = ["oneOf", "anyOf"].iter().flat_map(|key| at.items(key)).collect();
        let pointer = at.pointer.clone();
        if is_same {
            self.identity.clone_from(&pointer);
        }
        // A schema with properties beside those of others is one of its own.
        let is_same = is_same && !at.has("properties") && all.len() < 2;
        self.layers.push(at);
        if let Some(reference) = reference {
            match target(document, reference) {
                Ok(found) => {
                    if is_same {
                        self.name = found.pointer.rsplit('/').next().map(str::to_owned);
                    }
                    self.add(document, found, is_same, below);
                }
                Err(message) => self.faults.push((pointer, message)),
            }
        }
        for part in all {
            self.add(document, part, is_same, below);
        }
        let (nulls, others): (Vec<_>, Vec<_>) = either.into_iter().partition(is_null);
        self.is_nullable |= !nulls.is_empty();
        if let [one] = others.as_slice() {
            self.add(document, one.clone(), is_same, below);
        }
    }

    /// Returns a text of the schema itself, without those that stand beside a reference to it.
    pub(super) fn own_text(&self, name: &str) -> Option<&'d str> {
        self.own().and_then(|own| own.text(name))
    }

    /// Returns the schema itself, without those that stand beside a reference to it.
    pub(super) fn own(&self) -> Option<&At<'d>> {
        self.layers.iter().find(|layer| layer.pointer == self.identity)
    }

    /// Returns a member of the schema: that of the outermost part that has it.
    pub(super) fn get(&self, name: &str) -> Option<At<'d>> {
        self.layers.iter().find_map(|at| at.get(name))
    }

    pub(super) fn text(&self, name: &str) -> Option<&'d str> {
        self.layers.iter().find_map(|at| at.text(name))
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.layers.iter().any(|at| at.flag(name))
    }

    pub(super) fn number(&self, name: &str) -> Option<&'d Value> {
        self.get(name).map(|at| at.value).filter(|value| value.is_number())
    }

    /// Returns the properties of all parts; the first of a name counts.
    pub(super) fn properties(&self) -> Vec<(&'d str, At<'d>)> {
        let mut properties: Vec<(&str, At<'d>)> = Vec::new();
        let mut names = std::collections::HashSet::new();
        for (name, at) in self.layers.iter().flat_map(|at| at.members_of("properties")) {
            if names.insert(name) {
                properties.push((name, at));
            }
        }
        properties
    }

    /// Returns the names of the required properties.
    pub(super) fn required(&self) -> std::collections::HashSet<&'d str> {
        let names = self.layers.iter().flat_map(|at| at.items("required"));
        names.filter_map(|at| at.value.as_str()).collect()
    }

    /// Returns the kinds of the alternatives, if there are several.
    pub(super) fn alternatives(&self) -> Vec<At<'d>> {
        let lists = self.layers.iter().flat_map(|at| ["oneOf", "anyOf"].map(|key| at.items(key)));
        let others = lists.map(|list| list.into_iter().filter(|at| !is_null(at)).collect::<Vec<_>>());
        others.into_iter().find(|list| list.len() > 1).unwrap_or_default()
    }

    /// Returns the type, as far as there is one: that of the schema, or what its members tell.
    pub(super) fn kind(&self) -> Option<&'d str> {
        let typed = self.layers.iter().find_map(|at| {
            let found = at.get("type")?;
            let listed = found.value.as_array().map(|list| list.iter().filter_map(Value::as_str));
            match listed {
                None => found.value.as_str().filter(|kind| *kind != "null"),
                Some(kinds) => {
                    let kinds: Vec<&str> = kinds.filter(|kind| *kind != "null").collect();
                    if let [one] = kinds.as_slice() { Some(*one) } else { None }
                }
            }
        });
        typed.or_else(|| {
            let has = |name: &str| self.layers.iter().any(|at| at.has(name));
            let of_values = || {
                let first = self.get("const").map(|at| at.value).or_else(|| self.get("enum")?.value.get(0));
                first.and_then(|value| match value {
                    Value::String(_) => Some("string"),
                    Value::Number(number) if number.is_f64() => Some("number"),
                    Value::Number(_) => Some("integer"),
                    Value::Bool(_) => Some("boolean"),
                    _ => None,
                })
            };
            match () {
                () if has("properties") => Some("object"),
                () if has("items") => Some("array"),
                () => of_values(),
            }
        })
    }
}

/// Returns true if null is one of the types or values of a schema.
fn has_null(at: &At<'_>) -> bool {
    let types = at.get("type").and_then(|found| found.value.as_array());
    types.is_some_and(|types| types.iter().any(|kind| kind == "null"))
        || at.items("enum").iter().any(|value| value.value.is_null())
}

/// Returns true for the schema of null alone.
fn is_null(at: &At<'_>) -> bool {
    at.text("type") == Some("null") || at.get("const").is_some_and(|found| found.value.is_null())
}
