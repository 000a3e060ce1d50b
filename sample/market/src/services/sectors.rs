//! Sectors and industries.

use serde_json::{Map, Value, json};
use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::{EnumInfo, ParamKind};

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::facts::known;
use crate::facts::template::filled;
use crate::reply::{JSON_TYPE, Reply};

/// Returns a sector.
pub(crate) fn sector(asked: &RoutedRequest<'_>) -> Reply {
    reply(asked, "sector", include_str!("sector_alone.json"))
}

/// Returns an industry.
pub(crate) fn industry(asked: &RoutedRequest<'_>) -> Reply {
    reply(asked, "industry", include_str!("industry_alone.json"))
}

/// Returns the reply about a key that the table knows.
fn reply(asked: &RoutedRequest<'_>, command: &str, alone: &str) -> Reply {
    let key = asked.subject.to_lowercase();
    if !keys(command).is_some_and(|known| known.variants.iter().any(|variant| variant.wire == key)) {
        return error_envelope("finance", 404, "Not Found", "no such key");
    }
    let facts = known::of(&key, asked.now);
    let parts = [include_str!("sector.json"), alone].map(|template| filled(template, &facts));
    let mut data: Map<String, Value> =
        parts.into_iter().filter_map(|part| part.as_object().cloned()).flatten().collect();
    data.insert("name".to_owned(), name(&key).into());
    Reply::new(200, JSON_TYPE, json!({"data": data, "error": null}).to_string())
}

/// Returns the keys that the table lists.
fn keys(command: &str) -> Option<&'static EnumInfo> {
    let info = ENDPOINTS.iter().find(|info| info.command == command)?;
    match info.param("key")?.kind {
        ParamKind::Enum(keys) => Some(keys),
        _ => None,
    }
}

/// Returns the name that a key stands for.
fn name(key: &str) -> String {
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>())
    };
    key.split('-').filter_map(capital).collect::<Vec<_>>().join(" ")
}
