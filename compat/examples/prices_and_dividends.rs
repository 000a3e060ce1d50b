//! Shows the days of a year on which dividends were paid, with their prices.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance-compat --example prices_and_dividends
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance::Range;
use virtual_finance_compat::History;
use virtual_finance_compat::polars::prelude::BooleanChunked;
use virtual_finance_sample::SampleHost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    let client = sample.client_builder().build()?;

    let history = History::new("IBM").range(Range::OneYear).fetch(&client).await?;
    let prices = history.history()?;
    let paid =
        prices.column("Dividends")?.f64()?.iter().map(|amount| amount.is_some_and(|amount| amount > 0.0));
    println!("{}", prices.filter(&paid.collect::<BooleanChunked>())?);
    Ok(())
}
