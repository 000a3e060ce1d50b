//! Charts of invented bars.

use expect_test::expect;
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::ViewInfo;

use super::outlined;
use crate::show::{Chart, Layout};
use crate::tabular::{Outline, cut};
use crate::text::Failure;

const BARS: ViewInfo = ViewInfo {
    times: &["at"],
    decimals: Some("digits"),
    chart: &["at", "open", "high", "low", "close", "volume"],
    ..ViewInfo::new(Some("bars"))
};

pub(super) fn chart(subject: &str, bars: &Value) -> Result<Chart, Failure> {
    let value = serde_json::json!({ "digits": 1, "bars": bars });
    let outline = Outline::without_schema("Prices", Some(BARS)).about(Some(subject));
    let tables = cut(&value, &outline);
    Chart::of(&tables.choose(None).unwrap(), &tables)
}

fn drawn(bars: &Value, layout: Layout) -> Result<(String, String), Failure> {
    let chart = chart("A&B", bars)?;
    Ok((chart.text(layout)?, chart.image()?.svg))
}

pub(super) fn bars(count: usize) -> Value {
    const CLOSES: [f64; 12] = [50.0, 49.0, 48.0, 47.0, 60.0, 59.0, 58.0, 57.0, 70.0, 69.0, 68.0, 67.0];
    const FIRST: i64 = 1_704_067_200;
    let times = (0..).map(|day: i64| FIRST.saturating_add(day.saturating_mul(86_400)));
    let of =
        |number: fn(f64) -> f64| -> Value { CLOSES.into_iter().cycle().take(count).map(number).collect() };
    serde_json::json!({
        "at": times.take(count).collect::<Value>(),
        "open": of(|close| close - 2.0 + (close % 3.0)), "high": of(|close| close + 2.0),
        "low": of(|close| close - 3.0), "close": of(|close| close), "volume": of(|close| close * 1e4),
    })
}

