//! A series of numbers as a word: `▁▃▅█`.

/// The heights of a number, the least first.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The number of numbers that make a series.
const MIN_NUMBERS: usize = 3;

/// Returns a bar for each number, from the least to the greatest, and a space for each that is not known; nothing for
/// less than three numbers.
pub fn spark(numbers: &[Option<f64>]) -> String {
    let known = numbers.iter().flatten().copied().filter(|number| number.is_finite());
    if known.clone().count() < MIN_NUMBERS {
        return String::new();
    }
    let (least, greatest) =
        (known.clone().fold(f64::INFINITY, f64::min), known.fold(f64::NEG_INFINITY, f64::max));
    let bar = |number: f64| {
        let part = (number - least) / (greatest - least);
        // The last bar whose share of the range begins below the number.
        let places = BARS.iter().zip(0_u8..);
        let below = places.take_while(|(_, place)| part * f64::from(8_u8) >= f64::from(*place));
        below.last().map_or('▄', |(bar, _)| *bar)
    };
    numbers.iter().map(|number| number.filter(|number| number.is_finite()).map_or(' ', bar)).collect()
}
