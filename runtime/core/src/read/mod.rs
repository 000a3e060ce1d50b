//! Readers of raw replies that converters share: JSON documents, the members of objects, and the markup of pages. A
//! reader knows nothing of any endpoint, and takes any bytes without a panic.

mod declared;
pub mod host_error;
#[cfg(feature = "html")]
pub mod html;
pub mod json;
mod key;
pub mod markup;
mod object;
pub(crate) mod presence;
pub mod refusal;
#[cfg(feature = "html")]
pub mod table;

#[doc(inline)]
pub use crate::members;
#[doc(hidden)]
pub use crate::record;
pub use crate::status::ErrorObject;
pub use crate::text::shortened;
pub(crate) use declared::value_at;
pub use declared::{Declared, declared, declared_or_empty};
#[doc(hidden)]
pub use key::Key;
#[doc(hidden)]
pub use object::Named;
