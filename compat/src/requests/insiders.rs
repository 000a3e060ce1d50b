//! The class Insiders.

use virtual_finance::notes::Currencies;
use virtual_finance::responses::insiders::Response;

use crate::frames::insiders;
use crate::requests::fetching::{Fetch, Frames, frame_methods};

/// The insiders of a company.
pub type Insiders = Fetch<virtual_finance::Insiders>;

/// The frames of an [`Insiders`] request. A part that the response lacks has no rows.
pub type InsidersFrames = Frames<Response>;

impl InsidersFrames {
    /// Returns the currencies of the amounts, as far as the reply says them.
    pub fn currencies(&self) -> Currencies {
        self.noted()
    }
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
