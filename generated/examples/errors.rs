//! Handles errors by their kind: what to correct, what does not exist, what to ask again later.
//!
//! It asks the sample host, which fails on purpose for some tickers, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example errors
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use virtual_finance::request::ParamMap;
use virtual_finance::{Error, ErrorKind, Isin, Profile};
use virtual_finance_sample::SampleHost;

/// Returns the way in which a program could go on after an error.
fn next_step(error: &Error) -> &'static str {
    match error.kind() {
        ErrorKind::RateLimited => "wait, then ask less often",
        // The network, a host that fails or is being mended, an empty reply or a part of one.
        _ if error.may_pass() => "ask again later",
        ErrorKind::Params => "correct the request",
        ErrorKind::NotFound => "leave this ticker out",
        ErrorKind::Unprocessable => "use another source, or report the reply",
        _ => "give up",
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sample = SampleHost::start()?;
    let client = sample.client_builder().build()?;
    for ticker in ["IBM", "NOTFOUND", "LIMITED", "BROKEN", "EMPTY", "HTML"] {
        match client.request(&Profile::new(ticker)).await {
            Ok(_) => println!("{ticker}: good"),
            Err(error) => println!("{error}\n    -> {}", next_step(&error)),
        }
    }
    // Parameters that are text are checked before anything is sent, all at once.
    let faults = Isin::from_params(&ParamMap::from_iter([("max_results", "0")])).map(drop);
    if let Err(faults) = faults {
        let error = Error::from(faults);
        println!("{error}\n    -> {}", next_step(&error));
    }
    drop(sample);
    if let Err(error) = client.request(&Profile::new("IBM")).await {
        println!("after the host is gone\n    -> {}", next_step(&error));
    }
    Ok(())
}
