//! Recording replies and answering from them: what is written, what is found again, what is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};

use serde_json::{Value, json};
use virtual_finance_core::error::RecordFault;
use virtual_finance_core::{Client, ClientBuilder, DateTime, Error, RequestParams};

use super::support::{HOST, HostClient as _, OTHER, Probe, TestHost, class, good, header, reply, target};

/// A folder of the test's own, without anything of an earlier run.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A host that repeats what it was asked, and a client that records it at times 7, 8, 9 and so on.
fn recorder(folder: &Path) -> (TestHost, ClientBuilder) {
    let host =
        TestHost::start(|head| reply(200, &[], json!({"asked": target(head), "context": 0}).to_string()));
    let clock = AtomicI64::new(7);
    let builder =
        host.client().clock(move || DateTime::from(clock.fetch_add(1, Ordering::Relaxed))).record(folder);
    (host, builder)
}

pub(crate) fn replay(folder: &Path) -> Client {
    // No such host, and another time.
    Client::builder()
        .host(&HOST, "http://127.0.0.1:9")
        .clock(|| DateTime::from(1_000_000))
        .replay(folder)
        .build()
        .unwrap()
}

async fn ask(client: &Client, ticker: &str) -> Result<Value, Error> {
    client.request(&Probe::new(ticker)).await
}

#[tokio::test]
async fn a_record_is_two_readable_files() {
    let folder = folder("files");
    let host = TestHost::saying(good());
    let client = host.client().clock(|| DateTime::from(7)).record(&folder).build().unwrap();
    ask(&client, "BRK/B").await.unwrap();
    assert_eq!(names(&folder), ["000001-probe-BRK_B.body", "000001-probe-BRK_B.json"]);
    assert_eq!(fs::read(folder.join("000001-probe-BRK_B.body")).unwrap(), br#"{"good":true}"#);
    let facts = fs::read_to_string(folder.join("000001-probe-BRK_B.json")).unwrap();
    assert_eq!(
        facts,
        r#"{
  "version": 1,
  "request": "Probe BRK/B",
  "method": "GET",
  "address": "https://query1.finance.yahoo.com/v1/probe/BRK%2FB?now=7",
  "asked": "1970-01-01T00:00:07Z",
  "status": 200,
  "bytes": 13,
  "crc32": "7c98e60e",
  "hidden": 0
}
"#
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        for name in names(&folder) {
            assert_eq!(mode(&folder.join(&name)), 0o600, "{name}");
        }
    }
}

#[tokio::test]
async fn a_replay_gives_what_the_recording_gave() {
    let folder = folder("same");
    let (host, builder) = recorder(&folder);
    let client = builder.build().unwrap();
    let mut recorded = Vec::new();
    for ticker in ["A", "B", "A"] {
        recorded.push(ask(&client, ticker).await.unwrap());
    }
    // A later client adds to the folder.
    let later = host.client().clock(|| DateTime::from(20)).record(&folder).build().unwrap();
    recorded.push(ask(&later, "B").await.unwrap());
    assert_eq!(names(&folder).len(), 8);

    let client = replay(&folder);
    let mut replayed = Vec::new();
    for ticker in ["A", "B", "A", "B"] {
        replayed.push(ask(&client, ticker).await.unwrap());
    }
    assert_eq!(replayed, recorded);
    // All are used up: the last one of each answers again.
    assert_eq!(ask(&client, "A").await.unwrap(), recorded[2]);
    assert_eq!(ask(&client, "B").await.unwrap(), recorded[3]);
    // A new client begins anew.
    assert_eq!(ask(&replay(&folder), "A").await.unwrap(), recorded[0]);
    assert_eq!(host.requests().len(), 4);
}

