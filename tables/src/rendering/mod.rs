//! Responses in the form that is asked for: a table or a part, its columns, their order and the rows of several responses.

mod arrange;
mod brief;
mod event;
mod lacking;
mod part;
mod render;
mod several;

pub use brief::{Brief, Objects};
pub use lacking::Lacking;
pub use part::{part, value};
pub use render::Rendering;
pub use several::{Added, LastRows, SeveralRows};
