//! Settings for sending requests: limits, retries, and the number at a time.

mod circuit;
mod rate;
mod request_params;
mod retries;
mod secret;
mod shared_rate;

pub use crate::cache::Cache;
pub use circuit::CircuitBreaker;
pub(crate) use circuit::{GIVEN_UP_FOR, GivenUp, LONGEST_PATIENCE};
pub use rate::RateLimit;
pub(crate) use request_params::Proxy;
pub use request_params::RequestParams;
pub use retries::Retries;
pub use secret::Secret;
pub use shared_rate::{SharedRate, TurnFuture};
