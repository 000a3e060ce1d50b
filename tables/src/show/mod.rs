//! Tables for people: as text, as charts and as pictures.

#[cfg(feature = "plot")]
mod canvas;
#[cfg(feature = "plot")]
pub(crate) mod chart;
mod grid;
#[cfg(feature = "plot")]
pub(crate) mod head;
#[cfg(feature = "plot")]
mod picture;
mod sides;
mod spark;
pub mod text;

#[cfg(feature = "plot")]
pub use chart::Chart;
pub use grid::Layout;
pub use sides::{Sides, sides};
pub use spark::spark;
