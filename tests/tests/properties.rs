//! No input to any converter panics: whatever comes, the result is a structure that serializes or a
//! `ConversionError` with a status of the contract.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;
use virtual_finance::request::{Context, JsonStyle, ParamMap, RawReply};
use virtual_finance_sample as sample;
use virtual_finance_tests::replies::{Case, large};
use virtual_finance_tests::{HOSTS, NOW, captures, captures_required, of_one_reply};

/// Replies of today's services.
const SERIES: &str = r#"{"timeseries":{"result":[{"meta":{"symbol":["IBM"],"type":["annualInterestExpense"]},"timestamp":[1703980800],
    "annualInterestExpense":[{"asOfDate":"2023-12-31","periodType":"12M","reportedValue":{"raw":7,"fmt":"7"}},null]}],"error":null}}"#;
const SUMMARY: &str = r#"{"quoteSummary":{"result":[{"components":{"components":["ACME"],"maxAge":1},
    "balanceSheetHistory":{"balanceSheetStatements":[{"endDate":{"raw":1,"fmt":"x"},"cash":{"raw":2,"fmt":"2"}}]},
    "earnings":{"financialsChart":{"yearly":[{"date":2023}]}}}],"error":null}}"#;
const QUOTES: &str = r#"{"quoteResponse":{"result":[{"symbol":"ACME","longName":"Acme","shortName":"A","regularMarketPrice":4.25,
    "regularMarketChange":{"raw":1,"fmt":"1"},"regularMarketChangePercent":0.5,"regularMarketVolume":81250}],"error":null}}"#;

fn examples() -> impl Iterator<Item = (&'static str, Value)> {
    of_one_reply().flat_map(|info| {
        let replies = info.examples.iter().filter_map(|example| example.reply);
        replies.filter_map(|reply| Some((info.command, serde_json::from_str(reply).ok()?)))
    })
}

fn opening(reply: &Value) -> String {
    let inner =
        |value: &Value| if value.is_object() || value.is_array() { opening(value) } else { String::new() };
    match reply {
        Value::Object(members) => members.iter().next().map_or_else(
            || "{".to_owned(),
            |(name, value)| format!("{{{}:{}", Value::from(name.as_str()), inner(value)),
        ),
        Value::Array(values) => format!("[{}", values.first().map(inner).unwrap_or_default()),
        _ => String::new(),
    }
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| large().unwrap());

/// What pages begin with, and parts of replies that no example begins with.
const PAGES: [&str; 14] = [
    "root.App.main \"QuoteSummaryStore\":",
    "root.App.main \"ScreenerStore\":{\"predefinedList\":",
    "root.App.main \"ScreenerResultsStore\":{\"results\":",
    "<html><h3>Major Holders</h3><table>",
    "<table><tr><th>Symbol</th>",
    "<script data-url=\"/v10/finance/quoteSummary/IBM\">{\"status\":200,\"body\":\"{\\\"quoteSummary\\\":",
    "<script data-url=",
    "mmSuggestDeliver(",
    "{\"quoteSummary\":{\"result\":[{\"majorHoldersBreakdown\":{\"institutionsCount\":",
    "{\"quoteSummary\":{\"result\":[{\"earnings\":{",
    "{\"finance\":{\"result\":{\"sections\":{",
    "{\"finance\":{\"result\":[{\"total\":1,\"quotes\":[{\"priceHint\":9,\"marketCap\":",
    "{\"finance\":{\"result\":[{\"documents\":[{\"columns\":[{\"id\":",
    "{\"quotes\":[],\"news\":[{",
];

/// What pages and the examples of the table begin with, each once.
static OPENINGS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    PAGES.map(str::to_owned).into_iter().chain(examples().map(|(_, reply)| opening(&reply))).collect()
});

