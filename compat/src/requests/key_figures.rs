//! The class KeyFigures.

use virtual_finance::notes::Currencies;
use virtual_finance::responses::key_figures::Response;

use crate::frames;
use crate::requests::fetching::{frame_methods, frames_class, request_class};

request_class! {
    /// The key figures of a company: revenue, margins, cash, debt, returns and the targets of analysts.
    KeyFigures(ticker) -> KeyFiguresFrames, Response
}

frames_class! {
    /// The frame of a [`KeyFigures`] request.
    KeyFiguresFrames of KeyFigures, Response;
    /// Returns the currencies of the amounts, as far as the reply says them.
    currencies: Currencies
}

frame_methods! {
    KeyFiguresFrames |response|
    /// Returns the figures in one row. See [`frames::key_figures::key_figures`].
    key_figures: frames::key_figures::key_figures(response);
}
