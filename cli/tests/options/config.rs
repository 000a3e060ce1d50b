//! The configuration file: what it sets, what goes before it, and what is said of mistakes in it.

use std::fs;
use std::path::PathBuf;

use expect_test::expect;
use tempfile::TempDir;
use virtual_finance_sample::SampleHost;

use super::{said, vfapi, words};

/// A folder of configurations with a file in it.
struct Home {
    folder: TempDir,
}

impl Home {
    fn with(content: &str) -> Self {
        let home = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(home.folder.path().join("vfapi")).unwrap();
        fs::write(home.file(), content).unwrap();
        home
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("vfapi").join("config.toml")
    }

    fn run(&self, line: &str, variable: (&str, &str)) -> (Option<i32>, String, String) {
        let mut command = vfapi(words(line));
        command
            .env_remove("VFAPI_CONFIG")
            .env("XDG_CONFIG_HOME", self.folder.path())
            .env(variable.0, variable.1);
        let (code, stdout, stderr) = said(command.output().unwrap());
        let file = self.file().display().to_string();
        (code, stdout.replace(&file, "FILE"), stderr.replace(&file, "FILE"))
    }
}

const NONE: (&str, &str) = ("UNUSED", "");
const INVENTED: &str =
    "note: the data is invented, as the configuration says; --sample=false asks the hosts\n";

#[test]
fn the_file_sets_what_the_command_line_does_not() {
    let home = Home::with("sample = true\nformat = \"csv\"\n");
    let (code, csv, stderr) = home.run("isin IBM", NONE);
    assert_eq!(
        (code, csv.as_str(), stderr.as_str()),
        (Some(0), "name,value\nticker,IBM\nISIN,US6464834737\n", INVENTED)
    );
    // An option wins, before the subcommand too.
    for line in ["--format json isin IBM", "isin IBM --format json"] {
        let (code, json, _) = home.run(line, NONE);
        assert_eq!(
            (code, json.as_str()),
            (Some(0), "{\"ticker\":\"IBM\",\"ISIN\":\"US6464834737\"}\n"),
            "{line}"
        );
    }
    // What a file is to be, and what can only be JSON, go before the file.
    let file = home.folder.path().join("isin.json");
    let written = home.run(&format!("isin IBM -o {}", file.display()), NONE);
    assert_eq!(
        (written.0, fs::read_to_string(&file).unwrap()),
        (Some(0), home.run("isin IBM --format json", NONE).1)
    );
    assert!(home.run("endpoints --json", NONE).1.starts_with('{'));
    // An empty name stands for no file, another for another.
    let other = Home::with("sample = true\n");
    let path = other.file().display().to_string();
    assert!(home.run("isin IBM", ("VFAPI_CONFIG", &path)).1.starts_with('{'));
    assert_eq!(home.run("config path", NONE), (Some(0), "FILE\n".to_owned(), String::new()));
    assert_eq!(home.run("config path", ("VFAPI_CONFIG", "")).0, Some(2));
}

/// A default of the file can be undone, and the format may differ on terminals.
#[test]
fn a_switch_of_the_file_is_undone_and_the_format_is_that_of_the_place() {
    let home = Home::with("sample = true\nformat = { terminal = \"table\", pipe = \"csv\" }\n");
    assert_eq!(home.run("isin IBM", NONE).1, "name,value\nticker,IBM\nISIN,US6464834737\n");
    let (code, _, stderr) =
        home.run("--sample=false --isin-url http://127.0.0.1:9 --retries 0 isin IBM", NONE);
    assert_eq!(code, Some(6), "{stderr}");
    assert_eq!(home.run("isin IBM --sample=false --sample=true --format json", NONE).0, Some(0));
    let (code, _, stderr) = Home::with("format = { screen = \"table\" }\n").run("isin IBM --sample", NONE);
    assert_eq!(
        (code, stderr.as_str()),
        (Some(2), "error: FILE: line 1: format has terminal and pipe; write one of them\n")
    );
}

/// An option goes before the environment, and that before the file.
#[test]
fn the_most_specific_address_wins() {
    let sample = SampleHost::start().unwrap();
    let (here, nowhere) = (sample.url(), "http://127.0.0.1:9");
    let ask = |file: &str, variable: &str, line: &str| {
        let home = Home::with(file);
        home.run(&format!("isin IBM{line}"), ("VFAPI_ISIN_URL", variable)).0
    };
    let at = |url: &str| format!("isin-url = \"{url}\"\n");
    let option = |url: &str| format!(" --isin-url {url}");
    assert_eq!(ask(&at(here), "", ""), Some(0), "an empty variable counts as unset");
    assert_eq!(ask(&at(nowhere), here, ""), Some(0));
    assert_eq!(ask(&at(here), nowhere, ""), Some(6));
    assert_eq!(ask(&at(nowhere), nowhere, &option(here)), Some(0));
    assert_eq!(ask(&at(nowhere), "", " --sample"), Some(0), "the option --sample goes before the file");
    assert_eq!(ask("sample = true\n", nowhere, ""), Some(6), "a variable goes before `sample` of the file");
}

/// Options that exclude each other: that of the command line wins over that of the file.
#[test]
fn an_option_overrides_one_of_the_file_that_excludes_it() {
    let home = Home::with("");
    let [kept, records] = ["session.json", "records"].map(|name| home.folder.path().join(name));
    fs::write(home.file(), format!("sample = true\nno-session-file = true\nrecord = {records:?}\n")).unwrap();
    let (code, recorded, stderr) = home.run("quote IBM", NONE);
    assert_eq!((code, records.is_dir()), (Some(0), true), "{stderr}");
    let line = format!("quote IBM --session-file {}", kept.display());
    assert_eq!((home.run(&line, NONE).0, kept.exists()), (Some(0), true));
    let line = format!("quote IBM --replay {}", records.display());
    assert_eq!(home.run(&line, NONE), (Some(0), recorded, String::new()));
}

