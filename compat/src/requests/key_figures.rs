//! The class KeyFigures.

use virtual_finance::notes::Currencies;
use virtual_finance::responses::key_figures::Response;

use crate::frames;
use crate::requests::fetching::{Fetch, Frames, frame_methods};

/// The key figures of a company: revenue, margins, cash, debt, returns and the targets of analysts.
pub type KeyFigures = Fetch<virtual_finance::KeyFigures>;

/// The frame of a [`KeyFigures`] request.
pub type KeyFiguresFrames = Frames<Response>;

impl KeyFiguresFrames {
    /// Returns the currencies of the amounts, as far as the reply says them.
    pub fn currencies(&self) -> Currencies {
        self.noted()
    }
}

frame_methods! {
    KeyFiguresFrames |response|
    /// Returns the figures in one row. See [`frames::key_figures::key_figures`].
    key_figures: frames::key_figures::key_figures(response);
}
