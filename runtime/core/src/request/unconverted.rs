//! Responses that are the body of a reply.

use crate::bytes::Bytes;

/// A response that is the body of the reply as it came: [`Bytes`] alone, of endpoints that are `raw: bytes`.
#[diagnostic::on_unimplemented(
    message = "a download needs a request whose response is `Bytes`, and that of this one is `{Self}`",
    label = "the reply of this request is converted",
    note = "send it with `client.request(&request)`; if its reply is a file, write `raw: bytes` in its entry in the table"
)]
pub trait Unconverted {}

impl Unconverted for Bytes {}
