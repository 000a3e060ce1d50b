//! Readers of raw replies that converters share: JSON documents, the members of objects, and the markup of pages. A
//! reader knows nothing of any endpoint, and takes any bytes without a panic.

mod at;
#[cfg(any(feature = "csv", feature = "xml"))]
mod cell;
pub(crate) mod data;
mod data_path;
mod decimal;
pub(crate) mod declared;
mod document;
mod error_path;
mod expecting;
mod graphql;
pub mod host_error;
#[cfg(feature = "html")]
pub mod html;
pub(crate) mod items;
pub mod json;
pub(crate) mod json_type;
mod key;
pub(crate) mod lines;
pub(crate) mod loose;
pub mod markup;
mod object;
pub(crate) mod one_of;
pub(crate) mod parts;
pub(crate) mod places;
#[cfg(feature = "html")]
mod plain_table;
pub(crate) mod record;
pub(crate) mod record_reader;
pub mod refusal;
pub mod rows;
#[cfg(feature = "csv")]
mod sheet;
#[cfg(feature = "html")]
pub mod table;
mod time;
mod unreadable;
pub(crate) mod variants;
mod whole;
#[cfg(feature = "xml")]
mod xml;

pub use crate::catalogue::ErrorObject;
#[doc(inline)]
pub use crate::members;
#[doc(hidden)]
pub use crate::text::listed;
pub use crate::text::shortened;
#[doc(hidden)]
pub use at::ANY_NAME;
pub use data_path::{DataPath, DataPlace, InFormat};
#[doc(hidden)]
pub use declared::declared_text;
pub(crate) use declared::value_at;
pub use declared::{declared, is_empty};
#[doc(hidden)]
pub use graphql::{GRAPHQL_ERROR, beside_errors};
#[doc(hidden)]
pub use items::{ExpectedValues, Holds, Rules, declared_list, declared_row, declared_rows};
#[doc(hidden)]
pub use key::Key;
#[doc(hidden)]
pub use object::{Named, missing_of, next_value};
pub use time::is_time;
#[doc(hidden)]
pub use time::{Times, time, time_field};
pub use unreadable::{NO_TIME, OTHER_TYPE, reason, reason_of_member};
pub use whole::{integer, whole};
#[doc(hidden)]
pub use whole::{make_whole, whole_field};
