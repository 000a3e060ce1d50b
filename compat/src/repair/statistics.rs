//! Figures of lists of numbers.

/// Returns the median; `None` of an empty list.
pub(super) fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len().checked_sub(1)? / 2;
    let (low, high) = (values.get(middle)?, values.get(values.len() / 2)?);
    Some(f64::midpoint(*low, *high))
}

/// Returns the deviation that a few outliers do not change: that of a normal distribution with the same median of
/// magnitudes.
pub(super) fn deviation(changes: impl IntoIterator<Item = f64>) -> Option<f64> {
    const NORMAL: f64 = 1.4826;
    Some(median(changes.into_iter().map(f64::abs))? * NORMAL)
}

/// Returns true if a ratio is another one, within a factor.
pub(super) fn alike(one: f64, other: f64, factor: f64) -> bool {
    let ratio = one / other;
    ratio.is_finite() && ratio > 0.0 && ratio.ln().abs() <= factor.ln()
}