#[test]
fn mistakes_are_told_with_their_lines_and_without_values() {
    let home = Home::with(
        "# my settings\nfromat = \"canary\"\nformat = \"tabel\"\nverbose = \"yes\"\ntable = [\"canary\"]\n\
         query-url = \"https://user:canary@host\"\nrange = \"1y\"\nrecord = \"a\"\nreplay = \"b\"\n",
    );
    let (code, stdout, stderr) = home.run("history IBM --sample", NONE);
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    expect![[r#"
        error: FILE: line 2: there is no common option "fromat": did you mean "format"?; line 3: format is one of json, table, csv, jsonl, parquet, arrow, chart, svg, png, html (did you mean "table"?); line 4: verbose is true or false; line 5: table is a string or a number; write a string in quotation marks; line 6: the address of query-url has a user name or a password; give them as a header; line 7: there is no common option "range": did you mean "rate"?; line 9: record and replay exclude each other; set one
    "#]]
    .assert_eq(&stderr);
    let unread = Home::with("format = \"csv\"\nsecret = canary\n");
    let (code, _, stderr) = unread.run("isin IBM --sample", NONE);
    assert_eq!((code, stderr.contains("canary")), (Some(2), false), "{stderr}");
    assert!(stderr.starts_with("error: FILE: line 2: "), "{stderr}");
    // What is not about the file works all the same.
    for line in ["--help", "config path", "completions bash"] {
        assert_eq!(unread.run(line, NONE).0, Some(0), "{line}");
    }
    let gone = ("VFAPI_CONFIG", "/no/such/file");
    let (code, _, stderr) = unread.run("isin IBM --sample", gone);
    assert_eq!(
        (code, stderr.starts_with("error: /no/such/file cannot be read: ")),
        (Some(2), true),
        "{stderr}"
    );
}

#[test]
fn a_long_file_is_refused_and_many_mistakes_are_counted() {
    let home = Home::with(&"# nothing\n".repeat(6554));
    let run = || home.run("isin IBM --sample", NONE);
    let (code, _, stderr) = run();
    let message = "error: FILE cannot be read: it has 65536 bytes or more; mend it, or name another file with VFAPI_CONFIG\n";
    assert_eq!((code, stderr.as_str()), (Some(2), message));
    let many: String = (0..4000).map(|number| format!("k{number} = 1\n")).collect();
    fs::write(home.file(), many).unwrap();
    let (code, _, stderr) = run();
    assert!(code == Some(2) && stderr.ends_with("; and 3980 more\n") && stderr.len() < 20_000, "{stderr}");
    fs::write(home.file(), format!("{} = 1\n", "k".repeat(60_000))).unwrap();
    let (code, _, stderr) = run();
    assert!(code == Some(2) && stderr.len() < 1000, "{}", stderr.len());
}

#[test]
fn what_is_set_is_shown_without_secrets() {
    let home = Home::with("format = \"csv\"\nverbose = true\nisin-url = \"https://host/canary\"\n");
    let (code, shown, stderr) = home.run(
        "config show --source api --proxy http://canary@host",
        ("VFAPI_QUERY_URL", "https://host/canary"),
    );
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    expect![[r##"
        # FILE
        verbose = true  # the file
        format = "csv"  # the file
        source = "api"  # the command line
        proxy = "…"  # the command line
        query-url = "…"  # the environment
        isin-url = "…"  # the file
        # not set: sample, quiet, no-progress, table, output, wide, all, columns, append, no-header, record, replay, session-file, no-session-file, retries, timeout, deadline, rate, max-body, ca-file, https-only, http1, cache, max-age, refresh, stale-if-error, finance-url, cookie-url, streamer-url, logo-service-url, sec-data-url, sec-url, fred-url, world-bank-url, ecb-data-url, ecb-url, coingecko-url, openfigi-url, gleif-url, kraken-url, tiingo-url
    "##]]
    .assert_eq(&shown);
    fs::remove_file(home.file()).unwrap();
    assert!(home.run("config show", NONE).1.starts_with("# FILE, which is not there\n# not set: sample, "));
}

/// A default is for what can have it: other formats, and subcommands with a format of their own, do without.
#[test]
fn defaults_of_tables_are_no_obstacle_to_other_formats() {
    let home = Home::with("format = \"table\"\ntable = \"all\"\n");
    let run = |line: &str| {
        let (code, stdout, stderr) = home.run(&format!("--sample {line}"), ("NO_COLOR", "1"));
        let expected = if line.contains("NOTFOUND") { 7 } else { 0 };
        assert_eq!(code, Some(expected), "{line}: {stderr}");
        stdout
    };
    assert!(run("isin IBM").starts_with("Isin\n"));
    assert!(run("quote IBM,NOTFOUND").ends_with("\n\nunknown\nunknown\n────────\nNOTFOUND\n"));
    assert_eq!(run("isin IBM --format csv"), "name,value\nticker,IBM\nISIN,US6464834737\n");
    assert!(run("plot IBM --range 5d").starts_with(
        "Elmgate Water plc (IBM)\n72.55 USD on 2024-06-28\n-0.63 (-0.86%) since the open of 2024-06-24\n"
    ));
    let file = home.folder.path().join("bars.csv");
    assert_eq!(run(&format!("history IBM --range 5d --adjust auto -o {}", file.display())), "");
    assert!(fs::read_to_string(&file).unwrap().starts_with("timestamp,open,"));
}