#[tokio::test]
async fn statuses_and_redirects_are_recorded_by_their_outcome() {
    let folder = folder("statuses");
    let host = TestHost::start(|head| match target(head).split('?').next().unwrap() {
        "/v1/probe/MOVED" => reply(302, &[("location", "/next")], ""),
        "/next" => reply(203, &[], r#"{"next":1}"#),
        "/v1/probe/GONE" => reply(404, &[], r#"{"x":{"error":{"code":"Not Found","description":"None."}}}"#),
        "/v1/probe/PACKED" => reply(500, &[("content-encoding", "pack")], "?"),
        "/v1/probe/BROKEN" => reply(200, &[("content-encoding", "pack")], "?"),
        _ => reply(429, &[], "Too Many Requests\r\n"),
    });
    let live = host.client().record(&folder).build().unwrap();
    let tickers = [
        ("MOVED", "good"),
        ("GONE", "api 404"),
        ("PACKED", "api 500"),
        ("OTHER", "api 429"),
        ("BROKEN", "encoding is unknown"),
    ];
    let mut messages = Vec::new();
    for (ticker, expected) in tickers {
        let result = ask(&live, ticker).await;
        assert_eq!(class(&result), expected);
        messages.push(format!(
            "{result:?} {}",
            result.as_ref().map_or_else(ToString::to_string, Value::to_string)
        ));
    }
    let client = replay(&folder);
    for ((ticker, expected), message) in tickers.iter().zip(&messages).take(4) {
        let result = ask(&client, ticker).await;
        assert_eq!(class(&result), *expected);
        let again =
            format!("{result:?} {}", result.as_ref().map_or_else(ToString::to_string, Value::to_string));
        assert_eq!(again, *message);
    }
    // What came to nothing was not recorded.
    assert!(matches!(ask(&client, "BROKEN").await, Err(Error::Record { .. })));
}

#[tokio::test]
async fn what_was_not_recorded_is_refused() {
    let folder = folder("absent");
    let (_host, builder) = recorder(&folder);
    ask(&builder.build().unwrap(), "IBM").await.unwrap();
    let error = ask(&replay(&folder), "ibm").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "Probe ibm: {} has no reply to GET https://query1.finance.yahoo.com/v1/probe/ibm?now=1000000; \
             record it with ClientBuilder::record, or ask for what was recorded",
            folder.display()
        )
    );
    assert!(!error.is_network() && error.status().is_none());
    assert!(matches!(error, Error::Record { fault: RecordFault::Absent { .. }, .. }));
}

#[tokio::test]
async fn damaged_bodies_are_refused_when_they_are_asked_for() {
    let folder = folder("damaged");
    let (_host, builder) = recorder(&folder);
    ask(&builder.build().unwrap(), "IBM").await.unwrap();
    let body = folder.join("000001-probe-IBM.body");
    let whole = fs::read(&body).unwrap();
    let mut changed = whole.clone();
    changed[3] ^= 1;
    let cases = [
        (
            "cut",
            Some(whole[..whole.len() - 1].to_vec()),
            "is damaged: it has 42 bytes where 43 were recorded",
        ),
        ("longer", Some([&whole[..], b" "].concat()), "is damaged: it has 44 bytes where 43 were recorded"),
        ("changed", Some(changed), "is damaged: its bytes are not those that were recorded"),
        ("gone", None, "cannot be read: "),
    ];
    for (name, bytes, expected) in cases {
        match bytes {
            Some(bytes) => fs::write(&body, bytes).unwrap(),
            None => fs::remove_file(&body).unwrap(),
        }
        let text = ask(&replay(&folder), "IBM").await.unwrap_err().to_string();
        let expected = format!("Probe IBM: {} {expected}", body.display());
        assert!(text.starts_with(&expected) && text.contains("; "), "{name}: {text}");
    }
    fs::write(&body, &whole).unwrap();
    let small = Client::builder().replay(&folder).max_body(42).build().unwrap();
    assert_eq!(class(&ask(&small, "IBM").await), "too large");
    assert_eq!(class(&ask(&replay(&folder), "IBM").await), "good");
}

#[tokio::test]
async fn facts_that_cannot_be_read_answer_nothing() {
    let folder = folder("facts");
    let (_host, builder) = recorder(&folder);
    ask(&builder.build().unwrap(), "IBM").await.unwrap();
    let file = folder.join("000001-probe-IBM.json");
    let whole = fs::read_to_string(&file).unwrap();
    let cases = [
        (whole.chars().take(100).collect(), "EOF while parsing"),
        (String::new(), "EOF while parsing"),
        (whole.replace("\"version\": 1", "\"version\": 2"), "its version is 2 where this is 1"),
        (whole.replace("\"version\"", "\"surplus\""), "unknown field `surplus`"),
        (whole.replace("200", "20"), "20 is no status"),
        (whole.replace("1970-", "later-"), "\"later-01-01T00:00:07Z\" is no time"),
        (whole.replace("Probe IBM", &"x".repeat(1 << 20)), "it has more than 1048576 bytes"),
    ];
    for (text, expected) in cases {
        fs::write(&file, text).unwrap();
        let error = ask(&replay(&folder), "IBM").await.unwrap_err();
        assert!(matches!(error, Error::Record { fault: RecordFault::Damaged { .. }, .. }), "{error:?}");
        let error = error.to_string();
        let begin = format!("Probe IBM: {} is damaged: ", file.display());
        assert!(error.starts_with(&begin) && error.contains(expected), "{error}");
        assert!(
            error.ends_with("; delete it and its neighbour of the same name, and record again"),
            "{error}"
        );
    }
}

