//! The items of the page before, by which repeated items are known.

use std::collections::HashSet;
use std::hash::BuildHasher;

use serde::Serialize;

/// The digests of the items of one page, and none of the items.
#[derive(Default)]
pub(super) struct Previous(HashSet<u64>);

impl Previous {
    /// Takes the place of the page before. Returns the indexes of the items that are in both.
    pub(super) fn replace<T: Serialize>(&mut self, items: &[T], hasher: &impl BuildHasher) -> Vec<usize> {
        let (mut digests, mut repeated) = (HashSet::with_capacity(items.len()), Vec::new());
        let mut json = Vec::new();
        for (index, item) in items.iter().enumerate() {
            json.clear();
            // Two equal numbers may well be two items.
            let has_identity = serde_json::to_writer(&mut json, item).is_ok()
                && matches!(json.first(), Some(b'{' | b'[' | b'"'));
            if has_identity {
                let digest = hasher.hash_one(&json);
                if self.0.contains(&digest) {
                    repeated.push(index);
                }
                digests.insert(digest);
            }
        }
        self.0 = digests;
        repeated
    }
}
