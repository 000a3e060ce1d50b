//! News in frames, and those of several tickers.

use crate::support::{column, columns, convert, rows, schema};
use serde_json::json;
use virtual_finance::NewsKind;
use virtual_finance_compat::{News, NewsFrames, Ticker, Tickers, blocking};
use virtual_finance_sample::SampleHost;

const NEWS: &str = "id: str, contentType: str, title: str, summary: str, pubDate: datetime[ms, UTC], \
         displayTime: datetime[ms, UTC], provider: str, url: str, thumbnail: str, isPremium: bool";

fn of_stream(stream: &serde_json::Value) -> NewsFrames {
    let reply = json!({"data": {"tickerStream": {"stream": stream}}}).to_string();
    convert(&virtual_finance::News::new("ACME"), reply).into()
}

#[test]
fn a_story_is_a_row_and_an_advertisement_is_none() {
    let frame = of_stream(&json!([
        {"content": {
            "id": "1", "contentType": "VIDEO", "title": "T", "summary": "S", "pubDate": "1970-01-01T00:01:00Z",
            "displayTime": "1970-01-01T00:02:00Z", "provider": {"displayName": "P"}, "canonicalUrl": {"url": "U"},
            "thumbnail": {"originalUrl": "I"}, "finance": {"premiumFinance": {"isPremiumNews": true}},
        }},
        {"ad": [{"id": 7}], "content": {"id": "2", "title": "Buy"}},
        {"content": {"id": "3", "title": "Bare"}},
    ]));
    let frame = frame.news().unwrap();
    assert_eq!(columns(&frame), NEWS);
    assert_eq!(
        rows(&frame),
        [
            json!(["1", "VIDEO", "T", "S", 60_000, 120_000, "P", "U", "I", true]),
            json!(["3", null, "Bare", null, null, null, null, null, null, null]),
        ]
    );
    let nothing = of_stream(&json!([])).news().unwrap();
    assert_eq!((columns(&nothing).as_str(), nothing.height()), (NEWS, 0));
}

#[tokio::test]
async fn the_count_and_the_tab_are_those_of_the_request() {
    let request = News::new("IBM").count(3).tab(NewsKind::PressReleases);
    assert_eq!(request, virtual_finance::News::new("IBM").count(3).kind(NewsKind::PressReleases).into());
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build().unwrap();
    let ticker = Ticker::new(&client, "IBM");
    assert_eq!(ticker.news(1, NewsKind::Latest).await.unwrap().height(), 1);
    assert!(ticker.news(10, NewsKind::All).await.unwrap().height() > 1);
    let error = ticker.news(0, NewsKind::Latest).await.unwrap_err().to_string();
    assert!(error.contains("'count' is 0"), "{error}");
}

#[tokio::test]
async fn several_tickers_are_known_once_each_and_share_a_frame_of_news() {
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build().unwrap();
    let tickers = Tickers::new(&client, ["IBM", "ACME", "IBM"]);
    assert_eq!(tickers.symbols().collect::<Vec<_>>(), ["IBM", "ACME"]);
    assert!(tickers.get("ACME").is_some() && tickers.get("acme").is_none());
    let news = tickers.news(1, NewsKind::Latest).await.unwrap();
    assert_eq!(column(&news, "Ticker"), ["IBM", "ACME"]);
    assert_eq!(schema(&news)[1..].join(", "), NEWS);
    let prices = tickers.download(|history| history).await;
    assert_eq!(prices.iter().map(|(ticker, _)| ticker).collect::<Vec<_>>(), ["IBM", "ACME"]);
    assert_eq!(Tickers::new(&client, [""; 0]).news(1, NewsKind::Latest).await.unwrap().width(), 0);
}

#[test]
fn the_blocking_form_is_the_same() {
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build_blocking().unwrap();
    let tickers = blocking::Tickers::new(&client, ["IBM", "ACME"]);
    let news = tickers.news(2, NewsKind::Latest).unwrap();
    assert!(column(&news, "Ticker").contains(&json!("ACME")) && (2..=4).contains(&news.height()));
    assert!(tickers.get("IBM").unwrap().news(1, NewsKind::Latest).unwrap().height() == 1);
    assert_eq!(tickers.download(|history| history).unwrap().iter().count(), 2);
}
