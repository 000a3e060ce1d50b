//! Currencies: those that the host knows, from the service of currencies.

use serde::{Deserialize, Serialize};
use virtual_finance_core::{Context, ConversionHookError, Converted, Fault, RawReply, exactly_one};

use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, List};
use crate::read::{members, record};

/// The most currencies that a reply may have; the host knows 160.
const MAX_CURRENCIES: usize = 2000;

/// The currencies that the host knows.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The currencies, in the host's order.
    pub currencies: Vec<Currency>,
}

record! {
    /// A currency.
    pub struct Currency {
        /// The code, for example `USD`.
        symbol: "symbol" => String,
        /// The short name, which is the code for most.
        short_name: "shortName" => String,
        /// The name in English.
        long_name: "longName" => String,
        /// The name in the language of the request.
        local_long_name: "localLongName" => String,
    }
}

/// Converts the reply of the service of currencies.
///
/// # Errors
/// 422: the reply is not the service's or is the host's own error, or a currency has no code.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
) -> Result<Converted<Response>, ConversionHookError> {
    let raw = exactly_one(replies)?;
    let reply: Reply = json::document(raw, "the currencies")?;
    let envelope = reply.currencies.ok_or_else(|| envelope::missing(raw, "currencies"))?;
    let List(currencies) = envelope.result("currencies.result")?;
    if currencies.is_empty() {
        return Err(Fault::Nothing { path: "currencies.result" }.into());
    }
    if currencies.iter().any(|currency| currency.symbol.get().is_none()) {
        return Err(Fault::missing("currencies.result[].symbol").into());
    }
    Ok(Response { currencies }.into())
}

members! {
    struct Reply {
        currencies: "currencies" => Option<Envelope<List<Currency, MAX_CURRENCIES>>>,
    }
}
