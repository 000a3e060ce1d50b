//! The tables of a response, read off its JSON Schema: the tables that [`cut`] makes of an instance of the schema with
//! every member, and one item in each list.

use virtual_finance_core::catalogue::{EPOCH_SECONDS, RawKind, ViewInfo};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Map, Value};

use super::{
    BELOW, Cell, Column, Kind, KnownColumn, Outline, Possible, ROOT, Table,
    cut::cut,
    last,
    possible::{ANY, joined},
};

/// The depth of objects; a schema may contain itself.
const MAX_DEPTH: usize = 8;

/// The maximum number of values of an instance: records that are in each other have many times more with each level.
const MAX_VALUES: usize = 4_000;

/// The name of a single value that the schema does not name.
const UNNAMED: &str = "";

impl Outline {
    /// Reads the outline of an endpoint's responses.
    pub fn of(info: &EndpointInfo) -> Self {
        let is_bytes = info.raw == RawKind::Bytes;
        let parameter = info.sole_subject().map(|subject| subject.name);
        let mut outline = Self { is_bytes, parameter, ..Self::without_schema(info.name, info.view) };
        if let Some(schema) = info.response_schema() {
            outline.read(&schema);
        }
        outline
    }

    /// Returns the outline of the items at a path of an endpoint's responses, as a list of their own; `None` if the
    /// responses have no list there.
    pub fn of_items(info: &EndpointInfo, path: &'static str) -> Option<Self> {
        let (path, name) = if path.is_empty() { (ROOT, info.name) } else { (path, path) };
        let of = |main, view| ViewInfo { main: Some(main), otherwise: &[], beside: None, ..view };
        let mut items = Self::without_schema(name, info.view.map(|view| of(ROOT, view)));
        if let Some(schema) = info.response_schema() {
            let view = of(path, info.view.unwrap_or(ViewInfo::new(None)));
            let mut whole = Self::without_schema(info.name, Some(view));
            whole.read(&schema);
            (items.instants, items.days, items.maps) = (whole.instants, whole.days, whole.maps);
            items.tables.push(whole.tables.into_iter().find(|table| table.name == name && table.is_list)?);
        }
        Some(items)
    }

    /// Reads what a schema of the responses says.
    fn read(&mut self, schema: &Value) {
        add_members(schema, EPOCH_SECONDS, &mut self.instants);
        add_members(schema, "date", &mut self.days);
        let mut merged = schema.clone();
        merge(&mut merged, schema);
        let schema = Schema { root: &merged };
        schema.add_maps(&merged, ROOT, MAX_DEPTH, &mut self.maps);
        self.tables = possible(schema, self);
    }
}

/// Returns the tables of the responses of an outline, the main one first.
fn possible(schema: Schema<'_>, outline: &Outline) -> Vec<Possible> {
    let instance = (1..=MAX_DEPTH).rev().find_map(|depth| {
        let mut left = MAX_VALUES;
        schema.instance(schema.root, Position::Part, depth, &mut left).filter(|_| left > 0)
    });
    let instance = instance.unwrap_or_default();
    let tables = cut(&instance, outline).all;
    let mut found: Vec<Possible> = Vec::new();
    for table in &tables {
        let mut possible = schema.possible(table, outline);
        // What rows leave open is below their table, whichever object in them has it.
        if let Some(mut path) = table.name.strip_suffix(BELOW) {
            while tables.iter().all(|table| table.name != path)
                && schema.at(path, outline).is_some_and(|(_, is_in_rows)| is_in_rows)
                && let Some((above, _)) = path.rsplit_once('.')
            {
                path = above;
            }
            possible.name = format!("{path}{BELOW}");
            possible.columns.clear();
            possible.doc =
                found.iter().find(|known| known.name == path).map_or(possible.doc, |known| known.doc.clone());
        }
        if found.iter().all(|known| known.name != possible.name) {
            found.push(possible);
        }
    }
    found
}

