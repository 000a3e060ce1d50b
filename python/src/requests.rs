//! Requests of the catalogue: an endpoint's name with its parameters.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance::request::{ErasedRequest, ParamMap};
use virtual_finance::{ENDPOINTS, Error};

use crate::convert;
use crate::failure::Failure;

/// A request with its entry of the catalogue.
pub(crate) struct Built {
    pub(crate) info: &'static EndpointInfo,
    pub(crate) params: ParamMap,
    pub(crate) request: Box<dyn ErasedRequest>,
}

/// Returns the entry of an endpoint by its name.
pub(crate) fn info(endpoint: &str) -> PyResult<&'static EndpointInfo> {
    let found = ENDPOINTS.iter().copied().find(|info| info.name == endpoint);
    found.ok_or_else(|| PyKeyError::new_err(format!("the catalogue has no endpoint {endpoint}")))
}

/// Builds a request and checks every parameter.
pub(crate) fn build(endpoint: &str, params: &Bound<'_, PyDict>) -> Result<Built, Failure> {
    let info = info(endpoint)?;
    let params = ParamMap::from(convert::map(params)?);
    let request = (info.build)(&params).map_err(Error::from)?;
    request.validate().map_err(Error::from)?;
    Ok(Built { info, params, request })
}

/// Checks the parameters of a request: every error at once.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, endpoint: &str, params: &Bound<'_, PyDict>) -> PyResult<()> {
    build(endpoint, params).map(drop).map_err(|failure| failure.exception(py))
}

/// Returns the names of the catalogue's endpoints.
#[pyfunction]
pub(crate) fn endpoints() -> Vec<&'static str> {
    ENDPOINTS.iter().map(|info| info.name).collect()
}
