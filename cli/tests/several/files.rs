//! A file for each ticker, files that several tickers would share, and files that get more rows.

use std::fs;
use std::path::Path;

use virtual_finance_loopback::{LoopbackHost, reply};

use super::{fails, good, run, stderr, vfapi};

/// A table that a spreadsheet wrote has the tickers in its first column.
#[test]
fn tickers_stand_in_the_column_under_their_heading() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.csv");
    for (text, expected) in [
        ("\u{feff}Symbol,Name\r\nIBM,International\r\nBRK-B,\"Berkshire, B\"\r\n", "symbol\nIBM\nBRK-B\n"),
        ("tickers;weight\nMSFT;5\n\n", "symbol\nMSFT\n"),
        ("IBM,MSFT\nAAPL\n", "symbol\nIBM\nMSFT\nAAPL\n"),
        ("Company,Ticker\n\"Apple, Inc.\",AAPL\nAcme,IBM\n", "symbol\nAAPL\nIBM\n"),
        ("Company,Symbol\nAcme,IBM\n", "symbol\nIBM\n"),
        ("Weight;Symbol\n0,5;MSFT\n", "symbol\nMSFT\n"),
    ] {
        fs::write(&list, text).unwrap();
        let line = format!("quote --tickers {} --columns symbol --format csv", list.display());
        assert_eq!(good(&line), expected, "{text:?}");
    }
    // Headings are no tickers, and nor are the cells of a column that is none.
    for text in ["Instrument,Currency\nIBM,USD\n", "Company name;Weight\nAcme;5\n"] {
        fs::write(&list, text).unwrap();
        fails(&format!("quote --tickers {}", list.display()), 2, "has headings, and none is ticker");
    }
}

#[test]
fn a_file_for_each_ticker() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("new/{ticker}.csv").display().to_string();
    let tickers = folder.path().join("tickers.txt");
    fs::write(&tickers, "AAPL, ^DJI # an index\n\nBRK/B IBM\n").unwrap();
    let line =
        format!("history IBM --tickers {} --range 5d --adjust auto -o {pattern} -v", tickers.display());
    let output = run(&line);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(output.stdout, b"");
    assert!(stderr(&output).contains("4 of 4: History BRK/B: done, from the api\n"), "{}", stderr(&output));
    let new = folder.path().join("new");
    let names = || {
        let mut names: Vec<_> = fs::read_dir(&new)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["AAPL.csv", "BRK%2FB.csv", "IBM.csv", "^DJI.csv"]);
    let ibm = fs::read_to_string(new.join("IBM.csv")).unwrap();
    assert_eq!(ibm, good("history IBM --range 5d --adjust auto --format csv"));
    // What is there is left out.
    fs::write(new.join("IBM.csv"), "mine").unwrap();
    let output = run(&format!("{line} --continue"));
    let note = |there| {
        format!("note: {there} of 4 tickers have their files already; --continue leaves them as they are\n")
    };
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), note(4)));
    assert_eq!(fs::read_to_string(new.join("IBM.csv")).unwrap(), "mine");
    fs::remove_file(new.join("^DJI.csv")).unwrap();
    let output = run(&format!("{line} --continue"));
    assert!(stderr(&output).starts_with(&(note(3) + "1 of 1: History ^DJI: done")), "{}", stderr(&output));
    // Files without rows are told once.
    let line =
        format!("history IBM MSFT --table splits -o {}", folder.path().join("splits/{ticker}.csv").display());
    let empty = "note: the table splits is empty: the response has no such rows for IBM, MSFT\n";
    for (quiet, expected) in [("", empty), ("--quiet", "")] {
        let output = run(&format!("{line} {quiet}"));
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), expected));
    }
    // No name leaves the folder.
    good(&format!("history ../../up .hidden --range 1d --adjust auto -o {pattern}"));
    assert!(
        names().contains(&"%2E.%2F..%2Fup.csv".to_owned()) && names().contains(&"%2Ehidden.csv".to_owned())
    );
}

#[test]
fn one_ticker_has_a_file_of_its_own_too() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    good(&format!("history IBM --range 1d --adjust auto -o {}", at("new/{ticker}.csv")));
    assert!(folder.path().join("new/IBM.csv").is_file());
    for tickers in ["IBM", "IBM AAPL"] {
        let line = format!("history {tickers} --range 1d -o {}", at("{tickr}.csv"));
        fails(&line, 2, "error: -o has \"tickr\"; the place of the ticker is \"{ticker}\"");
    }
}

