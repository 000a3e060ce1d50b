//! A page that cannot be read is not fetched again at every call.

use std::fs;
use std::path::Path;

use super::{said, vfapi, words};

/// Asks for statements whose page cannot be converted. Returns whether the page was asked.
fn asks_the_page(folder: &Path, options: &str) -> bool {
    let records = tempfile::tempdir_in(folder).unwrap();
    let line = format!("--sample financials MODERN --record {}{options}", records.path().display());
    let (code, stdout, stderr) = said(vfapi(words(&line)).env("XDG_CACHE_HOME", folder).output().unwrap());
    assert_eq!((code, stderr.as_str(), stdout.contains("totalAssets")), (Some(0), "", true), "{options}");
    let facts =
        fs::read_dir(records.path()).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    facts.filter(|text| text.contains("/quote/MODERN/financials\"")).count() > 0
}

#[test]
fn a_page_that_cannot_be_read_is_left_for_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let [session, sources] = ["mine.json", "mine.sources.json"].map(|name| folder.path().join(name));
    let options = format!(" --session-file {}", session.display());
    assert!(asks_the_page(folder.path(), &options));
    let learned = fs::read_to_string(&sources).unwrap();
    assert_eq!(learned, r#"{"Financials":{"source":"services","since":1719604800}}"#);
    assert!(!asks_the_page(folder.path(), &options));
    assert_eq!(fs::read_to_string(&sources).unwrap(), learned);
    // After a day the page is asked once more, and so it is if the file cannot be read or written.
    fs::write(&sources, learned.replace("1719604800", "1719518400")).unwrap();
    assert!(asks_the_page(folder.path(), &options));
    assert_eq!(fs::read_to_string(&sources).unwrap(), learned);
    fs::write(&sources, "notes").unwrap();
    assert!(asks_the_page(folder.path(), &options));
    assert_eq!(fs::read_to_string(&sources).unwrap(), learned);
    fs::remove_file(&sources).unwrap();
    fs::create_dir(&sources).unwrap();
    assert!(asks_the_page(folder.path(), &options));
}

/// The answers of the sample host are kept nowhere by themselves.
#[test]
fn nothing_is_learned_of_other_hosts_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    for options in ["", " --no-session-file"] {
        assert!(asks_the_page(folder.path(), options));
        assert!(asks_the_page(folder.path(), options));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{options:?}");
    }
}
