//! Prints daily prices between two dates, adjusted for dividends and splits, and the dividends among them.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example history
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance::notes::Adjustment;
use virtual_finance::{AdjustType, Date, DateTime, History, Interval, Span};
use virtual_finance_sample::SampleHost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    let client = sample.client_builder().build()?;

    let (start, end): (Date, Date) = ("2024-05-06".parse()?, "2024-05-18".parse()?);
    let request = History::new("IBM")
        .span(Span::dates(start, Some(end.into())))
        .interval(Interval::OneDay)
        .adjust(AdjustType::Auto);
    // `reply` returns the response with what is known beyond it; `request` returns the response alone.
    let reply = client.reply(&request).await?;
    println!("adjustment: {}", reply.notes.get().copied().map_or("none", Adjustment::as_str));
    for bar in reply.response.ohlcdata.bars() {
        let close = bar.close.map_or("-".to_owned(), |close| format!("{close:.2}"));
        println!("{}  {close:>8}", DateTime::from(bar.timestamp));
    }
    for dividend in reply.response.dividends.iter().flatten() {
        println!("dividend: {}", serde_json::to_string(dividend)?);
    }
    Ok(())
}
