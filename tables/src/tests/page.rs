//! Pages of invented bars, read by a parser of HTML.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ring::digest::{SHA256, digest};
use scraper::{ElementRef, Html, Selector};
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::ViewInfo;

use crate::formats::page;
use crate::show::Chart;
use crate::tabular::{Outline, Tables, cut};
use crate::text::Failure;

const BARS: ViewInfo = ViewInfo {
    times: &["at"],
    zone: Some("zone"),
    decimals: Some("digits"),
    chart: &["at", "open", "high", "low", "close", "volume"],
    ..ViewInfo::new(Some("bars"))
};

/// Names that would end a script, a title, an attribute, an image or a mark of the template.
const NAMES: [&str; 12] = [
    "IBM",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "--></title><img src=x onerror=alert(1)>",
    "\" onfocus=\"alert(1)",
    "' autofocus x='",
    "</text></svg><iframe src=//host>",
    "]]><style>*{}</style>",
    "{{data}}{{wide}}{{name}}",
    "}}{{",
    "a\u{2028}b\u{2029}c",
    "&lt;script&gt;&amp;&quot;",
];

fn made(name: &str, zone: &str, bars: &Value) -> Result<(String, String), Failure> {
    let value = serde_json::json!({ "digits": 2, "zone": zone, "bars": bars });
    let outline = Outline::without_schema("Prices", Some(BARS)).about(Some(name));
    let tables = cut(&value, &outline);
    let page = page_of(&tables)?;
    let mut written = Vec::new();
    super::write_csv(&tables.choose(None).unwrap(), &mut written);
    Ok((page, String::from_utf8(written).unwrap()))
}

fn page_of(tables: &Tables<'_>) -> Result<String, Failure> {
    let table = tables.choose(None)?;
    page::html(&Chart::of(&table, tables)?, &table, tables)
}

fn some_bars() -> Value {
    serde_json::json!({
        "at": [1_704_119_400, 1_704_119_460, 1_704_119_520, 1_704_153_600],
        "open": [1.100000023841858, null, 3, 4], "high": [2.5, 2, 3, 1e-7], "low": [1, 2, 3, -0.5],
        "close": [2.0000000001, null, 3, 4], "volume": [9_007_199_254_740_993_i64, 0, null, 12.5],
        "other": ["</script>", "b", "c", "d"],
    })
}

fn all<'p>(page: &'p Html, selector: &str) -> Vec<ElementRef<'p>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

fn text(element: ElementRef<'_>) -> String {
    element.text().collect()
}

fn data(page: &str) -> Value {
    let page = Html::parse_document(page);
    let found = all(&page, "script#data");
    assert_eq!(found.len(), 1);
    serde_json::from_str(&text(found[0])).unwrap()
}

fn shape(page: &str) -> Vec<String> {
    let page = Html::parse_document(page);
    let shape = |element: ElementRef<'_>| {
        let attributes: Vec<_> = element.value().attrs().map(|(name, _)| name).collect();
        format!("{} {}", element.value().name(), attributes.join(" "))
    };
    all(&page, "*").into_iter().map(shape).collect()
}

#[test]
fn no_name_of_a_ticker_or_of_a_zone_changes_the_page() {
    let usual = shape(&made("IBM", "UTC", &some_bars()).unwrap().0);
    assert!(usual.iter().filter(|element| element.starts_with("script")).count() == 2, "{usual:?}");
    for name in NAMES {
        let (page, _) = made(name, name, &some_bars()).unwrap();
        assert_eq!(shape(&page), usual, "{name}");
        let parsed = Html::parse_document(&page);
        let title = format!("{name}, 4.00 on 2024-01-02 00:00 UTC");
        assert_eq!(text(all(&parsed, "title")[0]), title);
        let label = format!("{title}, +2.90 (+263.64%) since the open of 2024-01-01 14:30 UTC");
        assert_eq!(all(&parsed, "#chart")[0].attr("aria-label"), Some(&*label));
        assert_eq!(text(all(&parsed, "h1")[0]), name);
    }
}

