//! Prints the instruments that match a text, page after page.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example pages
//! ```
//!
//! For real data replace `sample.client_builder()` by `Client::builder()`.

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance::Lookup;
use virtual_finance_sample::SampleHost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    let client = sample.client_builder().build()?;

    // ANCHOR: pages
    let mut instruments = client.pages(Lookup::new("gold").count(3)).items().limit(500);
    while let Some(instrument) = instruments.next().await {
        let instrument = instrument?;
        println!("{:?} {:?}", instrument.symbol.get(), instrument.name.get());
    }
    // ANCHOR_END: pages
    Ok(())
}
