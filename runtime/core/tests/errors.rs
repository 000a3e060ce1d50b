//! The kind of each error, and what follows from it.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use virtual_finance_core::error::{
    ApiError, Attempts, BodyFault, Cause, NotSent, PagesFault, PlainFault, RecordFault, RedirectFault,
    RequestName, SocketFault, TimeoutPhase,
};
use virtual_finance_core::params::ParamFault;
use virtual_finance_core::{ConversionError, Error, ErrorKind, Fault};

fn name() -> RequestName {
    RequestName::new("Probe", Some("IBM"))
}

fn api(status: u16) -> Error {
    ApiError::new(name(), status, String::new()).into()
}

fn conversion(fault: Fault) -> Error {
    Error::Conversion(fault.into())
}

fn host_says(fault: fn(String, String) -> Fault) -> Error {
    conversion(fault("code".to_owned(), "description".to_owned()))
}

fn broken() -> Cause {
    Cause::new(io::Error::other("broken"))
}

fn session(status: Option<u16>, source: Option<Error>) -> Error {
    let fault = PlainFault::new("refused", "it refuses", "ask again later");
    let fault = status.into_iter().fold(fault, PlainFault::with_status);
    Error::Session { request: name(), fault: fault.into(), source: source.map(Arc::new) }
}

/// An error of each sort, with the name of its variant, its kind and its status.
fn cases() -> Vec<(&'static str, Error, ErrorKind, Option<u16>)> {
    let timeout = Error::Timeout {
        request: name(),
        phase: TimeoutPhase::Idle,
        limit: Duration::ZERO,
        source: None,
        attempts: Attempts::default(),
    };
    let body = |fault| Error::Body { request: name(), fault, source: None, attempts: Attempts::default() };
    let socket = |fault| Error::Socket { request: name(), fault };
    let missing = ParamFault::Missing { param: "query".to_owned() };
    let record = RecordFault::Absent { asked: "GET /".to_owned(), folder: "records".into() };
    let params = Error::Params(virtual_finance_core::params::ParamErrors::new("Probe", vec![missing]));
    let address = Error::Address { request: name(), reason: "it is odd".to_owned() };
    let unauthorized = host_says(|code, description| Fault::Unauthorized { code, description });
    let limited = host_says(|code, description| Fault::RateLimited { code, description });
    let isin = Error::Conversion(ConversionError::not_found("ISIN not found", Fault::Empty));
    let transport = || Error::Transport {
        request: name(),
        host: None,
        source: broken(),
        attempts: Attempts::default(),
        elsewhere: None,
    };
    let redirect = Error::Redirect { request: name(), fault: RedirectFault::NoAddress };
    let pages = Error::Pages { request: name(), fault: PagesFault::EmptyPage, items: 3 };
    let not_sent = |fault| Error::NotSent { request: name(), fault };
    let paused = NotSent::Paused { wait: Duration::from_secs(90) };
    let failing = NotSent::Failing { failures: 20, wait: Duration::from_millis(1500) };
    let closed = SocketFault::Closed { code: Some(1001), reason: "bye".to_owned() };
    vec![
        ("Params", params, ErrorKind::Params, None),
        ("Address", address, ErrorKind::Params, None),
        ("Config", Error::Config { reason: "it is odd".to_owned() }, ErrorKind::Config, None),
        ("Api", api(404), ErrorKind::NotFound, Some(404)),
        ("Api", api(422), ErrorKind::Unprocessable, Some(422)),
        ("Api", api(429), ErrorKind::RateLimited, Some(429)),
        ("Api", api(401), ErrorKind::Host, Some(401)),
        ("Api", api(500), ErrorKind::Host, Some(500)),
        ("Conversion", conversion(Fault::Empty), ErrorKind::Unprocessable, Some(422)),
        ("Conversion", conversion(Fault::Nothing { path: "result" }), ErrorKind::NotFound, Some(404)),
        ("Conversion", unauthorized, ErrorKind::Host, Some(401)),
        ("Conversion", isin, ErrorKind::NotFound, Some(404)),
        ("Conversion", limited, ErrorKind::RateLimited, Some(429)),
        ("Session", session(Some(429), None), ErrorKind::RateLimited, Some(429)),
        ("Session", session(Some(401), None), ErrorKind::Host, Some(401)),
        ("Session", session(None, None), ErrorKind::Host, None),
        ("Session", session(None, Some(transport())), ErrorKind::Network, None),
        ("Body", body(BodyFault::Cut("early")), ErrorKind::Network, None),
        ("Body", body(BodyFault::TooLarge { limit: 1 }), ErrorKind::Host, None),
        ("Redirect", redirect, ErrorKind::Host, None),
        ("Pages", pages, ErrorKind::Host, None),
        ("NotSent", not_sent(paused), ErrorKind::RateLimited, Some(429)),
        ("NotSent", not_sent(failing), ErrorKind::Network, None),
        ("Transport", transport(), ErrorKind::Network, None),
        ("Socket", socket(closed), ErrorKind::Network, None),
        ("Socket", socket(SocketFault::TooLarge { limit: 1 }), ErrorKind::Host, None),
        ("Socket", socket(SocketFault::Unavailable { reason: "it is odd" }), ErrorKind::Config, None),
        ("Timeout", timeout, ErrorKind::Network, None),
        ("Record", Error::Record { request: name(), fault: record }, ErrorKind::Other, None),
        ("NoTls", Error::NoTls { request: name() }, ErrorKind::Config, None),
        ("BlockingInAsync", Error::BlockingInAsync, ErrorKind::Other, None),
    ]
}

