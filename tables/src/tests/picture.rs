//! Charts as PNG images, read back pixel by pixel.

use std::io::Cursor;

use virtual_finance_core::Value;

use super::chart::{bars, chart};

/// An image, as a reader of PNG files has it.
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

const WHITE: [u8; 3] = [255; 3];
const BLACK: [u8; 3] = [0; 3];
const GAIN: [u8; 3] = [38, 166, 91];
const LOSS: [u8; 3] = [207, 60, 60];

impl Image {
    fn of(subject: &str, bars: &Value) -> Self {
        let file = chart(subject, bars).unwrap().picture().unwrap();
        let mut reader = png::Decoder::new(Cursor::new(&file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        let pixels = bytes.chunks_exact(3).map(|pixel| pixel.try_into().unwrap()).collect();
        Self { width: info.width.try_into().unwrap(), height: info.height.try_into().unwrap(), pixels }
    }

    fn heading(&self) -> Option<(usize, usize)> {
        let is_drawn = |x: &usize| self.pixels.chunks_exact(self.width).take(50).any(|row| row[*x] != WHITE);
        let mut columns = (0..self.width).filter(is_drawn);
        let first = columns.next()?;
        Some((first, columns.next_back().unwrap_or(first)))
    }

    fn count(&self, colour: [u8; 3]) -> usize {
        self.pixels.iter().filter(|pixel| **pixel == colour).count()
    }
}

#[test]
fn candles_volumes_axes_and_texts_are_in_the_image() {
    let image = Image::of("IBM", &bars(8));
    // Twice the size of the SVG image, for screens with small pixels.
    assert_eq!((image.width, image.height), (2_400, 1_200));
    for colour in [WHITE, BLACK, GAIN, LOSS] {
        assert!(image.count(colour) > 1_000, "{colour:?}: {}", image.count(colour));
    }
    // `IBM` above the bars: 3 characters of 14 or 15 pixels each.
    let (left, right) = image.heading().unwrap();
    assert!((140..150).contains(&left), "{left} to {right}");
    assert!((30..50).contains(&(right - left)), "{left} to {right}");
    // Edges of characters are smooth.
    let greys = image.pixels.iter().filter(|[red, green, blue]| red == green && green == blue);
    assert!(greys.filter(|[red, ..]| (60..200).contains(red)).count() > 100);
}

#[test]
fn many_bars_are_a_smooth_line() {
    let image = Image::of("IBM", &bars(1_000));
    let line = image.pixels.iter().filter(|[red, green, blue]| *blue > 250 && red == green && *red < 250);
    let (whole, smooth) = line.partition::<Vec<&[u8; 3]>, _>(|[red, ..]| *red == 0);
    assert!(whole.len() > 5_000 && smooth.len() > 1_000, "{} {}", whole.len(), smooth.len());
}

/// Two runs give the same bytes.
#[test]
fn a_picture_depends_on_its_bars_alone() {
    let file = |count: usize| chart("IBM", &bars(count)).unwrap().picture().unwrap();
    assert_eq!(file(50), file(50));
    assert_ne!(file(50), file(51));
    assert!(file(20_000).len() < 300_000);
}

/// A character without a glyph is its number, so no two tickers have one heading.
#[test]
fn every_ticker_has_a_heading() {
    let width = |ticker: &str| {
        let image = Image::of(ticker, &bars(2));
        let (left, right) = image.heading().unwrap();
        right - left
    };
    let latin = width("AAAAAAAA");
    assert!(width("ÄÖŁŻéñšő").abs_diff(latin) < 15);
    // `<U+65E5>`
    assert!(width("日").abs_diff(latin) < 15);
    assert!(width("日本") > latin + 100);
    let pixels = |ticker: &str| Image::of(ticker, &bars(2)).pixels;
    assert!(pixels("日") == pixels("<U+65E5>"));
    // One that is longer than the image is cut at its edges.
    assert_eq!(Image::of(&"日".repeat(60), &bars(2)).width, 2_400);
}

#[test]
fn odd_prices_have_images() {
    for closes in
        [serde_json::json!([0]), serde_json::json!([-5, 5, -40.25]), serde_json::json!([1e-9, 1e14])]
    {
        let image = Image::of("A", &serde_json::json!({ "close": closes, "open": closes }));
        assert!(image.count(BLACK) > 1_000 && image.heading().is_some(), "{closes}");
    }
}
