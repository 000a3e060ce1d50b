//! News: the stories and videos about an instrument, from the service that the host's pages ask, or from its search.

use serde_json::{Map, Value, json};
use virtual_finance_core::params::ParamFault;
use virtual_finance_core::read::{NO_TIME, is_time, reason_of_member, shortened};
use virtual_finance_core::{Context, Converted, DateTime, Fault, RawReply, SkippedRow, exactly_one};

use super::params::news::{Body, Params};
use crate::read::advertisement::{is_advertisement, is_something};
use crate::read::json::{self, List};
use crate::read::listed::{Distinct, TWICE, at, none_of};
use crate::read::rows::keep_first;
use crate::read::{Conversion, envelope, members};

pub use crate::records::news::*;

/// The kind whose items the search does not have.
const PRESS_RELEASES: &str = "pressRelease";

/// Returns the body of the request.
///
/// # Errors
/// None.
pub fn stream_body(body: Body<'_>, _: DateTime) -> Result<Value, ParamFault> {
    Ok(json!({ "serviceConfig": { "snippetCount": body.count, "s": [body.ticker] } }))
}

/// Converts the reply of the news service or of the search. No news are no error: the host says the same of a ticker
/// that it does not know.
///
/// # Errors
/// 422: the reply is neither of the two, no item has an id and a title, or press releases were asked of the search.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let raw = exactly_one(replies)?;
    let reply: Reply = json::document(raw, "the news")?;
    let mut skipped = Vec::new();
    let mut response = Response { ticker: params.ticker.to_owned(), ..Response::default() };
    match (reply.data, reply.news) {
        (Some(Data { stream: Some(stream) }), _) => {
            response.has_more = stream.next_page;
            let List(items) = stream.stream.ok_or_else(|| Fault::missing(STREAM))?;
            if let Some(status) = reply.status.filter(|status| items.is_empty() && status != OK) {
                let reason = format!("it is {:?}, and there are no news", shortened(status));
                return Err(Fault::Malformed { path: "status".into(), reason }.into());
            }
            let is_news = |item: &Map<String, Value>| !item.get("ad").is_some_and(is_something);
            response.news = items_of(items, STREAM, is_news, of_stream, &mut skipped)?;
        }
        (_, Some(List(items))) if params.kind != PRESS_RELEASES => {
            let is_news = |item: &Map<String, Value>| !is_advertisement(item);
            response.news = items_of(items, "news", is_news, of_search, &mut skipped)?;
        }
        _ => return Err(envelope::missing(raw, "data.tickerStream").into()),
    }
    Ok(Converted::from(response).with_skipped(skipped))
}

/// The status of the news service where it has found what it looked for.
const OK: &str = "OK";

/// The path of the items of the news service.
const STREAM: &str = "data.tickerStream.stream";

