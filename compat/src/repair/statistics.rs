//! Medians, and the usual size of a move.

/// Returns the median of the values that are numbers; NaN of none.
pub(super) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    part(&sorted(values), 1, 2)
}

/// Returns the usual size of a move, at least `floor`: the 90th percentile as the deviation of a normal distribution, so that
/// crashes do not count.
pub(super) fn usual(moves: impl IntoIterator<Item = f64>, floor: f64) -> f64 {
    const UNKNOWN: f64 = 0.03;
    let sizes = sorted(moves.into_iter().map(f64::abs));
    floor.max(match sizes.len() {
        0..3 => UNKNOWN,
        3..20 => part(&sizes, 1, 2) * 1.4826,
        20.. => part(&sizes, 9, 10) / 1.645,
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

/// Returns the value below which `over / under` of the sorted values lie, between two of them if need be.
fn part(sorted: &[f64], over: usize, under: usize) -> f64 {
    let place = sorted.len().saturating_sub(1).saturating_mul(over);
    let (whole, rest) = (place.checked_div(under), place.checked_rem(under));
    let (Some(whole), Some(rest)) = (whole, rest) else { return f64::NAN };
    let Some(low) = sorted.get(whole).copied() else { return f64::NAN };
    let high = sorted.get(whole.saturating_add(1)).copied().unwrap_or(low);
    low + (high - low) * count(rest) / count(under)
}
