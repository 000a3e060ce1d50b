//! Parameters by name, as a command line or a JSON document gives them.

use serde_json::{Map, Value};

/// Parameters by name. The values are JSON; a text stands for any type that it can be read as, and for itself where a
/// string is a value, as of `any`. [`ParamInfo::written`](crate::catalogue::ParamInfo::written) reads what people write.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::request::ParamMap;
///
/// let params = ParamMap::from_iter([("query", "IBM"), ("max_results", "10")]);
/// assert_eq!(params.names().collect::<Vec<_>>(), ["query", "max_results"]);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ParamMap(Map<String, Value>);

impl ParamMap {
    /// No parameters.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a parameter, replacing what it was.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.0.insert(name.into(), value.into());
    }

    /// Returns the value of a parameter. Null counts as not given.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Returns the value of a parameter. Null counts as given where `is_nullable` says that it is a value.
    pub(crate) fn given(&self, name: &str, is_nullable: bool) -> Option<&Value> {
        self.0.get(name).filter(|value| is_nullable || !value.is_null())
    }

    /// Returns the names and the values, in the order they were set.
    #[cfg(feature = "data")]
    pub(crate) fn members(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns the names of the parameters that are given, in the order they were set.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name.as_str())
    }
}

impl From<Map<String, Value>> for ParamMap {
    fn from(map: Map<String, Value>) -> Self {
        Self(map)
    }
}

impl<N: Into<String>, V: Into<Value>> FromIterator<(N, V)> for ParamMap {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(params: I) -> Self {
        Self(params.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}
