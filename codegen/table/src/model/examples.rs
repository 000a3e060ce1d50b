//! The examples of an endpoint, in the terms of the generated code.

use super::params::Param;
use crate::kind::Kind;
use crate::parse::table::{self, Table, Values};
use crate::value::{self, Value};

/// An example of a request.
pub struct Example<'t> {
    pub name: &'t str,
    pub doc: &'t str,
    /// The clock in epoch seconds, if the example sets it.
    pub now: Option<i64>,
    /// The values by the name of their parameter, in the order that the example writes them.
    pub given: Vec<Given<'t>>,
}

/// The value of a parameter in an example.
pub struct Given<'t> {
    pub param: &'t str,
    /// The string that `from_params` takes.
    pub text: String,
    /// One value, or the values of a list.
    pub values: Vec<Value<'t>>,
}

impl<'t> Example<'t> {
    pub fn new(
        name: &'t str,
        example: &'t table::Example,
        params: &[Param<'t>],
        table: &'t Table,
    ) -> Option<Self> {
        let given = |(name, values): (&'t String, &'t Values)| {
            let param = params.iter().find(|param| param.name == name)?;
            let (item, separator) = match &param.kind {
                Kind::List { item, separator, .. } => (&**item, *separator),
                one => (one, ""),
            };
            let all = values.all();
            let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
            let values =
                all.iter().map(|value| value::read(item, value, table).ok()).collect::<Option<_>>()?;
            Some(Given { param: name, text: texts.join(separator), values })
        };
        Some(Self {
            name,
            doc: example.doc.trim(),
            now: example.now.as_ref().and_then(value::timestamp).map(|(now, _)| now),
            given: example.params.iter().map(given).collect::<Option<_>>()?,
        })
    }

    /// Returns the value of a parameter.
    pub fn value(&self, param: &str) -> Option<&[Value<'t>]> {
        self.given.iter().find(|given| given.param == param).map(|given| given.values.as_slice())
    }
}
