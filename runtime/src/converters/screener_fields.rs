//! ScreenerFields: the fields that a screener of a kind of instruments can filter by, from the screener service.

use serde::{Deserialize, Serialize};
use virtual_finance_core::{Context, ConversionHookError, Converted, Fault, Field, RawReply, exactly_one};

use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, Entries, First};
use crate::read::{members, record};

/// The fields of a kind of instruments.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The kind that was asked for.
    pub kind: String,
    /// The fields, in the host's order.
    pub fields: Vec<ScreenerField>,
}

record! {
    /// A field that a screener can filter by.
    pub struct ScreenerField {
        /// The name, for example `peratio.lasttwelvemonths`.
        field_id: "fieldId" => String,
        /// The name for people.
        display_name: "displayName" => String,
        /// The type of its values: `NUMBER`, `STRING`, `DATE` or `BOOLEAN`.
        kind: "type" => String,
        /// The group of the field.
        category: "category" => Category,
        /// Ranges and values that the host offers.
        labels: "labels" => Vec<Label>,
        /// True if results can be sorted by it.
        sortable: "sortable" => bool,
        /// True if it should not be used any more.
        deprecated: "deprecated" => bool,
        /// True if the host shows its values in a list.
        dropdown_supported: "dropdownSupported" => bool,
        /// True if it needs a subscription.
        is_premium: "isPremium" => bool,
    }
}

record! {
    /// A group of fields.
    pub struct Category {
        /// The name.
        category_id: "categoryId" => String,
        /// The name for people.
        display_name: "displayName" => String,
    }
}

record! {
    /// A range or a value that the host offers.
    pub struct Label {
        /// The name for people.
        display_name: "displayName" => String,
    }
}

/// The parameters that the conversion reads.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The kind that was asked for.
    pub kind: &'a str,
}

/// Converts the reply of the screener service.
///
/// # Errors
/// 422: the reply is not the service's or is the host's own error, has no field, or a field lacks its name or type.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let raw = exactly_one(replies)?;
    let reply: Reply = json::document(raw, "the fields")?;
    let envelope = reply.finance.ok_or_else(|| envelope::missing(raw, "finance"))?;
    let First(result) = envelope.result("finance.result")?;
    let result = result.ok_or(Fault::Nothing { path: "finance.result[0]" })?;
    let Entries(fields) = result.fields.ok_or_else(|| Fault::missing("finance.result[0].fields"))?;
    if fields.is_empty() {
        return Err(Fault::Nothing { path: "finance.result[0].fields" }.into());
    }
    let mut response = Response { kind: params.kind.to_owned(), ..Response::default() };
    for (name, mut field) in fields {
        if field.kind.get().is_none() {
            return Err(Fault::missing("finance.result[0].fields.*.type").into());
        }
        // The key is the name, too.
        if field.field_id.get().is_none() {
            field.field_id = Field::Value(name);
        }
        response.fields.push(field);
    }
    Ok(response.into())
}

members! {
    struct Reply {
        finance: "finance" => Option<Envelope<First<Fields>>>,
    }
}

members! {
    struct Fields {
        fields: "fields" => Option<Entries<ScreenerField>>,
    }
}
