//! Reads a document of OpenAPI 3.0, 3.1 or 3.2 as a table of `virtual-finance-codegen`: [`import`].
//!
//! The document becomes the tree of a table, as far as a table can say the same. What it cannot say is told with its
//! place, and the rest is imported all the same. Then the checks of tables judge the tree: what they refuse is left out
//! and told, too, until they accept it. So no rule of tables stands here twice.
//!
//! [`draft`] makes an entry of a table of an address and a reply in the same way.
//!
//! [`ForeignTable`] is a table, or such a document, that nobody vouches for, ready to be asked without a compiler.

mod at;
mod bodies;
mod context;
mod defaults;
mod document;
mod draft;
mod enumerations;
mod examples;
mod foreign;
mod forms;
mod hosts;
mod import;
mod kinds;
mod lifetime;
mod limits;
mod media_types;
mod node;
mod operations;
mod options;
mod params;
mod records;
mod replies;
mod schema;
mod settle;

pub use draft::{Draft, Wanted, draft};
pub use foreign::{ForeignError, ForeignTable};
pub use import::{Import, ImportError, ImportNote, import};
pub use options::ImportOptions;
