//! Requests of the catalogue: an endpoint's name with its parameters.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyDict;
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::{EndpointInfo, ErasedRequest, Request as _, without_wrong};
use virtual_finance_core::{Context, DateTime, Error, convert_saved, default_addresses};

use crate::call::Answer as _;
use crate::failure::Failure;
use crate::outlines::outline;
use crate::package::{package, package_of};
use crate::plain;
use crate::reply::Reply;

/// A request with its entry of the catalogue.
pub(crate) struct Built {
    pub(crate) info: &'static EndpointInfo,
    pub(crate) params: ParamMap,
    pub(crate) request: Box<dyn ErasedRequest>,
}

/// Returns the entry of an endpoint by its name, which may have the name of its table before it.
pub(crate) fn info(endpoint: &str) -> PyResult<&'static EndpointInfo> {
    let (table, name) =
        endpoint.split_once('/').map_or((None, endpoint), |(table, name)| (Some(table), name));
    let found = package_of(table).endpoints.iter().copied().find(|info| info.name == name);
    found.ok_or_else(|| PyKeyError::new_err(format!("the catalogue has no endpoint {endpoint}")))
}

/// Builds a request and checks every parameter. A wrong value of a list that is sent in batches is no error beside a right one: the
/// client leaves it out.
pub(crate) fn build(endpoint: &str, params: &Bound<'_, PyDict>) -> Result<Built, Failure> {
    let info = info(endpoint)?;
    let params = ParamMap::from(plain::map(params)?);
    let request = info.request(&params).map_err(Error::from)?;
    let rest = without_wrong(&*request).map(|(rest, _)| rest);
    rest.as_ref().unwrap_or(&request).validate().map_err(Error::from)?;
    Ok(Built { info, params, request })
}

/// Checks the parameters of a request: every error at once.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, endpoint: &str, params: &Bound<'_, PyDict>) -> PyResult<()> {
    build(endpoint, params).map(drop).map_err(|failure| failure.exception(py))
}

/// Converts the saved bodies of replies without any network, as if they had come at a time in epoch seconds.
#[pyfunction]
pub(crate) fn convert(
    py: Python<'_>,
    endpoint: &str,
    params: &Bound<'_, PyDict>,
    bodies: Vec<PyBackedBytes>,
    now: Option<i64>,
) -> PyResult<Py<PyAny>> {
    let converted = || {
        let Built { info, request, .. } = build(endpoint, params)?;
        let now = now.map_or_else(DateTime::now, DateTime::from);
        py.detach(|| {
            let bodies: Vec<&[u8]> = bodies.iter().map(|body| &**body).collect();
            let hosts = default_addresses(info.hosts);
            let reply = convert_saved(&*request, &bodies, &Context::new(&hosts, now))?;
            Ok::<_, Failure>(Reply::new(info, reply, |response| (response, None)))
        })
    };
    converted().map_err(|failure| failure.exception(py))?.object(py)
}

/// Returns the columns of a table of an endpoint's responses, or of the main one: their names and kinds. They are known
/// before there is a response.
#[pyfunction]
#[pyo3(signature = (endpoint, table = None))]
pub(crate) fn columns(endpoint: &str, table: Option<&str>) -> PyResult<Vec<(String, String)>> {
    let info = info(endpoint)?;
    let outline = outline(info);
    let known = outline.columns(table).ok_or_else(|| {
        let names: Vec<&str> = outline.names().collect();
        PyKeyError::new_err(format!(
            "{} has no table {:?} whose columns are known; choose one of {}",
            info.name,
            table.unwrap_or(info.name),
            names.join(", ")
        ))
    })?;
    Ok(known.into_iter().map(|column| (column.name, format!("{:?}", column.kind))).collect())
}

/// Returns the names of the tables that an endpoint's responses can have, the main one first.
#[pyfunction]
pub(crate) fn tables(endpoint: &str) -> PyResult<Vec<String>> {
    Ok(outline(info(endpoint)?).names().map(str::to_owned).collect())
}

/// Returns the names of the catalogue's endpoints.
#[pyfunction]
pub(crate) fn endpoints() -> Vec<&'static str> {
    package().endpoints.iter().map(|info| info.name).collect()
}
