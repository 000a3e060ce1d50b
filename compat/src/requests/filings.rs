//! The class Filings.

use virtual_finance::responses::filings::Response;

use crate::frames::insiders;
use crate::requests::fetching::{Fetch, Frames, frame_methods};

/// The filings of a company with the SEC.
pub type Filings = Fetch<virtual_finance::Filings>;

/// The frames of a [`Filings`] request. A part that the response lacks has no rows.
pub type FilingsFrames = Frames<Response>;

frame_methods! {
    FilingsFrames |response|
    /// Returns the filings. See [`frames::insiders::sec_filings`](crate::frames::insiders::sec_filings).
    sec_filings: insiders::sec_filings(response);
}
