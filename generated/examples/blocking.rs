//! Sends a request from a program that is not asynchronous, and saves the response as JSON.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example blocking
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance::{Holders, responses};
use virtual_finance_sample::SampleHost;

fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    let client = sample.client_builder().build_blocking()?;

    let holders = client.request(&Holders::new("IBM"))?;
    let saved = serde_json::to_string(&holders)?;
    // A saved response is read again into its own type.
    let holders: responses::holders::Response = serde_json::from_str(&saved)?;
    for (value, meaning) in &holders.major {
        println!("{:>8}  {meaning}", value.as_deref().unwrap_or("-"));
    }
    for holder in holders.institutional.iter().flat_map(|table| &table.holders).take(3) {
        let shares = holder.shares().map_or("-".to_owned(), ToString::to_string);
        println!("{:>12}  {}", shares, holder.name().unwrap_or("?"));
    }
    Ok(())
}
