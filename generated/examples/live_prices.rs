//! Streams live prices.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example live_prices
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

use std::error::Error;

use virtual_finance::Client;
use virtual_finance_sample::SampleHost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    print(&sample.client_builder().build()?).await
}

async fn print(client: &Client) -> Result<(), Box<dyn Error>> {
    // ANCHOR: stream
    use virtual_finance::stream::Event;

    let mut prices = client.stream(["IBM", "XOM"]);
    let mut ticks = 0..6;
    while let Some(event) = prices.next().await {
        match event? {
            Event::Tick(tick) => {
                let price = tick.price.map(|price| tick.decimal(price));
                println!("{} {}", tick.symbol, price.as_deref().unwrap_or("-"));
                ticks.next();
            }
            // Its words are for people: a connection was lost or is back, or a message cannot be read.
            other => eprintln!("{other}"),
        }
        if ticks.is_empty() {
            break;
        }
    }
    // ANCHOR_END: stream
    Ok(())
}
