//! ScreenerFields: the fields that a screener of a kind of instruments can filter by, from the screener service.

use virtual_finance_core::read::shortened;
use virtual_finance_core::{Context, ConversionError, Converted, Fault, Field, RawReply, exactly_one};

use super::params::screener_fields::Params;
use crate::read::adapted::Adapted;
use crate::read::envelope::Finance;
use crate::read::json::{self, Entries, First};
use crate::read::listed::{Part, none_of};
use crate::read::{Conversion, members};

pub use crate::records::screener_fields::*;

/// Converts the reply of the screener service.
///
/// # Errors
/// 422: the reply is not the service's or is the host's own error, or has no field that can be read.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let raw = exactly_one(replies)?;
    let mut skipped = Vec::new();
    let fields = match json::document::<Reply<ScreenerField>>(raw, NAME) {
        Ok(reply) => fields(raw, reply)?,
        // One by one: that takes longer.
        Err(_) => {
            let found = fields(raw, json::document::<Reply<Part<ScreenerField>>>(raw, NAME)?)?;
            let read = |(name, field): (String, Part<ScreenerField>)| {
                let field = field.read(&format!("{FIELDS}.{}", shortened(name.clone())), &mut skipped)?;
                Some((name, field))
            };
            found.into_iter().filter_map(read).collect()
        }
    };
    if fields.is_empty() {
        let nothing = || Fault::Nothing { path: FIELDS };
        return Err(if skipped.is_empty() { nothing() } else { none_of(FIELDS, &skipped) }.into());
    }
    let mut response = Response { kind: params.kind.to_owned(), ..Response::default() };
    for (name, mut field) in fields {
        // The key is the name, too.
        if field.field_id.get().is_none() {
            field.field_id = Field::Value(name);
        }
        response.fields.push(field);
    }
    Ok(Converted::from(response).with_skipped(skipped))
}

/// The reply in messages, and the path of the fields.
const NAME: &str = "the fields";
const FIELDS: &str = "finance.result[0].fields";

/// Returns the fields with their names.
fn fields<T>(raw: RawReply<'_>, reply: Reply<T>) -> Result<Vec<(String, T)>, ConversionError> {
    let Entries(fields) = reply.first(raw)?.fields.ok_or_else(|| Fault::missing(FIELDS))?;
    Ok(fields)
}

impl Adapted for ScreenerField {
    const IS_FORMATTED: bool = false;
}

type Reply<T> = Finance<First<Fields<T>>>;

members! {
    struct Fields[T] {
        fields: "fields" => Option<Entries<T>>,
    }
}
