//! Rules for every request of the table and its response: both can be sent between threads, and a response
//! that was saved as JSON can be read again.

use virtual_finance::request::{Endpoint, Request as _};
use virtual_finance::{Client, ClientBuilder, ENDPOINTS, Error, History, Reply, SourceChoice, blocking};
use virtual_finance_sample::{Era, SampleHost};
use virtual_finance_tests::requests::check_round_trip;
use virtual_finance_tests::{each_request, of_market};

const fn crosses_threads<T: Send + Sync>() {}

const fn is_plain_data<T: Clone + Send + Sync + 'static>() {}

#[test]
fn clients_requests_replies_and_errors_cross_threads() {
    macro_rules! check {
        ($request:ident) => {
            is_plain_data::<virtual_finance::$request>();
            is_plain_data::<<virtual_finance::$request as Endpoint>::Response>();
            crosses_threads::<Reply<<virtual_finance::$request as Endpoint>::Response>>();
        };
    }
    each_request!(check);
    crosses_threads::<Client>();
    crosses_threads::<ClientBuilder>();
    crosses_threads::<blocking::Client>();
    crosses_threads::<Error>();
}

/// Returns the names of the requests in the first file of the table.
fn names() -> Vec<&'static str> {
    let mut names = Vec::new();
    macro_rules! name {
        ($request:ident) => {
            names.push(stringify!($request));
        };
    }
    each_request!(name);
    names
}

#[test]
fn every_request_is_listed() {
    let table: Vec<&str> = ENDPOINTS.iter().map(|info| info.name).collect();
    assert!(table.starts_with(&names()), "{table:?}");
    assert!(names().len() > of_market().count());
}

#[test]
fn a_saved_response_of_the_sample_host_is_read_again() {
    for era in [Era::Stores, Era::Scripts] {
        let sample = SampleHost::builder().era(era).start().unwrap();
        for choice in SourceChoice::ALL {
            let client = sample.client_builder().source(choice).build_blocking().unwrap();
            let mut converted = Vec::new();
            macro_rules! check {
                ($request:ident) => {
                    let info = ENDPOINTS.iter().find(|info| info.name == stringify!($request)).unwrap();
                    for example in info.examples {
                        let request =
                            virtual_finance::$request::from_params(&example.param_map(info)).unwrap();
                        if let Ok(response) = client.request(&request) {
                            check_round_trip(&response)
                                .unwrap_or_else(|fault| panic!("{}: {fault}", example.name));
                            converted.push(info.name);
                        }
                    }
                };
            }
            each_request!(check);
            converted.dedup();
            // The pages of the example's instruments carry no valuation, similar instruments, closes or insights; those of
            // the older form no figures of the market either, and those of today no statements and no components.
            let lacking = match (choice, era) {
                (SourceChoice::Page, Era::Scripts) => 6,
                (SourceChoice::Page, _) => 7,
                _ => 0,
            };
            assert_eq!(converted.len(), names().len() - lacking, "{era:?} {choice:?}: {converted:?}");
        }
    }
}

#[test]
fn a_ticker_has_64_bytes_at_most() {
    assert_eq!(History::new("A".repeat(64)).validate(), Ok(()));
    let error = History::new("A".repeat(65)).validate().unwrap_err().to_string();
    assert!(error.contains("it has 65 bytes; write a symbol of at most 64"), "{error}");
}
