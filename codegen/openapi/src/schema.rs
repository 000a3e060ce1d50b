//! Schemas of a document: what a schema says together with the schemas that it refers to.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use serde_json::Value;

use super::at::{At, CIRCLE, target};

/// The maximum number of schemas that one consists of.
const MAX_LAYERS: usize = 64;

/// The maximum number of references and combinations within each other.
const MAX_DEPTH: usize = 16;

/// The beginning of the places of schemas with names.
const SCHEMAS: &str = "/components/schemas/";

/// The word between the places of the parts of one schema.
const AND: &str = " and #";

/// The members that make a schema beside a reference one of its own.
const OWN: &[&str] = &["properties", "additionalProperties", "patternProperties", "enum", "const"];

/// The types of JSON Schema.
const TYPES: &[&str] = &["array", "boolean", "integer", "null", "number", "object", "string"];

/// The words of schemas without a `type`, each with the type that it stands for.
const WORDS: &[(&str, &str)] = &[
    ("items", "array"),
    ("pattern", "string"),
    ("minLength", "string"),
    ("maxLength", "string"),
    ("minimum", "number"),
    ("maximum", "number"),
];

/// The way in which a record is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It is read from a reply.
    Read,
    /// It is sent in a body.
    Sent,
}

/// A schema with the schemas that it refers to or combines.
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
            name: at.pointer.strip_prefix(SCHEMAS).filter(|name| !name.contains('/')).map(str::to_owned),
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
        let mut at = at;
        let also = std::mem::take(&mut at.also);
        let reference = at.text("$ref");
        let all = at.items("allOf");
        let either: Vec<At<'d>> = ["oneOf", "anyOf"].iter().flat_map(|key| at.items(key)).collect();
        let pointer = at.pointer.clone();
        if is_same {
            let places = std::iter::once(&pointer).chain(also.iter().map(|at| &at.pointer));
            self.identity = places.map(String::as_str).collect::<Vec<_>>().join(AND);
        }
        let is_same = is_same && all.len() < 2 && also.is_empty() && !is_own(&at);
        if let Some(kind) = at.text("type").filter(|kind| !TYPES.contains(kind)) {
            let types = TYPES.join(", ");
            self.faults.push((
                pointer.clone(),
                format!("there is no type '{kind}', which is left out; write one of {types}"),
            ));
        }
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
        for part in all.into_iter().chain(also) {
            self.add(document, part, is_same, below);
        }
        let (nulls, others): (Vec<_>, Vec<_>) = either.into_iter().partition(is_null);
        self.is_nullable |=
            !nulls.is_empty() || others.iter().any(|one| one.flag("nullable") || has_null(one));
        if let [one] = others.as_slice() {
            self.add(document, one.clone(), is_same, below);
        }
    }

    /// Returns the place of the schema itself, or of the first of its parts.
    pub(super) fn place(&self) -> &str {
        self.identity.split(AND).next().unwrap_or_default()
    }

    /// Returns a text of the schema itself, without texts beside a reference to it.
    pub(super) fn own_text(&self, name: &str) -> Option<&'d str> {
        let is_beside = |layer: &&At<'d>| layer.pointer != self.place();
        self.layers.iter().skip_while(is_beside).find_map(|layer| layer.text(name))
    }

    /// Returns the schema itself, without schemas beside a reference to it.
    pub(super) fn own(&self) -> Option<&At<'d>> {
        self.layers.iter().find(|layer| layer.pointer == self.place())
    }

    /// Returns a member of the schema, from the outermost part that has it.
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

    /// Returns a schema that is a member of the parts, with what each of them says of it.
    pub(super) fn part(&self, name: &str) -> Option<At<'d>> {
        At::joined(self.layers.iter().filter_map(|at| at.get(name)).filter(|at| at.value.is_object()))
    }

    /// Returns the schema of the values of an object with free names, if they have one.
    pub(super) fn values(&self) -> Option<At<'d>> {
        let named = || self.part("patternProperties").map(|all| all.members()).unwrap_or_default();
        self.part("additionalProperties").or_else(|| match named().as_slice() {
            [(_, one)] if one.value.is_object() => Some(one.clone()),
            _ => None,
        })
    }

    /// Returns the properties of all parts, each with what all of them say of it. A name that is only required is one of any
    /// value.
    pub(super) fn properties(&self) -> Vec<(&'d str, At<'d>)> {
        let mut all: IndexMap<&str, At<'d>> = IndexMap::new();
        for (name, at) in self.layers.iter().flat_map(|at| at.members_of("properties")) {
            match all.get_mut(name) {
                Some(known) => known.join(at),
                None => drop(all.insert(name, at)),
            }
        }
        let mut names: HashSet<&str> = all.keys().copied().collect();
        let mut properties: Vec<(&str, At<'d>)> = all.into_iter().collect();
        if !properties.is_empty() {
            let conditions = self.conditions().into_iter().flat_map(|(_, list)| list);
            let parts = self.layers.iter().cloned().chain(conditions);
            let required = parts.flat_map(|at| at.items("required"));
            let required = required.filter_map(|at| Some((at.value.as_str()?, at)));
            properties.extend(required.filter(|(name, _)| names.insert(*name)));
        }
        properties
    }

    /// Returns the names of the required properties.
    pub(super) fn required(&self) -> HashSet<&'d str> {
        let names = self.layers.iter().flat_map(|at| at.items("required"));
        names.filter_map(|at| at.value.as_str()).collect()
    }

    /// Returns true if an object may have members that are not among its properties.
    pub(super) fn is_open(&self) -> bool {
        let others = ["additionalProperties", "unevaluatedProperties"].map(|key| self.get(key));
        let mut others = others.iter().flatten();
        others.any(|more| more.value.is_object() || *more.value == true)
            || self.get("patternProperties").is_some_and(|all| !all.members().is_empty())
    }

    /// Returns the lists of several alternatives.
    fn choices(&self) -> impl Iterator<Item = (At<'d>, Vec<At<'d>>)> {
        let lists =
            self.layers.iter().flat_map(|at| ["oneOf", "anyOf"].map(|key| (at.get(key), at.items(key))));
        lists.filter_map(|(at, list)| {
            let others: Vec<At<'d>> = list.into_iter().filter(|one| !is_null(one)).collect();
            (others.len() > 1).then_some((at?, others))
        })
    }

    /// Returns the kinds of the alternatives, if there are several.
    pub(super) fn alternatives(&self) -> Vec<At<'d>> {
        let mut lists = self.choices().map(|(_, list)| list);
        lists.find(|list| !list.iter().all(is_condition)).unwrap_or_default()
    }

    /// Returns the alternatives that only say which members are needed, each list with its place.
    pub(super) fn conditions(&self) -> Vec<(At<'d>, Vec<At<'d>>)> {
        self.choices().filter(|(_, list)| list.iter().all(is_condition)).collect()
    }

    /// Returns the type that all alternatives have, if it is one without parts.
    pub(super) fn common_kind(&self, document: &'d Value) -> Option<&'d str> {
        let is_scalar = |kind: &&str| ["string", "integer", "number", "boolean"].contains(kind);
        if let Some(own) = self.kind() {
            return Some(own).filter(is_scalar);
        }
        let alternatives = self.alternatives();
        let kinds = alternatives.iter().map(|one| Self::read(document, one).kind());
        one_kind(&kinds.collect::<Option<_>>()?).filter(is_scalar)
    }

    /// Returns the values that a schema lists but null, if it lists them all.
    pub(super) fn listed(&self) -> Option<Vec<&'d Value>> {
        let listed = match (self.get("enum"), self.get("const")) {
            (Some(list), _) => list.value.as_array()?.iter().collect(),
            (None, Some(one)) => vec![one.value],
            (None, None) => {
                let alternatives = self.alternatives();
                alternatives.iter().map(|one| Some(one.get("const")?.value)).collect::<Option<Vec<_>>>()?
            }
        };
        let listed: Vec<&Value> = listed.into_iter().filter(|value| !value.is_null()).collect();
        (!listed.is_empty()).then_some(listed)
    }

    /// Returns true if the values that a schema lists are of several types.
    pub(super) fn is_mixed(&self) -> bool {
        self.listed().is_some_and(|values| kind_of(&values).is_none())
    }

    /// Returns the schemas that are this one with more members, where its values tell which.
    pub(super) fn heirs(&self, document: &'d Value, known: &HashMap<String, Vec<At<'d>>>) -> Vec<At<'d>> {
        // A schema with a name may be an heir itself; a use of one is that with what is said beside it.
        let path = self.identity.strip_prefix(SCHEMAS);
        let is_named = path.is_some_and(|name| !name.contains('/'));
        let layers = self.layers.iter().filter(|layer| !is_named || layer.pointer == self.identity);
        let mut heirs: IndexMap<String, At<'d>> = IndexMap::new();
        for layer in layers {
            let Some(found) = layer.get("discriminator") else { continue };
            let mapping = found.members_of("mapping").into_iter();
            let mapped = mapping.filter_map(|(_, of)| mapped(document, of.value.as_str()?));
            let others = known.get(&layer.pointer).into_iter().flatten().cloned();
            let all = mapped.chain(others).filter(|heir| heir.pointer != layer.pointer);
            heirs.extend(all.map(|heir| (heir.pointer.clone(), heir)));
        }
        heirs.into_values().collect()
    }

    /// Returns the types of values without alternatives, if they are several.
    pub(super) fn kinds(&self) -> Vec<&'d str> {
        let listed = || self.listed().unwrap_or_default().into_iter().filter_map(|value| kind_of(&[value]));
        let kinds =
            self.get("type").map(|at| at.value.as_array().map(|all| all.iter().filter_map(Value::as_str)));
        let mut kinds: Vec<&str> = match kinds.flatten() {
            _ if self.is_mixed() => listed().collect(),
            Some(kinds) => kinds.filter(|kind| *kind != "null").collect(),
            None => Vec::new(),
        };
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() < 2 { Vec::new() } else { kinds }
    }

    /// Returns the type, as far as there is one: the schema's, or what its members tell.
    pub(super) fn kind(&self) -> Option<&'d str> {
        let typed = self.layers.iter().find_map(|at| {
            let found = at.get("type")?;
            let listed = found.value.as_array().map(|list| list.iter().filter_map(Value::as_str));
            match listed {
                None => found.value.as_str().filter(|kind| *kind != "null" && TYPES.contains(kind)),
                Some(kinds) => {
                    let kinds: Vec<&str> = kinds.filter(|kind| *kind != "null").collect();
                    if let [one] = kinds.as_slice() { Some(*one) } else { None }
                }
            }
        });
        typed.or_else(|| {
            let is_there = |(word, _): &&(&str, &str)| self.layers.iter().any(|at| at.has(word));
            match () {
                () if self.layers.iter().any(|at| at.has("properties")) => Some("object"),
                () if self.values().is_some_and(|values| !values.members().is_empty()) => Some("object"),
                () => {
                    let listed = self.listed();
                    let of_words =
                        || Some(WORDS.iter().find(is_there)?.1).filter(|_| self.alternatives().is_empty());
                    listed.map_or_else(of_words, |values| kind_of(&values))
                }
            }
        })
    }
}

