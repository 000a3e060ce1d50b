//! Names as people write them, and what is said of those that nobody means.

use std::collections::BTreeSet;
#[cfg(unix)]
use std::process::Command;

use serde_json::Value;
use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::ParamInfo;
use virtual_finance::screening::FieldInfo;
use virtual_finance_sample::SampleHost;

use super::{said, vfapi, words};

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

/// Checks that the command which a word of people leads to runs as it is written, and has rows.
#[cfg(unix)]
#[test]
fn every_word_leads_to_a_line_that_runs() {
    let mut tried = BTreeSet::new();
    for info in ENDPOINTS {
        for (word, more) in info.words.iter().filter(|(_, more)| tried.insert((info.command, *more))) {
            let example = info.examples.first().unwrap();
            let required = info.params.iter().filter(|param| param.required);
            let value = |param: &ParamInfo| example.params.iter().find(|(name, _)| *name == param.name);
            let given: Vec<&str> = required.filter_map(value).map(|(_, value)| *value).collect();
            let is_whole = !more.is_empty() && !more.starts_with('-');
            let given = if given.is_empty() || is_whole { vec!["EURUSD"] } else { given };
            let (code, _, stderr) = said(vfapi([word].into_iter().chain(&given)).output().unwrap());
            let start = format!("  vfapi {} ", info.command);
            let line = stderr.lines().find(|line| line.starts_with(&start)).unwrap_or_default();
            let line = line.trim_start().trim_start_matches("vfapi ").split("  ").next().unwrap();
            assert_eq!((code, line.is_empty()), (Some(2), false), "{word}: {stderr}");
            let script = format!("exec \"$0\" --sample --format csv {line}");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script, env!("CARGO_BIN_EXE_vfapi")]).env("VFAPI_CONFIG", "");
            let (code, rows, stderr) = said(shell.output().unwrap());
            assert!(code == Some(0) && rows.lines().count() > 1, "{word}: {line}: {rows}{stderr}");
        }
    }
}

#[test]
fn a_line_without_its_subject_or_with_an_unknown_option_is_shown_a_right_one() {
    for (line, end) in [
        ("trending", "<REGION>...; write vfapi trending US\n"),
        ("profile", "<TICKER>...; write vfapi profile IBM\n"),
        (
            "profile IBM --tabel info",
            "found: did you mean --table? vfapi profile -h lists the options of profile\n",
        ),
        ("quote IBM --bogus", "found: vfapi quote -h lists the options of quote\n"),
        (
            "quote IBM --range 5d",
            "found: --range is an option of history; vfapi quote -h lists the options of quote\n",
        ),
        ("fx USD --range 1y", "found: write --start; vfapi fx -h lists the options of fx\n"),
        (
            "coin-history bitcoin --range 1y",
            "found: write --days; vfapi coin-history -h lists the options of coin-history\n",
        ),
        ("history IBM --Range 1y", "found: write --range; vfapi history -h lists the options of history\n"),
        (
            "--range 1y history IBM",
            "found: write --range after history; vfapi history -h lists the options of history\n",
        ),
        ("IBM", "vfapi quote IBM --sample          The latest prices of several instruments\n"),
        (
            "IBM history",
            "vfapi history IBM --sample        The prices over time, with dividends and splits\n",
        ),
        (
            "gdp per head",
            "vfapi indicator --sample NY.GDP.PCAP.CD DE  The values of an indicator for countries, the newest first\n",
        ),
        (
            "balance sheet IBM --format csv",
            "vfapi financials --sample IBM --format csv --table balancesheet.yearly  \
             The main rows of a company's statements, by year and quarter\n",
        ),
        ("convert prices.json", "which comes before the file: write vfapi convert quote IBM FILE\n"),
        ("facts AAPL --concepts Bogus", "the host knows none of \"Bogus\"; check the concepts\n"),
    ] {
        let (code, _, stderr) = sample(line);
        let expected = if end.contains("host") { 3 } else { 2 };
        assert!(code == Some(expected) && stderr.ends_with(end), "{line}: {stderr}");
    }
}

