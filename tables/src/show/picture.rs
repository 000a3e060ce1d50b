//! A drawing as a PNG image. Its texts are drawn with glyphs that are part of the program, so that it looks the same
//! whatever fonts a machine has.

use std::convert::Infallible;

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, RasterizedChar, get_raster, get_raster_width};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
};
use tiny_skia::{
    Paint, Path, PathBuilder, Pixmap, PixmapPaint, PremultipliedColorU8, Rect, Stroke, Transform,
};

/// The pixels of the image for each of the drawing, across and down: screens show images with half their pixels.
const SCALE: i32 = 2;

/// The height of a character in pixels of the image, about as in a browser at this scale.
const HEIGHT: RasterHeight = RasterHeight::Size32;

/// A drawing.
#[derive(Debug)]
pub struct Picture {
    pixels: Pixmap,
}

impl Picture {
    /// Creates an empty drawing of that size, if it has one.
    pub fn new((width, height): (u32, u32)) -> Option<Self> {
        let scaled = |size: u32| size.checked_mul(SCALE.unsigned_abs());
        Some(Self { pixels: Pixmap::new(scaled(width)?, scaled(height)?)? })
    }

    /// Returns the image as a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.pixels.width(), self.pixels.height());
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header()?;
        let colours = self.pixels.pixels().iter().map(PremultipliedColorU8::demultiply);
        let colours = colours.flat_map(|colour| [colour.red(), colour.green(), colour.blue()]);
        writer.write_image_data(&colours.collect::<Vec<u8>>())?;
        writer.finish()?;
        Ok(file)
    }

    fn fill(&mut self, (left, top): BackendCoord, (right, bottom): BackendCoord, color: BackendColor) {
        if let Some(rect) = Rect::from_ltrb(number(left), number(top), number(right), number(bottom)) {
            self.pixels.fill_rect(rect, &paint(color), scaled(), None);
        }
    }

    fn stroke(&mut self, path: &Path, style: &impl BackendStyle) {
        let width = number(i32::try_from(style.stroke_width()).unwrap_or(i32::MAX));
        let stroke = Stroke { width, ..Stroke::default() };
        self.pixels.stroke_path(path, &paint(style.color()), &stroke, scaled(), None);
    }

    /// Draws a character with its left upper corner at a pixel of the image.
    fn stamp(&mut self, (left, top): BackendCoord, character: RasterizedChar, color: BackendColor) {
        let size = (u32::try_from(character.width()), u32::try_from(character.height()));
        let (Ok(width), Ok(height)) = size else { return };
        let Some(mut glyph) = Pixmap::new(width, height) else { return };
        let (red, green, blue) = color.rgb;
        for (pixel, ink) in glyph.pixels_mut().iter_mut().zip(character.pixels()) {
            let part = |of: u8| {
                let scaled = u16::from(of).saturating_mul(u16::from(*ink)).div_euclid(u16::from(u8::MAX));
                u8::try_from(scaled).unwrap_or(*ink)
            };
            if let Some(drawn) = PremultipliedColorU8::from_rgba(part(red), part(green), part(blue), *ink) {
                *pixel = drawn;
            }
        }
        let (paint, as_it_is) = (PixmapPaint::default(), Transform::identity());
        self.pixels.draw_pixmap(left, top, glyph.as_ref(), &paint, as_it_is, None);
    }
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for &mut Picture {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let unscaled = |size: u32| size.div_euclid(SCALE.unsigned_abs());
        (unscaled(self.pixels.width()), unscaled(self.pixels.height()))
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        self.fill((x, y), (x.saturating_add(1), y.saturating_add(1)), color);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        if fill {
            self.fill(upper_left, bottom_right, style.color());
            return Ok(());
        }
        let ((left, top), (right, bottom)) = (upper_left, bottom_right);
        self.draw_path([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let mut line = PathBuilder::new();
        for (x, y) in path {
            let (x, y) = (number(x), number(y));
            if line.is_empty() {
                line.move_to(x, y);
            } else {
                line.line_to(x, y);
            }
        }
        if let Some(line) = line.finish() {
            self.stroke(&line, style);
        }
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let width =
            i32::try_from(legible(text).chars().count()).unwrap_or(i32::MAX).saturating_mul(advance(style));
        let size = [width, height()].map(|pixels| pixels.unsigned_abs().div_ceil(SCALE.unsigned_abs()));
        Ok(size.into())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Drawn {
        let text = legible(text);
        let width = i32::try_from(text.chars().count()).unwrap_or(i32::MAX).saturating_mul(advance(style));
        let anchor = style.anchor();
        let left = match anchor.h_pos {
            HPos::Left => 0,
            HPos::Right => width,
            HPos::Center => width.div_euclid(2),
        };
        let above = match anchor.v_pos {
            VPos::Top => 0,
            VPos::Center => height().div_euclid(2),
            VPos::Bottom => height(),
        };
        let mut at = x.saturating_mul(SCALE).saturating_sub(left);
        let top = y.saturating_mul(SCALE).saturating_sub(above);
        for character in text.chars() {
            if let Some(glyph) = get_raster(character, weight(style), HEIGHT) {
                self.stamp((at, top), glyph, style.color());
            }
            at = at.saturating_add(advance(style));
        }
        Ok(())
    }
}

/// Returns a text in which a character without a glyph is its number: `<U+65E5>`.
fn legible(text: &str) -> String {
    let mut legible = String::with_capacity(text.len());
    for character in text.chars() {
        match get_raster(character, FontWeight::Regular, HEIGHT) {
            Some(_) => legible.push(character),
            None => legible.push_str(&format!("<U+{:04X}>", u32::from(character))),
        }
    }
    legible
}

fn weight(style: &impl BackendTextStyle) -> FontWeight {
    if matches!(style.style(), FontStyle::Bold) { FontWeight::Bold } else { FontWeight::Regular }
}

/// Returns the width of a character in pixels of the image.
fn advance(style: &impl BackendTextStyle) -> i32 {
    i32::try_from(get_raster_width(weight(style), HEIGHT)).unwrap_or_default()
}

/// Returns the height of a character in pixels of the image.
fn height() -> i32 {
    i32::try_from(HEIGHT.val()).unwrap_or_default()
}

/// Returns a coordinate as tiny-skia takes it. Those far outside of any image lose nothing that is seen.
fn number(coordinate: i32) -> f32 {
    f32::from(i16::try_from(coordinate).unwrap_or(if coordinate < 0 { i16::MIN } else { i16::MAX }))
}

fn scaled() -> Transform {
    let scale = number(SCALE);
    Transform::from_scale(scale, scale)
}

fn paint(color: BackendColor) -> Paint<'static> {
    let (red, green, blue) = color.rgb;
    let alpha = (0..=u8::MAX).rev().find(|alpha| f64::from(*alpha) <= color.alpha * f64::from(u8::MAX));
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, alpha.unwrap_or_default());
    paint
}