/// Many file systems have one file for names that differ in case only or in how a letter is written, so that one result would be lost.
#[test]
fn tickers_that_are_alike_have_no_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("{ticker}.csv").display().to_string();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let host = LoopbackHost::start(|_| reply(404, &[], "{}"));
    // The same syllable as one character, and as three.
    let (one_character, two) = ("\u{ac01}", "\u{1100}\u{1161}\u{11a8}");
    for (tickers, one, other) in [
        ("IBM AAPL ibm", "IBM", "ibm"),
        ("stra\u{df}e STRASSE", "stra\u{df}e", "STRASSE"),
        ("\u{ac01} \u{1100}\u{1161}\u{11a8}", one_character, two),
    ] {
        let line = format!("--query-url {} history {tickers} -o {pattern}", host.url());
        let output = vfapi(&line).output().unwrap();
        let message = format!(
            "error: {} and {} are one file on systems that know no upper and lower case or write letters in one way: \
             ask for one of the two tickers in another call, with another folder\n",
            at(&format!("{one}.csv")),
            at(&format!("{other}.csv"))
        );
        assert_eq!((output.status.code(), stderr(&output)), (Some(2), message));
    }
    assert!(host.requests().is_empty() && fs::read_dir(folder.path()).unwrap().next().is_none());
    // In one file they have a row each, and files of other tickers are their own.
    assert_eq!(good("history IBM ibm --range 1d --adjust auto --format csv").lines().count(), 3);
    good(&format!("history IBM AAPL --range 1d --adjust auto -o {pattern}"));
    assert!(Path::new(&at("IBM.csv")).is_file() && Path::new(&at("AAPL.csv")).is_file());
}

/// A file of the same name loses nothing that was fetched, and a result that cannot be written no cause.
#[test]
fn files_that_are_the_same_or_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("list.txt"), "IBM NOTFOUND").unwrap();
    let list = at("list.txt");
    for (line, message) in [
        (
            format!("history IBM -o {0} --failures {0}", at("x.json")),
            "error: -o and --failures are the same file;",
        ),
        (
            format!("history IBM -o {} --failures {}", at("{ticker}.json"), at("./IBM.json")),
            "error: -o and --failures are the same file;",
        ),
        (format!("history --tickers {list} -o {list}"), "error: -o and --tickers are the same file;"),
        (
            format!("history --tickers {list} --failures {list}"),
            "error: --failures and --tickers are the same file;",
        ),
    ] {
        fails(&line, 2, message);
    }
    assert_eq!(fs::read_to_string(at("list.txt")).unwrap(), "IBM NOTFOUND");
    if Path::new("/dev/full").exists() {
        let failures = at("failures.json");
        let line =
            format!("history --tickers {list} --adjust auto --format csv -o /dev/full --failures {failures}");
        fails(&line, 1, "error: 1 of 2 requests failed:\n  History NOTFOUND: ");
        fails(&line, 1, "/dev/full cannot be written");
        assert!(fs::read_to_string(&failures).unwrap().contains("NOTFOUND"));
        fails(&format!("history --tickers {list} --adjust auto --failures /dev/full"), 7, "NOTFOUND");
    }
}

/// Earlier failures are told with a folder that cannot be made.
#[test]
fn a_folder_that_cannot_be_made() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("taken"), "a file").unwrap();
    let pattern = folder.path().join("taken/{ticker}.json").display().to_string();
    let line = format!("history NOTFOUND IBM --adjust auto -o {pattern}");
    fails(&line, 7, "error: 2 of 2 requests failed:\n  History NOTFOUND: ");
    fails(&line, 7, "IBM: the folder ");
}

/// Adjusted prices of two calls are adjusted to two dividends.
#[test]
fn adjusted_prices_are_not_added_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bars.csv");
    let mut commands = vec!["history IBM", "history IBM,AAPL"];
    if cfg!(feature = "frames") {
        commands.push("ticker IBM history");
    }
    for command in commands {
        for adjust in ["auto", "back"] {
            let line = format!("{command} --range 5d --adjust {adjust} --append -o {}", file.display());
            let message = format!(
                "--append keeps the rows of the file as they are, and with 'adjust' {adjust} each dividend changes \
                 all prices before it: write --adjust none, or the whole time anew without --append\n"
            );
            fails(&line, 2, &message);
        }
    }
    assert!(!file.exists());
    fails(
        &format!("ticker IBM history --append -o {}", file.display()),
        2,
        if cfg!(feature = "frames") { "'adjust' auto" } else { "" },
    );
}

