//! Tables that a program runs without a compiler.

use virtual_finance_core::Host;
use virtual_finance_core::catalogue::RawKind;
use virtual_finance_core::read::DataPath;
use virtual_finance_core::request::{EndpointInfo, ReplyInfo};

use crate::catalogue::Catalogue;
use crate::check::{self, Around};
use crate::diagnostic::Faults;
use crate::kind::Kind;
use crate::model::{Model, raw_kind};
use crate::parse;
use crate::parse::table::{Endpoint, Table};
use crate::python::{classes, method, methods};
use crate::source::TableError;

/// The catalogue of a table, made without a compiler. It lives as long as the program.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TableInfo {
    /// The endpoints, in the order of the table.
    pub endpoints: &'static [&'static EndpointInfo],
    /// The names of the other endpoints, each with what only generated code has.
    pub left_out: Vec<(String, &'static str)>,
}

/// A table as a Python package has it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PythonSource {
    /// The module of the request classes.
    pub endpoints: String,
    /// The module of the methods of clients.
    pub methods: String,
    /// The methods that are left out, each with what only generated code has.
    pub left_out: Vec<(String, &'static str)>,
}

impl TableInfo {
    /// Returns the catalogue of a table, as generated code has it, for programs that make their requests at run time. `load`
    /// returns the text of a file that the table includes. Each call leaks a catalogue. Converters are Rust, so that
    /// endpoints with one are left out.
    ///
    /// ```
    /// use virtual_finance_table::{TableInfo, parse::alone};
    ///
    /// let table = TableInfo::new("shop.yaml", "hosts: {}\nendpoints: {}\n", &alone)?;
    /// assert!(table.endpoints.is_empty());
    /// # Ok::<(), virtual_finance_table::TableError>(())
    /// ```
    ///
    /// # Errors
    /// Every error of the table, in the order of its lines.
    pub fn new(path: &str, text: &str, load: &parse::Load<'_>) -> Result<Self, TableError> {
        let read = parse::read(path, text, load);
        let mut faults = Faults::of_files(&read.files, read.faults);
        let Some(parsed) = read.parsed else { return Err(TableError::Faults(faults.into_sorted())) };
        // Nobody asks a converter that is left out.
        let converters = converters(&parsed.table);
        check::check(&parsed, Around { converters: &converters, ..Around::default() }, &mut faults);
        if faults.any() {
            return Err(TableError::Faults(faults.into_sorted()));
        }
        Ok(info(&parsed.table))
    }

    /// Returns the Python source of the endpoints; `None` if the text is another table's.
    pub fn python(&self, path: &str, text: &str, load: &parse::Load<'_>) -> Option<PythonSource> {
        let parsed = parse::read(path, text, load).parsed?;
        let mut model = Model::new(&parsed.table)?;
        let reason = |name: &str| self.left_out.iter().find(|(known, _)| known == name);
        let left_out =
            model.endpoints.iter().filter_map(|endpoint| Some((method(endpoint), reason(endpoint.name)?.1)));
        let left_out = left_out.collect();
        model.endpoints.retain(|endpoint| reason(endpoint.name).is_none());
        Some(PythonSource { endpoints: classes(&model), methods: methods(&model), left_out })
    }
}

/// Returns the names of all modules that a table expects.
fn converters(table: &Table) -> Vec<String> {
    let of_endpoints = table.endpoints.values().flat_map(|found| [&found.converter, &found.prepare]);
    let of_grammars = table.grammars.values().map(|found| &found.converter);
    of_endpoints.flatten().chain(of_grammars).cloned().collect()
}

fn info(table: &Table) -> TableInfo {
    let mut catalogue = Catalogue::new(table);
    let hosts: Option<Vec<&'static Host>> = table.hosts.keys().map(|name| catalogue.host(name)).collect();
    let hosts: &'static [&'static Host] = hosts.unwrap_or_default().leak();
    let (mut endpoints, mut left_out) = (Vec::new(), Vec::new());
    for (name, endpoint) in &table.endpoints {
        let made = match beyond_data(endpoint, table) {
            None => made(&mut catalogue, name, endpoint).ok_or("a part that only generated code reads"),
            Some(reason) => Err(reason),
        };
        match made {
            Ok(info) => endpoints.push(&*Box::leak(Box::new(info.hosts(hosts)))),
            Err(reason) => left_out.push((name.clone(), reason)),
        }
    }
    TableInfo { endpoints: endpoints.leak(), left_out }
}

/// Returns what an endpoint has that data cannot say.
fn beyond_data(endpoint: &Endpoint, table: &Table) -> Option<&'static str> {
    let is_grammar = |param| match Kind::of(param, table) {
        Some(Kind::List { item, .. }) => matches!(*item, Kind::Grammar { .. }),
        kind => matches!(kind, Some(Kind::Grammar { .. })),
    };
    let wants_custom = || {
        let auth = table.hosts.get(&endpoint.host).and_then(|host| host.auth.as_ref());
        auth.is_some_and(|auth| auth.kind == "custom") && endpoint.session.as_deref() != Some("never")
    };
    if endpoint.converter.is_some() || endpoint.prepare.is_some() || !endpoint.fallbacks.is_empty() {
        return Some("a converter, which is written in Rust");
    }
    if endpoint.params.values().any(is_grammar) {
        return Some("a grammar, which is written in Rust");
    }
    wants_custom().then_some("credentials of the type custom, which an authenticator in Rust sends")
}

fn made(catalogue: &mut Catalogue<'_>, name: &str, endpoint: &Endpoint) -> Option<EndpointInfo> {
    let reply = catalogue.reply(name, endpoint).or_else(|| bytes(endpoint))?;
    Some(catalogue.endpoint(name, endpoint)?.by_data(Some(Box::leak(Box::new(reply)))))
}

/// Returns a reply that is the response itself; `None` if the endpoint is not `raw: bytes`.
fn bytes(endpoint: &Endpoint) -> Option<ReplyInfo> {
    let raw = raw_kind(&endpoint.raw).filter(|raw| *raw == RawKind::Bytes && endpoint.response.is_none())?;
    Some(ReplyInfo {
        kind: None,
        place: DataPath::new("the bytes", "", "").raw(raw),
        into: None,
        echoes: None,
        gone: &[],
        skips_unreadable: false,
        empty: &[],
        is_graphql: false,
        is_lenient: false,
    })
}
