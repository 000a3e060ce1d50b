//! Every reply at every endpoint: what is the reply of another question is an error, and no response. What is a right reply
//! of several endpoints, or cannot be told from one, stands in a list with its reason, which the book has too.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use virtual_finance::catalogue::{EndpointInfo, ParamKind};
use virtual_finance::request::ParamMap;
use virtual_finance_tests::{captures, captures_required, convert_erased, of_market};

/// Kinds of replies, the endpoints that they may be taken by, and the reason. A kind is a folder of captured replies, or the
/// command of an example.
const TAKEN: &[(&str, &str, &str)] = &[
    (
        "analysis filings financials fund holders insiders key-figures profile quoteSummary_all small",
        "analysis filings financials fund holders insiders key-figures profile",
        "one reply of the summary service may have the sections of several questions",
    ),
    (
        "page",
        "analysis financials fund holders index insights key-figures market-summary market-time \
             profile quote-type screener screeners similar spark trending valuation",
        "a page carries the replies of several services",
    ),
    ("financials statements", "financials statements", "both are made of the same time series"),
    ("search news", "search news", "the search has news, and is the second source of News"),
    (
        "nothing",
        "insights similar trending",
        "three services say with the same empty list that they know nothing",
    ),
    ("custom-screener", "screener", "the result of a predefined screener may lack its name"),
    // Folders that have replies of several endpoints, or another name.
    ("market", "market-summary market-time", "its own"),
    ("quote", "market-summary quote", "its own: it has a summary of a market"),
    ("profile small", "quote-type currencies", "its own: it has kinds of instruments"),
    ("screener_fields", "screener-fields", "its own"),
    ("shares_valuation", "shares valuation", "its own"),
];

fn nothing() -> Value {
    json!({"finance": {"result": [], "error": null}})
}

#[test]
fn an_example_is_taken_by_its_own_endpoint() {
    let mut wrong = BTreeSet::new();
    for info in of_market() {
        for reply in info.examples.iter().filter_map(|example| example.reply) {
            check(info.command, "example", reply.as_bytes(), &mut wrong);
        }
    }
    assert_eq!(wrong, BTreeSet::new());
}

#[test]
fn a_captured_reply_is_taken_by_its_own_endpoints() {
    let root = match captures() {
        Ok(root) => root,
        Err(reason) if captures_required() => panic!("{reason}"),
        Err(reason) => return eprintln!("skipped: {reason}"),
    };
    let mut wrong = BTreeSet::new();
    for (folder, file) in files(&root) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        check(&folder, &name, &fs::read(&file).unwrap(), &mut wrong);
    }
    assert_eq!(wrong, BTreeSet::new());
}

/// Gives a reply to every endpoint, and notes where it is taken although it should not be.
fn check(kind: &str, name: &str, reply: &[u8], wrong: &mut BTreeSet<String>) {
    let json = serde_json::from_slice::<Value>(reply).ok();
    let kind = match &json {
        Some(json) if *json == nothing() => "nothing",
        None if reply.trim_ascii_start().starts_with(b"<") => "page",
        _ => kind,
    };
    let subjects = subjects(json.as_ref(), name);
    for info in of_market().filter(|info| !is_own(kind, info.command)) {
        let Some(request) = question(info, &subjects) else { continue };
        let Ok(request) = (info.build)(&request) else { continue };
        if convert_erased(&*request, reply).is_ok() {
            wrong.insert(format!("{kind} is taken by {}", info.command));
        }
    }
}

fn is_own(kind: &str, command: &str) -> bool {
    let has = |words: &str, word: &str| words.split(' ').any(|one| one == word);
    kind == command || TAKEN.iter().any(|(kinds, commands, _)| has(kinds, kind) && has(commands, command))
}

fn question(info: &EndpointInfo, subjects: &[String]) -> Option<ParamMap> {
    let mut params = info.examples.first()?.param_map(info);
    let (first, list) = (subjects.first()?, subjects.join(","));
    for param in info.params {
        match param.kind {
            ParamKind::Ticker => params.insert(param.name, first.clone()),
            ParamKind::List { item: ParamKind::Ticker, .. } if param.required => {
                params.insert(param.name, list.clone());
            }
            _ => {}
        }
    }
    Some(params)
}

fn subjects(reply: Option<&Value>, name: &str) -> Vec<String> {
    const PLACES: [&str; 4] = [
        "/quoteSummary/result/0/quoteType/symbol",
        "/quoteSummary/result/0/price/symbol",
        "/timeseries/result/0/meta/symbol/0",
        "/chart/result/0/meta/symbol",
    ];
    let mut symbols = Vec::new();
    let mut add = |symbol: &Value| {
        let symbol = symbol.as_str().unwrap_or_default();
        let is_ticker = !symbol.is_empty() && symbol.len() < 20 && !symbol.contains([' ', ',', '/']);
        if is_ticker && !symbols.iter().any(|known| known == symbol) && symbols.len() < 100 {
            symbols.push(symbol.to_owned());
        }
    };
    if let Some(reply) = reply {
        PLACES.iter().filter_map(|place| reply.pointer(place)).for_each(&mut add);
        visit(reply, &mut add);
    }
    if symbols.is_empty() {
        symbols.push(if name.contains("IBM") { "IBM" } else { "AAPL" }.to_owned());
    }
    symbols
}

fn visit(value: &Value, add: &mut impl FnMut(&Value)) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| visit(value, add)),
        Value::Object(members) => {
            for (name, value) in members {
                if name == "symbol" || name == "underlyingSymbol" {
                    add(value);
                }
                visit(value, add);
            }
        }
        _ => {}
    }
}

fn files(root: &Path) -> Vec<(String, std::path::PathBuf)> {
    let mut files = Vec::new();
    for folder in [root.to_owned(), root.join("further")] {
        let folders = fs::read_dir(folder).unwrap().flatten().filter(|entry| entry.path().is_dir());
        for folder in folders.filter(|folder| folder.file_name() != "further") {
            for file in fs::read_dir(folder.path()).unwrap().flatten().filter(|file| file.path().is_file()) {
                files.push((folder.file_name().to_string_lossy().into_owned(), file.path()));
            }
        }
    }
    files.sort();
    files
}