/// A code in small letters is the same code, and one of another kind or form leads to the call that takes it.
#[test]
fn codes_are_taken_in_small_letters_and_led_to_where_they_belong() {
    for (line, found) in [
        ("fx usd --last 1", "2024-06-28,USD,1.0705"),
        ("fx usd,gbp --last 1", "2024-06-28,GBP,0.8464"),
        ("fx jpy --base usd --start 2024-06-28 --end 2024-06-28", "2024-06-28,JPY,160.61653432975245"),
        ("lei 529900grz2bqy5zm9n49 --columns lei", "529900GRZ2BQY5ZM9N49"),
    ] {
        let (code, csv, stderr) = sample(&format!("{line} --format csv"));
        assert!(code == Some(0) && csv.lines().any(|row| row == found), "{line}: {csv}{stderr}");
    }
    let example = "; an example is vfapi fx JPY+CHF --base USD --start 2024-06-27 --end 2024-06-28\n";
    for (line, end) in [
        ("fx USDJPY", example),
        ("fx USD,EURUSD=X", example),
        ("lei US0378331005", "; write vfapi lei-search --isin US0378331005\n"),
        (
            "lei-search US0378331005",
            "found: write --isin US0378331005; vfapi lei-search -h lists the options of lei-search\n",
        ),
        ("sec-submissions IBM", "; an example is vfapi sec-submissions 0000051143\n"),
    ] {
        let (code, _, stderr) = sample(line);
        assert!(code == Some(2) && stderr.ends_with(end), "{line}: {stderr}");
    }
}

/// Names unknown subjects beside tables and CSV, too.
#[test]
fn what_is_unknown_is_told() {
    for (line, rows, unknown) in [
        ("fx USD,XXX --last 1 --format csv", 2, "XXX"),
        ("figi AAPL,NOSUCH --exchange US --format csv", 2, "NOSUCH"),
        ("facts IBM --concepts totalRevenue,Goodwill --span year --format csv", 2, "Goodwill"),
    ] {
        let (code, csv, stderr) = sample(line);
        assert_eq!((code, csv.lines().count()), (Some(7), rows), "{line}: {csv}{stderr}");
        assert!(stderr.contains(&format!("no result for {unknown}: the host gave none")), "{line}: {stderr}");
    }
}

/// The sample host has what a first question about each of the hosts beside the market needs.
#[test]
fn the_sample_host_answers_first_questions() {
    for (line, rows) in [
        ("facts AAPL --concepts totalRevenue --span quarter", 4),
        ("facts AAPL --concepts totalRevenue --span nine_months", 1),
        ("facts AAPL --concepts Revenues,netincomeloss --span year", 2),
        ("facts IBM --concepts totalRevenue --span quarter", 4),
        ("series DGS10,UNRATE --columns series,value", 4),
        ("lei 529900GRZ2BQY5ZM9N49,529900GRZ2BQY5ZM9N50 --columns lei", 2),
        ("coin-history bitcoin,ethereum --columns coin,value", 4),
        ("fx GBP --base CHF --last 1", 1),
    ] {
        let (code, csv, stderr) = sample(&format!("{line} --format csv"));
        assert_eq!((code, csv.lines().count()), (Some(0), rows + 1), "{line}: {csv}{stderr}");
    }
    for (line, found) in [
        ("fred-search 10-year", "DGS10"),
        ("fx GBP JPY --last 1 --format table", "rates: units for one EUR\n"),
        ("fx GBP --base CHF --last 1 --format table", "rates: units for one CHF\n"),
        ("history BTC-EUR --range 5d", "\"currency\":\"EUR\""),
        ("history ETH-EUR --range 5d --source kraken", "\"symbol\":\"ETH-EUR\""),
        ("indicator NY.GDP.PCAP.CD DE", "GDP per capita"),
        // A comma in a text is a part of it.
        ("fred-search unemployment,rate", "\"count\":2"),
    ] {
        let (code, json, stderr) = sample(line);
        assert!(code == Some(0) && json.contains(found), "{line}: {json}{stderr}");
    }
}

/// The fields of conditions are listed without a network, and a mistake in one says where.
#[test]
fn the_fields_of_conditions_are_listed() {
    let fields = |line: &str| said(vfapi(words(line)).output().unwrap());
    let (code, all, _) = fields("fields");
    assert_eq!(code, Some(0));
    for field in FieldInfo::all() {
        assert!(all.lines().any(|line| line.split(' ').next() == Some(field.id)), "{}", field.id);
    }
    let (_, some, _) = fields("fields EBITDA");
    assert!(some.contains("netdebtebitda") && !some.contains("intradayprice"), "{some}");
    assert!(fields("fields region").1.contains(", us,"), "{}", fields("fields region").1);
    for (word, field) in [("P/E", "peratio.lasttwelvemonths"), ("market cap", "intradaymarketcap")] {
        let (_, found, _) = said(vfapi(["fields", word]).output().unwrap());
        assert!(found.starts_with(field) || found.contains(&format!("\n{field}")), "{word}: {found}");
    }
    assert_eq!(fields("fields nonesuch").0, Some(2));
    let (code, _, stderr) = fields("fields EBITDA -o fields.csv");
    assert!(code == Some(2) && stderr.contains("are about the results of endpoints"), "{stderr}");
    let (code, _, stderr) = sample("custom-screener zzz=1");
    assert!(code == Some(2) && stderr.contains("; vfapi fields lists them"), "{stderr}");
}

