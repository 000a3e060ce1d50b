//! Prints the number of bars of several histories, as they come, and the closes of many symbols in few requests. One
//! symbol is unknown, which fails alone.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example many
//! ```
//!
//! For real data replace `sample.client_builder()` by `Client::builder()`.

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance::{History, Spark};
use virtual_finance_sample::SampleHost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    let client = sample.client_builder().build()?;

    // ANCHOR: many
    let mut replies = client.many(["IBM", "AAPL", "NOTFOUND", "^DJI"].map(History::new));
    while let Some((request, result)) = replies.next().await {
        match result {
            Ok(reply) => {
                let bars = reply.response.ohlcdata.timestamp.len();
                println!("{}: {bars} bars", request.get_ticker());
            }
            Err(error) => println!("{error}"),
        }
        let progress = replies.progress();
        println!("{} done, {} failed, {} bytes", progress.done, progress.failed, progress.bytes);
    }
    // ANCHOR_END: many

    // ANCHOR: batched
    let symbols: Vec<String> = (1..=50).map(|number| format!("ACME{number}")).collect();
    let batched = client.batched(&Spark::new(symbols)).await?;
    println!("{} series of {} requests", batched.response.series.len(), batched.replies.len());
    for (request, error) in &batched.failed {
        println!("{}: {error}", request.get_symbols().join(", "));
    }
    // ANCHOR_END: batched
    Ok(())
}