#[test]
fn every_error_has_a_kind_and_a_status() {
    for (variant, error, kind, status) in cases() {
        assert_eq!((error.kind(), error.status()), (kind, status), "{error:?}");
        assert_eq!(error.is_network(), kind == ErrorKind::Network, "{error:?}");
        assert!(kind.variants().contains(&variant), "{kind:?} does not list {variant}");
    }
}

#[test]
fn what_may_pass_is_told_by_one_method() {
    for (variant, error, kind, status) in cases() {
        // A reply that says "not found" may be empty beside.
        let is_empty = matches!(&error, Error::Conversion(error) if *error.fault() == Fault::Empty);
        let expected = matches!(kind, ErrorKind::Network | ErrorKind::RateLimited)
            || status.is_some_and(|status| status >= 500)
            || (is_empty && status == Some(422));
        assert_eq!(error.may_pass(), expected, "{variant}: {error:?}");
    }
    let cut = Error::Conversion(ConversionError::from(Fault::Cut("early")));
    let unread = Error::Conversion(ConversionError::from(Fault::NotUtf8 { offset: 1 }));
    assert!(cut.may_pass() && !unread.may_pass());
}

/// The text that `fn main() -> Result<(), Error>` shows behind "Error: ".
#[test]
fn the_debug_of_an_error_is_its_sentence() {
    for (variant, error, ..) in cases() {
        assert_eq!(format!("{error:?}"), error.to_string(), "{variant}");
    }
    let error = "tomorrow".parse::<virtual_finance_core::DateTime>().unwrap_err();
    assert_eq!(
        format!("{error:?}"),
        "\"tomorrow\" is not a point in time; write a day (2020-01-31), a date and time with its zone \
         (2020-01-31T16:00:00Z) or epoch seconds"
    );
    assert_eq!(
        format!("{:?}", Error::BlockingInAsync),
        "the blocking client was used inside an async runtime, which it would stop; use `Client` with `.await` there, \
         or a thread of `std::thread::spawn`"
    );
}

#[test]
fn exit_codes_and_statuses_are_those_of_the_contract() {
    let expected = [
        (ErrorKind::Params, 2, Some(400)),
        (ErrorKind::Config, 2, None),
        (ErrorKind::NotFound, 3, Some(404)),
        (ErrorKind::Unprocessable, 4, Some(422)),
        (ErrorKind::RateLimited, 5, Some(429)),
        (ErrorKind::Host, 1, Some(502)),
        (ErrorKind::Network, 6, Some(504)),
        (ErrorKind::Other, 1, None),
    ];
    assert_eq!(expected.len(), ErrorKind::ALL.len());
    for (kind, exit, gateway) in expected {
        assert!(ErrorKind::ALL.contains(&kind));
        assert_eq!((kind.exit_code(), kind.gateway_status()), (exit, gateway), "{kind:?}");
    }
}

#[test]
fn one_exit_code_has_one_meaning_and_one_response_one_name() {
    let mut meanings = HashMap::new();
    let mut names = HashMap::new();
    for kind in ErrorKind::ALL {
        assert_eq!(*meanings.entry(kind.exit_code()).or_insert(kind.exit_meaning()), kind.exit_meaning());
        assert_eq!(names.insert(kind.response_name(), kind), None);
    }
}

/// Nobody knows whether a request that may change something did so once it reached its host.
#[test]
fn what_may_have_taken_effect_is_not_advised_to_be_sent_again() {
    let timeout = |name: RequestName, phase| {
        let (limit, attempts) = (Duration::from_secs(1), Attempts::default());
        Error::Timeout { request: name, phase, limit, source: None, attempts }
    };
    let changing = || name().changing(true);
    let late = timeout(changing(), TimeoutPhase::Attempt);
    assert_eq!(
        late.to_string(),
        "Probe IBM: no whole reply within 1s; it may have taken effect: look before you send it again, or allow more with \
         RequestParams::timeout"
    );
    assert!(!late.may_pass());
    let empty = Error::Conversion(ConversionError::from(Fault::Empty).in_request(changing()));
    assert!(
        empty.to_string().ends_with("it may have taken effect: look before you send it again"),
        "{empty}"
    );
    assert!(!empty.may_pass());
    // It did not reach the host, or changes nothing.
    let unreached = timeout(changing(), TimeoutPhase::Connect);
    assert!(unreached.may_pass() && unreached.to_string().contains("; ask again, or"), "{unreached}");
    assert!(timeout(name(), TimeoutPhase::Attempt).may_pass());
}
