//! The shell lines of the README and the book run as they are read: each block of `sh` on the sample host, and the
//! addresses of the gateway.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use virtual_finance_loopback::Served;
use virtual_finance_sample::{DEFAULT_NOW, reply};

use crate::support::{said, vfapi, without_settings};

const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The pages whose blocks are about the installed command.
const PAGES: [&str; 7] = [
    "README.md",
    "docs/src/cache.md",
    "docs/src/command.md",
    "docs/src/getting-started.md",
    "docs/src/own-api.md",
    "docs/src/stream.md",
    "docs/src/sync.md",
];

/// `vfapi` on the sample host. What serves until it is ended shows its help, and so does what the cache should keep, which
/// keeps nothing of this host; a stream ends.
const PROGRAM: &str = r#"#!/usr/bin/env bash
for word; do
  case "$word" in
    serve | mcp | --cache) exec VFAPI "$@" --help ;;
    stream) set -- "$@" --count 1 ;;
    --sample) exec VFAPI "$@" ;;
  esac
done
exec VFAPI --sample "$@"
"#;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(WORKSPACE).join(path)).unwrap()
}

/// Returns the lines of each block of `sh` that is about the installed command.
fn blocks(page: &str) -> Vec<Vec<&str>> {
    let blocks = page.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let lines = blocks.map(|block| block.lines().filter(|line| !line.starts_with("cargo ")).collect());
    lines.filter(|block: &Vec<&str>| block.iter().any(|line| line.contains("vfapi "))).collect()
}

/// Writes the files that the pages speak of.
fn write_files(folder: &Path) {
    for name in ["list.txt", "mine.txt", "names.txt", "sp500.txt"] {
        fs::write(folder.join(name), "IBM\nMSFT\nPG\n").unwrap();
    }
    let saved = reply("/v8/finance/chart/IBM", "range=1mo&interval=1d", DEFAULT_NOW);
    fs::write(folder.join("saved.json"), saved.body).unwrap();
    fs::write(folder.join("library.yaml"), read("cli/tests/table/library.yaml")).unwrap();
    std::os::unix::fs::symlink(Path::new(WORKSPACE).join("spec"), folder.join("spec")).unwrap();
    for (name, program) in [
        ("vfapi", PROGRAM.replace("VFAPI", env!("CARGO_BIN_EXE_vfapi"))),
        ("jq", "#!/bin/sh\nexec cat\n".into()),
    ] {
        let path = folder.join("bin").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, program).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    }
}

#[test]
fn each_block_of_the_book_runs() {
    let mut wrong = Vec::new();
    for page in PAGES {
        if page.ends_with("sync.md") && !cfg!(feature = "frames") {
            continue;
        }
        let text = read(page);
        let blocks = blocks(&text);
        assert!(!blocks.is_empty(), "{page}");
        let folder = tempfile::tempdir().unwrap();
        write_files(folder.path());
        for line in blocks.concat() {
            let mut shell = without_settings(Command::new("bash"));
            let path = format!("{}/bin:{}", folder.path().display(), std::env::var("PATH").unwrap());
            shell.args(["-o", "pipefail", "-c", line]).current_dir(folder.path()).env("PATH", path);
            shell.env("HOME", folder.path()).env_remove("XDG_CACHE_HOME").env_remove("XDG_CONFIG_HOME");
            let (code, _, stderr) = said(shell.output().unwrap());
            // The table of the page has examples of some endpoints only.
            if code != Some(0) && !stderr.contains("has no example with a reply") {
                wrong.push(format!("{page}: {line}\n  {code:?}: {stderr}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_address_of_the_page_about_the_gateway_is_answered() {
    let arguments = ["--sample", "serve", "--listen", "127.0.0.1:0", "--log", "off"];
    let served = Served::start("vfapi", &mut vfapi(arguments));
    let page = read("docs/src/serve.md");
    let addresses = page.split("'http://127.0.0.1:8080").skip(1).map(|rest| rest.split('\'').next().unwrap());
    // A stream has no end; `cli/tests/stream.rs` listens to one.
    let targets: Vec<_> = addresses.filter(|target| !target.starts_with("/stream")).collect();
    assert!(targets.len() > 1, "{targets:?}");
    for target in targets {
        let (status, _, body) = served.ask("GET", target, "*/*", "");
        assert_eq!(status, 200, "{target}: {}", String::from_utf8_lossy(&body));
    }
}
