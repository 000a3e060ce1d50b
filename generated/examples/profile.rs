//! Prints facts about a company, which source they came from, and which parts that source did not have.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example profile
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance::notes::MissingParts;
use virtual_finance::{Profile, SourceChoice};
use virtual_finance_sample::{Era, SampleHost};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // The pages of 2023 had encrypted data: the service behind them is asked as well.
    let sample = SampleHost::builder().era(Era::Sealed).start()?;
    for choice in [SourceChoice::Auto, SourceChoice::Page] {
        let client = sample.client_builder().source(choice).build()?;
        // With `partial`, a part that is missing is null instead of an error.
        match client.reply(&Profile::new("IBM").partial(true)).await {
            Ok(reply) => {
                println!("{}: {} bytes from the {}", reply.request, reply.bytes, reply.source);
                println!(
                    "missing: {}",
                    reply.notes.get().map_or("nothing".to_owned(), MissingParts::to_string)
                );
                let info = reply.response.info.unwrap_or_default();
                for name in ["longName", "sector", "industry", "city", "previousClose"] {
                    println!("  {name}: {}", info.get(name).map_or("-".to_owned(), ToString::to_string));
                }
            }
            Err(error) => println!("pages only: {error}"),
        }
    }
    Ok(())
}
