//! Replies that are read by readers of their own, as long as they are plain: each gives what the readers of all of JSON and of
//! all of HTML give of the same reply.

use proptest::prelude::*;
use serde_json::{Number, Value, json};
use virtual_finance::{History, Holders, Profile};
use virtual_finance_tests::{convert, html, script_page};

use super::summary;

fn chart(closes: &str, rows: usize) -> String {
    let times: Vec<String> = (0..rows).map(|row| (row * 86_400).to_string()).collect();
    let times = times.join(",");
    format!(
        r#"{{"chart":{{"result":[{{"meta":{{"symbol":"IBM"}},"timestamp":[{times}],
            "indicators":{{"quote":[{{"close":[{closes}]}}]}}}}],"error":null}}}}"#
    )
}

fn check(numbers: &[String]) {
    // One that no double can be is no number of a reply at all.
    let numbers: Vec<(&String, Number)> =
        numbers.iter().filter_map(|text| Some((text, serde_json::from_str(text).ok()?))).collect();
    for part in numbers.chunks(1000) {
        let texts: Vec<&str> = part.iter().map(|(text, _)| text.as_str()).collect();
        let found = convert(&History::new("IBM"), chart(&texts.join(","), part.len())).unwrap();
        let found = found.pointer("/ohlcdata/close").and_then(Value::as_array).unwrap();
        for ((text, number), found) in part.iter().zip(found) {
            let found = found.as_number().unwrap();
            assert_eq!(found, number, "{text}");
            assert_eq!(found.as_f64().unwrap().to_bits(), number.as_f64().unwrap().to_bits(), "{text}");
        }
    }
}

fn numbers(mut seed: u64, count: usize) -> Vec<String> {
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    let mut number = |kind: usize| {
        let bits = next();
        match kind % 6 {
            // Any double of the size of a price, any of single precision, and any at all.
            0 => f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | ((1010 + next() % 40) << 52)).to_string(),
            1 => f64::from(f32::from_bits(
                ((bits >> 32) as u32 & 0x007f_ffff) | ((120 + (next() >> 32) as u32 % 18) << 23),
            ))
            .to_string(),
            2 => format!("{:e}", f64::from_bits(bits)),
            3 => (bits >> (next() % 64)).to_string(),
            // Digits that no double has.
            4 => format!("{}.{:0width$}", bits % 10_000, next() % 10_u64.pow(18), width = 18),
            // About the middle of two doubles.
            _ => format!("{:.*}5", (next() % 16) as usize, f64::from_bits((bits >> 12) | (1030 << 52))),
        }
    };
    let numbers = (0..count).map(|kind| (number(kind), kind));
    numbers.map(|(number, kind)| if kind % 5 == 0 { format!("-{number}") } else { number }).collect()
}

#[test]
fn numbers_are_those_that_serde_reads() {
    // The last ones are exact in single precision, and in the middle of two doubles.
    let odd = "0 -0 0.0 -0.0 1 -1 10 0.1 0.30000000000000004 1.0 100.0 9007199254740993 9007199254740993.0 \
             9007199254740992.5 999999999999999999 9999999999999999999 18446744073709551615 \
             18446744073709551616 -9223372036854775808 -9223372036854775809 1e5 1E+2 1.5e-3 5e-324 1e-400 \
             1.7976931348623157e308 0.000001 12345678.12345678 1234567890.12345678 \
             0.1234567890123456789012345 123456789012345678901234567890 123456789012345678901234567890.5 \
             4.35 0.1e1 7.2866668701171875 7.28666687011718750 4503599627370496.5 4503599627370497.5 \
             4503599627370497.499 4503599627370497.501";
    check(&odd.split(' ').map(str::to_owned).collect::<Vec<_>>());
    check(&numbers(88_172_645_463_325_252, 60_000));
}

/// The same of as many as one cares to wait for.
#[test]
#[ignore = "takes a minute in a release build"]
fn ten_million_numbers_are_those_that_serde_reads() {
    for seed in 1..=100 {
        check(&numbers(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed), 100_000));
    }
}

