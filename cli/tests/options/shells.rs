//! Completions and man pages.

use std::fs;
use std::process::Command;

use super::{said, vfapi, words};

#[test]
fn every_shell_completes_endpoints_options_and_values() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, script, stderr) = said(vfapi(["completions", shell]).output().unwrap());
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{shell}");
        for word in ["history", "max-results", "session-file"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // A command that this build has not is not completed. Bash shows no descriptions.
        let mark = if shell == "bash" { "vfapi,ticker)" } else { "Read a property of a ticker" };
        assert_eq!(script.contains(mark), cfg!(feature = "frames"), "{shell}");
        // Not every shell completes values, and fewer those of arguments.
        let values: &[&str] = match shell {
            "bash" | "zsh" => &["capitalGains", "90m", "DAY_GAINERS"],
            "fish" => &["capitalGains", "90m"],
            _ => &[],
        };
        for value in values {
            assert!(script.contains(value), "{shell}: {value}");
        }
    }
    let (code, _, stderr) = said(vfapi(["completions", "bsh"]).output().unwrap());
    assert_eq!((code, stderr.contains("a similar value exists: 'bash'")), (Some(2), true), "{stderr}");
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
            "compopt() {{ :; }}; source {}; COMP_WORDS=({line}\"\"); COMP_CWORD={last}; _vfapi vfapi '{}' '{before}'; echo \"${{COMPREPLY[@]}}\"",
            script.display(),
            list.get(last).unwrap()
        );
        let (_, stdout, stderr) = said(Command::new("bash").args(["-c", &program]).output().unwrap());
        assert_eq!(stderr, "", "{line}");
        stdout
    };
    assert_eq!(completed("vfapi hist"), "history\n");
    assert_eq!(completed("vfapi history IBM --adjust "), "auto back\n");
    assert_eq!(completed("vfapi history IBM --interval 1w"), "1wk\n");
    assert_eq!(completed("vfapi history IBM --form"), "--format\n");
    assert!(completed("vfapi screener DAY").contains("DAY_GAINERS DAY_LOSERS"));
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