/// Adds the names of the members of a format, or lists of them.
fn add_members(schema: &Value, format: &str, found: &mut Vec<String>) {
    fn has(schema: &Value, format: &str) -> bool {
        let present = schema.get("anyOf").and_then(Value::as_array).and_then(|any| any.first());
        schema.get("format").is_some_and(|found| found == format)
            || schema.get("items").or(present).is_some_and(|schema| has(schema, format))
    }
    let named = members(schema).into_iter().flatten().filter(|(_, of)| has(of, format));
    found.extend(named.map(|(name, _)| name.clone()));
    let parts: Box<dyn Iterator<Item = &Value>> = match schema {
        Value::Object(parts) => Box::new(parts.values()),
        Value::Array(parts) => Box::new(parts.iter()),
        _ => return,
    };
    parts.for_each(|part| add_members(part, format, found));
}

/// Returns the column of the schema for one of the instance.
fn known(column: &Column<'_>, outline: &Outline) -> KnownColumn {
    let cell = column.cells.first().filter(|_| !column.is_heterogeneous);
    KnownColumn { name: column.name.to_string(), kind: kind(&column.name, cell, outline) }
}

/// Returns the values that the cells of a name can be, by the cell of the instance.
fn kind(name: &str, cell: Option<&Cell<'_>>, outline: &Outline) -> Kind {
    match cell {
        Some(Cell::Number(_)) if outline.has_times(name) => Kind::Time,
        Some(Cell::Text(_)) if outline.is_day(last(name)) => Kind::Time,
        cell => cell.and_then(Cell::kind).unwrap_or(Kind::Mixed),
    }
}

/// The position of a value in a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    /// A part that is cut by itself.
    Part,
    /// An item of a list.
    Row,
    /// A member of an item.
    InRow,
}

/// The schema of a response.
#[derive(Clone, Copy)]
struct Schema<'s> {
    root: &'s Value,
}

impl<'s> Schema<'s> {
    /// Returns a value with every member that a schema names; `None` for what makes no table and no column, and where the schema
    /// goes too deep or has more than the values that are left. A value of several kinds is null.
    fn instance(
        self,
        schema: &'s Value,
        position: Position,
        depth: usize,
        left: &mut usize,
    ) -> Option<Value> {
        *left = left.checked_sub(1)?;
        let schema = self.resolved(schema);
        if is_of(schema, "array") {
            return Some(self.list(schema, depth, left));
        }
        if self.is_single(schema) || schema.get("anyOf").is_some() {
            return Some(scalar(schema));
        }
        let depth = depth.checked_sub(1)?;
        if let Some(cell) = numbered(schema) {
            let cell = scalar(self.resolved(cell));
            return Some(Value::Object(Map::from_iter([("0".to_owned(), cell)])));
        }
        if position == Position::Part
            && let Some(row) = self.mapped(schema)
        {
            let row = self.instance(row, Position::Row, depth, left)?;
            return Some(Value::Object(Map::from_iter([(UNNAMED.to_owned(), row)])));
        }
        let within = if position == Position::Part { position } else { Position::InRow };
        let named = members(schema).into_iter().flatten();
        let named =
            named.filter_map(|(name, of)| Some((name.clone(), self.instance(of, within, depth, left)?)));
        let mut object: Map<String, Value> = named.collect();
        let is_map = |is_single| maps(schema).any(|values| self.is_single(values) == is_single);
        let is_named = members(schema).is_some();
        let is_open = match position {
            _ if !is_named => !is_map(true),
            // Members that a part does not name are few.
            Position::Part => false,
            Position::Row => is_map(false),
            Position::InRow => {
                is_map(false) || schema.get("additionalProperties") == Some(&Value::Bool(true))
            }
        };
        if is_open {
            object.insert(ANY.to_owned(), anything());
        }
        if !is_named && position == Position::Part && is_of(schema, "object") {
            object.insert(UNNAMED.to_owned(), Value::Null);
        }
        (!object.is_empty() || position != Position::InRow).then_some(Value::Object(object))
    }

