//! Prints the latest quotes of several symbols, and the symbols that the host does not know.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example quotes
//! ```
//!
//! For real data replace `sample.client_builder()` by `Client::builder()`.

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance::Quote;
use virtual_finance_sample::SampleHost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    let client = sample.client_builder().build()?;

    let response = client.request(&Quote::new(["AAPL", "IBM", "^DJI", "NOTFOUND"])).await?;
    for quote in &response.quotes {
        // A field is absent, null or a value; `get` returns the value.
        let symbol = quote.symbol.get().map_or("?", String::as_str);
        let name = quote.long_name.get().map_or("", String::as_str);
        let (price, change) = (&quote.regular_market_price, &quote.regular_market_change);
        let (Some(price), Some(change)) = (price.get(), change.get()) else { continue };
        println!("{symbol:6} {:>8} {:>6}  {name}", price.to_string(), change.to_string());
    }
    println!("unknown: {}", response.unknown.join(", "));
    Ok(())
}
