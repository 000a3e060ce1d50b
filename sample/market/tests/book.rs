//! The test that the book shows to people who test programs of their own.

// ANCHOR: test
use virtual_finance::History;
use virtual_finance_sample::SampleHost;

#[tokio::test]
async fn a_history_has_bars() -> Result<(), Box<dyn std::error::Error>> {
    let host = SampleHost::start()?; // dropping it stops it
    let client = host.client_builder().build()?; // asks no other host, at the time of this one
    let history = client.request(&History::new("IBM")).await?;
    assert!(history.ohlcdata.bars().next().is_some());
    Ok(())
}
// ANCHOR_END: test
