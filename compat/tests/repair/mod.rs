//! The repair of histories: clean ones stay as they are, and each kind of fault is found and mended.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::as_conversions,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

mod captured;
mod causes;
mod dice;
mod extreme;
mod fetched;
mod given;
mod invented;
mod made;
mod measure;
mod plant;
mod planted;
