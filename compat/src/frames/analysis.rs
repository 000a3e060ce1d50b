//! The expectations of analysts for a company. A part that the response lacks has no rows, and a period without a figure
//! has none: of the long term (`LTG`) there is growth alone.

use virtual_finance::responses::analysis::Response;
use virtual_finance::responses::{Map, Value};

use crate::frames::members::{members, named};
pub use crate::frames::table::analysis::*;

/// Returns the price targets by name: `current`, `high`, `low`, `mean` and `median`.
pub fn price_targets(response: &Response) -> Map<String, Value> {
    named(&PRICE_TARGETS, &members(response.price_targets.as_ref()))
}