/// A scheduled call adds what is new: with one header, and no bar twice.
#[test]
fn rows_are_added_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let whole = good("history IBM --range 1mo --adjust none --format csv");
    let line = "history IBM --adjust none --append";
    for range in ["5d", "1mo", "5d"] {
        good(&format!("{line} --range {range} -o {}", at("bars.csv")));
    }
    assert_eq!(fs::read_to_string(at("bars.csv")).unwrap(), whole);
    for range in ["5d", "1mo"] {
        good(&format!("{line} --no-header --range {range} -o {}", at("plain.csv")));
    }
    assert_eq!(fs::read_to_string(at("plain.csv")).unwrap(), whole.split_once('\n').unwrap().1);
    for range in ["1mo", "5d"] {
        good(&format!("{line} --range {range} -o {}", at("bars.jsonl")));
    }
    let lines = good("history IBM --range 1mo --adjust none --format jsonl");
    assert_eq!(fs::read_to_string(at("bars.jsonl")).unwrap(), lines);
    // A bar that has changed replaces the one of its time, and other rows stay.
    let changed = whole.replacen(",71.", ",99.", 1) + "2031-01-02,1,1,1,1,1,1\n";
    fs::write(at("bars.csv"), &changed).unwrap();
    good(&format!("{line} --range 1mo -o {}", at("bars.csv")));
    assert_eq!(fs::read_to_string(at("bars.csv")).unwrap(), whole.clone() + "2031-01-02,1,1,1,1,1,1\n");
    // Several tickers have bars of the same times.
    for _ in 0..2 {
        good(&format!("history IBM,AAPL --adjust none --append --range 5d -o {}", at("both.csv")));
    }
    assert_eq!(fs::read_to_string(at("both.csv")).unwrap().lines().count(), 11);
    // Rows without a time of their own say whose they are, whether one ticker is asked for or several.
    let dividends = |tickers: &str| {
        good(&format!("history {tickers} --table dividends --range 1y --append -o {}", at("paid.csv")));
        fs::read_to_string(at("paid.csv")).unwrap()
    };
    let (of_one, of_both) = (dividends("IBM"), dividends("AAPL"));
    assert!(of_one.starts_with("ticker,amount,date\nIBM,"), "{of_one}");
    assert!(of_both.starts_with(&of_one) && of_both.lines().count() == 9, "{of_both}");
    assert_eq!(dividends("IBM,AAPL"), of_both);
    for name in ["bars.csv", "bars.jsonl"] {
        let before = fs::read_to_string(at(name)).unwrap();
        fails(&format!("quote IBM --append -o {}", at(name)), 2, "its columns are timestamp,open,");
        assert_eq!(fs::read_to_string(at(name)).unwrap(), before);
    }
    // Bars of another ticker or interval have other values at the same times.
    for (command, name) in [
        ("history AAPL", "bars.csv"),
        ("history AAPL", "bars.jsonl"),
        ("history IBM --interval 1wk", "bars.csv"),
        ("history IBM --interval 1wk", "bars.jsonl"),
    ] {
        let before = fs::read_to_string(at(name)).unwrap();
        let line = format!("{command} --range 1mo --adjust none --append -o {}", at(name));
        fails(
            &line,
            2,
            "they are of another ticker, interval or adjustment, or from before a split; name another file",
        );
        assert_eq!(fs::read_to_string(at(name)).unwrap(), before, "{command}");
    }
    fails("quote IBM --append --format csv", 2, "--append adds rows to a file");
    fails(
        &format!("quote IBM --append -o {}", at("bars.json")),
        2,
        "--append adds rows to CSV or JSON lines",
    );
}

