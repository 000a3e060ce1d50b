//! Completions and man pages.

use std::fs;
use std::process::Command;

use super::{said, vfapi, words};

/// Scripts that ask the command stay small; the others have every endpoint, option and value.
#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "zsh", "fish"] {
        let (code, script, stderr) = said(vfapi(["completions", shell]).output().unwrap());
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{shell}");
        assert!(script.contains("__complete") && script.len() < 1_000, "{shell}: {script}");
    }
    for shell in ["elvish", "powershell"] {
        let (code, script, stderr) = said(vfapi(["completions", shell]).output().unwrap());
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{shell}");
        for word in ["history", "max-results", "session-file"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // A command that this build has not is not completed.
        assert_eq!(script.contains("Read a property of a ticker"), cfg!(feature = "frames"), "{shell}");
    }
    let (code, _, stderr) = said(vfapi(["completions", "bsh"]).output().unwrap());
    assert_eq!((code, stderr.contains("a similar value exists: 'bash'")), (Some(2), true), "{stderr}");
}

/// Words in any case, values of options, names of tables, of columns and of fields.
#[test]
fn words_are_completed() {
    let completed = |line: &str| {
        let list: Vec<&str> = std::iter::once("__complete").chain(line.split(' ')).collect();
        let (code, stdout, stderr) = said(vfapi(list).output().unwrap());
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{line}");
        stdout.lines().collect::<Vec<_>>().join(" ")
    };
    for (line, expected) in [
        ("hist", "history"),
        ("screener day_g", "DAY_GAINERS"),
        ("screener Day-l", "DAY_LOSERS"),
        ("history IBM --adjust ", "auto back none"),
        ("history IBM --adjust=B", "--adjust=back"),
        ("history IBM --interval 1w", "1wk"),
        ("history IBM --events div,s", "div,splits"),
        ("history IBM --no-h", "--no-header"),
        ("history IBM --table div", "dividends"),
        ("history IBM --columns time,cl", "time,close"),
        ("history IBM --table dividends --sort a", "amount"),
        ("valuation IBM --table current --columns peR", "peRatio"),
        ("--format ta", "table"),
        ("custom-screener pegr", "pegratio_5y"),
        ("config ", "path options show"),
        ("convert hist", "history"),
        ("history I", ""),
        ("history IBM -o pri", "<files>"),
        ("history IBM --output=pri", "<files>"),
        ("convert history IBM sav", "<files>"),
        ("nothing such", ""),
    ] {
        assert_eq!(completed(line), expected, "{line}");
    }
}

/// The script does in a shell what it should.
#[test]
fn bash_completes() {
    if Command::new("bash").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("vfapi.bash");
    let output = vfapi(["completions", "bash", "-o", script.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success(), "{:?}", said(output));
    let completed = |line: &str| {
        let list = words(line);
        let (last, before) = (list.len() - 1, list.get(list.len() - 2).unwrap());
        let program = format!(
            "compopt() {{ :; }}; source {}; COMP_WORDS=({line}\"\"); COMP_CWORD={last}; _vfapi '{}' '{}' '{before}'; echo \"${{COMPREPLY[@]}}\"",
            script.display(),
            env!("CARGO_BIN_EXE_vfapi"),
            list.get(last).unwrap()
        );
        let (_, stdout, stderr) = said(Command::new("bash").args(["-c", &program]).output().unwrap());
        assert_eq!(stderr, "", "{line}");
        stdout
    };
    assert_eq!(completed("vfapi hist"), "history\n");
    assert_eq!(completed("vfapi history IBM --adjust "), "auto back none\n");
    assert_eq!(completed("vfapi history IBM --interval 1w"), "1wk\n");
    assert_eq!(completed("vfapi history IBM --form"), "--format\n");
    assert!(completed("vfapi screener day").contains("DAY_GAINERS DAY_LOSERS"));
    assert_eq!(completed("vfapi history IBM --table split"), "splits\n");
    assert_eq!(completed("vfapi history IBM -o pri"), "\n", "the shell completes the names of files");
}

#[test]
fn man_pages_are_there_for_every_subcommand() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    let output = vfapi(["man", pages.to_str().unwrap()]).output().unwrap();
    assert_eq!(said(output), (Some(0), String::new(), String::new()));
    let page = |name: &str| fs::read_to_string(pages.join(name)).unwrap();
    assert!(page("vfapi.1").contains("vfapi\\-history(1)"));
    let history = page("vfapi-history.1");
    for text in ["\\-\\-interval", "90m", "\\-\\-session\\-file"] {
        assert!(history.contains(text), "{text}: {history}");
    }
    assert!(page("vfapi-config-show.1").contains("without secrets"));
    assert_eq!(pages.join("vfapi-ticker.1").exists(), cfg!(feature = "frames"));
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let (code, _, stderr) = said(vfapi(["man", file.to_str().unwrap()]).output().unwrap());
    assert_eq!(
        (code, stderr.starts_with("error: the man pages cannot be written to ")),
        (Some(1), true),
        "{stderr}"
    );
}
