//! One request, before it is sent.

use http::Method;
use http::header::{HeaderMap, HeaderValue};
use url::Url;

use super::body::BodyUse;
use crate::error::RequestName;

/// One request, ready to be sent.
pub(crate) struct HttpRequest {
    /// Its name in messages.
    pub(crate) name: RequestName,
    pub(crate) method: Method,
    /// Its address without the caller's extra query.
    pub(crate) url: Url,
    /// The headers that the table gives it.
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<Vec<u8>>,
    /// The formats that its reply may have, unless the caller or the table names others.
    pub(crate) accept: Option<HeaderValue>,
    /// True if the table says that it only reads, whatever its method.
    pub(crate) is_safe: bool,
    /// True if it can be sent in parts with shorter addresses: where it may have failed for its length, it is not sent again.
    pub(crate) is_long: bool,
    /// The use of the body of its reply.
    pub(crate) body_use: BodyUse,
}
