//! The folder of a cache: several clients on it, files that are damaged, its bound, and what it must not have.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use http::StatusCode;
use proptest::prelude::*;
use serde_json::{Value, json};
use virtual_finance_core::settings::Cache;
use virtual_finance_core::transport::{Transport, TransportFuture, TransportReply, TransportRequest};
use virtual_finance_core::{CacheFolder, Client, DateTime};

use super::cache::{Hands, Host, ask, files, folder, number, short};
use super::support::{HOST, HostClient as _, TestHost, once, reply, target};

#[tokio::test(start_paused = true)]
async fn clients_share_a_folder() {
    let (folder, cache) = folder();
    let (host, hands) = (Host::default(), Hands::default());
    let one = host.with(&hands, cache.clone()).build().unwrap();
    let other = host.with(&hands, cache.memory(1 << 20)).build().unwrap();
    hands.set(100);
    ask(&one, "IBM").await.unwrap();
    let reply = ask(&other, "IBM").await.unwrap();
    assert_eq!((number(&reply), reply.cached.is_some(), host.asked()), (0, true, 1));
    // From the memory of the other one now.
    fs::remove_file(&files(folder.path())[0]).unwrap();
    assert!(ask(&other, "IBM").await.unwrap().cached.is_some());
    assert!(ask(&one, "IBM").await.unwrap().cached.is_none());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&files(folder.path())[0]), 0o600);
        let new = folder.path().join("new");
        drop(host.with(&hands, Cache::new().folder(&new)).build().unwrap());
        assert_eq!(mode(&new), 0o700);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn clients_write_one_folder_at_once() {
    let (folder, cache) = folder();
    let count = AtomicUsize::new(0);
    let host = TestHost::start(move |head| {
        let number = count.fetch_add(1, Ordering::SeqCst);
        let long = "x".repeat(1 + number * 997 % 50_000);
        reply(200, &[], json!({"of": target(head).split('?').next(), "long": long}).to_string())
    });
    let tasks: Vec<_> = (0..8)
        .map(|number| {
            let params = if number % 2 == 0 { once().refresh() } else { once() };
            let client = host.client().cache(cache.clone()).request_params(params).build().unwrap();
            tokio::spawn(async move {
                for round in 0..40 {
                    let ticker = format!("T{}", round % 3);
                    let reply = client.reply(&short(&ticker)).await.unwrap();
                    assert_eq!(reply.response["of"], format!("/v1/probe/{ticker}"));
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(files(folder.path()).len(), 3, "no draft is left");
}

#[tokio::test(start_paused = true)]
async fn files_that_cannot_be_used_are_replaced() {
    let (folder, cache) = folder();
    let host = Host::default();
    let (client, _) = host.client(cache);
    ask(&client, "IBM").await.unwrap();
    let file = files(folder.path()).remove(0);
    let whole = fs::read(&file).unwrap();
    let text = String::from_utf8(whole.clone()).unwrap();
    let (head, body) = text.split_once('\n').unwrap();
    assert_eq!(body, r#"{"number":0,"query":"now=0"}"#);
    let (sum, head) = head.split_once(' ').unwrap();
    assert_eq!(sum, checksum(head));
    let facts: Value = serde_json::from_str(head).unwrap();
    assert_eq!(
        facts,
        json!({
            "version": 2,
            "key": file.file_stem().unwrap().to_str().unwrap(),
            "fresh_until": "1970-01-01T00:00:10Z",
            "facts": {
                "version": 1,
                "request": "Probe IBM",
                "method": "GET",
                "address": "https://query1.finance.yahoo.com/v1/probe/IBM?now=0",
                "asked": "1970-01-01T00:00:00Z",
                "status": 200,
                "bytes": 28,
                "crc32": facts["facts"]["crc32"],
                "hidden": 0,
            },
        })
    );
    // Whole by their checksums, and of another request or another time of this program.
    let whole_with = |from: &str, to: &str| {
        assert!(head.contains(from), "{from}");
        let head = head.replacen(from, to, 1);
        format!("{} {head}\n{body}", checksum(&head)).into_bytes()
    };
    let damaged = [
        whole_with("\"version\":2", "\"version\":1"),
        whole_with("\"status\":200", "\"status\":404"),
        whole_with("\"status\":200", "\"status\":100"),
        whole_with("/v1/probe/IBM", "/v1/probe/AAPL"),
        whole_with("query1.finance", "query3.finance"),
        whole_with("\"GET\"", "\"POST\""),
        whole_with("\"key\":\"", "\"key\":\"0"),
        text.replacen("\"status\":200", "\"status\":201", 1).into_bytes(),
        text.replacen("00:00:10Z", "00:00:11Z", 1).into_bytes(),
        text.replacen("/v1/probe/IBM", "/v1/probe/AAA", 1).into_bytes(),
        text.replacen(sum, "", 1).into_bytes(),
        Vec::new(),
        whole[..20].to_vec(),
        whole[..whole.len() - 1].to_vec(),
        [&whole[..], b" "].concat(),
        text.replace("\"number\":0", "\"number\":1").into_bytes(),
        text.replace("\"facts\":{\"version\":1", "\"facts\":{\"version\":2").into_bytes(),
        text.replace("\"request\"", "\"new\":1,\"request\"").into_bytes(),
        text.replace("\"bytes\":28", "\"bytes\":18446744073709551615").into_bytes(),
        text.replace("\"status\":200", "\"status\":2").into_bytes(),
        text.replace("00:00:10Z", "later").into_bytes(),
        vec![b'{'; 200_000],
    ];
    for (number, bytes) in damaged.into_iter().enumerate() {
        fs::write(&file, &bytes).unwrap();
        let before = host.asked();
        assert_eq!(ask(&client, "IBM").await.unwrap().cached, None, "{number}");
        assert!(ask(&client, "IBM").await.unwrap().cached.is_some(), "{number}");
        assert_eq!(host.asked() - before, 1);
    }
    // A folder in its place cannot be replaced, and fails nothing.
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(ask(&client, "IBM").await.unwrap().cached, None);
    assert_eq!(files(folder.path()), [file]);
}

fn checksum(text: &str) -> String {
    let mut crc = flate2::Crc::new();
    crc.update(text.as_bytes());
    format!("{:08x}", crc.sum())
}

/// A reply in the place of another one is not its reply, nor is what a link leads to.
#[cfg(unix)]
#[tokio::test(start_paused = true)]
async fn a_reply_belongs_to_its_place() {
    let (folder, cache) = folder();
    let host = Host::default();
    let (client, _) = host.client(cache);
    ask(&client, "IBM").await.unwrap();
    let ibm = files(folder.path()).remove(0);
    ask(&client, "AAPL").await.unwrap();
    let aapl = files(folder.path()).into_iter().find(|file| *file != ibm).unwrap();
    fs::copy(&ibm, &aapl).unwrap();
    assert_eq!(ask(&client, "AAPL").await.unwrap().cached, None);
    // The file itself, behind a link.
    let elsewhere = folder.path().join("elsewhere");
    fs::rename(&ibm, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &ibm).unwrap();
    let before = fs::read(&elsewhere).unwrap();
    assert_eq!(ask(&client, "IBM").await.unwrap().cached, None);
    assert_eq!(fs::read(&elsewhere).unwrap(), before);
    // Nothing takes the place of what is no regular file.
    assert_eq!(ask(&client, "IBM").await.unwrap().cached, None);
    assert!(fs::symlink_metadata(&ibm).unwrap().is_symlink());
}

/// Others who may write to the folder could give any reply.
#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_others_may_write_to_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, cache) = folder();
    for (mode, is_taken) in [(0o700, true), (0o755, true), (0o770, false), (0o702, false), (0o777, false)] {
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
        let built = Client::builder().cache(cache.clone()).build();
        let error = built.err().map(|error| error.to_string()).unwrap_or_default();
        let expected = format!(
            "the client cannot be made: {} keeps no replies: others may write to it; make it yours alone (chmod 700), \
             or name another folder",
            folder.path().display()
        );
        assert_eq!(error, if is_taken { "" } else { &expected }, "{mode:o}");
    }
}

/// A folder within that of the cache may be open to others, and its replies are not taken.
#[cfg(unix)]
#[tokio::test(start_paused = true)]
async fn a_reply_in_a_folder_that_others_may_write_to_is_none() {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, cache) = folder();
    let host = Host::default();
    let (client, _) = host.client(cache.clone());
    ask(&client, "IBM").await.unwrap();
    let file = files(folder.path()).remove(0);
    for open in file.ancestors().skip(1).take(2) {
        for (mode, is_kept) in [(0o777, false), (0o700, true)] {
            fs::set_permissions(open, fs::Permissions::from_mode(mode)).unwrap();
            let (client, _) = host.client(cache.clone());
            assert_eq!(
                ask(&client, "IBM").await.unwrap().cached.is_some(),
                is_kept,
                "{mode:o} {}",
                open.display()
            );
        }
    }
}

fn bucket(file: &Path) -> String {
    file.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned()
}

/// Writing a reply looks at one group of files and removes some of it, whatever else is there.
#[tokio::test(start_paused = true)]
async fn a_folder_of_any_size_costs_one_group() {
    let (folder, cache) = folder();
    let host = Host::default();
    let (client, _) = host.client(cache.clone());
    ask(&client, "IBM").await.unwrap();
    let own = files(folder.path()).remove(0);
    let short = own.parent().unwrap().parent().unwrap().to_owned();
    let first = u32::from_str_radix(&bucket(&own), 16).unwrap();
    // At 1 GiB a group has 16 buckets.
    let near = short.join(format!("{:03x}", first ^ 1));
    let far = short.join(format!("{:03x}", first ^ 0x800));
    for bucket in [&near, &far] {
        fs::create_dir_all(bucket).unwrap();
        for number in 0..3_000 {
            fs::write(bucket.join(format!("{number:064x}.reply")), "x").unwrap();
        }
    }
    let count = |bucket: &Path| fs::read_dir(bucket).unwrap().count();
    fs::remove_file(&own).unwrap();
    let (other, _) = host.client(cache);
    // The group has more files than it may: some go, and the reply is not kept yet.
    ask(&other, "IBM").await.unwrap();
    assert_eq!((count(&near), count(&far), own.exists()), (3_000 - 128, 3_000, false));
    for _ in 0..20 {
        ask(&other, "IBM").await.unwrap();
    }
    assert!(own.exists() && count(&near) < 1024, "{}", count(&near));
    assert_eq!(count(&far), 3_000);
}

/// A reply takes the place of the oldest one of a full group, and of no other: removing a file can take milliseconds.
#[tokio::test(start_paused = true)]
async fn a_reply_removes_no_more_than_it_needs() {
    let (folder, cache) = folder();
    // Room for one group of short replies beside the minimum for long ones.
    let (client, _) = Host::default().client(cache.folder_limit(33 << 20));
    let bucket = folder.path().join("short/000");
    fs::create_dir_all(&bucket).unwrap();
    let old = |number: u64| bucket.join(format!("{number:064x}.reply"));
    for number in 0..1_024 {
        let file = fs::File::create(old(number)).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_secs(number)).unwrap();
    }
    for (number, ticker) in (0..).zip(["IBM", "AAPL", "MSFT"]) {
        ask(&client, ticker).await.unwrap();
        assert!(ask(&client, ticker).await.unwrap().cached.is_some());
        assert!(!old(number).exists() && old(number + 1).exists(), "{ticker}");
    }
    assert_eq!(files(folder.path()).len(), 1_024);
}

/// A reply may grow, so that it changes its pool.
#[tokio::test]
async fn a_reply_has_one_place() {
    let (folder, cache) = folder();
    let count = AtomicUsize::new(0);
    let host = TestHost::start(move |_| {
        let length = if count.fetch_add(1, Ordering::SeqCst).is_multiple_of(2) { 10 } else { 600_000 };
        reply(200, &[], format!("\"{}\"", "x".repeat(length)))
    });
    let client = host.client().cache(cache).request_params(once().refresh()).build().unwrap();
    for expected in ["short", "long", "short"] {
        ask(&client, "IBM").await.unwrap();
        let files = files(folder.path());
        assert_eq!(files.len(), 1, "{files:?}");
        assert!(files[0].starts_with(folder.path().join(expected)), "{files:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_pipe_in_the_place_of_a_reply_is_not_waited_for() {
    let (folder, cache) = folder();
    let host = Host::default();
    let (client, _) = host.client(cache);
    ask(&client, "IBM").await.unwrap();
    let file = files(folder.path()).remove(0);
    fs::remove_file(&file).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
    assert_eq!(ask(&client, "IBM").await.unwrap().cached, None);
    // Nor does the new reply take its place.
    assert!(!fs::symlink_metadata(&file).unwrap().is_file());
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_makes_no_client() {
    let (folder, _) = folder();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Client::builder().cache(Cache::new().folder(&file)).build().unwrap_err().to_string();
    let begin = format!("the client cannot be made: {} cannot be written: ", file.display());
    assert!(
        error.starts_with(&begin) && error.ends_with("; name a folder that can be written to"),
        "{error}"
    );
    // One that is lost later costs requests only.
    let host = TestHost::saying(super::support::good());
    let lost = folder.path().join("lost");
    let client = host.client().cache(Cache::new().memory(0).folder(&lost)).build().unwrap();
    fs::remove_dir(&lost).unwrap();
    ask(&client, "IBM").await.unwrap();
    assert_eq!(ask(&client, "IBM").await.unwrap().cached, None);
}

#[tokio::test(start_paused = true)]
async fn looking_at_a_folder_and_clearing_it() {
    let (folder, cache) = folder();
    let host = Host::default();
    let (client, _) = host.client(cache);
    let kept = CacheFolder::new(folder.path());
    assert_eq!((kept.stats().unwrap().replies, kept.stats().unwrap().oldest), (0, None));
    for ticker in ["IBM", "AAPL", "MSFT"] {
        ask(&client, ticker).await.unwrap();
    }
    fs::write(folder.path().join("mine.txt"), "mine").unwrap();
    let mut told = Vec::new();
    let stats = kept.clear_with(|stats| told.push(stats.replies)).unwrap();
    assert_eq!(told, [1, 2, 3]);
    let now = DateTime::now().epoch_seconds();
    assert_eq!(stats.replies, 3);
    assert!((300..3000).contains(&stats.bytes), "{stats:?}");
    assert!(stats.oldest <= stats.newest && stats.newest.unwrap().epoch_seconds().abs_diff(now) < 600);
    assert_eq!(files(folder.path()), [folder.path().join("mine.txt")]);
    assert_eq!(ask(&client, "IBM").await.unwrap().cached, None);
    // One that was never there is empty.
    assert_eq!(CacheFolder::new(folder.path().join("none")).clear().unwrap().replies, 0);
}

#[tokio::test]
async fn no_secret_is_kept() {
    let (folder, cache) = folder();
    let host = TestHost::start(|head| reply(200, &[], json!({"head": head}).to_string()));
    let client = Client::builder()
        .host(&HOST, &format!("{}/canary-path", host.url()))
        .header("X-Name", "Bearer canary-header")
        .header("Cookie", "A3=canary-cookie")
        .request_params(once().query("crumb", "canary-query"))
        .cache(cache)
        .build()
        .unwrap();
    let first = ask(&client, "IBM").await.unwrap();
    let second = ask(&client, "IBM").await.unwrap();
    assert_eq!((&first.response, host.requests().len()), (&second.response, 1));
    for file in files(folder.path()) {
        assert!(!file.display().to_string().contains("canary"));
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains("canary"), "{text}");
    }
}

#[tokio::test]
async fn records_go_without_the_cache() {
    let (folder, cache) = folder();
    let host = TestHost::saying(super::support::good());
    let record = folder.path().join("record");
    let client = host.client().cache(cache.clone()).record(&record).build().unwrap();
    ask(&client, "IBM").await.unwrap();
    assert_eq!(ask(&client, "IBM").await.unwrap().cached, None);
    assert_eq!((host.requests().len(), files(&record).len()), (2, 4));
    let client = host.client().cache(cache).replay(&record).build().unwrap();
    assert_eq!(ask(&client, "IBM").await.unwrap().cached, None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A folder never has more bytes than it may, and the newest reply is there if it fits.
    #[test]
    fn a_folder_stays_within_its_bound(lengths in prop::collection::vec(0_usize..6000, 1..40), limit in 1_000_u64..20_000) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (folder, cache) = folder();
            let client = Client::builder()
                .transport(Long)
                .request_params(once())
                .cache(cache.folder_limit(limit))
                .build()
                .unwrap();
            for (number, length) in lengths.iter().enumerate() {
                let ticker = format!("{length}-{}", number % 25);
                ask(&client, &ticker).await.unwrap();
                let total: u64 = files(folder.path()).iter().map(|file| fs::metadata(file).unwrap().len()).sum();
                prop_assert!(total <= limit, "{total} of {limit}");
                let is_small = u64::try_from(*length).unwrap().saturating_add(400) < limit;
                let is_kept = ask(&client, &ticker).await.unwrap().cached.is_some();
                prop_assert!(is_kept || !is_small, "{length} of {limit}");
            }
            Ok(())
        })?;
    }
}

/// Answers with as many bytes as the ticker says.
struct Long;

impl Transport for Long {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let name = request.url().path().rsplit('/').next().unwrap().to_owned();
        Box::pin(async move {
            let length: usize = name.split('-').next().unwrap().parse().unwrap();
            Ok(TransportReply::new(StatusCode::OK, format!("\"{}\"", "x".repeat(length)).into_bytes()))
        })
    }
}
