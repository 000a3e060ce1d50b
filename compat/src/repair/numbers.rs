//! Medians, the usual size of a move, and the constants of several rules, each with its reason.

/// The bars about a split in which its fault begins or ends: two weeks.
pub(super) const BACK: usize = 10;

/// The bars of a block that begins and ends: a month. Longer ones may be real.
pub(super) const BLOCK: usize = 25;

/// The usual moves from the middle of two amounts at which a fall decides between them: one of 160 by chance.
pub(super) const SURE: f64 = 2.5;

/// The usual moves at which a fall leans, which counts beside another sign only: one of 15 by chance.
pub(super) const LEAN: f64 = 1.5;

/// The part of the price that a dividend usually is.
pub(super) const SIZE: std::ops::RangeInclusive<f64> = 0.0005..=0.15;

/// The part by which two records of an amount differ by rounding.
pub(super) const SAME: f64 = 0.03;

/// The part of the price below which rounding of the adjusted closes hides a dividend.
pub(super) const LEAST: f64 = 3e-4;

/// The smallest ratio of a split, as a logarithm: smaller ones are moves.
pub(super) const SPLIT: f64 = 0.14;

/// Returns the median of the values that are numbers; NaN of none.
pub(super) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let sorted = sorted(values);
    let places = [sorted.len().saturating_sub(1), sorted.len()];
    let [low, high] = places.map(|place| sorted.get(place / 2).copied().unwrap_or(f64::NAN));
    f64::midpoint(low, high)
}

/// Returns the usual size of a move, at least `floor`: the 90th percentile as the deviation of a normal distribution, so that
/// crashes do not count.
pub(super) fn usual(moves: impl IntoIterator<Item = f64>, floor: f64) -> f64 {
    const UNKNOWN: f64 = 0.03;
    let sizes = sorted(moves.into_iter().map(f64::abs));
    let last = sizes.len().saturating_sub(1);
    floor.max(match last {
        0..2 => UNKNOWN,
        2..19 => median(sizes) * 1.4826,
        19.. => sizes.get(last.saturating_sub(last / 10)).map_or(UNKNOWN, |size| size / 1.645),
    })
}

/// Returns a number of things as a double.
pub(super) fn count(things: usize) -> f64 {
    u32::try_from(things).map_or(f64::MAX, f64::from)
}

/// Returns the distance of two values as factors of each other, as a logarithm.
pub(super) fn log_distance(one: f64, other: f64) -> f64 {
    (one / other).ln().abs()
}

fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}
