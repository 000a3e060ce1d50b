//! Looks at eight bytes of a text together: how many are before the first sign.

/// The number of bytes that are looked at together.
pub(crate) const EIGHT: usize = 8;

const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// Sets the highest bit of the first of eight bytes that is that sign, and of none before it. Marks of several signs are joined
/// by `|`.
pub(super) fn marks(bytes: u64, sign: u8) -> u64 {
    let others = bytes ^ u64::from_le_bytes([sign; EIGHT]);
    others.wrapping_sub(ONES) & !others & HIGHEST
}

/// Sets the highest bit of the first of eight bytes that is a control character, and of none before it.
pub(super) fn control_marks(bytes: u64) -> u64 {
    bytes.wrapping_sub(u64::from_le_bytes([b' '; EIGHT])) & !bytes & HIGHEST
}

/// Returns the number of bytes before the first marked byte, or eight.
pub(super) fn before(marks: u64) -> usize {
    usize::try_from(marks.trailing_zeros() / u8::BITS).unwrap_or_default()
}