#[test]
fn what_is_no_number_costs_its_cell_alone() {
    for other in ["\"5\"", "true", "[1]", "{\"a\":[1]}"] {
        let found = convert(&History::new("IBM"), chart(&format!("1.5, {other} ,2"), 3)).unwrap();
        assert_eq!(found["ohlcdata"]["close"], json!([1.5, null, 2]), "{other}");
    }
    for broken in ["01", "1.", ".5", "+1", "1e", "--1", "0x1", "1 2", "1e400", "nul", "NaN", "1,,2", ","] {
        assert!(convert(&History::new("IBM"), chart(broken, 1)).is_err(), "{broken}");
    }
}

/// A body may be escaped in any way in the script that carries it.
#[test]
fn a_script_may_escape_its_body_in_any_way() {
    let text = "a \"b\" \\ / \u{8}\u{c}\n\r\t\u{1} \u{e9}\u{20ac}\u{1f600}\u{2028} </p>";
    let sections = summary(&format!(
        r#""summaryProfile":{{"text":{}}},"upgradeDowngradeHistory":{{"history":[]}},"calendarEvents":{{"maxAge":1}}"#,
        Value::from(text)
    ));
    let page = script_page(&[("/v10/finance/quoteSummary/IBM?formatted=true", 200, &sections)]);
    let expected = convert(&Profile::new("IBM"), &page).unwrap();
    assert_eq!(expected["info"]["text"], text);
    let (before, body) = page.split_once("\"body\":\"").unwrap();
    let (body, after) = body.split_once("\"}</script>").unwrap();
    let body: String = serde_json::from_str(&format!("\"{body}\"")).unwrap();
    let utf16 = |char: char| -> String {
        char.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04X}")).collect()
    };
    let short = |char: char| match char {
        '"' | '\\' | '/' => format!("\\{char}"),
        char if char.is_control() => utf16(char),
        char => char.to_string(),
    };
    for way in [&utf16 as &dyn Fn(char) -> String, &short] {
        let escaped: String = body.chars().map(way).collect();
        let page = format!("{before}\"body\":\"{escaped}\"}}</script>{after}");
        assert_eq!(convert(&Profile::new("IBM"), page).unwrap(), expected);
    }
    for broken in ["\\x", "\\u12", "\\u12g4", "\\ud800", "\n", "\\"] {
        let page = format!("{before}\"body\":\"{broken}{{}}\"}}</script>{after}");
        assert!(convert(&Profile::new("IBM"), page).is_err(), "{broken:?}");
    }
}

/// The pieces that the cells of a table are made of: most are plain, and some are for a reader of all of HTML.
const PIECES: [&str; 26] = [
    "Acme &amp; Sons",
    "1,268,153",
    " 5 ",
    "<span class=\"a\">",
    "</span>",
    "<a href='/x'>",
    "</a>",
    "a\u{a0}b",
    "&nbsp;",
    "</td><td>",
    "</td><td class=\"b\">",
    "</td></tr><tr><td>",
    "</td></tr></tbody><tbody><tr><td>",
    "<span>x</span>",
    "<b>",
    "</b>",
    "<!-- c -->",
    "<br>",
    "&lt;",
    "&euro;",
    "&#39;",
    "a < b",
    "<td>",
    "<p>",
    "<td colspan=\"1\">",
    "</table>",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// An attribute that stands for nothing keeps a table from being plain, and changes none of its cells.
    #[test]
    fn plain_tables_have_the_cells_of_their_tree(places in proptest::collection::vec(0..PIECES.len(), 0..12)) {
        let cells: String = places.into_iter().map(|place| PIECES[place]).collect();
        let page = |begin: &str| {
            let major = "<h3>Major Holders</h3><table><tbody><tr><td>1%</td><td>Held by</td></tr></tbody></table>";
            let titles = "<thead><tr><th>Holder</th><th>Shares</th></tr></thead>";
            html(&format!("{major}<h3>Top Institutional \
                 Holders</h3><table>{titles}<tbody><tr>{begin}{cells}</td></tr></tbody></table>"))
        };
        let outcome = |page| convert(&Holders::new("IBM"), page).map_err(|error| error.to_string());
        prop_assert_eq!(outcome(page("<td>")), outcome(page("<td rowspan=\"1\">")));
    }
}
