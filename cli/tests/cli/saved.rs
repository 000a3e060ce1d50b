//! Saved replies: converted, and answered from.

use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use virtual_finance_sample::{DEFAULT_NOW, reply};

use super::{run, stderr, stdout, words};
use crate::support::vfapi;

/// All files of a folder of records are its replies with their facts, which are no replies.
#[test]
fn convert_reads_a_folder_of_records() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("records");
    let asked = run(&words(&format!("--sample history IBM --range 5d --record {}", records.display())));
    let mut files: Vec<_> = std::fs::read_dir(&records).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 2);
    let mut arguments = words("convert history IBM --range 5d");
    arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
    assert_eq!(stdout(&run(&arguments)), stdout(&asked));
}

#[test]
fn a_file_in_the_place_of_the_parameters_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("quotes.json");
    std::fs::write(&file, "{}").unwrap();
    let file = file.display().to_string();
    let required = "error: the following required arguments were not provided: <FILE>...; ";
    for (line, told) in [
        (
            vec!["quote", &file],
            format!("{file} is a file, which comes last: write vfapi convert quote IBM,MSFT {file}\n"),
        ),
        (
            vec!["history", "--range", "5d", &file],
            format!("{file} is a file, which comes last: write vfapi convert history IBM {file}\n"),
        ),
        (vec!["history", "IBM"], "write vfapi convert history IBM FILE\n".to_owned()),
    ] {
        let output = run(&[vec!["--format", "csv", "convert"], line].concat());
        assert_eq!((output.status.code(), stderr(&output)), (Some(2), &*format!("{required}{told}")));
    }
}

#[test]
fn convert_gives_what_the_request_gives() {
    let saved = |path: &str, query: &str| reply(path, query, DEFAULT_NOW).body;
    for (line, body) in [
        (
            "history IBM --adjust auto",
            saved(
                "/v8/finance/chart/IBM",
                "range=1mo&interval=1d&includePrePost=false&events=div%2Csplits&includeAdjustedClose=true",
            ),
        ),
        ("isin IBM", saved("/ajax/SearchController_Suggest", "query=IBM&max_results=25")),
        ("screeners", saved("/screener", "")),
        ("profile IBM --partial", saved("/quote/IBM", "")),
        ("screener DAY_GAINERS", saved("/screener/predefined/DAY_GAINERS", "")),
    ] {
        let asked = run(&words(&format!("--sample {line}")));
        let mut child = vfapi(words(&format!("convert {line} -")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(body.as_bytes()).unwrap();
        let converted = child.wait_with_output().unwrap();
        assert!(converted.status.success(), "{line}");
        assert_eq!(stdout(&converted), stdout(&asked), "{line}");

        let file =
            std::env::temp_dir().join(format!("vfapi-{}-{}", std::process::id(), line.replace(' ', "-")));
        std::fs::write(&file, body).unwrap();
        let mut arguments = words("convert");
        arguments.extend(words(line));
        arguments.push(file.to_str().unwrap());
        let converted = run(&arguments);
        std::fs::remove_file(&file).unwrap();
        assert_eq!(stdout(&converted), stdout(&asked), "{line} from a file");
    }
}

#[test]
fn a_replay_gives_what_the_recording_gave() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("records-{}", std::process::id()));
    let records = folder.to_str().unwrap();
    // The recording's sample host stops with its command.
    let lines = ["history IBM --range max --adjust auto", "profile IBM", "options IBM", "history NOTFOUND"];
    let recorded = lines.map(|line| run(&words(&format!("--sample --record {records} {line}"))));
    for (line, recorded) in lines.iter().zip(&recorded) {
        let replayed = run(&words(&format!("{line} --replay {records}")));
        assert_eq!(replayed.stdout, recorded.stdout, "{line}");
        assert_eq!((stderr(&replayed), replayed.status), (stderr(recorded), recorded.status), "{line}");
    }
    let verbose = run(&words(&format!("-v isin IBM --sample --record {records}")));
    assert!(stderr(&verbose).contains("source: page of the sample host"), "{}", stderr(&verbose));
    let verbose = run(&words(&format!("-v isin IBM --sample --replay {records}")));
    let source = format!("source: page, as recorded in {records}\n");
    assert!(stderr(&verbose).contains(&source), "{}", stderr(&verbose));

    let absent = run(&words(&format!("--replay {records} profile MSFT")));
    assert_eq!(absent.status.code(), Some(1));
    let message = format!(
        "error: Profile MSFT: {records} has no reply to GET https://finance.yahoo.com/quote/MSFT; record it with \
         vfapi --record, or ask for what was recorded\n"
    );
    assert_eq!((stderr(&absent), stdout(&absent)), (message.as_str(), ""));
    let both = run(&words(&format!("--replay {records} profile IBM --record {records}")));
    assert_eq!(both.status.code(), Some(2), "{}", stderr(&both));
    std::fs::remove_dir_all(&folder).unwrap();
    let gone = run(&words(&format!("--replay {records} profile IBM")));
    assert_eq!(gone.status.code(), Some(2), "{}", stderr(&gone));
}

#[test]
fn a_file_that_is_too_long() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.json");
    std::fs::write(&file, vec![b' '; 1001]).unwrap();
    let file = file.display().to_string();
    let run_with = |limit: &str| run(&["--max-body", limit, "convert", "history", "IBM", &file]);
    let output = run_with("1000");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let expected = format!(
        "error: {file} has more than 1000 bytes; allow more with --max-body, or name a saved reply\n"
    );
    assert_eq!(stderr(&output), expected);
    assert_eq!(run_with("1001").status.code(), Some(4), "it is read, and no history");
    // An endless pipe is read no further than that.
    let output = run(&["convert", "history", "IBM", "/dev/zero"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn a_file_that_is_not_there() {
    let output = run(&words("convert screeners no-such-file"));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error: no-such-file cannot be read: "), "{}", stderr(&output));
}
