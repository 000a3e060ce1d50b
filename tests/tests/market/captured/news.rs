//! News.

use serde_json::{Value, json};
use virtual_finance::DateTime;

use super::plain::rows;
use super::verdict::Verdict::Gives;
use super::verdict::{Case, check};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/news/dimazigel-yfinance-java__news-ncp_news_unknown.json", "NOSUCH", Gives(&[("/news", 0)])),
    ("further/news/gramistella-yfinance-rs__news_latestNews_AAPL.json", "AAPL", Gives(&[("/news", 10)])),
    ("further/news/gramistella-yfinance-rs__profile_html_AAPL.html--32-xhr_ncp_AAPL.json", "AAPL", Gives(&[("/news", 12)])),
    ("further/news/oozoofrog-SwiftYFinance__news-aapl.json", "AAPL", Gives(&[])),
];

#[test]
fn every_reply_has_a_verdict() {
    check("news", &["further/news"], CASES, expected);
}

fn expected(reply: &Value, asked: &str) -> Value {
    let stream = &reply["data"]["tickerStream"];
    let news = if stream.is_null() {
        rows(&reply["news"], of_search)
    } else {
        rows(&stream["stream"], |entry| of_stream(&entry["content"]))
    };
    json!({"ticker": asked, "news": news, "hasMore": stream["nextPage"]})
}

fn of_stream(content: &Value) -> Value {
    let some = |value: &Value| if value == "" { Value::Null } else { value.clone() };
    // Some have an empty text for a time.
    let time = |name: &str| match content[name].as_str().unwrap() {
        "" => Value::Null,
        time => time.parse::<DateTime>().unwrap().epoch_seconds().into(),
    };
    let click = &content["clickThroughUrl"]["url"];
    let mut item = content.as_object().unwrap().clone();
    item.retain(|name, _| {
        !["pubDate", "displayTime", "provider", "canonicalUrl", "clickThroughUrl", "thumbnail"]
            .contains(&name.as_str())
    });
    item.insert("summary".to_owned(), some(&content["summary"]));
    item.insert("publishedAt".to_owned(), time("pubDate"));
    item.insert("displayedAt".to_owned(), time("displayTime"));
    item.insert("provider".to_owned(), content["provider"]["displayName"].clone());
    let url = if click.is_null() { &content["canonicalUrl"]["url"] } else { click };
    item.insert("url".to_owned(), url.clone());
    item.insert("thumbnail".to_owned(), content["thumbnail"]["originalUrl"].clone());
    item.insert("isPremium".to_owned(), content["finance"]["premiumFinance"]["isPremiumNews"].clone());
    item.into()
}

fn of_search(story: &Value) -> Value {
    let mut item = story.as_object().unwrap().clone();
    for (host, own) in [
        ("uuid", "id"),
        ("type", "contentType"),
        ("publisher", "provider"),
        ("link", "url"),
        ("providerPublishTime", "publishedAt"),
    ] {
        let value = item.remove(host).unwrap();
        item.insert(own.to_owned(), value);
    }
    item.insert("thumbnail".to_owned(), story["thumbnail"]["resolutions"][0]["url"].clone());
    for name in ["summary", "displayedAt", "isPremium"] {
        item.insert(name.to_owned(), Value::Null);
    }
    item.into()
}
