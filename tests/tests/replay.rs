//! Every request, recorded at the sample host and replayed after it is gone: the same bytes.

use std::fs;
use std::path::Path;

use virtual_finance::request::{ErasedRequest, JsonStyle};
use virtual_finance::{Client, DateTime, HOSTS};
use virtual_finance_sample::{Era, SampleHost};
use virtual_finance_tests::hosts::client_builder;
use virtual_finance_tests::of_market;

/// Returns a result as a caller gets it: the JSON, or the message.
async fn result(client: &Client, request: &dyn ErasedRequest) -> Vec<u8> {
    match client.reply_erased(request).await {
        Ok(reply) => {
            let mut json = Vec::new();
            reply.response.write_json(&mut json, JsonStyle::Compact).unwrap();
            json
        }
        Err(error) => error.to_string().into_bytes(),
    }
}

#[tokio::test]
async fn a_replayed_run_gives_the_same_bytes() {
    for era in [Era::Stores, Era::Sealed, Era::Scripts] {
        replays(era).await;
    }
}

/// Records and replays with pages of an era, so that other sources are asked too.
async fn replays(era: Era) {
    let folder = format!("replay-{era:?}-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let requests: Vec<_> = of_market()
        .flat_map(|info| info.examples.iter().map(|example| (info.build)(&example.param_map(info)).unwrap()))
        .collect();
    // The client's clock is the machine's, so that requests up to now differ from run to run. The host's is
    // its own: it has the expirations that the examples ask for.
    let sample = SampleHost::builder().era(era).start().unwrap();
    let url = sample.url().to_owned();
    let live = client_builder(HOSTS, &url).record(&folder).build().unwrap();
    let mut recorded = Vec::new();
    for request in &requests {
        recorded.push(result(&live, &**request).await);
    }
    drop(sample);
    // The address of the logos is the client's own, in a replay too.
    let later =
        client_builder(HOSTS, &url).clock(|| DateTime::from(4_000_000_000)).replay(&folder).build().unwrap();
    for (request, recorded) in requests.iter().zip(&recorded) {
        let replayed = result(&later, &**request).await;
        assert!(replayed == *recorded, "{era:?} {}", request.info().name);
        assert!(recorded.starts_with(b"{"), "{}", String::from_utf8_lossy(recorded));
    }
    let (records, requests) = (fs::read_dir(&folder).unwrap().count() / 2, requests.len());
    assert!(if era == Era::Stores { records == requests } else { records > requests }, "{era:?}: {records}");
    fs::remove_dir_all(&folder).unwrap();
}