/// Strings where numbers should be are strings of the data, and nothing else.
#[test]
fn no_string_of_a_host_ends_the_data() {
    for name in NAMES {
        let bars = serde_json::json!({ "at": [name, name], "open": [name, 1], "close": [1, 2], "volume": [name, 2] });
        let (page, _) = made("IBM", "UTC", &bars).unwrap();
        assert_eq!(
            data(&page)["bars"],
            serde_json::json!([[name, name, null, null, 1, name], [name, 1, null, null, 2, 2]])
        );
        let parsed = Html::parse_document(&page);
        let inside = text(all(&parsed, "#data")[0]);
        assert!(!inside.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{inside}");
    }
}

/// The values are those of CSV: every digit. Times have the offset of their zone. A row without a close is no bar.
#[test]
fn the_data_has_the_values_of_csv() {
    let (page, csv) = made("IBM", "UTC", &some_bars()).unwrap();
    let values = data(&page);
    assert_eq!(values["columns"], serde_json::json!(["at", "open", "high", "low", "close", "volume"]));
    let written = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    let lines = values["bars"].as_array().unwrap().iter().map(|bar| {
        let cells: Vec<_> = bar.as_array().unwrap().iter().map(written).collect();
        cells.join(",")
    });
    // The last column is none of a bar.
    let rows = csv.lines().skip(1).map(|line| line.rsplit_once(',').unwrap().0.to_owned());
    let rows: Vec<_> = rows.enumerate().filter(|(row, _)| *row != 1).map(|(_, line)| line).collect();
    assert_eq!(lines.collect::<Vec<_>>(), rows);
    let (page, _) = made("IBM", "America/New_York", &some_bars()).unwrap();
    assert_eq!(data(&page)["bars"][0][0], "2024-01-01T09:30:00-05:00");
    assert_eq!(data(&page)["bars"][0][5].to_string(), "9007199254740993");
}

/// The policy names the style and the script of the page by their hashes; write those that this test expects.
#[test]
fn nothing_but_its_own_style_and_script_is_allowed() {
    let (page, _) = made("IBM", "UTC", &some_bars()).unwrap();
    let parsed = Html::parse_document(&page);
    let hash = |selector: &str| {
        let found = all(&parsed, selector);
        assert_eq!(found.len(), 1, "{selector}");
        BASE64_STANDARD.encode(digest(&SHA256, text(found[0]).as_bytes()))
    };
    let policy = all(&parsed, "meta[http-equiv='Content-Security-Policy']")[0].attr("content").unwrap();
    assert_eq!(
        policy,
        format!(
            "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'",
            hash("style"),
            hash("script:not([type])")
        )
    );
    assert!(all(&parsed, "[style], [src], [href], link, base, iframe").is_empty());
    let others = page.replace("http://www.w3.org/2000/svg", "");
    for address in ["http:", "https:", "//", "url(", "@import"] {
        let comments = if address == "//" { others.matches("  // ").count() } else { 0 };
        assert_eq!(others.matches(address).count(), comments, "{address}");
    }
}

/// Every colour of the image that is no colour of a bar has one for dark pages.
#[test]
fn the_style_knows_the_colours_of_the_image() {
    for count in [3, 1_000] {
        let closes: Vec<i64> = (0..count).map(|index| index % 7).collect();
        let (page, _) = made("IBM", "UTC", &serde_json::json!({ "close": closes })).unwrap();
        let parsed = Html::parse_document(&page);
        let style = text(all(&parsed, "style")[0]);
        for element in all(&parsed, "svg *") {
            for attribute in ["fill", "stroke"] {
                let colour = element.attr(attribute).unwrap_or("none");
                let is_of_bar = ["none", "#26A65B", "#CF3C3C"].contains(&colour);
                assert!(is_of_bar || style.contains(&format!("[{attribute}=\"{colour}\"]")), "{colour}");
            }
        }
    }
}

/// At 390 pixels the image for telephones has its own size, at least 280 pixels high, and nothing names keys.
#[test]
fn a_telephone_has_an_image_of_its_own() {
    let (page, _) = made("IBM", "UTC", &some_bars()).unwrap();
    let parsed = Html::parse_document(&page);
    let size = |name: &str| {
        let image = all(&parsed, "#small svg")[0];
        image.attr(name).unwrap().parse::<f64>().unwrap()
    };
    // A margin of 16 pixels on each side.
    let scale = (390.0 - 32.0) / size("width");
    assert!(scale > 0.95 && size("height") * scale >= 280.0, "{scale}");
    let style = text(all(&parsed, "style")[0]);
    let (_, narrow) = style.split_once("(hover: none) {").unwrap();
    assert!(narrow.trim_start().starts_with(".keys { display: none }"), "{narrow}");
    assert!(text(all(&parsed, "#keys .touch")[0]).contains("Touch"));
    assert!(!text(all(&parsed, "#keys .touch")[0]).contains("key"));
}

/// The script finds a bar where the image has it.
#[test]
fn the_scales_are_those_of_the_image() {
    for count in [1_i64, 2, 30, 1_130, 1_131, 5_000] {
        let closes: Vec<i64> = (0..count).map(|index| 100 + index % 7).collect();
        let bars = serde_json::json!({ "close": closes, "volume": closes });
        let (page, _) = made("IBM", "UTC", &bars).unwrap();
        let data = data(&page);
        assert_eq!(data["bars"].as_array().unwrap().len(), closes.len());
        let parsed = Html::parse_document(&page);
        for (scales, image) in data["scales"].as_array().unwrap().iter().zip(["wide", "small"]) {
            the_scales_fit(scales, count, &parsed, image);
        }
    }
}

/// The scales of an image of so many bars have each bar where it is drawn.
fn the_scales_fit(scales: &Value, count: i64, page: &Html, image: &str) {
    let size = scales["barsInPlace"].as_i64().unwrap();
    let last = count.saturating_sub(1).checked_div(size).unwrap();
    let [left, right] = [0, 1].map(|end| scales["places"][end].as_f64().unwrap());
    // The volumes are the lines in the colours of bars; candles are made of other shapes.
    let of = |colour: &str| format!("#{image} polyline[stroke='{colour}']");
    let lines = all(page, &format!("{}, {}", of("#CF3C3C"), of("#26A65B")));
    assert_eq!(i64::try_from(lines.len()), Ok(last.saturating_add(1)), "{count}");
    for (place, line) in (0_u32..).zip(lines) {
        let drawn: f64 = line.attr("points").unwrap().split(',').next().unwrap().parse().unwrap();
        let step = if last == 0 { 1.0 } else { (right - left) / f64::from(i32::try_from(last).unwrap()) };
        let found = left + f64::from(place) * step;
        assert!((found - drawn).abs() <= 1.5, "{count}: {place} is at {drawn}, not at {found}");
    }
    let [low, high] = [0, 1].map(|end| &scales["prices"][end]);
    assert_eq!([low[0].as_i64(), high[0].as_i64()], [None, None], "prices are doubles");
    assert_eq!(low[0], 100.0);
    assert!(low[1].as_i64() >= high[1].as_i64());
}

/// The image has a bound, and the data are in proportion to the bars.
#[test]
fn a_page_is_in_proportion_to_its_bars() {
    let size = |count: i64| {
        let times: Vec<i64> = (0..count).map(|index| 1_704_067_200 + 60 * index).collect();
        let prices: Vec<f64> =
            (0..count).map(|index| 100.0 + 0.25 * f64::from(u8::try_from(index % 7).unwrap())).collect();
        let bars = serde_json::json!({
            "at": times, "open": prices, "high": prices, "low": prices, "close": prices, "volume": times,
        });
        made("IBM", "America/New_York", &bars).unwrap().0.len()
    };
    let (few, many) = (size(20), size(40_000));
    assert!(few < 50_000, "{few}");
    assert!(many < 300_000 + 40_000 * 80, "{many}");
    // Prices that no image can have make no page.
    for prices in
        [serde_json::json!([1e15, 1]), serde_json::json!([1.7e308, -1.7e308]), serde_json::json!([null])]
    {
        assert!(made("IBM", "UTC", &serde_json::json!({ "close": prices })).is_err(), "{prices}");
    }
}
