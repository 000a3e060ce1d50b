//! Answers the same request from a cache.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example cache
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::time::Duration;

use virtual_finance::settings::Cache;
use virtual_finance::{History, Range};
use virtual_finance_sample::SampleHost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let host = SampleHost::start()?;
    let builder = host.client_builder();
    // ANCHOR: cache
    let client = builder.cache(Cache::new().folder(folder)).build()?;
    let history = History::new("IBM").range(Range::OneYear);
    for _ in 0..2 {
        let reply = client.reply(&history).await?;
        match reply.cached {
            Some(cached) => println!("{}: {cached}", reply.request),
            None => println!("{}: from its host", reply.request),
        }
    }
    // A reply of the last hour will do for this request, fresh or not.
    let hour = client.request_params().clone().max_age(Duration::from_secs(3600));
    let reply = client.with_request_params(hour).reply(&history).await?;
    // ANCHOR_END: cache
    assert!(reply.cached.is_some());
    Ok(())
}
