//! Names as people write them, and what is said of those that nobody means.

use serde_json::Value;
use virtual_finance_sample::SampleHost;

use super::{said, vfapi, words};

/// Runs a line against the sample host.
fn sample(line: &str) -> (Option<i32>, String, String) {
    said(vfapi(words(&format!("--sample {line}"))).output().unwrap())
}

#[test]
fn names_of_enumerations_are_taken_in_any_case_and_with_dashes() {
    let lines = [
        (
            "isin IBM --format csv --source page",
            ["isin IBM --format CSV", "isin IBM --source Page --format Csv"],
        ),
        ("screener DAY_GAINERS", ["screener day_gainers", "screener Day-Gainers"]),
        ("history IBM --range 1mo --interval 1d", ["history IBM --range 1MO", "history IBM --interval 1D"]),
        (
            "history IBM --events div,capitalGains",
            ["history IBM --events DIV,capitalgains", "history IBM --events div,Capitalgains"],
        ),
    ];
    for (line, others) in lines {
        let expected = sample(line);
        assert_eq!(expected.0, Some(0), "{expected:?}");
        for other in others {
            assert_eq!(sample(other), expected, "{other}");
        }
    }
    let statements = sample("statements IBM --series TotalRevenue");
    assert_eq!((statements.0, &statements), (Some(0), &sample("statements IBM --series totalrevenue")));
}

/// A letter alone is a unit: a month is not a minute.
#[test]
fn a_name_that_could_mean_two_values_is_not_guessed() {
    for (option, given, meant) in
        [("interval", "1M", "1mo"), ("range", "1M", "1mo"), ("range", "6M", "6mo"), ("interval", "1w", "1wk")]
    {
        let (code, _, stderr) = sample(&format!("history IBM --{option} {given}"));
        assert_eq!(code, Some(2));
        let message = format!("error: History: '{option}' is \"{given}\": write one of 1");
        assert!(
            stderr.starts_with(&message) && stderr.contains(&format!("did you mean {meant:?}?")),
            "{stderr}"
        );
    }
}

#[test]
fn every_screener_that_is_listed_can_be_asked_for_by_its_name() {
    let (_, list, _) = sample("screeners");
    let list: Value = serde_json::from_str(&list).unwrap();
    let names: Vec<&str> = list["screeners"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["canonicalName"].as_str().unwrap())
        .collect();
    // The host may list more than the table.
    for name in names.into_iter().chain(["MID_CAP_GAINERS"]) {
        let (code, stdout, stderr) = sample(&format!("screener {name}"));
        assert_eq!((code, stdout.is_empty()), (Some(0), false), "{name}: {stderr}");
        assert_eq!(sample(&format!("screener other:{name}")), (code, stdout, stderr), "{name}");
    }
}

#[test]
fn a_mistyped_name_is_asked_about() {
    for (line, message) in [
        ("screener DAY_GANIERS", "error: Screener: 'name' is \"DAY_GANIERS\": write one of "),
        ("history IBM --adjust atuo", "error: History: 'adjust' is \"atuo\": write one of auto, back, none"),
        (
            "statements IBM --series EBTI",
            "error: Statements: 'series' is \"EBTI\": write one of 481 values, such as EBIT, ",
        ),
    ] {
        let (code, _, stderr) = sample(line);
        assert_eq!(code, Some(2), "{line}: {stderr}");
        assert!(stderr.starts_with(message) && stderr.contains("(did you mean \""), "{line}: {stderr}");
    }
    let (_, _, stderr) = sample("screener DAY_GANIERS");
    assert!(stderr.ends_with("or other:NAME for a newer one (did you mean \"DAY_GAINERS\"?)\n"), "{stderr}");
    let (_, _, stderr) = sample("historie IBM");
    assert!(stderr.contains("similar subcommand") && stderr.contains("'history'"), "{stderr}");
}

/// A name that the table does not list is sent, and the error of a host that does not know it is told.
#[test]
fn an_unlisted_name_is_sent() {
    let host = SampleHost::start().unwrap();
    let line = format!("screener NOTFOUND --finance-url {0} --query-url {0} --cookie-url {0}", host.url());
    let (code, _, stderr) = said(vfapi(words(&line)).output().unwrap());
    assert_eq!((code, stderr.starts_with("error: Screener ")), (Some(3), true), "{stderr}");
}

#[test]
fn prices_that_are_not_adjusted_are_said() {
    const NOTE: &str = "note: prices are not adjusted for dividends; --adjust auto adjusts them\n";
    // A log of scheduled calls would repeat it.
    assert_eq!(sample("history IBM --range 1y").2, "");
    assert!(sample("history IBM --range 1y -v").2.starts_with(NOTE));
    assert!(!sample("history IBM --range 1y -v --adjust none").2.contains(NOTE));
    assert_eq!(sample("history IBM --range 1y --adjust auto").2, "");
    // The closes are the adjusted ones already.
    assert_eq!(sample("history IBM --range 5d").2, "");
    assert_eq!(sample("history IBM --range 1d --interval 5m").2, "");
}