/// Words of a programming language stand in no help of a shell.
#[test]
fn help_is_about_the_command() {
    for info in ENDPOINTS {
        assert!(!info.doc.contains("::") && !info.doc.contains("ConversionError"), "{}", info.name);
    }
    let help =
        |line: &str| sample(&format!("{line} --help")).1.split_whitespace().collect::<Vec<_>>().join(" ");
    let financials = help("financials");
    assert!(financials.contains("`vfapi statements` names."), "{financials}");
    // A note may have the name of an endpoint.
    assert!(help("insiders").contains("the note `Currencies`"));
    assert!(help("custom-screener").contains(" CustomScreener The values that are in no list "));
    let (_, _, lost) = sample("custom-screener region=us and beta");
    assert!(lost.contains("compared with nothing (a shell takes > and < away outside of quotes)"), "{lost}");
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
    for name in names.into_iter().chain(["HIGHEST_DIVIDEND_STOCKS"]) {
        let (code, stdout, stderr) = sample(&format!("screener {name}"));
        assert_eq!((code, stdout.is_empty()), (Some(0), false), "{name}: {stderr}");
        assert_eq!(sample(&format!("screener other:{name}")), (code, stdout, stderr), "{name}");
    }
}

#[test]
fn a_mistyped_name_is_asked_about() {
    for (line, message) in [
        ("screener gainers", "error: Screener: 'name' is \"gainers\": write one of "),
        ("screener DAY_GANIERS", "error: Screener: 'name' is \"DAY_GANIERS\": write one of "),
        ("history IBM --adjust atuo", "error: History: 'adjust' is \"atuo\": write one of auto, back, none"),
        (
            "statements IBM --series EBTI",
            "error: Statements: 'series' is \"EBTI\": write one of 487 values, such as EBIT, ",
        ),
    ] {
        let (code, _, stderr) = sample(line);
        assert_eq!(code, Some(2), "{line}: {stderr}");
        assert!(stderr.starts_with(message) && stderr.contains("(did you mean \""), "{line}: {stderr}");
    }
    let (_, _, stderr) = sample("screener DAY_GANIERS");
    assert!(stderr.ends_with("or other:NAME for a newer one (did you mean \"DAY_GAINERS\"?)\n"), "{stderr}");
    for (line, expected) in [
        ("historie IBM", "error: there is no command historie; write\n  vfapi history --sample IBM"),
        ("opitons IBM", "error: there is no command opitons; write\n  vfapi options --sample IBM"),
        ("dividend IBM", "vfapi history --sample IBM --range 10y --table dividends"),
        ("plto IBM", "vfapi plot --sample IBM"),
        // What an option is called elsewhere is told in the same line.
        ("income IBM --quarterly", "vfapi financials --sample IBM --table financials.quarterly"),
        (
            "dividends IBM --since=2020-01-01",
            "vfapi history --sample IBM --start=2020-01-01 --table dividends  The",
        ),
        ("history IBM --head 3", "write --limit; "),
    ] {
        let (_, _, stderr) = sample(line);
        assert!(stderr.contains(expected), "{line}: {stderr}");
    }
    // Below another command a word is one of that command.
    for (line, message) in [
        ("config set format csv", "error: unrecognized subcommand"),
        ("convert prices IBM x.json", "error: prices is not a request, which comes before the file: write"),
    ] {
        let (code, _, stderr) = said(vfapi(words(line)).output().unwrap());
        assert!(code == Some(2) && stderr.starts_with(message), "{line}: {stderr}");
    }
    for (line, expected) in [
        ("custom-screener beta>1 --sort -beta", "a value that begins with '-' is written --sort=-beta; "),
        ("plot IBM AAPL", "plot takes one ticker; "),
        ("plot IBM --html", "write -o FILE.html; "),
        ("quote IBM --html", "'--html' found: vfapi quote -h lists the options"),
        ("history IBM --format chart --sort close", "chart draws each bar by its time: leave --sort and"),
        ("history IBM AAPL --append --continue -o {ticker}.csv", "leave one of them out"),
    ] {
        let (code, _, stderr) = sample(line);
        assert!(code == Some(2) && stderr.contains(expected), "{line}: {stderr}");
    }
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

/// The names of tickers lie in a file that was meant for `--tickers`.
#[test]
fn a_file_is_no_ticker() {
    let file = tempfile::Builder::new().suffix(".txt").tempfile().unwrap();
    let path = file.path().display().to_string();
    let (code, _, stderr) = sample(&format!("quote {path}"));
    assert_eq!(
        (code, stderr),
        (Some(2), format!("error: {path} is a file and no ticker: write --tickers {path}\n"))
    );
    let (_, semicolon, _) = sample("quote IBM;MSFT --format csv --columns symbol");
    assert_eq!(semicolon, "symbol\nIBM\nMSFT\n");
}
