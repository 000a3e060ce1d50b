//! Events as they come: a line each, until the host, a time or a signal ends them.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Mutex, mpsc};

use virtual_finance_loopback::{LoopbackHost, reply};

use super::{json_of, printed, run, weatherapi};

const LINE: &str = "{\"instrument\":\"vane\",\"time\":\"1970-01-01T00:00:01Z\",\"value\":7}";

fn event(time: u32) -> Vec<u8> {
    format!("data: {{ \"instrument\": \"vane\", \"time\": {time}, \"value\": 7 }}\n\n").into_bytes()
}

/// A host that says what the test sends it, until the test drops its end.
fn live() -> (LoopbackHost, mpsc::Sender<Vec<u8>>) {
    let (say, said) = mpsc::channel::<Vec<u8>>();
    let said = Mutex::new(said);
    let host = LoopbackHost::writing(move |_, stream| {
        stream.write_all(b"HTTP/1.1 200 Said\r\nconnection: close\r\n\r\n").unwrap();
        for piece in said.lock().unwrap().iter() {
            // The command may have ended.
            let _ = stream.write_all(&piece);
        }
    });
    (host, say)
}

fn start(host: &LoopbackHost, arguments: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let mut command = weatherapi(&["--service-url", host.url(), "alarms", "--format", "jsonl"]);
    let mut process = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let stdout = BufReader::new(process.stdout.take().unwrap());
    (process, stdout)
}

/// Returns the exit code and stderr of a process that has ended or ends.
fn ended(mut process: Child) -> (i32, String) {
    let mut stderr = String::new();
    process.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    (process.wait().unwrap().code().unwrap(), stderr)
}

#[test]
fn a_line_comes_before_the_next_event_is_sent() {
    for (signal, expected) in [(None, 0), (Some("-TERM"), 143)] {
        let (host, say) = live();
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().to_str().unwrap();
        let (process, mut stdout) = start(&host, &["--record", folder]);
        for time in [1, 2] {
            say.send(event(time)).unwrap();
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            assert_eq!(line.trim_end(), LINE.replace("01Z", &format!("0{time}Z")));
        }
        match signal {
            None => drop(say),
            Some(signal) => {
                let id = process.id().to_string();
                assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
            }
        }
        assert_eq!(ended(process), (expected, String::new()));
        let again = printed(&["--replay", folder, "alarms", "--format", "jsonl"]);
        assert_eq!(again, format!("{LINE}\n{}\n", LINE.replace("01Z", "02Z")), "{signal:?}");
    }
}

#[test]
fn a_time_ends_them() {
    let (host, say) = live();
    let (process, _stdout) = start(&host, &["--for", "1s"]);
    assert_eq!(ended(process), (0, String::new()));
    drop(say);
}

#[test]
fn a_number_of_rows_ends_them() {
    let (host, say) = live();
    let (process, mut stdout) = start(&host, &["--limit", "2"]);
    [1, 2].into_iter().for_each(|time| say.send(event(time)).unwrap());
    let mut lines = String::new();
    stdout.read_to_string(&mut lines).unwrap();
    assert_eq!(lines, format!("{LINE}\n{}\n", LINE.replace("01Z", "02Z")));
    assert_eq!(ended(process), (0, String::new()));
    drop(say);
}

#[test]
fn an_error_between_the_others_is_told() {
    let late = b"event: error\ndata: Too windy\n\n".to_vec();
    let body = [event(1), late, event(1), b"data: [END]\n\n".to_vec()].concat();
    let host = LoopbackHost::saying(reply(200, &[], body));
    let lines = ["--service-url", host.url(), "alarms", "--format", "jsonl"];
    let (code, stdout, stderr) = run(&mut weatherapi(&lines));
    assert_eq!(stdout, format!("{LINE}\n{LINE}\n"));
    assert!(stderr.contains("1 of 3 events cannot be read") && stderr.contains("Too windy"), "{stderr}");
    assert_ne!(code, 0);
    let host = LoopbackHost::saying(reply(200, &[], "<html></html>"));
    let (code, stdout, stderr) =
        run(&mut weatherapi(&["--service-url", host.url(), "alarms", "--format", "jsonl"]));
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (4, "", 1), "{stderr}");
}

/// Everything else has the whole reply, as before.
#[test]
fn other_formats_have_the_whole_reply() {
    assert_eq!(json_of(&["--sample", "alarms"]).as_array().unwrap().len(), 1);
    let line = "{\"instrument\":\"anemometer\",\"time\":\"2024-06-28T12:00:00Z\",\"value\":31.5}\n";
    assert_eq!(printed(&["--sample", "alarms", "--format", "jsonl"]), line);
    let (code, _, stderr) = run(&mut weatherapi(&["--sample", "alarms", "--format", "csv", "--for", "1s"]));
    assert!(code == 2 && stderr.contains("add --format jsonl"), "{stderr}");
    let (code, _, stderr) = run(&mut weatherapi(&["--sample", "alert", "12", "--for", "1s"]));
    assert!(code == 2 && stderr.contains("unexpected argument '--for'"), "{stderr}");
}
