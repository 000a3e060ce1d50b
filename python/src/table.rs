//! Tables in files, and OpenAPI documents, as Python source and a catalogue that is made at run time.

use pyo3::prelude::*;
use virtual_finance::Error;
use virtual_finance_core::{Host, is_private_address};
use virtual_finance_openapi::{ForeignError, ForeignTable};
use virtual_finance_python_native::parts::{add_table, exception};
use virtual_finance_table::{PythonSource, TableError};

/// The parts of a client in Python: the name of the table, the source of its requests and methods, the methods that are left
/// out, each with its reason, and notes.
type Read = (&'static str, String, String, Vec<(String, &'static str)>, Vec<String>);

/// Reads a table in a file, which may have the variables `allow_env` and ask private hosts that are `named`: by their
/// addresses, or by their names if other addresses stand for them. `None` asks no host.
#[pyfunction]
pub(crate) fn table(
    py: Python<'_>,
    file: &str,
    allow_env: Vec<String>,
    named: Option<Vec<String>>,
) -> PyResult<Read> {
    let read = py.detach(|| read(file, &allow_env, named.as_deref()));
    read.map_err(|reason| exception(py, &Error::Config { reason }))
}

fn read(file: &str, allow_env: &[String], named: Option<&[String]>) -> Result<Read, String> {
    let table = ForeignTable::read(file, allow_env).map_err(reason)?;
    let hosts = table.endpoints.first().map(|info| info.hosts).unwrap_or_default();
    let address = |host: &Host| host.default.split('/').nth(2).unwrap_or_default().to_owned();
    let is_refused = |named: &[String], host: &Host| {
        let is_named = named.iter().any(|name| name == host.name || *name == address(host));
        is_private_address(host.default) && !is_named
    };
    if let Some(host) = named.and_then(|named| hosts.iter().find(|host| is_refused(named, host))) {
        return Err(format!(
            "the table's host {} is {}, on this machine or in a private network, which a table may not choose; if you mean \
             it, write allow_hosts=[\"{}\"]",
            host.name,
            host.default,
            address(host)
        ));
    }
    let source = table.python().ok_or_else(|| format!("{file} changed while it was read; read it again"))?;
    let PythonSource { endpoints, methods, left_out, .. } = source;
    let notes = table.notes.iter().cloned().chain(table.summary()).collect();
    Ok((add_table(&table.name, table.endpoints), endpoints, methods, left_out, notes))
}

/// Returns what is wrong with a table, in the words of Python.
fn reason(error: ForeignError) -> String {
    match error {
        ForeignError::Table(TableError::Faults(faults)) => {
            faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n")
        }
        ForeignError::Secret { reason, pair } => format!("{reason} allow_env=[\"{pair}\"]"),
        other => other.to_string(),
    }
}
