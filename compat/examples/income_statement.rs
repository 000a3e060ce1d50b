//! Prints some items of the income statements of a company, by year and by quarter.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance-compat --example income_statement
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance_compat::Ticker;
use virtual_finance_compat::polars::prelude::{BooleanChunked, DataFrame, NewChunkedArray as _};
use virtual_finance_sample::SampleHost;

const ITEMS: [&str; 4] = ["Total Revenue", "Gross Profit", "Operating Income", "Net Income"];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    let client = sample.client_builder().build()?;

    let ticker = Ticker::new(&client, "IBM");
    println!("{}", select_items(&ticker.financials().await?)?);
    // Both are made of one reply, which is kept: this sends nothing.
    println!("{}", select_items(&ticker.quarterly_financials().await?)?);
    Ok(())
}

/// Returns the rows of [`ITEMS`]: an item is a row, each other column is a statement.
fn select_items(statements: &DataFrame) -> Result<DataFrame, Box<dyn Error>> {
    let names = statements.column("Breakdown")?.str()?;
    let mask = names.iter().map(|name| name.map(|name| ITEMS.contains(&name)));
    Ok(statements.filter(&BooleanChunked::from_iter_options("mask".into(), mask))?)
}