/// A length that was edited is no order to take as much memory, whatever a client allows.
#[tokio::test]
async fn a_record_with_another_length_is_damaged() {
    let folder = folder("length");
    let (_host, builder) = recorder(&folder);
    ask(&builder.build().unwrap(), "IBM").await.unwrap();
    let file = folder.join("000001-probe-IBM.json");
    let facts: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    for length in [0, 1 << 40, u64::MAX] {
        let mut facts = facts.clone();
        facts["bytes"] = length.into();
        fs::write(&file, facts.to_string()).unwrap();
        for limit in [16 << 20, usize::MAX] {
            let client = Client::builder().replay(&folder).max_body(limit).build().unwrap();
            let error = ask(&client, "IBM").await.unwrap_err().to_string();
            let reason = format!(".body is damaged: it has 43 bytes where {length} were recorded; delete it");
            assert!(error.contains(&reason), "{error}");
        }
    }
}

/// Opening a pipe waits for its other end, and a device may have no end.
#[cfg(unix)]
#[tokio::test]
async fn pipes_and_devices_are_no_records() {
    for part in ["body", "json"] {
        let folder = folder(&format!("pipe-{part}"));
        let (_host, builder) = recorder(&folder);
        ask(&builder.build().unwrap(), "IBM").await.unwrap();
        let file = folder.join(format!("000001-probe-IBM.{part}"));
        let make: [&dyn Fn(); 2] = [
            &|| assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success()),
            &|| std::os::unix::fs::symlink("/dev/zero", &file).unwrap(),
        ];
        for make in make {
            fs::remove_file(&file).unwrap();
            make();
            let error = ask(&replay(&folder), "IBM").await.unwrap_err();
            assert!(matches!(error, Error::Record { .. }), "{error:?}");
            assert_eq!(
                error.to_string(),
                format!(
                    "Probe IBM: {} cannot be read: it is no regular file; check the folder and who may read it",
                    file.display()
                )
            );
        }
    }
}

/// A record is never moved over a link, a pipe or a device.
#[cfg(unix)]
#[tokio::test]
async fn a_record_takes_the_place_of_no_link_and_no_pipe() {
    let folder = folder("replaced");
    let other = folder.with_extension("other");
    fs::write(&other, "mine").unwrap();
    let (_host, builder) = recorder(&folder);
    let client = builder.build().unwrap();
    // A link to a file, a link to a device, and a pipe.
    let links = [
        (Some(other.as_path()), "it is a symbolic link"),
        (Some(Path::new("/dev/null")), "it is a symbolic link"),
    ];
    let all = links.into_iter().chain([(None, "it is no regular file")]);
    for (number, (target, reason)) in (1..).zip(all) {
        let file = folder.join(format!("{number:06}-probe-IBM.json"));
        match target {
            Some(target) => std::os::unix::fs::symlink(target, &file).unwrap(),
            None => assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success()),
        }
        let error = ask(&client, "IBM").await.unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
        assert!(!fs::symlink_metadata(&file).unwrap().is_file());
    }
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
    fs::remove_file(&other).unwrap();
}

/// The disk is full, or the folder is gone, in the middle of a record: here a folder stands where a file is to be.
#[tokio::test]
async fn a_record_that_cannot_be_written_leaves_nothing() {
    for part in ["draft", "json"] {
        let folder = folder(&format!("full-{part}"));
        let (_host, builder) = recorder(&folder);
        let client = builder.build().unwrap();
        let in_the_way = format!("000001-probe-IBM.{part}");
        fs::create_dir(folder.join(&in_the_way)).unwrap();
        let error = ask(&client, "IBM").await.unwrap_err().to_string();
        let place =
            format!("Probe IBM: {} cannot be written: ", folder.join("000001-probe-IBM.json").display());
        assert!(error.starts_with(&place), "{error}");
        assert_eq!(names(&folder), [in_the_way]);
    }
}

