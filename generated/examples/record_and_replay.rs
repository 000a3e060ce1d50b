//! Records a reply and answers the same request from the record, after the host is gone.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example record_and_replay
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance::{Client, History, Range};
use virtual_finance_sample::SampleHost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let request = History::new("IBM").range(Range::FiveDays);
    let sample = SampleHost::start()?;

    // ANCHOR: record
    let recording = sample.client_builder().record(folder.path()).build()?;
    let live = recording.request(&request).await?;
    drop(sample);

    let replaying = Client::builder().replay(folder.path()).build()?; // asks no host
    let replayed = replaying.reply(&request).await?;
    // ANCHOR_END: record
    println!("{}: {} bars", replayed.request, replayed.response.ohlcdata.timestamp.len());
    println!("the same as live: {}", replayed.response == live);
    println!("without a host: {}", recording.request(&request).await.is_err());
    Ok(())
}
