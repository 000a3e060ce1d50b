//! The parts of the generator that the importer of OpenAPI documents, `virtual-finance-openapi`, needs beside
//! [`Generator`](crate::Generator). It changes with the generator; nothing else should name it.

pub use crate::identifiers::{Taken, host_name};
pub use crate::names::{camel, is_readable_header, is_repeated, snake};
pub use crate::quoting::{is_yaml_block, yaml_key, yaml_string};
pub use crate::template::{MAX_PLACEHOLDERS, decoded};
pub use virtual_finance_core::catalogue::TABLE_KEYS;