/// New bars replace the bars of the same ticker and time in a file of several tickers.
#[test]
fn bars_of_several_tickers_are_added() {
    let folder = tempfile::tempdir().unwrap();
    let command = "history IBM,AAPL --adjust none";
    for format in ["csv", "jsonl"] {
        let file = folder.path().join(format!("both.{format}"));
        let end = format!("--append -o {}", file.display());
        let sorted = |text: &str| {
            let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
            rows.sort_unstable();
            rows
        };
        let whole = good(&format!("{command} --range 1mo --format {format}"));
        let most: String = whole.split_inclusive('\n').take(whole.lines().count() - 10).collect();
        fs::write(&file, most).unwrap();
        for options in ["--range 5d", "--range 1mo"] {
            good(&format!("{command} {options} {end}"));
            good(&format!("history IBM,MSFT,AAPL --adjust none {options} {end}"));
        }
        let expected = good(&format!("history IBM,MSFT,AAPL --adjust none --range 1mo --format {format}"));
        assert_eq!(sorted(&fs::read_to_string(&file).unwrap()), sorted(&expected));
        // One ticker's bars of another interval are reported among the bars of other tickers.
        fails(
            &format!("{command} --range 1mo --interval 1wk {end}"),
            2,
            "bars of the same time have other values",
        );
    }
}

/// A date or a value of another option beside tickers is none.
#[test]
fn a_value_of_an_option_is_no_ticker() {
    for (line, message) in [
        (
            "history AAPL 2024-01-01 2024-03-01",
            "2024-01-01 is a value of --start and no ticker: write --start 2024-01-01",
        ),
        ("history AAPL 1y", "1y is a value of --range and no ticker: write --range 1y"),
        ("options AAPL 2024-07-19", "2024-07-19 is a value of --date and no ticker: write --date 2024-07-19"),
        (
            "statements AAPL quarterly",
            "quarterly is a value of --period and no ticker: write --period quarterly",
        ),
        ("quote US0378331005", "US0378331005 is no ticker; write\n  vfapi figi US0378331005 "),
        ("isin IBM US0378331005", "\n  vfapi lei-search --isin US0378331005 "),
    ] {
        fails(line, 2, message);
    }
    // The first one is what was meant, and so is one in upper case.
    good("quote max");
    good("history IBM MAX --range 5d");
    good("search US0378331005");
}

/// Spreadsheets write a mark of the encoding before the header.
#[test]
fn a_file_of_a_spreadsheet_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bars.csv");
    let whole = good("history IBM --range 1mo --adjust none --format csv");
    fs::write(&file, format!("\u{feff}{whole}")).unwrap();
    good(&format!("history IBM --range 5d --adjust none --append -o {}", file.display()));
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
}

/// A file that was cut off, or that something else has written to, stays as it is.
#[test]
fn no_rows_are_added_to_a_broken_file() {
    let folder = tempfile::tempdir().unwrap();
    let header = "timestamp,open,high,low,close,volume,adjclose\n";
    let bar = "2020-01-02,1,1,1,1,1,1\n";
    let object = r#"{"timestamp":"2020-01-02","open":1,"high":1,"low":1,"close":1,"volume":1,"adjclose":1}"#;
    let advice = "mend the file, or name another one\n";
    for (name, text, fault) in [
        ("cut.csv", format!("{header}{bar}2020-01-0"), "line 3 has no line break, so that it may be cut off"),
        ("short.csv", format!("{header}2020-01-0\n{bar}"), "line 2 has 1 of 7 fields"),
        ("long.csv", format!("{header}{bar}2020-01-03,1,1,1,1,1,1,1\n"), "line 3 has 8 of 7 fields"),
        (
            "quote.csv",
            format!("{header}{bar}\"2020-01-03,1,1,1,1,1,1\n{bar}"),
            "line 3 has a quote that does not end",
        ),
        ("cut.jsonl", format!("{object}\n{{\"timest"), "line 2 has no line break, so that it may be cut off"),
        ("short.jsonl", format!("{object}\n{{\"timest\n"), "line 2 is no JSON object"),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, &text).unwrap();
        let line = format!("history IBM --range 5d --adjust none --append -o {}", file.display());
        fails(&line, 2, &format!("{name}: {fault}; {advice}"));
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{name}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{name}");
        fs::remove_file(file).unwrap();
    }
    // Rows below an empty line are rows as well, and none of them is lost.
    let file = folder.path().join("parts.csv");
    let whole = good("history IBM --range 1mo --adjust none --format csv");
    fs::write(&file, whole.replace("\n2024-06-12", "\n\n2024-06-12") + "\n").unwrap();
    good(&format!("history IBM --range 5d --adjust none --append -o {}", file.display()));
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
}
