//! Reads the tables of a response off its JSON Schema, by the rules that [`cut`](crate::cut) has for the response itself.

use virtual_finance_core::catalogue::ViewInfo;
use virtual_finance_core::{Map, Value};

use crate::possible::{BELOW, ColumnKind, KnownColumn, Mains, NAME, Possible, ROOT, VALUE, joined, key_name};

/// The depth of parts; a schema may contain itself.
const MAX_DEPTH: usize = 8;

/// The members of rows.
#[derive(Default)]
struct Rows<'s> {
    columns: Vec<KnownColumn>,
    /// The lists in rows, and the schema of their items.
    lists: Vec<(String, Option<&'s Value>)>,
    /// The member that names the rows: the first single value.
    key: Option<(&'s String, ColumnKind)>,
    /// True if rows may have members that the schema does not name.
    is_open: bool,
}

pub(crate) struct Walk<'s> {
    root: &'s Value,
    mains: &'s Mains<'s>,
    /// The lists in the rows of a main table whose items are its rows.
    unfold: &'static [&'static str],
    /// The names of members that are times, of those that are never dates, and of those that are days.
    times: [&'static [&'static str]; 3],
    /// The name of the response itself.
    name: &'s str,
    found: Vec<Possible>,
    /// The docs of the parts on the way to the one that is walked.
    docs: Vec<String>,
}

impl<'s> Walk<'s> {
    /// Returns the tables that values of a schema can have, the main one first.
    pub(crate) fn of(
        schema: &'s Value,
        mains: &'s Mains<'s>,
        view: Option<&ViewInfo>,
        name: &'s str,
    ) -> Vec<Possible> {
        let unfold = view.map_or(&[][..], |view| view.unfold);
        let times = view.map_or([&[][..]; 3], |view| [view.times, view.instants, view.days]);
        let mut walk = Self { root: schema, mains, unfold, times, name, found: Vec::new(), docs: Vec::new() };
        walk.part(ROOT, schema, MAX_DEPTH);
        let mut found = walk.found;
        let main = mains.0.first();
        if let Some(index) = found.iter().position(|table| Some(&table.name.as_str()) == main) {
            found.get_mut(..=index).unwrap_or_default().rotate_right(1);
        }
        found
    }

    /// Adds the tables of the part at a path.
    fn part(&mut self, path: &str, schema: &'s Value, depth: usize) {
        let doc = self.doc(schema);
        self.docs.push(doc);
        self.whole_part(path, schema, depth);
        self.docs.pop();
    }

    /// Returns the doc of a part: its own, or that of its type.
    fn doc(&self, schema: &'s Value) -> String {
        let doc = |schema: &Value| schema.get("description").and_then(Value::as_str).map(str::to_owned);
        doc(schema).or_else(|| doc(self.resolved(schema))).unwrap_or_default()
    }

    fn whole_part(&mut self, path: &str, schema: &'s Value, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let schema = self.resolved(schema);
        let leads_to_main = self.mains.are_below(path);
        if is_of(schema, "array") {
            let items = schema.get("items").map(|items| self.resolved(items));
            match items.and_then(members).filter(|_| leads_to_main) {
                Some(members) => self.members(path, members, depth),
                None => self.list(path, items, &[], depth),
            }
            return;
        }
        match members(schema) {
            Some(members) if leads_to_main => self.members(path, members, depth),
            Some(members) if members.values().all(|member| self.is_column(member)) => {
                let columns =
                    members.iter().map(|(name, list)| self.column(name.clone(), name, self.cells(list)));
                self.push(path, columns.collect(), false);
            }
            Some(members) => self.members(path, members, depth),
            None if is_of(schema, "object") => {
                self.facts(path, Vec::new());
                if !maps(schema).any(|values| self.is_single(values)) {
                    self.push(&format!("{path}{BELOW}"), Vec::new(), false);
                }
            }
            None => self.push(&format!("{path}{BELOW}"), Vec::new(), false),
        }
    }

