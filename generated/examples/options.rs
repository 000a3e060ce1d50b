//! Prints the expirations of the options on a share, and the calls of the second one around the share's price.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example options
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance::notes::Underlying;
use virtual_finance::responses::Number;
use virtual_finance::{DateTime, Options};
use virtual_finance_sample::SampleHost;

/// Contracts on each side of the price.
const NEAR: usize = 3;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    let client = sample.client_builder().build()?;

    let next = client.request(&Options::new("IBM")).await?;
    for expiration in &next.expiration_dates {
        println!("expires {}", DateTime::from(*expiration));
    }
    let second = *next.expiration_dates.get(1).ok_or("there is one expiration only")?;
    let reply = client.reply(&Options::new("IBM").date(second)).await?;
    if let Some(Underlying { price, .. }) = reply.notes.get::<Underlying>() {
        println!("the share is at {price}");
    }
    let chosen = reply.response;
    let chain = chosen.options.first().ok_or("there is no chain")?;
    let calls = chain.calls.get().map_or(&[][..], Vec::as_slice);

    // The strikes rise, and a call is in the money below the price.
    let first_out = calls.partition_point(|call| call.in_the_money.get() == Some(&true));
    println!("\n{:21} {:>8} {:>8} {:>8}", "contract", "strike", "bid", "ask");
    for call in calls.iter().skip(first_out.saturating_sub(NEAR)).take(NEAR.saturating_mul(2)) {
        let number = |field: Option<&Number>| field.map_or("-".to_owned(), Number::to_string);
        let symbol = call.contract_symbol.get().map_or("?", String::as_str);
        let (strike, bid, ask) = (call.strike.get(), call.bid.get(), call.ask.get());
        println!("{symbol:21} {:>8} {:>8} {:>8}", number(strike), number(bid), number(ask));
    }
    Ok(())
}
