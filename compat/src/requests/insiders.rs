//! The class Insiders.

use virtual_finance::notes::Currencies;
use virtual_finance::responses::insiders::Response;

use crate::frames::insiders;
use crate::requests::fetching::{frame_methods, frames_class, request_class};

request_class! {
    /// The insiders of a company.
    Insiders(ticker) -> InsidersFrames, Response
}

frames_class! {
    /// The frames of an [`Insiders`] request. A part that the response lacks has no rows.
    InsidersFrames of Insiders, Response;
    /// Returns the currencies of the amounts, as far as the reply says them.
    currencies: Currencies
}

frame_methods! {
    InsidersFrames |response|
    /// Returns the trades. See [`frames::insiders::transactions`](crate::frames::insiders::transactions).
    transactions: insiders::transactions(response);
    /// Returns what insiders hold. See [`frames::insiders::roster`](crate::frames::insiders::roster).
    roster: insiders::roster(response);
    /// Returns what insiders bought and sold together. See [`frames::insiders::purchases`](crate::frames::insiders::purchases).
    purchases: insiders::purchases(response);
}
