//! The replies of endpoints without a route: their examples, with the figures that the other replies have.

use serde_json::Value;
use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::{AuthScheme, EndpointInfo, RawKind, SessionUse};
use virtual_finance_sample_host::{Examples, Nearest};

use crate::agreed::{self, Kind, NOTFOUND, or_usual};
use crate::asked::Sent;
use crate::facts::bare::bare;
use crate::facts::known;
use crate::facts::template::{filled, quoted};
use crate::reply::{Reply, TEXT_TYPE};

/// The examples of the table.
pub(crate) const EXAMPLES: Examples = Examples::of(ENDPOINTS);

/// The members of rows with a price.
const PRICES: [&str; 2] = ["regularMarketPrice", "lastPrice"];
/// The members of such rows that quotes do not have, as a template.
const OTHERS: &str =
    r#"{"name": "{name}", "lastPrice": "{money price}", "regMarketChangePercent": "{percent percent 0.01}"}"#;

/// The key of the envelopes that hosts put errors into, whatever was asked.
const JSON_KEY: &str = "finance";

/// The host whose suggestions of a ticker are about others where there is none.
const ISIN_HOST: &str = "isin_url";

/// Returns the agreed ticker that a request asks about, empty if there is none, if the table wants a session for it.
pub(crate) fn ticker_in_session(sent: &Sent<'_>) -> Option<String> {
    // Other hosts want a key, not a session.
    let has_session =
        |info: &EndpointInfo| info.host.auth.is_some_and(|auth| auth.scheme == AuthScheme::Custom);
    let mut needing = ENDPOINTS.iter().filter(|info| info.session == SessionUse::Always && has_session(info));
    let needs_session = needing.any(|info| Examples::is_of(info, sent));
    needs_session.then(|| Nearest::of(EXAMPLES, sent).as_ref().map(agreed_ticker).unwrap_or_default())
}

/// Returns the first agreed ticker of a request, empty if there is none.
fn agreed_ticker(nearest: &Nearest) -> String {
    let mut first = nearest.values().iter().filter_map(|value| value.texts.first());
    first.find(|text| agreed::is_agreed(text)).cloned().unwrap_or_default()
}

/// Returns the reply of the nearest example; an empty one if the table has none.
pub(crate) fn nearest(sent: &Sent<'_>) -> Reply {
    Nearest::of(EXAMPLES, sent).map_or_else(|| Reply::new(200, TEXT_TYPE, ""), |nearest| nearest.reply())
}

/// Answers a request with the agreed fault of the first ticker that it asks about, or as the nearest example does. Rows with
/// the price of an instrument have those of its quote.
pub(crate) fn reply(sent: &Sent<'_>, now: i64) -> Option<Reply> {
    let nearest = Nearest::of(EXAMPLES, sent)?;
    let info = nearest.info();
    let subject = agreed_ticker(&nearest);
    let is_list = nearest.values().iter().any(|value| value.is_list && value.texts.contains(&subject));
    let envelope = nearest.text().split('"').nth(1).filter(|_| nearest.text().contains("\"error\": null"));
    let key = envelope.unwrap_or(JSON_KEY);
    let kind = match info.raw {
        RawKind::Json if is_list || nearest.is_about(&subject) => Kind::Rows(key),
        RawKind::Json => Kind::Json(key),
        _ if info.host.name == ISIN_HOST => Kind::Suggest,
        _ => Kind::Page,
    };
    if subject == NOTFOUND && kind == Kind::Suggest {
        // The suggestions are about others.
        return Some(Examples::reply(info, nearest.text()));
    }
    Some(or_usual(&subject, kind, || {
        let mut reply = nearest.without(NOTFOUND).reply();
        if let Ok(mut body) = serde_json::from_str::<Value>(&reply.body)
            && set_prices(&mut body, now)
        {
            reply.body = body.to_string();
        }
        reply
    }))
}

/// Sets the members of rows with a price to the figures of the instrument's quote. Returns true if there are such rows.
fn set_prices(value: &mut Value, now: i64) -> bool {
    let parts: Vec<&mut Value> = match value {
        Value::Array(entries) => entries.iter_mut().collect(),
        Value::Object(row) if PRICES.iter().any(|price| row.contains_key(*price)) => {
            let Some(symbol) = row.get("symbol").and_then(Value::as_str) else { return false };
            let facts = known::of(symbol, now);
            let (quote, others) = (quoted(&facts), filled(OTHERS, &facts));
            for (name, figure) in row.iter_mut() {
                let known = others.get(name).or_else(|| quote.as_ref()?.get(name));
                if let Some(known) = known.cloned() {
                    *figure = if figure.get("raw").is_some() { known } else { bare(known) };
                }
            }
            return true;
        }
        Value::Object(members) => members.values_mut().collect(),
        _ => return false,
    };
    let mut is_found = false;
    for part in parts {
        is_found |= set_prices(part, now);
    }
    is_found
}

#[cfg(test)]
mod tests;