/// Returns the type of values, if they have one.
fn kind_of(values: &[&Value]) -> Option<&'static str> {
    let kind = |value: &Value| match value {
        Value::String(_) => Some("string"),
        Value::Number(number) if number.is_f64() => Some("number"),
        Value::Number(_) => Some("integer"),
        Value::Bool(_) => Some("boolean"),
        _ => None,
    };
    one_kind(&values.iter().map(|value| kind(value)).collect::<Option<_>>()?)
}

/// Returns the type that is every one of these types.
fn one_kind<'k>(kinds: &HashSet<&'k str>) -> Option<&'k str> {
    let mut all = kinds.iter().copied();
    match (all.next(), all.next(), kinds.len()) {
        (Some(one), None, _) => Some(one),
        (Some("integer" | "number"), Some("integer" | "number"), 2) => Some("number"),
        _ => None,
    }
}

/// Returns true for a schema that says more of a value than a reference beside it.
fn is_own(at: &At<'_>) -> bool {
    OWN.iter().any(|key| at.has(key)) || !at.items("required").is_empty()
}

/// Returns true for a schema that says of an object which members it needs, and nothing else.
fn is_condition(at: &At<'_>) -> bool {
    let members = at.members();
    let is_word = |name: &str| ["required", "not", "type", "title", "description"].contains(&name);
    at.has("required") && members.iter().all(|(name, _)| is_word(name))
}

