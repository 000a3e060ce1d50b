//! The facts about a response before it is there: its name, its view, and the tables that it can have, which are
//! read off its JSON Schema by the rules that [`cut`](crate::cut) has for the response itself.

use virtual_finance_core::catalogue::{RawKind, ViewInfo};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Map, Number, Value};

/// The path of the response itself.
pub(crate) const ROOT: &str = ".";

/// The end of a name that stands for all tables below a path.
const BELOW: &str = ".*";

/// The depth of parts; a schema may contain itself.
const MAX_DEPTH: usize = 8;

/// The paths of the tables that can be the main one, the first choice first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mains<'m>(pub(crate) Vec<&'m str>);

impl Mains<'_> {
    fn of(view: Option<&ViewInfo>) -> Self {
        let otherwise = view.map_or(&[][..], |view| view.otherwise);
        Self(view.and_then(|view| view.main).into_iter().chain(otherwise.iter().copied()).collect())
    }

    /// Returns true if the table at a path can be the main one.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.0.contains(&path)
    }

    /// Returns true if a table that can be the main one is below a path.
    pub(crate) fn are_below(&self, path: &str) -> bool {
        self.0.iter().any(|main| match path {
            ROOT => *main != ROOT,
            path => main.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')),
        })
    }
}

/// The facts about a response before it is there.
#[derive(Debug)]
pub struct Outline {
    /// The name of the response itself as a table.
    name: String,
    /// The subject of the request, for example a ticker.
    #[cfg_attr(not(feature = "plot"), expect(dead_code, reason = "charts alone name it"))]
    subject: Option<String>,
    pub(crate) view: Option<ViewInfo>,
    /// A number beside the response that its rows lie around, with its label.
    pub(crate) middle: Option<(&'static str, Number)>,
    /// True if the response is bytes, which have no tables.
    pub(crate) is_bytes: bool,
    /// The tables that the response can have, the main one first.
    tables: Vec<Possible>,
}

/// A table that a response can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Possible {
    /// The path of the table, or a path and `.*` where the schema does not say which tables are below it.
    pub(crate) name: String,
    /// The columns that the schema names.
    pub(crate) columns: Vec<String>,
    /// True if the part of the response is a list.
    pub(crate) is_list: bool,
    /// The doc of the part in the schema.
    pub(crate) doc: String,
}

impl Outline {
    /// Reads the outline of an endpoint's responses.
    #[must_use]
    pub fn of(info: &EndpointInfo) -> Self {
        let mains = Mains::of(info.view.as_ref());
        let possible = |schema: fn() -> Value| Walk::of(&schema(), &mains, info.view.as_ref(), info.name);
        let mut tables = info.schema.map(possible).unwrap_or_default();
        for table in tables.iter_mut().filter(|table| table.name == ROOT) {
            info.name.clone_into(&mut table.name);
        }
        let is_bytes = info.raw == RawKind::Bytes;
        Self { tables, is_bytes, ..Self::without_schema(info.name, info.view) }
    }

    /// Returns the outline of the items at a path of an endpoint's responses, as a list of their own; `None` if the
    /// responses have no list there.
    pub(crate) fn of_items(info: &EndpointInfo, path: &str) -> Option<Self> {
        let (path, name) = if path.is_empty() { (ROOT, info.name) } else { (path, path) };
        let mut tables = Vec::new();
        if let Some(schema) = info.schema {
            let possible = Walk::of(&schema(), &Mains(vec![path]), info.view.as_ref(), info.name);
            let list = possible.into_iter().find(|table| table.name == path && table.is_list)?;
            tables.push(Possible { name: name.to_owned(), ..list });
        }
        let view = info.view.map(|view| ViewInfo { main: Some(ROOT), otherwise: &[], ..view });
        Some(Self { tables, ..Self::without_schema(name, view) })
    }

    /// Returns the outline of a response of which no schema is known.
    #[must_use]
    pub fn without_schema(name: &str, view: Option<ViewInfo>) -> Self {
        Self { name: name.to_owned(), subject: None, view, middle: None, is_bytes: false, tables: Vec::new() }
    }

    /// Sets the subject of the request, for example a ticker.
    #[must_use]
    pub fn about(self, subject: Option<impl Into<String>>) -> Self {
        Self { subject: subject.map(Into::into), ..self }
    }

    /// Sets the number that the rows lie around.
    pub(crate) fn around(self, middle: Option<(&'static str, Number)>) -> Self {
        Self { middle, ..self }
    }

    /// Returns the subject of the request, or the name of the endpoint if it has none.
    #[cfg(feature = "plot")]
    pub(crate) fn subject(&self) -> &str {
        self.subject.as_deref().unwrap_or(&self.name)
    }

    /// Returns true if the main table has the bars of a chart.
    pub(crate) fn has_chart(&self) -> bool {
        self.view.is_some_and(|view| !view.chart.is_empty())
    }

    /// Returns the name of the table at a path: the response itself has the name of its endpoint.
    pub(crate) fn name_of<'p>(&'p self, path: &'p str) -> &'p str {
        if path == ROOT { &self.name } else { path }
    }

    /// Returns the paths of the tables that can be the main one, if the view declares some.
    pub(crate) fn mains(&self) -> Mains<'_> {
        Mains::of(self.view.as_ref())
    }

