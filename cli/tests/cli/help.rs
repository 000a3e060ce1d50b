//! The help of the command, its first steps, and its catalogue.

use std::process::Command;

use expect_test::{expect, expect_file};
use serde_json::Value;
use virtual_finance::{ENDPOINTS, HOSTS};
use virtual_finance_reference::command_line;

use super::{run, stderr, stdout, words};

#[test]
fn help_texts() {
    for (line, file) in [
        ("history -h", expect_file!["../help/history-short.txt"]),
        ("history --help", expect_file!["../help/history.txt"]),
        ("convert isin --help", expect_file!["../help/convert-isin.txt"]),
    ] {
        file.assert_eq(stdout(&run(&words(line))));
    }
}

/// The help has every endpoint in its group, a line each for the market's, and fits a screen or two; the options have a page
/// of their own.
#[test]
fn the_main_help_has_every_endpoint_in_its_group() {
    let output = run(&["--help"]);
    let long = stdout(&output);
    assert!(long.lines().count() <= 80, "{} lines\n{long}", long.lines().count());
    let groups: Vec<(&str, &str)> = long.split("\n\n").filter_map(|part| part.split_once(":\n")).collect();
    let names: Vec<&str> = groups.iter().map(|(name, _)| *name).collect();
    let more = "More, of which vfapi endpoints says what each is";
    assert_eq!(names, ["Prices", "Company", "Market", more, "Tools"]);
    assert_eq!(long.lines().find(|line| line.len() > 80), None);
    for info in ENDPOINTS {
        let group = info.group.unwrap_or_else(|| panic!("{} has no group of the help", info.name));
        if let Some((_, lines)) = groups.iter().find(|(name, _)| *name == group) {
            let line = lines.lines().find(|line| line.split_whitespace().next() == Some(info.command));
            let line = line.unwrap_or_else(|| panic!("{} is not in {group}", info.command));
            assert!(line.ends_with(&first_sentence(info.doc)), "shorten the doc of {}: {line}", info.name);
        } else {
            let lines = groups[3].1.split_once(&format!("{group}:")).unwrap().1;
            let lines = lines.split(':').next().unwrap();
            let mut words = lines.split([',', ' ', '\n']);
            assert!(words.any(|word| word == info.command), "{} is not in {group}: {lines}", info.command);
        }
    }
    // A command that this build has not is in no list; the end says how to get it.
    let is_full = cfg!(all(feature = "frames", feature = "mcp", feature = "stream", feature = "table"));
    assert_eq!(long.matches(": cargo install --path cli --features full").count(), usize::from(!is_full));
    assert_eq!(long.contains("\n  ticker "), cfg!(feature = "frames"));
    assert_eq!(long.contains("\n  stream "), cfg!(feature = "stream"));
    let output = run(&["-h"]);
    assert!(stdout(&output).lines().count() <= 40, "{}", stdout(&output));
    let output = run(&["config", "options"]);
    for host in HOSTS {
        let option = format!("--{} <URL>", host.name.replace('_', "-"));
        assert!(stdout(&output).contains(&option), "{option}\n{}", stdout(&output));
    }
    let texts = entries(stdout(&output)).into_iter().filter(|entry| !entry.contains("-url <URL>"));
    expect_file!["../help/options.txt"].assert_eq(&(texts.collect::<Vec<_>>().join("\n") + "\n"));
    for (command, most) in [("statements", 60), ("history", 92)] {
        let output = run(&[command, "--help"]);
        assert!(stdout(&output).lines().count() <= most, "{command}: {}", stdout(&output).lines().count());
    }
}