    /// Adds the tables of a list; `keys` are the columns that name the row that has it.
    fn list(&mut self, path: &str, items: Option<&'s Value>, keys: &[KnownColumn], depth: usize) {
        let Some(rows) = items.filter(|items| members(items).is_some() && !self.is_single(items)) else {
            let columns = self.columns_of_list(path, items);
            return self.push(path, [keys, columns.as_slice()].concat(), true);
        };
        let mut spread = Rows::default();
        self.spread(&mut spread, "", rows, depth);
        let is_unfolded = self.mains.has(path) && !self.unfold.is_empty();
        if is_unfolded {
            spread = self.unfolded(rows, depth);
        }
        let key = spread.key.map(|(key, kind)| KnownColumn {
            name: key_name(if path == ROOT { self.name } else { path }, key),
            kind,
        });
        let own = keys.iter().cloned().chain(key).collect::<Vec<_>>();
        self.push(path, [keys, spread.columns.as_slice()].concat(), true);
        for (name, items) in spread.lists {
            if let Some(depth) = depth.checked_sub(1) {
                let doc = items.map(|items| self.doc(items)).unwrap_or_default();
                self.docs.push(doc);
                self.list(&joined(path, &name), items, &own, depth);
                self.docs.pop();
            }
        }
        if spread.is_open {
            self.push(&format!("{path}{BELOW}"), Vec::new(), false);
        }
    }

    /// Adds the members of rows, or of the objects at a path in them.
    fn spread(&self, rows: &mut Rows<'s>, path: &str, schema: &'s Value, depth: usize) {
        for (member, schema) in members(schema).into_iter().flatten() {
            let name = if path.is_empty() { member.clone() } else { format!("{path}.{member}") };
            self.spread_member(rows, name, schema, depth);
            if rows.key.is_none() && path.is_empty() && self.is_single(schema) {
                rows.key = Some((member, self.kind(member, schema)));
            }
        }
        // Rows have few members that their type does not name; those of objects in them may be of any kind.
        let is_open = !path.is_empty() && schema.get("additionalProperties") == Some(&Value::Bool(true));
        rows.is_open |= is_open || maps(schema).any(|values| !self.is_single(values));
    }

    fn spread_member(&self, rows: &mut Rows<'s>, name: String, schema: &'s Value, depth: usize) {
        let schema = self.resolved(schema);
        if self.is_single(schema) {
            let member = name.rsplit('.').next().unwrap_or(&name).to_owned();
            rows.columns.push(self.column(name, &member, schema));
        } else if is_of(schema, "array") {
            let items = schema.get("items").map(|items| self.resolved(items));
            rows.lists.push((name, items));
        } else if let Some(depth) = depth.checked_sub(1).filter(|_| members(schema).is_some()) {
            self.spread(rows, &name, schema, depth);
        } else {
            // An object of any members becomes columns, and lists in it become tables.
            rows.is_open |= !maps(schema).any(|values| self.is_single(values));
        }
    }

