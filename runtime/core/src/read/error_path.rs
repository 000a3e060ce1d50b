//! The paths of errors: a reader that failed reads again, with the place that it is at.

use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde_json::Error;
use serde_path_to_error::{Deserializer as Tracked, Track};

/// An error of the reader with its own path.
pub(super) type PathError = (String, Error);

/// A reader that may leave it to another one to find the path of an error: code that keeps track of a path is large, and
/// compiled for each reader.
pub trait Reader<'de>: DeserializeSeed<'de> + Clone {
    /// The reader that finds the path. It fails as this one does.
    type Finder: DeserializeSeed<'de> + Clone;

    /// Returns the reader that finds the path.
    fn finder(&self) -> Self::Finder;
}

impl<'de, T: Deserialize<'de>> Reader<'de> for PhantomData<T> {
    type Finder = Self;

    fn finder(&self) -> Self {
        *self
    }
}

/// Returns an error of a reader with its path, which `read` reads again for.
pub(super) fn with_path<'de, S: Reader<'de>, T>(
    seed: &S,
    error: Error,
    read: impl FnOnce(TrackedSeed<'_, S::Finder>) -> Result<T, Error>,
) -> PathError {
    let mut track = Track::new();
    let again = read(TrackedSeed { seed: seed.finder(), track: &mut track }).err();
    // A record that a runtime reads in a way of its own may fail elsewhere by data.
    let is_found = again.is_some_and(|again| again.to_string() == error.to_string());
    (if is_found { track.path().to_string() } else { ".".to_owned() }, error)
}

/// A reader that keeps track of the place that it is at.
pub(super) struct TrackedSeed<'a, S> {
    seed: S,
    track: &'a mut Track,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for TrackedSeed<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.seed.deserialize(Tracked::new(deserializer, self.track))
    }
}
