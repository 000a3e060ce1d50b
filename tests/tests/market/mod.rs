//! The standardized structures, one module for each endpoint or for a rule of several: what becomes of invented replies,
//! and of captured ones.

mod captured;
mod invented;