    /// Returns the schema of the values of a map, if they are rows.
    fn mapped(self, schema: &'s Value) -> Option<&'s Value> {
        let values = maps(schema).next().filter(|_| members(schema).is_none())?;
        let row = self.resolved(values);
        let is_row = members(row).is_some() || maps(row).any(|cells| self.is_single(cells));
        (is_row && !self.is_single(row)).then_some(row)
    }

    /// Adds the paths of maps whose values are rows.
    fn add_maps(self, schema: &'s Value, path: &str, depth: usize, found: &mut Vec<String>) {
        let schema = self.resolved(schema);
        if self.mapped(schema).is_some() {
            found.push(path.to_owned());
        } else if let Some(depth) = depth.checked_sub(1) {
            for (name, of) in members(schema).into_iter().flatten() {
                self.add_maps(of, &joined(path, name), depth, found);
            }
        }
    }

    /// Returns a list with one item.
    fn list(self, schema: &'s Value, depth: usize, left: &mut usize) -> Value {
        let Some(items) = schema.get("items").map(|items| self.resolved(items)) else { return anything() };
        let item = match items.get("prefixItems").and_then(Value::as_array) {
            Some(cells) => Some(cells.iter().map(|cell| scalar(self.resolved(cell))).collect()),
            None if is_of(items, "array") || items.get("type").is_none() => None,
            None => self.instance(items, Position::Row, depth, left),
        };
        item.map_or_else(anything, |item| Value::Array(vec![item]))
    }

    /// Returns a table of the instance as a table of responses.
    fn possible(self, table: &Table<'_>, outline: &Outline) -> Possible {
        let name = table.name.clone();
        let columns = table.columns.iter().map(|column| known(column, outline)).collect();
        let facts = match table.columns.as_slice() {
            [names, values] if table.has_facts() => names.cells.iter().zip(&values.cells).collect(),
            _ => Vec::new(),
        };
        let facts = facts.into_iter().filter_map(|(name, value)| {
            let name = name.text().filter(|name| *name != UNNAMED)?;
            Some(KnownColumn { name: name.to_owned(), kind: kind(name, Some(value), outline) })
        });
        let facts: Vec<KnownColumn> = facts.collect();
        if let Some(pair) = outline.pair.as_ref().filter(|pair| pair.name == name) {
            let doc = pair.doc();
            return Possible { name, columns, facts, is_list: true, doc };
        }
        let above = if name == ANY { Some(ROOT) } else { name.strip_suffix(BELOW) };
        let path = above.unwrap_or(if name == outline.name_of(ROOT) { ROOT } else { &name });
        let (part, is_in_rows) = self.at(path, outline).unwrap_or((self.root, false));
        let items = self.resolved(part).get("items").filter(|_| is_in_rows);
        let doc = self.doc(items.unwrap_or(part));
        let is_rows = || is_of(self.resolved(part), "array") || outline.maps.iter().any(|map| map == path);
        let is_list = above.is_none() && !table.has_facts() && (is_in_rows || is_rows());
        Possible { name, columns, facts, is_list, doc }
    }

    /// Returns the schema of the part at a path, and true if it is in rows.
    fn at(self, path: &str, outline: &Outline) -> Option<(&'s Value, bool)> {
        let (mut part, mut is_in_rows, mut above) = (self.root, false, ROOT.to_owned());
        for name in path.split('.').filter(|name| !name.is_empty()) {
            let whole = self.resolved(part);
            let items = whole.get("items").filter(|_| is_of(whole, "array"));
            is_in_rows |= items.is_some() && !outline.mains().are_below(&above);
            part = members(items.map_or(whole, |items| self.resolved(items)))?.get(name)?;
            above = joined(&above, name);
        }
        Some((part, is_in_rows))
    }

    /// Returns the doc of a part, or else of its type.
    fn doc(self, schema: &'s Value) -> String {
        let doc = |schema: &Value| schema.get("description").and_then(Value::as_str).map(str::to_owned);
        doc(schema).or_else(|| doc(self.resolved(schema))).unwrap_or_default()
    }

    /// Returns the object that a choice between objects is; `None` for every other schema.
    fn merged(self, schema: &Value) -> Option<Value> {
        let choice = ["oneOf", "anyOf"].into_iter().find_map(|key| schema.get(key)?.as_array());
        let parts: Vec<&Value> = choice.filter(|parts| parts.len() > 1)?.iter().collect();
        let mut all = Map::new();
        for part in parts {
            let whole = self.resolved(part);
            let own = part.get("properties").and_then(Value::as_object).into_iter().flatten();
            for (name, member) in members(whole).filter(|_| is_of(whole, "object"))?.iter().chain(own) {
                let mut member = member.clone();
                if let Some(keys) = member.as_object_mut() {
                    keys.retain(|key, _| !["const", "not", "description"].contains(&key.as_str()));
                }
                let known = all.entry(name.clone()).or_insert_with(|| member.clone());
                let is_untyped = |schema: &Value| schema.as_object().is_some_and(Map::is_empty);
                if *known != member && !is_untyped(&member) {
                    *known = serde_json::json!({ "anyOf": [known.take(), member] });
                }
            }
        }
        Some(serde_json::json!({
            "description": schema.get("description"),
            "type": "object",
            "properties": all,
        }))
    }

    /// Follows a reference, and leaves out the null beside a type.
    fn resolved(self, schema: &'s Value) -> &'s Value {
        let any = schema.get("anyOf").and_then(Value::as_array).into_iter().flatten();
        let mut present = any.filter(|part| !is_of(part, "null"));
        let schema = match (present.next(), present.next()) {
            (Some(only), None) => only,
            _ => schema,
        };
        let reference = schema.get("$ref").and_then(Value::as_str);
        let target = reference.and_then(|reference| self.root.pointer(reference.strip_prefix('#')?));
        target.unwrap_or(schema)
    }

    /// Returns true if the values are one cell: scalars, or numbers with their formatted strings.
    fn is_single(self, schema: &'s Value) -> bool {
        let schema = self.resolved(schema);
        let is_nested = || ["array", "object"].iter().any(|kind| is_of(schema, kind));
        is_formatted(schema) || SCALARS.iter().any(|kind| is_of(schema, kind)) && !is_nested()
    }
}

/// Makes an object with the members of all of each choice between objects: rows of several types have the columns of all.
fn merge(schema: &mut Value, root: &Value) {
    if let Some(merged) = (Schema { root }).merged(schema) {
        *schema = merged;
    }
    match schema {
        Value::Object(members) => members.values_mut().for_each(|member| merge(member, root)),
        Value::Array(items) => items.iter_mut().for_each(|item| merge(item, root)),
        _ => {}
    }
}

/// The types of scalars.
const SCALARS: [&str; 4] = ["boolean", "number", "integer", "string"];

/// Returns a value of a single cell; null if it may be of several types.
fn scalar(schema: &Value) -> Value {
    let found: Vec<&str> = SCALARS.into_iter().filter(|kind| is_of(schema, kind)).collect();
    match found.as_slice() {
        ["boolean"] => true.into(),
        ["number"] => 0.5.into(),
        ["integer"] => 1.into(),
        ["string"] => "".into(),
        [] if is_formatted(schema) => serde_json::json!({ "raw": 0.5, "fmt": "" }),
        _ => Value::Null,
    }
}

/// Returns a list whose items may be anything.
fn anything() -> Value {
    Value::Array(vec![Value::Array(Vec::new())])
}

/// Returns true for a number with its formatted string.
fn is_formatted(schema: &Value) -> bool {
    members(schema).is_some_and(|of| of.contains_key("raw") && of.contains_key("fmt"))
}

/// Returns the members that a schema names.
fn members(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object).filter(|members| !members.is_empty())
}

/// Returns the schema of the cells of an object that numbers them.
fn numbered(schema: &Value) -> Option<&Value> {
    schema.get("patternProperties")?.as_object()?.values().next()
}

/// Returns the schemas of the values of an object that is a map.
fn maps(schema: &Value) -> impl Iterator<Item = &Value> {
    schema.get("additionalProperties").into_iter().filter(|values| values.is_object())
}

/// Returns true if values of a schema can be of a type.
fn is_of(schema: &Value, kind: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(only)) => only == kind,
        Some(Value::Array(kinds)) => kinds.iter().any(|one| one == kind),
        _ => false,
    }
}
