//! What all decoders need.

/// The number of bytes by which the output grows, and the size of the one buffer beside it.
pub(super) const STEP: usize = 64 * 1024;

/// A fault of a decoder, before the encoding's name is put to it.
pub(super) enum Wrong {
    Cut,
    Damaged,
    Trailing,
    TooLarge,
}
