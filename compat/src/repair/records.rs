//! Prices of zero, and closes that have a second record: the adjusted close is the close times a factor that changes at
//! dividends alone.

use super::note::Reason;
use super::series::{Column, Series};
use super::statistics::median;

/// Makes null of prices of zero and less where there are none: a future may be worth less than nothing, and an index of
/// yields may be at zero.
pub(super) fn drop_zeros(series: &mut Series) {
    let usual = median(series.rows().flat_map(|row| series.now.bar(row)));
    if !series.is_priced || usual.is_nan() || usual <= 0.0 {
        return;
    }
    for row in series.rows() {
        for column in Column::BAR {
            if series.now[column][row] <= 0.0 {
                series.set(column, row, f64::NAN, Reason::NoPrice);
            }
        }
        // That of a price is none either; negative ones are right before a dividend greater than the price.
        if series.now.adjusted[row] == 0.0 {
            series.set(Column::Adjusted, row, f64::NAN, Reason::NoPrice);
        }
    }
}

/// Takes a close from its adjusted close, and the other way around.
pub(super) fn complete(series: &mut Series) {
    /// The rows that lack one of both at most, next to each other.
    const ROWS: usize = 5;
    let known: Vec<usize> = series
        .rows()
        .filter(|row| Some(series.now.factor(*row)).is_some_and(|factor| factor.is_finite() && factor > 0.0))
        .collect();
    for (low, high) in
        known.iter().zip(known.iter().skip(1)).filter(|(low, high)| high.abs_diff(**low) <= ROWS)
    {
        let (before, after) = (series.now.factor(*low), series.now.factor(*high));
        let next = low.saturating_add(1);
        let mut paid =
            (next..high.saturating_add(1)).filter(|row| series.pays_within(*row..row.saturating_add(1)));
        let (paid, None) = (paid.next(), paid.next()) else { continue };
        if paid.is_none() && (before / after - 1.0).abs() > 1e-4 {
            continue;
        }
        for row in next..*high {
            let factor = if paid.is_some_and(|paid| row < paid) { before } else { after };
            let (close, adjusted) = (series.now.close[row], series.now.adjusted[row]);
            if close.is_nan() && adjusted > 0.0 {
                series.set(Column::Close, row, adjusted / factor, Reason::OtherRecord);
            } else if adjusted.is_nan() && close > 0.0 {
                series.set(Column::Adjusted, row, close * factor, Reason::OtherRecord);
            }
        }
    }
}
