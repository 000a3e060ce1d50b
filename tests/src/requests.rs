//! Every request of the table with its own type, for tests that the catalogue alone cannot serve.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

// The macro `each_request!`, which the build script makes from the table.
include!(concat!(env!("OUT_DIR"), "/each_request.rs"));

/// Checks that a response is equal to what its JSON deserializes to.
///
/// # Errors
/// It is not; the text says how.
pub fn check_round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    response: &T,
) -> Result<(), String> {
    let json = serde_json::to_string(response).map_err(|error| error.to_string())?;
    let again: T = serde_json::from_str(&json).map_err(|error| format!("{error} in {json}"))?;
    let again_json = serde_json::to_string(&again).map_err(|error| error.to_string())?;
    if json != again_json {
        return Err(format!("{again_json} instead of {json}"));
    }
    if again == *response { Ok(()) } else { Err(format!("{again:?} instead of {response:?}")) }
}
