//! Joins a year of prices with the dividends that were paid in it.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance-compat --example prices_and_dividends
//! ```
//!
//! The crate needs `polars-core` alone, which has no joins; the crate `polars` of the same version has them.

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::collections::HashMap;
use std::error::Error;

use virtual_finance::Range;
use virtual_finance_compat::History;
use virtual_finance_compat::polars::prelude::{Column, NamedFrom as _, Series};
use virtual_finance_sample::SampleHost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    let client = sample.client_builder().build()?;

    let history = History::new("IBM").range(Range::OneYear).fetch(&client).await?;
    let (mut prices, dividends) = (history.history()?, history.dividends()?);

    let dates = dividends.column("Date")?.date()?.physical().clone();
    let amounts = dividends.column("Dividends")?.f64()?;
    let paid: HashMap<Option<i32>, Option<f64>> = dates.iter().zip(amounts.iter()).collect();
    // Bars of a day have dates, as dividends do.
    let days = prices.column("Date")?;
    let joined: Vec<Option<f64>> =
        days.date()?.physical().iter().map(|day| paid.get(&day).copied().flatten()).collect();
    prices.with_column(Column::from(Series::new("Dividends".into(), joined)))?;

    let has_dividend = prices.column("Dividends")?.is_not_null();
    println!("{}", prices.filter(&has_dividend)?);
    Ok(())
}