/// Returns the schemas that consist of others, by `allOf`, by the places of these.
pub(super) fn heirs(document: &Value) -> HashMap<String, Vec<At<'_>>> {
    let components = At::root(document).get("components");
    let mut heirs: HashMap<String, Vec<At<'_>>> = HashMap::new();
    for (_, schema) in components.map(|found| found.members_of("schemas")).unwrap_or_default() {
        for part in schema.items("allOf") {
            if let Some(Ok(parent)) = part.text("$ref").map(|reference| target(document, reference)) {
                heirs.entry(parent.pointer).or_default().push(schema.clone());
            }
        }
    }
    heirs
}

/// Returns the schema that a mapping names by a reference or by its name alone.
pub(super) fn mapped<'d>(document: &'d Value, name: &str) -> Option<At<'d>> {
    target(document, name).or_else(|_| target(document, &format!("#{SCHEMAS}{name}"))).ok()
}

/// Returns true if null is one of the types or values of a schema.
fn has_null(at: &At<'_>) -> bool {
    let types = at.get("type").and_then(|found| found.value.as_array());
    types.is_some_and(|types| types.iter().any(|kind| kind == "null"))
        || at.items("enum").iter().any(|value| value.value.is_null())
}

/// Returns true for the schema of null alone. One that says nothing but `nullable` means it, too.
fn is_null(at: &At<'_>) -> bool {
    let values = at.items("enum");
    let is_word = |name: &str| ["nullable", "title", "description"].contains(&name);
    at.text("type") == Some("null")
        || at.get("const").is_some_and(|found| found.value.is_null())
        || (!values.is_empty() && values.iter().all(|value| value.value.is_null()))
        || (at.flag("nullable") && at.members().iter().all(|(name, _)| is_word(name)))
}