#[tokio::test]
async fn a_record_that_is_not_whole_is_none() {
    let folder = folder("half");
    fs::create_dir_all(&folder).unwrap();
    // What a recorder that is stopped leaves, and what others put there.
    for name in ["000001-probe-IBM.body", "000001-probe-IBM.draft", "notes.json", "readme-first.json"] {
        fs::write(folder.join(name), "{\"half").unwrap();
    }
    assert!(matches!(ask(&replay(&folder), "IBM").await, Err(Error::Record { .. })));
    // And it keeps its number.
    let (_host, builder) = recorder(&folder);
    let recorded = ask(&builder.build().unwrap(), "IBM").await.unwrap();
    assert!(names(&folder).contains(&"000002-probe-IBM.json".to_owned()));
    assert_eq!(ask(&replay(&folder), "IBM").await.unwrap(), recorded);
}

#[tokio::test]
async fn folders_that_cannot_be_used() {
    let folder = folder("unusable");
    let missing = Client::builder().replay(&folder).build().unwrap_err().to_string();
    let begin = format!("the client cannot be made: {} cannot be read: ", folder.display());
    assert!(
        missing.starts_with(&begin) && missing.ends_with("; check the folder and who may read it"),
        "{missing}"
    );
    fs::write(&folder, "a file").unwrap();
    let file = Client::builder().record(&folder).build().unwrap_err().to_string();
    assert!(file.contains("cannot be written: "), "{file}");
    fs::remove_file(&folder).unwrap();
    let both = Client::builder().record(&folder).replay(&folder).build().unwrap_err().to_string();
    assert_eq!(both, "the client cannot be made: `record` and `replay` exclude each other; set one");
    assert!(!folder.exists());

    let (_host, builder) = recorder(&folder);
    let client = builder.build().unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let error = ask(&client, "IBM").await.unwrap_err();
    assert!(matches!(error, Error::Record { fault: RecordFault::Unwritable { .. }, .. }), "{error}");
}

#[tokio::test]
async fn nothing_of_the_caller_s_is_written() {
    let folder = folder("hidden");
    // A host that repeats everything, in each of the ways that pages do.
    let host = TestHost::start(|head| {
        let plain = json!({"head": head, "lang": "en-US", "json": "application/json", "context": 0});
        let text = plain.to_string().replace("canary/", "canary\\u002F");
        let status = if target(head).contains("ERROR") { 401 } else { 200 };
        reply(status, &[], if header(head, "X-Name").is_some() { text } else { String::new() })
    });
    let address = host.url().replace("http://", "");
    let builder = || {
        Client::builder()
            .host(&HOST, &format!("http://{address}/canary-path"))
            .host(&OTHER, "http://127.0.0.1:9/canary-other")
            .header("X-Name", "Bearer canary-header")
            .header("Cookie", "A3=canary-cookie=; B=canary/cookie&more; language=en")
            .header("Accept", "application/json")
            .request_params(
                RequestParams::new()
                    .no_proxy()
                    .query("crumb", "canary/query.x y")
                    .query("lang", "en-US")
                    .hook(|request| {
                        request.headers_mut().insert("x-hook", http::HeaderValue::from_static("canary-hook"));
                        request.add_query("h", "canary-hooked");
                    }),
            )
            .clock(|| DateTime::from(7))
    };
    let client = builder().record(&folder).build().unwrap();
    let recorded = ask(&client, "IBM").await.unwrap();
    ask(&client, "ERROR").await.unwrap_err();
    for name in names(&folder) {
        let text = fs::read_to_string(folder.join(&name)).unwrap();
        assert!(!text.contains("canary"), "{name}: {text}");
        assert!(name.ends_with(".json") || text.contains("en-US"), "{name}: {text}");
    }
    assert_eq!(
        (recorded["lang"].as_str(), recorded["json"].as_str()),
        (Some("en-US"), Some("application/json"))
    );
    // The run that recorded took the same words out, so that both give the same.
    let mut replayed = ask(&builder().replay(&folder).build().unwrap(), "IBM").await.unwrap();
    assert_eq!(replayed, recorded);
    // Addresses of hosts are the client's own, not the record's.
    replayed = ask(&replay(&folder), "IBM").await.unwrap();
    assert_eq!(replayed["head"], recorded["head"]);
}
