//! The constants of the rules, each with its reason.

/// An end of a block is a move of at least as many usual moves: in four million bars with fat tails none by chance is also a
/// unit or the ratio of a split.
pub(super) const EDGE: f64 = 8.0;

/// An end is within as many usual moves of the unit or the ratio.
pub(super) const NEAR: f64 = 4.0;

/// The least usual move from a bar to the next: ticks and rounding of prices that hardly trade.
pub(super) const MOVE: f64 = 0.012;

/// The least usual move from a close to the next open with a trade.
pub(super) const OVERNIGHT: f64 = 0.004;

/// The bars about a split in which its fault begins or ends: two weeks.
pub(super) const BACK: usize = 10;

/// The bars of a block that begins and ends: a month. Longer ones may be real.
pub(super) const BLOCK: usize = 25;

/// The usual moves from the middle of two amounts at which a fall decides between them: one of 160 by chance.
pub(super) const SURE: f64 = 2.5;

/// Those at which a fall leans, which counts beside another sign only: one of 15 by chance.
pub(super) const LEAN: f64 = 1.5;

/// The logarithm by which one reading is likelier than another: 50 to 1.
pub(super) const CLEAR: f64 = 4.0;

/// The part of the price that a dividend usually is.
pub(super) const SIZE: std::ops::RangeInclusive<f64> = 0.0005..=0.15;

/// The part of the price below which nearly all dividends of a row are only if they are in another unit.
pub(super) const TINY: f64 = 0.002;

/// The part by which two records of an amount differ by rounding.
pub(super) const SAME: f64 = 0.03;

/// The part of the price below which rounding of the adjusted closes hides a dividend.
pub(super) const LEAST: f64 = 3e-4;

/// The least ratio of a split, as a factor: smaller ones are moves.
pub(super) const SPLIT: f64 = 1.15;

/// The events beyond which no instrument is usual; each is compared with all.
pub(super) const DIVIDENDS: usize = 2000;
pub(super) const SPLITS: usize = 200;
