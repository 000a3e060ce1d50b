//! A client of the sample host: it leads nowhere else, whatever it asks, and tells what may pass.

use virtual_finance::settings::Retries;
use virtual_finance::{HOSTS, History, Profile, RequestParams, hosts};
use virtual_finance_sample::SampleHost;

#[test]
fn every_host_that_a_client_asks_is_the_sample_host() {
    let host = SampleHost::start().unwrap();
    let builder = format!("{:?}", host.client_builder());
    for known in HOSTS {
        // It is the beginning of addresses in responses, and no request goes there.
        let is_text = known.name == hosts::LOGO_SERVICE_URL.name;
        assert_eq!(SampleHost::serves(known), !is_text, "{}", known.name);
        assert_eq!(builder.contains(&format!("{:?}", known.name)), !is_text, "{}: {builder}", known.name);
    }
}

#[tokio::test]
async fn a_host_that_is_out_of_order_may_be_back_and_an_unknown_ticker_may_not() {
    let host = SampleHost::start().unwrap();
    let once = RequestParams::new().no_proxy().retries(Retries::none());
    let client = host.client_builder().request_params(once).build().unwrap();
    let cases = [
        ("LIMITED", true),
        ("BROKEN", true),
        ("EMPTY", true),
        ("CUT", true),
        ("HTML", true),
        ("NOTFOUND", false),
    ];
    for (ticker, expected) in cases {
        let error = client.request(&Profile::new(ticker)).await.unwrap_err();
        assert_eq!(error.may_pass(), expected, "{error}");
    }
    for (ticker, expected) in [("DOWN", true), ("LIMITED200", true), ("ERROR200", false), ("DELISTED", false)]
    {
        let error = client.request(&History::new(ticker)).await.unwrap_err();
        assert_eq!(error.may_pass(), expected, "{error}");
    }
    drop(host);
    assert!(client.request(&History::new("IBM")).await.unwrap_err().may_pass());
}
