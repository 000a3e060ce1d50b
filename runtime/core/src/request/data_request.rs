//! Requests of endpoints that are known at run time alone.

use serde::de::DeserializeSeed as _;

use super::endpoint::{EndpointInfo, Request};
use crate::catalogue::ParamKind;
use crate::params::json::json_plain;
use crate::params::{JsonValue, ParamMap, Plain};
use crate::read::data::DataReader;

/// A request of an endpoint that is known at run time alone. It sends what a generated one does.
#[derive(Debug, Clone)]
pub struct DataRequest {
    /// The endpoint.
    pub info: &'static EndpointInfo,
    /// The values of its parameters.
    pub params: ParamMap,
}

impl Request for DataRequest {
    fn info(&self) -> &'static EndpointInfo {
        self.info
    }

    /// Returns the value of the parameter of that name; none where it was not given, or is of another type.
    fn value(&self, name: &str) -> Option<Plain<'_>> {
        let param = self.info.param(name)?;
        let given = param.names().find_map(|name| self.params.given(name, param.is_nullable()));
        match (param.read(given?).ok()?, param.kind) {
            // Times become epoch seconds.
            (Plain::Json(JsonValue(json)), ParamKind::Json { kind, .. }) if !json.is_null() => {
                Some(json_plain(&DataReader::new(*kind).deserialize(&*json).ok()?))
            }
            (value, _) => Some(value),
        }
    }
}
