//! Signals while results come without a pause.

use std::future::{pending, ready};

use futures_util::FutureExt as _;

use crate::requests::many::unless;

#[test]
fn a_signal_goes_before_what_is_ready() {
    assert_eq!(unless(ready(()), ready(1)).now_or_never(), Some(None));
    assert_eq!(unless(ready(()), pending::<u8>()).now_or_never(), Some(None));
    assert_eq!(unless(pending(), ready(1)).now_or_never(), Some(Some(1)));
}
