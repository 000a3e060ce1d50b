//! Records a reply and answers the same request from the record, after the host is gone.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example record_and_replay
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance::{History, Range};
use virtual_finance_sample::SampleHost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let request = History::new("IBM").range(Range::FiveDays);

    let sample = SampleHost::start()?;
    let recording = sample.client_builder().record(folder.path()).build()?;
    let live = recording.request(&request).await?;
    // A record is found by the address that it was asked at, so the client of the replay has the same one.
    let replaying = sample.client_builder().replay(folder.path()).build()?;
    drop(sample);

    let replayed = replaying.reply(&request).await?;
    println!("{}: {} bars", replayed.request, replayed.response.ohlcdata.timestamp.len());
    println!("the same as live: {}", replayed.response == live);
    println!("without a host: {}", recording.request(&request).await.is_err());
    Ok(())
}