    /// Returns the name of the column that names the rows at a path in the tables of their lists.
    pub(crate) fn key_name(&self, path: &str, member: &str) -> String {
        key_name(self.name_of(path), member)
    }

    /// Returns the table of exactly that name.
    pub(crate) fn exact(&self, name: &str) -> Option<&Possible> {
        self.tables.iter().find(|possible| possible.name == name)
    }

    /// Returns the table of that name, if the response can have it.
    pub(crate) fn table(&self, name: &str) -> Option<Possible> {
        let below = |possible: &&Possible| {
            let path = possible.name.strip_suffix(BELOW);
            path.and_then(|path| name.strip_prefix(path)).is_some_and(|rest| rest.starts_with('.'))
        };
        let found = self.exact(name).or_else(|| self.tables.iter().find(below));
        found.map(|possible| Possible { name: name.to_owned(), ..possible.clone() })
    }

    /// Returns the names of the tables that the response can have, each with what it is.
    pub fn docs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tables.iter().map(|table| (table.name.as_str(), table.doc.as_str()))
    }

    /// Returns the names of the tables that the response can have.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.tables.iter().map(|table| table.name.as_str())
    }
}

/// Returns the path of a member.
pub(crate) fn joined(path: &str, name: &str) -> String {
    if path == ROOT { name.to_owned() } else { format!("{path}.{name}") }
}

/// Returns the name of the column that names the rows of a table in the tables of their lists.
fn key_name(table: &str, member: &str) -> String {
    format!("{table}.{member}")
}

/// The members of rows.
#[derive(Default)]
struct Rows<'s> {
    columns: Vec<String>,
    /// The lists in rows, and the schema of their items.
    lists: Vec<(String, Option<&'s Value>)>,
    /// The member that names the rows: the first single value.
    key: Option<&'s String>,
    /// True if rows may have members that the schema does not name.
    is_open: bool,
}

struct Walk<'s> {
    root: &'s Value,
    mains: &'s Mains<'s>,
    /// The lists in the rows of a main table whose items are its rows.
    unfold: &'static [&'static str],
    /// The name of the response itself.
    name: &'s str,
    found: Vec<Possible>,
    /// The docs of the parts on the way to the one that is walked.
    docs: Vec<String>,
}

impl<'s> Walk<'s> {
    /// Returns the tables that values of a schema can have, the main one first.
    fn of(schema: &'s Value, mains: &'s Mains<'s>, view: Option<&ViewInfo>, name: &'s str) -> Vec<Possible> {
        let unfold = view.map_or(&[][..], |view| view.unfold);
        let mut walk = Self { root: schema, mains, unfold, name, found: Vec::new(), docs: Vec::new() };
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
                self.push(path, members.keys().cloned().collect(), false);
            }
            Some(members) => self.members(path, members, depth),
            None if is_of(schema, "object") => {
                self.facts(path);
                if !maps(schema).any(|values| self.is_single(values)) {
                    self.push(&format!("{path}{BELOW}"), Vec::new(), false);
                }
            }
            None => self.push(&format!("{path}{BELOW}"), Vec::new(), false),
        }
    }

    /// Adds the tables of a list; `keys` are the columns that name the row that has it.
    fn list(&mut self, path: &str, items: Option<&'s Value>, keys: &[String], depth: usize) {
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
        let key = spread.key.map(|key| key_name(if path == ROOT { self.name } else { path }, key));
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
                rows.key = Some(member);
            }
        }
        // Rows have few members that their type does not name; those of objects in them may be of any kind.
        let is_open = !path.is_empty() && schema.get("additionalProperties") == Some(&Value::Bool(true));
        rows.is_open |= is_open || maps(schema).any(|values| !self.is_single(values));
    }

    fn spread_member(&self, rows: &mut Rows<'s>, name: String, schema: &'s Value, depth: usize) {
        let schema = self.resolved(schema);
        if self.is_single(schema) {
            rows.columns.push(name);
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
                rows.key = rows.key.or_else(|| (!rows.columns.is_empty()).then_some(name));
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
            self.facts(path);
        }
        for (name, part) in parts {
            self.part(&joined(path, name), part, depth);
        }
    }

    fn facts(&mut self, path: &str) {
        self.push(path, ["name", "value"].map(str::to_owned).to_vec(), false);
    }

    fn push(&mut self, path: &str, columns: Vec<String>, is_list: bool) {
        let doc = self.docs.last().cloned().unwrap_or_default();
        self.found.push(Possible { name: path.to_owned(), columns, is_list, doc });
    }

    /// Returns the columns of a list of values or of lists.
    fn columns_of_list(&self, path: &str, items: Option<&'s Value>) -> Vec<String> {
        let Some(items) = items else { return Vec::new() };
        match items.get("prefixItems").and_then(Value::as_array) {
            Some(fixed) => (0..fixed.len()).map(|index| index.to_string()).collect(),
            None if self.is_single(items) => path.rsplit('.').next().map(str::to_owned).into_iter().collect(),
            None => Vec::new(),
        }
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