/// Returns the news of a list, and counts unreadable items as skipped.
///
/// # Errors
/// There are news and none can be read.
fn items_of(
    items: Vec<Value>,
    path: &str,
    is_news: impl Fn(&Map<String, Value>) -> bool,
    read: impl Fn(Map<String, Value>) -> Result<Item, String>,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Vec<Item>, Fault> {
    let (mut news, mut distinct) = (Vec::with_capacity(items.len()), Distinct::default());
    for (index, item) in items.into_iter().enumerate() {
        if item.as_object().is_some_and(|item| !is_news(item)) {
            continue;
        }
        let may_be_known = distinct.may_have(&item);
        let item = match item {
            Value::Object(item) => read(item),
            _ => Err("it is no object".to_owned()),
        };
        match item {
            Ok(item) if may_be_known && news.contains(&item) => skipped.push(at(path, index, TWICE)),
            Ok(item) => news.push(item),
            Err(reason) => skipped.push(at(path, index, reason)),
        }
    }
    keep_first(&mut news, |item| Some(("id", &item.id)), skipped);
    match news.is_empty() && !skipped.is_empty() {
        true => Err(none_of(path, skipped)),
        false => Ok(news),
    }
}

members! {
    /// A reply of the news service or of the search.
    struct Reply {
        data: "data" => Option<Data>,
        news: "news" => Option<List<Value>>,
        status: "status" => Option<String>,
    }
}

members! {
    struct Data {
        stream: "tickerStream" => Option<Stream>,
    }
}

members! {
    struct Stream {
        next_page: "nextPage" => Option<bool>,
        stream: "stream" => Option<List<Value>>,
    }
}

/// Reads an item of the news service.
fn of_stream(mut item: Map<String, Value>) -> Result<Item, String> {
    let Some(Value::Object(mut content)) = item.shift_remove("content") else {
        return Err("its content is missing".to_owned());
    };
    let premium = content.get("finance").and_then(|finance| finance.pointer("/premiumFinance/isPremiumNews"));
    let is_premium = premium.and_then(Value::as_bool);
    let click = member(&content, "clickThroughUrl", "/url");
    let url = click.or_else(|| member(&content, "canonicalUrl", "/url"));
    let provider = member(&content, "provider", "/displayName");
    let thumbnail = member(&content, "thumbnail", "/originalUrl");
    let item = Item {
        id: required(&mut content, "id")?,
        title: required(&mut content, "title")?,
        content_type: text(&mut content, "contentType"),
        summary: text(&mut content, "summary"),
        published_at: time(&mut content, "pubDate")?,
        displayed_at: time(&mut content, "displayTime")?,
        provider,
        url,
        thumbnail,
        is_premium,
        other: Map::new(),
    };
    for name in ["clickThroughUrl", "canonicalUrl", "provider", "thumbnail"] {
        content.shift_remove(name);
    }
    Ok(Item { other: content, ..item })
}

/// Reads an item of the search, which has fewer members.
fn of_search(mut content: Map<String, Value>) -> Result<Item, String> {
    let thumbnail = member(&content, "thumbnail", "/resolutions/0/url");
    content.shift_remove("thumbnail");
    let published_at = match content.shift_remove("providerPublishTime") {
        None | Some(Value::Null) => None,
        Some(time) => match time.as_i64().filter(|time| is_time(*time)) {
            Some(time) => Some(time),
            None => return Err(reason_of_member("providerPublishTime", NO_TIME)),
        },
    };
    Ok(Item {
        id: required(&mut content, "uuid")?,
        title: required(&mut content, "title")?,
        content_type: text(&mut content, "type"),
        summary: None,
        published_at,
        displayed_at: None,
        provider: text(&mut content, "publisher"),
        url: text(&mut content, "link"),
        thumbnail,
        is_premium: None,
        other: content,
    })
}

/// Returns a string within a member, if it is there.
fn member(content: &Map<String, Value>, name: &str, path: &str) -> Option<String> {
    let found = content.get(name)?.pointer(path)?.as_str()?;
    (!found.is_empty()).then(|| found.to_owned())
}

/// Takes a string out, if it is there and not empty.
fn text(content: &mut Map<String, Value>, name: &str) -> Option<String> {
    match content.shift_remove(name) {
        Some(Value::String(text)) if !text.is_empty() => Some(text),
        _ => None,
    }
}

fn required(content: &mut Map<String, Value>, name: &str) -> Result<String, String> {
    text(content, name).ok_or_else(|| format!("its {name} is missing"))
}

/// Takes a time in text out, as epoch seconds.
fn time(content: &mut Map<String, Value>, name: &str) -> Result<Option<i64>, String> {
    let time = match content.shift_remove(name) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) if text.is_empty() => return Ok(None),
        Some(Value::String(text)) => text.parse::<DateTime>().ok().map(DateTime::epoch_seconds),
        Some(_) => None,
    };
    time.filter(|time| is_time(*time)).map(Some).ok_or_else(|| format!("its {name} is no date and time"))
}
