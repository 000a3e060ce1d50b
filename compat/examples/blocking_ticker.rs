//! Reads properties of a ticker from a program that is not asynchronous: facts, expirations, an option chain.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance-compat --example blocking_ticker
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance_compat::blocking::Ticker;
use virtual_finance_sample::SampleHost;

fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    let ticker = Ticker::new(&sample.client_builder().build_blocking()?, "IBM");

    println!("{} has the ISIN {}", ticker.ticker(), ticker.isin()?);
    println!("sector: {:?}", ticker.info()?.get("sector"));
    let expirations = ticker.options()?;
    println!("options expire on {}", expirations.join(", "));
    let last = expirations.last().ok_or("no options")?;
    let chain = ticker.option_chain(last, Some("America/New_York"))?;
    println!("{}", chain.calls.select(["contractSymbol", "strike", "lastPrice"])?.head(Some(5)));
    // A mistake is an error that says what there is instead.
    if let Err(error) = ticker.option_chain("2030-01-01", None) {
        println!("{error}");
    }
    Ok(())
}