    /// Returns the members of rows in which each item of some lists is a row.
    fn unfolded(&self, schema: &'s Value, depth: usize) -> Rows<'s> {
        let mut rows = Rows::default();
        let is_unfolded = |name: &String| self.unfold.contains(&name.as_str());
        let (lists, others): (Vec<_>, Vec<_>) =
            members(schema).into_iter().flatten().partition(|(name, _)| is_unfolded(name));
        for (name, schema) in others {
            let schema = self.resolved(schema);
            if members(schema).is_some() && !self.is_single(schema) {
                rows.lists.push((name.clone(), Some(schema)));
            } else {
                self.spread_member(&mut rows, name.clone(), schema, depth);
                rows.key = rows.key.or_else(|| Some((name, rows.columns.first()?.kind)));
            }
        }
        for (name, schema) in lists {
            if let Some(items) = self.resolved(schema).get("items") {
                self.spread_member(&mut rows, name.clone(), items, depth);
            }
        }
        rows
    }

    /// Adds the single values of an object as one table, and the tables of each other member.
    fn members(&mut self, path: &str, members: &'s Map<String, Value>, depth: usize) {
        let (single, parts): (Vec<_>, Vec<_>) =
            members.iter().partition(|(_, member)| self.is_single(member));
        if !single.is_empty() {
            let facts = single.into_iter().map(|(name, value)| self.column(name.clone(), name, value));
            let facts = facts.collect();
            self.facts(path, facts);
        }
        for (name, part) in parts {
            self.part(&joined(path, name), part, depth);
        }
    }

    fn facts(&mut self, path: &str, facts: Vec<KnownColumn>) {
        let columns = [(NAME, ColumnKind::String), (VALUE, ColumnKind::Mixed)];
        let columns = columns.map(|(name, kind)| KnownColumn { name: name.to_owned(), kind });
        self.push(path, columns.to_vec(), false);
        if let Some(found) = self.found.last_mut() {
            found.facts = facts;
        }
    }

    fn push(&mut self, path: &str, columns: Vec<KnownColumn>, is_list: bool) {
        let doc = self.docs.last().cloned().unwrap_or_default();
        self.found.push(Possible { name: path.to_owned(), columns, facts: Vec::new(), is_list, doc });
    }

    /// Returns the columns of a list of values or of lists.
    fn columns_of_list(&self, path: &str, items: Option<&'s Value>) -> Vec<KnownColumn> {
        let Some(items) = items else { return Vec::new() };
        match items.get("prefixItems").and_then(Value::as_array) {
            Some(fixed) => {
                let columns = fixed.iter().enumerate();
                columns.map(|(index, cell)| self.column(index.to_string(), "", cell)).collect()
            }
            None if self.is_single(items) => {
                let name = path.rsplit('.').next().unwrap_or(path);
                vec![self.column(name.to_owned(), name, items)]
            }
            None => Vec::new(),
        }
    }

    fn column(&self, name: String, member: &str, schema: &'s Value) -> KnownColumn {
        KnownColumn { name, kind: self.kind(member, schema) }
    }

    /// Returns what the cells of a member can be.
    fn kind(&self, member: &str, schema: &'s Value) -> ColumnKind {
        let schema = self.resolved(schema);
        let is_number = |name| is_of(schema, name);
        if (is_number("integer") || is_number("number"))
            && self.times.iter().any(|names| names.contains(&member))
        {
            return ColumnKind::Time;
        }
        let kinds = [
            ("boolean", ColumnKind::Boolean),
            ("number", ColumnKind::Number),
            ("integer", ColumnKind::Integer),
            ("string", ColumnKind::String),
        ];
        let mut found = kinds.into_iter().filter(|(name, _)| is_of(schema, name)).map(|(_, kind)| kind);
        match (found.next(), found.next()) {
            (Some(only), None) => only,
            // A number with its formatted string.
            (None, _) if members(schema).is_some_and(|of| of.contains_key("raw")) => ColumnKind::Number,
            _ => ColumnKind::Mixed,
        }
    }

    /// Returns the schema of the cells of a list, or of an object of numbered cells.
    fn cells(&self, schema: &'s Value) -> &'s Value {
        let schema = self.resolved(schema);
        let numbered = schema.get("patternProperties").and_then(Value::as_object);
        let numbered = numbered.and_then(|cells| cells.values().next());
        schema.get("items").or(numbered).unwrap_or(schema)
    }

    /// Follows a reference, and leaves out the null beside a type.
    fn resolved(&self, schema: &'s Value) -> &'s Value {
        let present = present(schema);
        let reference = present.get("$ref").and_then(Value::as_str);
        let target = reference.and_then(|reference| self.root.pointer(reference.strip_prefix('#')?));
        target.unwrap_or(present)
    }

    /// Returns true if the values are one cell: scalars, or numbers with their formatted strings.
    fn is_single(&self, schema: &'s Value) -> bool {
        let schema = self.resolved(schema);
        let is_number = || members(schema).is_some_and(|of| of.contains_key("raw") && of.contains_key("fmt"));
        let scalars = ["string", "number", "integer", "boolean"];
        let is_nested = || ["array", "object"].iter().any(|kind| is_of(schema, kind));
        is_number() || (scalars.iter().any(|kind| is_of(schema, kind)) && !is_nested())
    }

    /// Returns true if the values are a list of cells, or an object of numbered cells.
    fn is_column(&self, schema: &'s Value) -> bool {
        let schema = self.resolved(schema);
        let of_list = schema.get("items").filter(|_| is_of(schema, "array"));
        let numbered = schema.get("patternProperties").and_then(Value::as_object);
        of_list.into_iter().chain(numbered.into_iter().flat_map(Map::values)).any(|cell| self.is_single(cell))
    }
}

/// Returns the one schema beside null, if null is the only other choice.
fn present(schema: &Value) -> &Value {
    let any = schema.get("anyOf").and_then(Value::as_array).into_iter().flatten();
    let mut present = any.filter(|part| !is_of(part, "null"));
    match (present.next(), present.next()) {
        (Some(only), None) => only,
        _ => schema,
    }
}

/// Returns the members that a schema names.
fn members(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object).filter(|members| !members.is_empty())
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
