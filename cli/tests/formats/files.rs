//! The file of the result: its name, its format, and what was there before.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use super::{fails, run, text, vfapi};

/// The extension of a file names its format, whatever its case; another format is a mistake.
#[test]
fn a_file_has_the_format_of_its_name() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format) in [
        ("a.csv", "csv"),
        ("A.CSV", "csv"),
        ("a.json", "json"),
        ("a.jsonl", "jsonl"),
        ("a", "json"),
        ("a.txt", "json"),
    ] {
        let file = folder.path().join(name);
        let to = format!("-o {}", file.display());
        assert_eq!(text(&format!("holders IBM {to}")), "");
        let expected = text(&format!("holders IBM --format {format}"));
        assert_eq!(fs::read_to_string(&file).unwrap(), expected, "{name}");
        // It may be said twice, and a file without an extension has any format.
        assert_eq!(text(&format!("holders IBM {to} --format {format}")), "");
        assert_eq!(fs::read_to_string(&file).unwrap(), expected, "{name}");
    }
    for (line, message) in [
        (
            "-o a.csv --format json",
            "error: -o a.csv is a file of the format csv, and --format is json: leave --format out, or write -o a.json\n",
        ),
        (
            "-o b/a.json --format table",
            "error: -o b/a.json is a file of the format json, and --format is table: leave --format out, or write -o b/a.txt\n",
        ),
        (
            "-o a.JSON --format jsonl",
            "error: -o a.JSON is a file of the format json, and --format is jsonl: leave --format out, or write -o a.jsonl\n",
        ),
    ] {
        fails(&format!("holders IBM {line}"), 2, message);
    }
}

#[test]
fn a_file_is_there_as_a_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out");
    let to = |file: &Path, line: &str| run(&format!("{line} -o {}", file.display()));
    let names = || fs::read_dir(folder.path()).unwrap().count();

    let output = to(&file, "isin IBM --format csv");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b""[..]));
    assert_eq!(fs::read_to_string(&file).unwrap(), text("isin IBM --format csv"));
    assert_eq!(text("isin IBM -o -"), text("isin IBM"));

    // A failure keeps the old file, a success replaces it.
    assert_eq!(to(&file, "isin NOTFOUND").status.code(), Some(3));
    assert_eq!(to(&file, "isin IBM --format csv --table none").status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), text("isin IBM --format csv"));
    assert!(to(&file, "isin IBM").status.success());
    assert_eq!(fs::read_to_string(&file).unwrap(), text("isin IBM"));
    assert_eq!(names(), 1, "nothing is left beside it");

    for cannot in [folder.path().join("no/such/out.csv"), folder.path().to_owned()] {
        let output = to(&cannot, "isin IBM");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.starts_with(&format!("error: {} cannot be written: ", cannot.display())), "{stderr}");
    }
    assert_eq!(names(), 1);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("out.json"), folder.path().join("link"));
    fs::write(&file, "before").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    text(&format!("isin IBM -o {}", link.display()));
    assert_eq!(fs::read_to_string(&file).unwrap(), text("isin IBM"));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    // So does a link whose file is not there yet, whatever it says of the folder.
    fs::create_dir(folder.path().join("other")).unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("other/second"));
    symlink("other/second", &first).unwrap();
    symlink("../new.json", &second).unwrap();
    text(&format!("isin IBM -o {}", first.display()));
    assert_eq!(fs::read_to_string(folder.path().join("new.json")).unwrap(), text("isin IBM"));
    assert!([first, second].iter().all(|link| fs::symlink_metadata(link).unwrap().is_symlink()));
    let circle = folder.path().join("circle");
    symlink("circle", &circle).unwrap();
    fails(
        &format!("isin IBM -o {}", circle.display()),
        1,
        &format!("error: {} cannot be written: Too many levels", circle.display()),
    );
    assert!(fs::symlink_metadata(&circle).unwrap().is_symlink());
    // A device is written to and not replaced.
    assert_eq!(text("isin IBM -o /dev/stdout"), text("isin IBM"));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    for format in ["json", "table", "csv"] {
        let mut child = vfapi(&format!("history IBM --range max --adjust auto --format {format}"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{format}");
    }
}

/// A file for a program that is not there would be JSON under a wrong name.
#[test]
fn an_extension_of_no_format() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    for (name, extension) in [("a.xlsx", "xlsx"), ("calls.csv.gz", "gz"), ("a.CVS", "CVS")] {
        let message = format!(
            "error: -o: no format has the extension .{extension}: write one of .json, .csv, .jsonl, .parquet, .arrow, \
             .svg, .png, .html, or add --format"
        );
        fails(&format!("isin IBM -o {}", at(name)), 2, &message);
        assert!(!folder.path().join(name).exists());
    }
    for name in ["a", "a.txt", "v1.2"] {
        text(&format!("isin IBM -o {}", at(name)));
    }
    text(&format!("isin IBM --format csv -o {}", at("a.xlsx")));
}
