//! Tables for people: as text, as charts and as pictures.

#[cfg(feature = "plot")]
pub(crate) mod canvas;
#[cfg(feature = "plot")]
pub(crate) mod chart;
pub(crate) mod grid;
#[cfg(feature = "plot")]
pub(crate) mod head;
#[cfg(feature = "plot")]
pub(crate) mod picture;
pub(crate) mod sides;
pub(crate) mod spark;
pub(crate) mod text;

#[cfg(feature = "plot")]
pub(crate) use chart::Chart;
pub(crate) use grid::Layout;
