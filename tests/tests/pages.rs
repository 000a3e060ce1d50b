//! The pages of the market's endpoints, from the sample host.

use virtual_finance::{Error, Lookup};
use virtual_finance_sample::SampleHost;

fn symbol(instrument: &virtual_finance::responses::lookup::Instrument) -> String {
    instrument.symbol.get().unwrap().clone()
}

#[tokio::test]
async fn the_pages_of_a_lookup_are_what_one_large_page_has() {
    let sample = SampleHost::start().unwrap();
    let client = sample.client_builder().build().unwrap();
    let whole = client.request(&Lookup::new("gold").count(1000)).await.unwrap();
    assert!(whole.instruments.len() > 4, "there is more than a page of two");
    let expected: Vec<String> = whole.instruments.iter().map(symbol).collect();
    let mut pages = client.pages(Lookup::new("gold").count(2));
    let mut found = Vec::new();
    while let Some(page) = pages.next().await {
        let page = page.unwrap().response;
        assert_eq!(page.start, i64::try_from(found.len()).ok());
        assert!(page.instruments.len() <= 2);
        found.extend(page.instruments.iter().map(symbol));
    }
    assert_eq!(found, expected);
}

#[test]
fn the_blocking_client_takes_the_first_instruments() {
    let sample = SampleHost::start().unwrap();
    let client = sample.client_builder().build_blocking().unwrap();
    let items = client.pages(Lookup::new("gold").count(2).start(1)).items().limit(3);
    let found: Result<Vec<_>, Error> = items.collect();
    let found: Vec<String> = found.unwrap().iter().map(symbol).collect();
    let whole = client.request(&Lookup::new("gold").start(1).count(3)).unwrap();
    assert_eq!(found, whole.instruments.iter().map(symbol).collect::<Vec<_>>());
    // Nothing found is one page without items, and no error.
    assert_eq!(client.pages(Lookup::new("NOTFOUND")).items().count(), 0);
}
