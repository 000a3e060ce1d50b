//! A drawing of dots in the characters of a terminal: each has two dots beside each other and four below.

use std::convert::Infallible;

use anstyle::{AnsiColor, Style};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

/// The characters with dots begin here; each dot is a bit.
const BRAILLE: u32 = 0x2800;

/// The bits of the dots of a character, from above.
const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// The opacity below which a stroke makes no dot.
const MIN_ALPHA: f64 = 0.3;

/// A drawing.
#[derive(Debug)]
pub struct Canvas {
    columns: usize,
    cells: Vec<Cell>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    dots: u8,
    character: Option<char>,
    colour: Option<AnsiColor>,
}

impl Canvas {
    /// The width and height of a character in dots.
    pub const CHARACTER: (u32, u32) = (2, 4);

    /// Creates an empty drawing of so many characters.
    pub fn new(columns: usize, rows: usize) -> Self {
        Self { columns, cells: vec![Cell::default(); columns.saturating_mul(rows)] }
    }

    /// Returns the lines, with colours if they are wanted.
    pub fn lines(&self, colours: bool) -> String {
        let mut text = String::new();
        for row in self.cells.chunks(self.columns.max(1)) {
            let end =
                row.iter().rposition(|cell| cell.shown() != ' ').map_or(0, |last| last.saturating_add(1));
            let mut style = Style::new();
            for cell in row.iter().take(end) {
                let wanted = Style::new().fg_color(cell.colour.filter(|_| colours).map(Into::into));
                if wanted != style {
                    text.push_str(&format!("{style:#}{wanted}"));
                    style = wanted;
                }
                text.push(cell.shown());
            }
            text.push_str(&format!("{style:#}\n"));
        }
        text
    }

    /// Returns the character that has a place, if it is inside.
    fn cell(&mut self, column: i32, row: i32) -> Option<&mut Cell> {
        let column = usize::try_from(column).ok().filter(|column| *column < self.columns)?;
        let row = usize::try_from(row).ok()?;
        self.cells.get_mut(row.checked_mul(self.columns)?.checked_add(column)?)
    }
}

impl Cell {
    fn shown(self) -> char {
        let dots = || char::from_u32(BRAILLE.saturating_add(u32::from(self.dots)));
        self.character.or_else(|| dots().filter(|_| self.dots != 0)).unwrap_or(' ')
    }
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for &mut Canvas {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let rows = self.cells.len().checked_div(self.columns).unwrap_or_default();
        let dots = |count: usize, each: u32| u32::try_from(count).unwrap_or_default().saturating_mul(each);
        (dots(self.columns, Canvas::CHARACTER.0), dots(rows, Canvas::CHARACTER.1))
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        let part = |dot: i32, of: i32| usize::try_from(dot.rem_euclid(of)).unwrap_or_default();
        let bit = DOTS.get(part(y, 4)).and_then(|row| row.get(part(x, 2))).copied().unwrap_or_default();
        if color.alpha > MIN_ALPHA
            && let Some(cell) = self.cell(x.div_euclid(2), y.div_euclid(4))
        {
            cell.dots |= bit;
            let (red, green, blue) = color.rgb;
            cell.colour = match (red > green.max(blue), green > red.max(blue)) {
                (true, _) => Some(AnsiColor::Red),
                (_, true) => Some(AnsiColor::Green),
                _ => None,
            };
        }
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        _: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let characters = u32::try_from(text.chars().count()).unwrap_or_default();
        Ok((characters.saturating_mul(Canvas::CHARACTER.0), Canvas::CHARACTER.1))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Drawn {
        let width = i32::try_from(text.chars().count()).unwrap_or_default();
        let anchor = style.anchor();
        let left = match anchor.h_pos {
            HPos::Left => 0,
            HPos::Right => width,
            HPos::Center => width.div_euclid(2),
        };
        let row = match anchor.v_pos {
            // Below the axis, whose line is in the row of the dot.
            VPos::Top => y.div_euclid(4).saturating_add(1),
            VPos::Center => y.div_euclid(4),
            VPos::Bottom => y.div_euclid(4).saturating_sub(1),
        };
        let first = x.div_euclid(2).saturating_sub(left);
        for (place, character) in (0_i32..).zip(text.chars()) {
            if let Some(cell) = self.cell(first.saturating_add(place), row) {
                cell.character = Some(character);
                cell.colour = None;
            }
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let mut before = None;
        for point in path {
            if let Some(before) = before.replace(point) {
                self.draw_line(before, point, style)?;
            }
        }
        Ok(())
    }
}
