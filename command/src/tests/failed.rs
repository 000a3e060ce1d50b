//! The exit code of several requests that failed.

use std::time::Duration;

use virtual_finance_core::Error;
use virtual_finance_core::error::{NotSent, RequestName};
use virtual_finance_tables::text::Failure;

use crate::connection::Failed;

fn not_sent() -> Failed {
    let fault = NotSent::Failing { failures: 20, wait: Duration::from_secs(15) };
    Failed::new("B".to_owned(), &Error::NotSent { request: RequestName::new("History", Some("B")), fault })
}

fn failed(code: u8) -> Failed {
    Failed::other("A".to_owned(), &Failure::with_code(code, "it failed"))
}

/// What was not sent because others failed says nothing of the cause.
#[test]
fn the_exit_code_is_that_of_the_cause() {
    for (list, total, code) in [
        (vec![failed(5), failed(5), not_sent()], 3, 5),
        (vec![not_sent(), failed(1), not_sent()], 3, 1),
        (vec![failed(6), not_sent()], 2, 6),
        (vec![failed(5), failed(1), not_sent()], 3, 7),
        (vec![failed(5), not_sent()], 3, 7),
        // Nobody knows more of a host that failed before.
        (vec![not_sent(), not_sent()], 2, 6),
    ] {
        assert_eq!(Failed::of_all(&list, total).map(|failure| failure.code()), Some(code));
    }
    assert!(Failed::of_all(&[], 3).is_none());
}