#[test]
fn few_bars_are_candles_and_many_are_a_line() {
    let narrow = Layout { width: Some(40), ..Layout::default() };
    let (candles, image) = drawn(&bars(8), narrow).unwrap();
    expect![[r#"
        A&B
        57.0 on 2024-01-08
        +7.0 (+14.00%) since the open of 2024-01-01
               ⢸                 ⢠
          60.0⠠⢼                ⢠⠼⠤⡄⣀⣇⣀ ⢠   ⡀
               ⢸                ⠘⢲⠒⠃ ⡇ ⢰⣚⣒⡆⣀⣇⣀
          55.0⠠⢼                     ⠃  ⠸  ⠧⡤⠼
               ⢸                            ⠁
          50.0⢀⣸  ⢀⣸⣀⡀ ⡄  ⢀
               ⢸   ⢸  ⣖⣓⣲⢀⣸⣀⡀ ⡆
               ⢸   ⠘   ⠇ ⠸⢤⠤⠇⠒⡗⠒
          45.0⠈⢹          ⠈   ⠇
        500.0k⠠⢼   ⢠   ⡀  ⢀   ⡀  ⢸   ⡆  ⢰   ⡆
               ⢸   ⢸   ⡇  ⢸   ⡇  ⢸   ⡇  ⢸   ⡇
         vol 0⢀⣸   ⢸   ⡇  ⢸   ⡇  ⢸   ⡇  ⢸   ⡇
                ⠉⠉⠉⠙⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉
              2024-01-01
    "#]]
    .assert_eq(&candles);
    assert!(image.starts_with("<svg ") && image.contains("A&amp;B") && image.contains("volume"), "{image}");
    let (line, _) = drawn(&bars(100), narrow).unwrap();
    expect![[r#"
        A&B
        47.0 on 2024-04-09
        -3.0 (-6.00%) since the open of 2024-01-01
               ⢸
          70.0⠈⢹   ⣦  ⢰⡄  ⢰⡄  ⣦  ⢰⣄  ⢰⡄  ⣦   ⣦
          65.0⠠⢼  ⢸⢻  ⣼⣇  ⡟⡇ ⢠⣿  ⣼⢸  ⣼⡇ ⢠⣿  ⢸⢻
               ⢸  ⣸⢸⡄ ⡿⢿ ⢀⡇⣇ ⢸⢿⡀ ⡿⢸⡀ ⡿⣇ ⢸⢿⡇ ⣸⢸⡀
          60.0⠈⢹ ⢰⠏⢸⡇⣰⠇⢸ ⡾⠁⣿⢰⠼⢸⡇⢰⠇⢸⡇⡦⠇⣿⢀⡾ ⡇⢰⠏⢸⡇
          55.0⠐⢺ ⣾ ⠘⡇⡟ ⢸⣶⡇ ⢿⣾ ⠸⡇⣾ ⠸⣷⡇ ⢿⢸⠃ ⣧⣾ ⠸⡇
          50.0⢀⣸ ⡿  ⣧⡇ ⠈⣿⠇ ⢸⡿  ⡇⡿  ⣿⠇ ⢸⣼  ⢻⡿  ⡇
               ⢸⠘⠃  ⠛⠁  ⠛  ⠘⠃  ⠑⠃  ⠛  ⠘⠋  ⠘⠃  ⠓
          45.0⠐⢺
               ⢸ ⢠⡄⣷ ⢠⣼⡆ ⣤⢸⡆⢠⢠⣷ ⢠⣼⢰ ⡄⣼⡆ ⣤⣷ ⢠⡄⣷
          1.0M⠈⢹⢸⣿⡇⣿⣿⢸⣿⡇⣿⣿⢸⣿⣿⢸⣿⡇⣿⣿⢸⣿⡇⣿⣿⡇⣿⣿⢸⣿⡇⣿⣿
         vol 0⢀⣸⢸⣿⡇⣿⣿⢸⣿⡇⣿⣿⢸⣿⣿⢸⣿⡇⣿⣿⢸⣿⡇⣿⣿⡇⣿⣿⢸⣿⡇⣿⣿
                ⠙⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉
           2024-01-02
    "#]]
    .assert_eq(&line);
    // Colours change no character.
    let (colours, _) = drawn(&bars(8), Layout { colours: true, ..narrow }).unwrap();
    assert!(colours.contains("\u{1b}[32m") && colours.contains("\u{1b}[31m"), "{colours:?}");
    let plain =
        ["\u{1b}[32m", "\u{1b}[31m", "\u{1b}[0m"].iter().fold(colours, |text, code| text.replace(code, ""));
    assert_eq!(plain, candles);
}

/// XML has no way to write most control characters, and a reader refuses the whole image.
#[test]
fn no_character_of_a_name_makes_the_image_unreadable() {
    let image = chart("A\u{1}\u{1b}\u{fffe}\u{ffff}\u{7f}é🎉<B>", &bars(8)).unwrap().image().unwrap().svg;
    assert!(image.contains("A\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{7f}é🎉&lt;B&gt;"), "{image}");
}

/// Whatever the width and the prices, the axis has each price whole.
#[test]
fn no_price_of_the_axis_loses_a_digit() {
    for price in [0.1, 72.0, 345.0, 4_000.0, 600_000.0, 123_456_789.0] {
        let number = |factor: f64| serde_json::json!([price * factor, price * factor * 1.05]);
        let bars = serde_json::json!({
            "at": [1_704_067_200, 1_704_153_600], "open": number(1.0), "high": number(1.02),
            "low": number(0.98), "close": number(1.01), "volume": [999_900_000, 5],
        });
        for width in 60..=200 {
            let layout = Layout { width: Some(width), ..Layout::default() };
            let text = chart("A", &bars).unwrap().text(layout).unwrap();
            let labels: Vec<f64> = text
                .lines()
                .skip(3)
                .filter_map(|line| line.split(|mark: char| mark >= '\u{2800}').next()?.trim().parse().ok())
                .collect();
            let is_of_the_bars = |label: &f64| (price * 0.9..price * 1.2).contains(label);
            assert!(labels.len() > 1 && labels.iter().all(is_of_the_bars), "{width}:\n{text}");
        }
    }
}

/// Name, currency, last price and change; times of less than a day with their year and zone.
#[test]
fn the_head_says_what_the_chart_is_about() {
    let view = ViewInfo {
        names: &["meta.long", "meta.short"],
        currency: Some("meta.currency"),
        zone: Some("meta.zone"),
        ..BARS
    };
    let head = |meta: Value, open: f64| {
        let bars =
            serde_json::json!({ "at": [1_719_581_400, 1_719_585_000], "open": [open, 4], "close": [3, 5] });
        let value = serde_json::json!({ "digits": 2, "bars": bars, "meta": meta });
        let outline = Outline::without_schema("Prices", Some(view)).about(Some("IBM"));
        let tables = cut(&value, &outline);
        let text =
            Chart::of(&tables.choose(None).unwrap(), &tables).unwrap().text(Layout::default()).unwrap();
        text.lines().take(3).map(|line| line.to_owned() + "\n").collect::<String>()
    };
    let whole =
        serde_json::json!({ "long": "Invented Machines", "currency": "USD", "zone": "America/New_York" });
    expect![[r#"
        Invented Machines (IBM)
        5.00 USD on 2024-06-28 10:30 EDT
        +1.00 (+25.00%) since the open of 2024-06-28 09:30 EDT
    "#]]
    .assert_eq(&head(whole, 4.0));
    expect![[r#"
        Machines (IBM)
        5.00 on 2024-06-28 14:30 UTC
        +5.00 since the open of 2024-06-28 13:30 UTC
    "#]]
    .assert_eq(&head(serde_json::json!({ "long": null, "short": "Machines" }), 0.0));
    expect![[r#"
        IBM
        5.00 on 2024-06-28 14:30 UTC
        +7.50 (+300.00%) since the open of 2024-06-28 13:30 UTC
    "#]]
    .assert_eq(&head(serde_json::json!({ "short": "IBM" }), -2.5));
}

/// Bars that have no room of their own are drawn together, so that a chart does not grow with the bars.
#[test]
fn an_image_of_many_bars_is_small() {
    let (_, image) = drawn(&bars(20_000), Layout::default()).unwrap();
    assert!(image.len() < 300_000, "{}", image.len());
}

#[test]
fn bars_without_a_close_are_left_out() {
    let gaps = serde_json::json!({
        "at": [1_704_067_200, 1_704_153_600, 1_704_240_000], "close": [1, null, 2],
        "open": [null, null, null], "volume": [null, 5, null],
    });
    let (text, _) = drawn(&gaps, Layout::default()).unwrap();
    assert!(
        text.starts_with("A&B\n2.0 on 2024-01-03\n+1.0 (+100.00%) since the open of 2024-01-01\n"),
        "{text}"
    );
    for none in
        [serde_json::json!({ "at": [], "close": [] }), serde_json::json!({ "at": [1], "close": [null] })]
    {
        let failure = format!("{:?}", drawn(&none, Layout::default()).unwrap_err());
        assert!(failure.contains("A&B has no prices to draw; ask for another time span"), "{failure}");
    }
}

/// Whatever a host says is drawn or refused, in little time and space.
#[test]
fn odd_prices_are_drawn_or_refused() {
    for (prices, is_drawn) in [
        (serde_json::json!([1]), true),
        (serde_json::json!([0, 0, 0]), true),
        (serde_json::json!([-0.0, 1e-300]), true),
        (serde_json::json!([5e-324, 1e-320]), true),
        (serde_json::json!([1e14, 1e14 + 1.0]), true),
        (serde_json::json!([-5, 5, -1e14]), true),
        (serde_json::json!([1e-9, 1e14]), true),
        (serde_json::json!([1e15, 1]), false),
        (serde_json::json!([1.7e308, -1.7e308]), false),
    ] {
        for width in [None, Some(0), Some(1), Some(25), Some(1_000_000)] {
            let layout = Layout { width, ..Layout::default() };
            let of = serde_json::json!({ "close": prices, "volume": prices });
            let drawn = drawn(&of, layout);
            assert_eq!(drawn.is_ok(), is_drawn, "{prices} {width:?}: {drawn:?}");
            if let Ok((text, image)) = drawn {
                assert!(text.len() + image.len() < 200_000, "{prices} {width:?}");
            }
        }
    }
    let huge = serde_json::json!({ "close": [1, 2], "volume": [1e308, 1e308] });
    let failure = format!("{:?}", drawn(&huge, Layout::default()).unwrap_err());
    assert!(
        failure.contains("the chart cannot be drawn: a volume is too great; take --format table"),
        "{failure}"
    );
    // Columns of other kinds are no prices.
    let texts = serde_json::json!({ "close": ["1", "2"], "at": ["x", "y"] });
    assert!(drawn(&texts, Layout::default()).is_err());
    assert!(!outlined(None).has_chart());
}
