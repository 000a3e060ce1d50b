//! The class Filings.

use virtual_finance::responses::filings::Response;

use crate::frames::insiders;
use crate::requests::fetching::{frame_methods, frames_class, request_class};

request_class! {
    /// The filings of a company with the SEC.
    Filings(ticker) -> FilingsFrames, Response
}

frames_class! {
    /// The frames of a [`Filings`] request. A part that the response lacks has no rows.
    FilingsFrames of Filings, Response
}

frame_methods! {
    FilingsFrames |response|
    /// Returns the filings. See [`frames::insiders::sec_filings`](crate::frames::insiders::sec_filings).
    sec_filings: insiders::sec_filings(response);
}
