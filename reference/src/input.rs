//! The parameters of an endpoint as one JSON Schema that stands alone, as tools of models have them.

use virtual_finance_core::Value;
use virtual_finance_core::catalogue::{EnumInfo, ParamInfo, ParamKind};
use virtual_finance_core::request::EndpointInfo;

use crate::json::{joined, list, named, number, object, typed};
use crate::openapi::{sentences, split};

/// The maximum number of values of an enumeration that a schema lists.
pub const MAX_VALUES: usize = 60;

/// Returns the JSON Schema of an object with the parameters of an endpoint. Docs are their summaries, and values of very
/// long enumerations are left out, so that a model reads little.
///
/// ```
/// use virtual_finance::ENDPOINTS;
/// use virtual_finance_reference::input;
///
/// let isin = ENDPOINTS.iter().find(|info| info.command == "isin").unwrap();
/// assert_eq!(input(isin)["required"][0], "query");
/// ```
pub fn input(info: &EndpointInfo) -> Value {
    let properties = info.params.iter().map(|param| (param.name.to_owned(), self::param(info, param)));
    let required = info.params.iter().filter(|param| param.required).map(|param| param.name);
    object([
        ("type", Some("object".into())),
        ("properties", Some(named(properties))),
        ("required", list(required)),
        ("additionalProperties", Some(false.into())),
    ])
}

fn param(info: &EndpointInfo, param: &ParamInfo) -> Value {
    let (summary, _) = split(param.doc);
    let description =
        std::iter::once(format!("{summary}.")).chain(sentences(info, param)).collect::<Vec<_>>().join(" ");
    let is_list = matches!(param.kind, ParamKind::List { .. });
    // A value in JSON is given as text, which has other lengths.
    let is_text_of_json = matches!(param.kind, ParamKind::Json { .. });
    let length = param.max_length.filter(|_| !is_text_of_json);
    let is_number = matches!(param.kind, ParamKind::Integer | ParamKind::Number);
    let members = kind(&param.kind).into_iter().chain([
        ("description", Some(description.into())),
        ("default", param.default.map(|text| typed(&param.kind, text))),
        ("minimum", param.min.filter(|_| is_number).map(number)),
        ("maximum", param.max.filter(|_| is_number).map(number)),
        (if is_list { "maxItems" } else { "maxLength" }, length.map(Into::into)),
    ]);
    joined(members, [("deprecated", param.deprecated.map(|_| true.into()))])
}

/// Returns the members of a schema about the type of a value.
fn kind(kind: &ParamKind) -> Vec<(&'static str, Option<Value>)> {
    let one = |name: &str| vec![("type", Some(name.into()))];
    match kind {
        ParamKind::Integer => one("integer"),
        ParamKind::Number => one("number"),
        ParamKind::Boolean => one("boolean"),
        ParamKind::DateTime | ParamKind::IsoDateTime => vec![("type", list(["string", "integer"]))],
        ParamKind::Enum(info) => {
            vec![("type", Some("string".into())), (values_name(info), values(info))]
        }
        ParamKind::List { item, .. } => {
            vec![("type", Some("array".into())), ("items", Some(object(self::kind(item))))]
        }
        _ => one("string"),
    }
}

/// Returns the key of the values: an open enumeration takes others, too.
const fn values_name(info: &EnumInfo) -> &'static str {
    if info.other.is_some() { "examples" } else { "enum" }
}

fn values(info: &EnumInfo) -> Option<Value> {
    let known = info.variants.iter().map(|variant| variant.wire);
    (info.variants.len() <= MAX_VALUES).then(|| known.collect())
}
