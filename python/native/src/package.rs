//! The Python package that this module is of: its name and its table.

use std::io;
use std::path::Path;
use std::ptr;
use std::sync::{Mutex, OnceLock};

use pyo3::prelude::*;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Client, ClientBuilder, Error, Host, Notes};
use virtual_finance_sample_host::SampleHost;

use crate::process::lock;

/// The package. A native module has one, whatever number of interpreters loads it.
static PACKAGE: OnceLock<&'static Package> = OnceLock::new();
static NONE: Package = Package::new("", &[]);

/// The tables that were read at run time. The lock is held for moments.
static READ: Mutex<Vec<&'static Package>> = Mutex::new(Vec::new());

/// A Python package of a table of endpoints.
///
/// It is written with [`new`](Self::new) and what differs, so that it keeps compiling when there are more fields.
pub struct Package {
    /// The name that programs import, for example `weather`. The native module is `_native` within it.
    pub name: &'static str,
    /// The catalogue: all endpoints of one table.
    pub endpoints: &'static [&'static EndpointInfo],
    /// Begins to describe the client, with the headers and the authenticator that the hosts expect, and the file that keeps
    /// its session if programs name one.
    pub client: fn(Option<&Path>) -> Result<ClientBuilder, Error>,
    /// Returns the parts that a reply lacks, of its notes.
    pub missing: fn(&Notes) -> Vec<&'static str>,
    /// Starts the sample host on a port, 0 for a free one, with its clock at a time in epoch seconds.
    pub sample: fn(&'static Package, u16, i64) -> io::Result<SampleHost>,
}

impl Package {
    /// Returns the package of a catalogue, with the client of the core and a sample host that has the replies of the
    /// examples.
    pub const fn new(name: &'static str, endpoints: &'static [&'static EndpointInfo]) -> Self {
        Self {
            name,
            endpoints,
            client: without_session,
            missing: |_| Vec::new(),
            sample: |package, port, now| SampleHost::of(package.endpoints).port(port).now(now).start(),
        }
    }

    /// Returns the hosts of the table.
    pub(crate) fn hosts(&self) -> &'static [&'static Host] {
        self.endpoints.first().map(|info| info.hosts).unwrap_or_default()
    }

    /// Starts the sample host.
    pub(crate) fn start_sample(&'static self, port: u16, now: i64) -> io::Result<SampleHost> {
        (self.sample)(self, port, now)
    }

    /// Returns a module of the package that is Python.
    pub(crate) fn python<'py>(&self, py: Python<'py>, module: &str) -> PyResult<Bound<'py, PyModule>> {
        py.import(format!("{}.{module}", self.name))
    }
}

fn without_session(file: Option<&Path>) -> Result<ClientBuilder, Error> {
    let reason = || "'session_file': these hosts have no session; leave it out".to_owned();
    file.map_or_else(|| Ok(Client::builder()), |_| Err(Error::Config { reason: reason() }))
}

/// Makes this the package of the native module.
pub(crate) fn set(package: &'static Package) {
    // Another interpreter of the process has set the same.
    let _ = PACKAGE.set(package);
}

/// Returns the package of the native module; one without endpoints before it has one.
pub(crate) fn package() -> &'static Package {
    PACKAGE.get().copied().unwrap_or(&NONE)
}

/// Adds the endpoints of a table that was read at run time, and returns its name among the others: the names of its
/// endpoints are `NAME/Endpoint` then.
pub fn add_table(name: &str, endpoints: &'static [&'static EndpointInfo]) -> &'static str {
    let mut read = lock(&READ);
    let is_taken = |name: &String| read.iter().any(|known| known.name == name);
    let mut own = name.to_owned();
    while is_taken(&own) {
        own.push('+');
    }
    let added: &'static Package = Box::leak(Box::new(Package::new(own.leak(), endpoints)));
    read.push(added);
    added.name
}

/// Returns the package of a table that was read at run time, or else the native module's.
pub(crate) fn package_of(table: Option<&str>) -> &'static Package {
    let Some(table) = table else { return package() };
    lock(&READ).iter().copied().find(|known| known.name == table).unwrap_or(&NONE)
}

/// Returns the name of an endpoint, behind the name of its table if that was read at run time.
pub(crate) fn key(info: &'static EndpointInfo) -> String {
    let read = lock(&READ);
    let has = |package: &&&Package| package.endpoints.iter().any(|known| ptr::eq(*known, info));
    read.iter()
        .find(has)
        .map_or_else(|| info.name.to_owned(), |known| format!("{}/{}", known.name, info.name))
}