/// Checks that ten lines say how to begin, and that words that people try lead to a command.
#[test]
fn the_first_steps_are_told() {
    let output = run::<&str>(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).lines().count() <= 10, "{}", stderr(&output));
    expect![[r#"
        vfapi: Market data of finance.yahoo.com ("the host") as JSON or tables

          vfapi quote IBM,MSFT        The latest prices of two companies
          vfapi history IBM           The daily prices of the last month
          vfapi profile IBM           The profile of IBM
          vfapi screener DAY_GAINERS  The stocks that gained most on the trading day

        vfapi --help lists the commands, and vfapi quote --help explains one.
        Add --sample to try any of them with invented data, without a network.
    "#]]
    .assert_eq(stderr(&output));
    for (line, expected) in [
        ("dividends IBM --range 1y", "vfapi history IBM --range 1y --table dividends "),
        ("prices IBM", "vfapi history IBM "),
        ("info IBM", "vfapi profile IBM "),
        ("earnings IBM", "vfapi earnings-dates IBM "),
        ("earnings --help", "vfapi analysis "),
        ("Balance_Sheet IBM", "vfapi financials IBM --table balancesheet.yearly "),
        ("ipos", "vfapi event-calendar ipo_info "),
        ("chart IBM", "vfapi plot IBM"),
        ("live IBM", "vfapi stream IBM"),
        ("dollar JPY", "vfapi fx JPY --base USD "),
        ("exchange", "vfapi fx "),
        ("rates", "vfapi fx "),
        ("currency", "vfapi fx "),
        ("bitcoin", "vfapi coin bitcoin "),
        ("crypto", "vfapi coin-history bitcoin "),
        ("status", "vfapi check "),
        ("help gdp", "vfapi indicator NY.GDP.MKTP.CD DE "),
        ("help revenue", "vfapi facts IBM --concepts totalRevenue "),
        ("dollar", "vfapi fx JPY+CHF --base USD "),
        ("yen", "vfapi fx JPY "),
        ("jpy", "vfapi fx JPY "),
        ("10y", "vfapi series DGS10 "),
        ("DGS10", "vfapi series DGS10 "),
        ("sources", "vfapi check "),
        ("429", "vfapi check "),
        ("--sample gdp germany --format csv", "vfapi indicator --sample --format csv NY.GDP.MKTP.CD DE "),
        ("US0378331005", "vfapi figi US0378331005 "),
        ("US0378331005 --format csv", "vfapi lei-search --isin US0378331005 --format csv "),
    ] {
        let output = run(&words(line));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(stderr(&output).starts_with("error: there is no command "), "{}", stderr(&output));
        assert!(stderr(&output).contains(&format!("\n  {expected}")), "{}", stderr(&output));
    }
}

/// Returns the entries of a help text, each on one line whatever the widths of its columns.
fn entries(help: &str) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    for line in help.lines().filter(|line| !line.trim().is_empty()) {
        let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
        // Options begin at column 2, or 6 without a short name; deeper lines continue an entry.
        let column = line.chars().take_while(|letter| *letter == ' ').count();
        match entries.last_mut() {
            Some(entry) if column > 6 => *entry += &format!(" {text}"),
            _ => entries.push(text),
        }
    }
    entries
}

fn first_sentence(doc: &str) -> &str {
    doc.lines().next().unwrap().trim_end_matches('.')
}

#[test]
fn the_list_has_every_endpoint() {
    let output = run(&["endpoints"]);
    let list = stdout(&output);
    for info in ENDPOINTS {
        let what = format!(
            "\n    {}\n    {} {{{}}}/{}\n",
            first_sentence(info.doc),
            info.method,
            info.host.name,
            info.path
        );
        assert!(list.contains(&what), "{what:?} is not in the list");
    }
    assert!(list.contains("isin QUERY [--max-results]\n"), "{list}");
}

#[test]
fn the_catalogue_for_tools() {
    for (option, pointer) in [("--json", "/endpoints"), ("--openapi", "/paths")] {
        let output = run(&["endpoints", option]);
        assert!(output.status.success(), "{}", stderr(&output));
        let document: Value = serde_json::from_str(stdout(&output)).unwrap();
        let part = document.pointer(pointer).unwrap();
        let count = part.as_array().map_or_else(|| part.as_object().unwrap().len(), Vec::len);
        assert_eq!(count, ENDPOINTS.len(), "{option}");
    }
    let output = run(&["endpoints", "--json", "--openapi"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("'--json' cannot be used with '--openapi'"), "{}", stderr(&output));
}

#[test]
fn the_examples_of_the_pages_run() {
    for info in ENDPOINTS {
        for example in info.examples {
            let line = command_line("vfapi", info, example.params);
            let output = Command::new("sh")
                .args(["-c", &format!("{} --sample", line.replacen("vfapi", "\"$VFAPI\"", 1))])
                .env("VFAPI", env!("CARGO_BIN_EXE_vfapi"))
                .output()
                .unwrap();
            // Some ask for a symbol that nobody knows.
            let is_unknown = ["IBM,NOTFOUND", "NOSUCH"].iter().any(|unknown| line.contains(unknown));
            let code = if is_unknown { 7 } else { 0 };
            let is_known = output.status.success() && info.view.is_some_and(|view| view.unknown.is_some());
            assert!(is_known || output.status.code() == Some(code), "{line}: {}", stderr(&output));
            let response: Value = serde_json::from_str(stdout(&output)).unwrap();
            assert!(response.is_object() || response.is_array(), "{line}: {response}");
        }
    }
}