fn convert(case: &Case, body: &[u8]) {
    let cx = Context::new(&HOSTS, NOW.into());
    match case.request.convert_erased(&cx, &[RawReply::new(body)]) {
        Ok(converted) => {
            let mut json = Vec::new();
            converted.response.write_json(&mut json, JsonStyle::Compact).unwrap();
            let response: Value = serde_json::from_slice(&json).unwrap();
            assert!(response.is_object() || response.is_array(), "{response}");
        }
        Err(error) => {
            assert!([404, 422].contains(&error.status()));
            assert!(error.to_string().chars().count() < 600, "{error}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes(body in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        for case in CASES.iter() {
            convert(case, &body);
        }
    }

    #[test]
    fn any_text_after_what_a_reply_begins_with(tail in "\\PC{0,200}") {
        for begin in OPENINGS.iter() {
            for case in CASES.iter() {
                convert(case, format!("{begin}{tail}</table></html>").as_bytes());
            }
        }
    }

    #[test]
    fn damaged_replies(place in any::<Index>(), other in any::<Index>(), byte in any::<u8>(), kind in 0..4) {
        for case in CASES.iter() {
            let mut body = case.body.clone();
            let at = place.index(body.len());
            match kind {
                0 => body.truncate(at),
                1 => body[at] = byte,
                2 => { body.drain(at..(at + 40).min(case.body.len())); }
                _ => {
                    let from = other.index(case.body.len());
                    let piece = case.body[from..(from + 300).min(case.body.len())].to_vec();
                    body.splice(at..at, piece);
                }
            }
            convert(case, &body);
        }
    }
}

/// A reply that ends early is never a success.
#[test]
fn cut_replies_fail() {
    for case in CASES.iter() {
        for part in [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99] {
            // A cut that leaves out nothing but white space at the end is none.
            let end = (case.body.trim_ascii_end().len() as f64 * part) as usize;
            let cx = Context::new(&HOSTS, NOW.into());
            let result = case.request.convert_erased(&cx, &[RawReply::new(&case.body[..end])]);
            let status = result.err().map(|error| error.status());
            assert_eq!(status, Some(422), "{} cut at {part}", case.name);
        }
    }
}

/// Every place of the small JSON replies: left out, null or of another type.
#[test]
fn every_json_path_damaged() {
    let sampled = |path| sample::reply(path, "range=5d", sample::DEFAULT_NOW).body;
    let others = [
        ("history", sampled("/v8/finance/chart/IBM")),
        ("options", sampled("/v7/finance/options/IBM")),
        ("financials", SERIES.to_owned()),
        ("financials", SUMMARY.to_owned()),
        ("index", SUMMARY.to_owned()),
        ("index", QUOTES.to_owned()),
    ];
    let others = others.map(|(name, reply)| (name, serde_json::from_str(&reply).unwrap()));
    for (name, reply) in others.into_iter().chain(examples()) {
        let case = CASES.iter().find(|case| case.name == name).unwrap();
        let mut pointers = Vec::new();
        collect(&reply, String::new(), &mut pointers);
        for pointer in pointers {
            for damaged in damages(&reply, &pointer) {
                convert(case, damaged.to_string().as_bytes());
            }
        }
    }
}

/// The same for each path of every captured JSON reply. A path that another reply of the endpoint has is damaged once.
#[test]
fn every_path_of_captured_replies_damaged() {
    /// The length in bytes of a shortened reply. Larger ones have the same paths again.
    const LARGEST: usize = 16_000;
    let Ok(folder) = captures() else {
        assert!(!captures_required(), "captured replies are missing");
        return;
    };
    let mut damaged = BTreeSet::new();
    for info in of_one_reply() {
        let mut files: Vec<_> = fs::read_dir(folder.join(info.command)).into_iter().flatten().collect();
        files.sort_by_key(|file| file.as_ref().unwrap().path());
        for file in files {
            let Ok(mut reply) = serde_json::from_slice(&fs::read(file.unwrap().path()).unwrap()) else {
                continue;
            };
            shorten(&mut reply);
            if reply.to_string().len() > LARGEST {
                continue;
            }
            // A reply about another instrument is refused before anything of it is read.
            let symbol = ["symbol", "underlyingSymbol"].iter().find_map(|name| text_of(&reply, name));
            let subject = info.subject.zip(symbol.as_deref());
            let given = info.examples.first().unwrap().params.iter().copied();
            let others = given.filter(|(name, _)| subject.is_none_or(|(subject, _)| subject != *name));
            let params: ParamMap = others.chain(subject).collect();
            let Ok(request) = (info.build)(&params) else { continue };
            let case = Case { name: info.command, request, body: Vec::new(), goal: None };
            let mut pointers = Vec::new();
            collect(&reply, String::new(), &mut pointers);
            for pointer in pointers {
                let path: String = pointer.chars().filter(|letter| !letter.is_ascii_digit()).collect();
                if damaged.insert((info.command, path)) {
                    for damaged in damages(&reply, &pointer) {
                        convert(&case, damaged.to_string().as_bytes());
                    }
                }
            }
        }
    }
    assert!(damaged.len() > 1_000, "{} paths", damaged.len());
}

fn shorten(value: &mut Value) {
    match value {
        Value::Object(members) => members.values_mut().for_each(shorten),
        Value::Array(values) => {
            values.truncate(2);
            values.iter_mut().for_each(shorten);
        }
        _ => {}
    }
}

/// Returns the first text under a name, if there is one.
fn text_of(value: &Value, wanted: &str) -> Option<String> {
    match value {
        Value::Object(members) => {
            let own = members.get(wanted).and_then(Value::as_str).map(str::to_owned);
            own.or_else(|| members.values().find_map(|value| text_of(value, wanted)))
        }
        Value::Array(values) => values.iter().find_map(|value| text_of(value, wanted)),
        _ => None,
    }
}

/// Returns a reply with one of its values replaced, left out, or exchanged with the next one.
fn damages(reply: &Value, pointer: &str) -> Vec<Value> {
    let with = |damage: Value| {
        let mut damaged = reply.clone();
        *damaged.pointer_mut(pointer).unwrap() = damage;
        damaged
    };
    let others = [Value::Null, 7.into(), "text".into(), vec![1].into(), serde_json::json!({"raw": {}})];
    let mut all: Vec<Value> = others.map(with).into();
    let (parent, key) = pointer.rsplit_once('/').unwrap_or_default();
    let key = &key.replace("~1", "/").replace("~0", "~");
    let (mut without, mut swapped) = (reply.clone(), reply.clone());
    match (without.pointer_mut(parent), swapped.pointer_mut(parent)) {
        (Some(Value::Object(members)), Some(Value::Object(swapped))) if !pointer.is_empty() => {
            members.remove(key);
            let mut values: Vec<_> =
                swapped.iter_mut().skip_while(|(name, _)| *name != key).take(2).collect();
            if let [(_, first), (_, second)] = values.as_mut_slice() {
                std::mem::swap(*first, *second);
            }
        }
        (Some(Value::Array(values)), Some(Value::Array(swapped))) if !pointer.is_empty() => {
            let at: usize = key.parse().unwrap();
            values.remove(at);
            let next = (at + 1) % swapped.len();
            swapped.swap(at, next);
        }
        _ => return all,
    }
    all.extend([without, swapped]);
    all
}

/// The pointers of all values, at most three elements of a list.
fn collect(value: &Value, pointer: String, all: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let key = key.replace('~', "~0").replace('/', "~1");
                collect(value, format!("{pointer}/{key}"), all);
            }
        }
        Value::Array(values) => {
            values
                .iter()
                .take(3)
                .enumerate()
                .for_each(|(place, value)| collect(value, format!("{pointer}/{place}"), all));
        }
        _ => {}
    }
    all.push(pointer);
}

#[test]
fn every_endpoint_has_a_case() {
    let names: Vec<&str> = CASES.iter().map(|case| case.name).collect();
    assert_eq!(names, of_one_reply().map(|info| info.command).collect::<Vec<_>>());
}
