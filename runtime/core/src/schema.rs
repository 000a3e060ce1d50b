//! JSON Schemas (draft 2020-12) of responses, made from the structures themselves. They say what is
//! serialized: what may be left out is not required, and what stays open allows more than it names.

use std::marker::PhantomData;

#[cfg(feature = "schema")]
use serde_json::Map;
use serde_json::Value;

/// The function that makes the schema of a response type, for `EndpointInfo::schema`; none where the type has none, as
/// where the crate of the type is built without schemas.
///
/// ```
/// use virtual_finance_core::{Value, schema_of};
///
/// let schema: Option<fn() -> Value> = schema_of!(Vec<String>);
/// assert_eq!(schema.is_some(), cfg!(feature = "schema"));
/// ```
#[macro_export]
macro_rules! schema_of {
    ($response:ty) => {{
        use $crate::schema::WithoutSchema as _;
        <$crate::schema::SchemaOf<$response>>::FUNCTION
    }};
}

// A constant of the type hides that of the trait. So the crate that implements `JsonSchema` decides, whatever another
// crate of the same build turns on here.
#[doc(hidden)]
#[derive(Debug)]
pub struct SchemaOf<T>(PhantomData<T>);

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> SchemaOf<T> {
    pub const FUNCTION: Option<fn() -> Value> = Some(response_schema::<T>);
}

#[doc(hidden)]
pub trait WithoutSchema {
    const FUNCTION: Option<fn() -> Value> = None;
}

impl<T> WithoutSchema for SchemaOf<T> {}

/// Returns the schema of what a type serializes to.
///
/// ```
/// use virtual_finance_core::schema::response_schema;
///
/// assert_eq!(response_schema::<Vec<String>>()["items"]["type"], "string");
/// ```
#[cfg(feature = "schema")]
pub fn response_schema<T: schemars::JsonSchema>() -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// A member of an open object: its name, what JSON types it has beside null, and what it means.
#[doc(hidden)]
#[cfg(feature = "schema")]
pub type KnownMember = (&'static str, &'static str, &'static str);

/// Returns the schema of an object that is kept as it comes: the members that the contract names may all be
/// missing or null, and others may be there. `kinds` are the JSON types of the whole.
#[doc(hidden)]
#[cfg(feature = "schema")]
pub fn open_object(kinds: &[&str], known: &[KnownMember]) -> schemars::Schema {
    let member = |(name, kinds, doc): &KnownMember| {
        let kinds: Vec<&str> = kinds.split(' ').chain(["null"]).collect();
        ((*name).to_owned(), serde_json::json!({ "description": doc, "type": kinds }))
    };
    let members: Map<String, Value> = known.iter().map(member).collect();
    schemars::json_schema!({ "type": kinds, "properties": members, "additionalProperties": true })
}
