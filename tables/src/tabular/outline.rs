//! The facts about a response before it is there: its name, its view, and the tables that it can have.

use virtual_finance_core::Number;
use virtual_finance_core::catalogue::ViewInfo;
use virtual_finance_core::time::Granularity;

use super::{BELOW, KnownColumn, Mains, Pair, Possible, ROOT, last, possible::key_name};

/// The facts about a response before it is there.
#[derive(Debug)]
pub struct Outline {
    /// The name of the response itself as a table.
    pub name: String,
    /// The subject of the request, for example a ticker.
    pub subject: Option<String>,
    /// The name of the parameter that the subject is the only value of.
    pub parameter: Option<&'static str>,
    /// What the table of endpoints says about showing the response.
    pub view: Option<ViewInfo>,
    /// The two tables of which programs get one.
    pub pair: Option<Pair>,
    /// A number beside the response that its rows lie around, with its label.
    pub middle: Option<(&'static str, Number)>,
    /// True if the response is bytes, which have no tables.
    pub is_bytes: bool,
    /// The names of the members that the schema declares as points in time.
    pub instants: Vec<String>,
    /// The names of the members that the schema declares as dates, which are texts.
    pub days: Vec<String>,
    /// The paths of the objects whose names are data and whose values are rows.
    pub maps: Vec<String>,
    /// The tables that the response can have, the main one first.
    pub tables: Vec<Possible>,
}

impl Outline {
    /// Returns the outline of a response of which no schema is known.
    pub fn without_schema(name: &str, view: Option<ViewInfo>) -> Self {
        Self {
            name: name.to_owned(),
            subject: None,
            parameter: None,
            view,
            pair: Pair::of(view.as_ref()),
            middle: None,
            is_bytes: false,
            instants: Vec::new(),
            days: Vec::new(),
            maps: Vec::new(),
            tables: Vec::new(),
        }
    }

    /// Sets the subject of the request, for example a ticker.
    #[must_use]
    pub fn about(self, subject: Option<impl Into<String>>) -> Self {
        Self { subject: subject.map(Into::into), ..self }
    }

    /// Sets the number that the rows lie around.
    pub fn around(self, middle: Option<(&'static str, Number)>) -> Self {
        Self { middle, ..self }
    }

    /// Returns the subject of the request, or the name of the endpoint if it has none.
    #[cfg(feature = "plot")]
    pub fn subject(&self) -> &str {
        self.subject.as_deref().unwrap_or(&self.name)
    }

    /// Returns true if the main table has the bars of a chart.
    pub fn has_chart(&self) -> bool {
        self.view.is_some_and(|view| !view.chart.is_empty())
    }

    /// Returns the name of the table at a path: the response itself has the name of its endpoint.
    pub fn name_of<'p>(&'p self, path: &'p str) -> &'p str {
        if path == ROOT { &self.name } else { path }
    }

    /// Returns the precision of the times of a member, where the view or the schema says it.
    pub fn granularity(&self, member: &str) -> Option<Granularity> {
        let view = self.view.unwrap_or(ViewInfo::new(None));
        let are = [(view.days, Granularity::Days), (view.instants, Granularity::Instants)];
        let of_view = are.into_iter().find(|(names, _)| names.contains(&member));
        let is_declared = || {
            view.times.iter().all(|name| *name != member) && self.instants.iter().any(|name| name == member)
        };
        let of_schema = || match is_declared() {
            true => Some(Granularity::Instants),
            false => self.is_day(member).then_some(Granularity::Days),
        };
        of_view.map(|(_, granularity)| granularity).or_else(of_schema)
    }

    /// Returns true for a member that the schema declares as a date.
    pub(super) fn is_day(&self, member: &str) -> bool {
        self.days.iter().any(|name| name == member)
    }

    /// Returns true for the name of a column of times.
    pub(super) fn has_times(&self, column: &str) -> bool {
        let member = last(column);
        let is_of_rows = self.view.is_some_and(|view| view.times.contains(&member));
        is_of_rows || self.granularity(member).is_some()
    }

    /// Returns the paths of the tables that can be the main one, if the view declares some.
    pub fn mains(&self) -> Mains<'_> {
        Mains::of(self.view.as_ref())
    }

    /// Returns true for the name of a table that the view declares as one that can be the main one.
    pub fn is_main(&self, name: &str) -> bool {
        self.mains().0.iter().any(|path| self.name_of(path) == name)
    }

    /// Returns the name of the column that names the rows at a path in the tables of their lists.
    pub fn key_name(&self, path: &str, member: &str) -> String {
        key_name(self.name_of(path), member)
    }

    /// Returns the table of exactly that name.
    pub fn exact(&self, name: &str) -> Option<&Possible> {
        self.tables.iter().find(|possible| possible.name == name)
    }

    /// Returns true if there can be tables at a path or below it.
    pub fn has_tables_at(&self, path: &str) -> bool {
        let rests = self.tables.iter().filter_map(|possible| possible.name.strip_prefix(path));
        rests.into_iter().any(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// Returns the table of that name, if the response can have it.
    pub fn table(&self, name: &str) -> Option<Possible> {
        let below = |possible: &&Possible| {
            let path = possible.name.strip_suffix(BELOW);
            path.and_then(|path| name.strip_prefix(path)).is_some_and(|rest| rest.starts_with('.'))
        };
        let found = self.exact(name).or_else(|| self.tables.iter().find(below));
        found.map(|possible| Possible { name: name.to_owned(), ..possible.clone() })
    }

    /// Returns the columns of the table of that name, or of the main one, which are known before there is a response.
    /// `None` if the schema names no such table.
    pub fn columns(&self, table: Option<&str>) -> Option<Vec<KnownColumn>> {
        let name = table.or_else(|| self.names().next())?;
        self.exact(name).map(|table| table.columns.clone())
    }

    /// Returns the names of the tables that the response can have, each with what it is. Those below a table that says the
    /// same are not named.
    pub fn docs(&self) -> impl Iterator<Item = (&str, &str)> {
        let says_it = |name: &str, doc: &str| self.exact(name).is_some_and(|above| above.doc == doc);
        let is_known = move |(name, doc): &(&str, &str)| {
            name.strip_suffix(BELOW).is_some_and(|above| says_it(above, doc))
        };
        let tables = self.tables.iter().map(|table| (table.name.as_str(), table.doc.as_str()));
        tables.filter(move |table| !is_known(table))
    }

    /// Returns the names of the tables that the response can have, as [`docs`](Self::docs) has them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.docs().map(|(name, _)| name)
    }
}
