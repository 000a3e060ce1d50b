//! The bars of a response as a chart: candles or a line, with the volume below.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::{
    BLUE, CandleStick, ChartBuilder, Color as _, DrawingArea, DrawingBackend, FontStyle,
    IntoDrawingArea as _, LabelAreaPosition, LineSeries, PathElement, RGBColor, SVGBackend, ShapeStyle,
    TextStyle, WHITE,
};

use super::{Layout, canvas::Canvas, head::Head, picture::Picture};
use crate::tabular::{Cell, Column, Table, Tables};
use crate::text::{Failure, Precision, time};

/// The size of an image, and of one for a telephone.
const IMAGE: (u32, u32) = (1_200, 600);
const SMALL: (u32, u32) = (360, 340);

/// The width of a chart where there is no terminal, in characters.
const USUAL_WIDTH: usize = 80;

/// The maximum and minimum width of a chart in a terminal.
const WIDTHS: (usize, usize) = (20, 400);

/// The colours of bars that close above and below their open.
const GAIN: RGBColor = RGBColor(38, 166, 91);
const LOSS: RGBColor = RGBColor(207, 60, 60);

/// The greatest number that can be drawn: the steps of an axis must be more than its errors of rounding.
const MAX: f64 = 1e15;

/// The least part of a price that an axis spans, for the same reason.
const MIN_SPAN: f64 = 1e-6;

/// A chart.
#[derive(Debug)]
pub struct Chart {
    head: Head,
    bars: Vec<Bar>,
    /// The number of decimals of a price.
    decimals: usize,
}

/// An image of a chart.
#[derive(Debug)]
pub struct Image {
    pub svg: String,
    pub scales: Scales,
}

/// The area of the bars in a drawing, in pixels.
#[derive(Debug, Clone, Copy)]
pub struct Scales {
    /// The middle of the first and of the last place.
    pub places: (i32, i32),
    /// The number of bars that are drawn together in a place.
    pub bars: usize,
    /// The lowest and the highest price, each with its height.
    pub prices: [(f64, i32); 2],
}

#[derive(Debug, Clone)]
struct Bar {
    label: String,
    open: f64,
    high: f64,
    low: f64,
    close: f64,
    volume: f64,
}

/// The bars of a drawing, several of which may have one place.
struct Places {
    /// A bar for each place.
    bars: Vec<Bar>,
    /// The number of bars that were put together in each.
    size: usize,
    /// The room of a place.
    each: u32,
}

/// The sizes and styles of a drawing.
#[derive(Clone, Copy)]
struct Look {
    /// The height and the width of a character.
    font: u32,
    width: u32,
    /// The length of the marks at the axis of prices. A label ends before a mark and as much room again.
    mark: i32,
    /// The minimum width of the prices.
    prices: u32,
    /// The number of labels.
    dates: usize,
    steps: usize,
    /// The room that a bar needs as a candle.
    candle: u32,
    /// The height of the head, if the drawing has one.
    head: u32,
    is_filled: bool,
}

impl Look {
    const IMAGE: Self = Self {
        font: 14,
        width: 7,
        mark: 5,
        prices: 70,
        dates: 8,
        steps: 8,
        candle: 4,
        head: 52,
        is_filled: true,
    };
    const SMALL: Self = Self {
        font: 12,
        width: 6,
        mark: 5,
        prices: 52,
        dates: 4,
        steps: 6,
        candle: 4,
        head: 0,
        is_filled: true,
    };
}

impl Chart {
    /// Reads the bars of a table whose view says which columns they are.
    pub fn of(table: &Table<'_>, tables: &Tables<'_>) -> Result<Self, Failure> {
        let subject = tables.subject();
        let columns = columns(table, tables);
        let [times, open, high, low, _, volume] = columns;
        let labels = times.map(|times| labels(times, tables)).unwrap_or_default();
        let bars: Vec<Bar> = (0..table.rows)
            .filter_map(|row| {
                let close = close(&columns, row)?;
                let (open, label) = (number(open, row).unwrap_or(close), labels.get(row));
                Some(Bar {
                    label: label.cloned().unwrap_or_default(),
                    open,
                    high: number(high, row).unwrap_or(close).max(open).max(close),
                    low: number(low, row).unwrap_or(close).min(open).min(close),
                    close,
                    volume: number(volume, row).unwrap_or_default().max(0.0),
                })
            })
            .collect();
        let (Some(first), Some(last)) = (bars.first(), bars.last()) else {
            return Err(Failure::other(format!(
                "{subject} has no prices to draw; ask for another time span"
            )));
        };
        let decimals = tables.decimals.unwrap_or(2).min(8);
        let head = Head::new(tables, (first.open, &first.label), (last.close, &last.label), decimals);
        Ok(Self { head, decimals, bars })
    }

    /// Returns what stands above the chart.
    pub const fn head(&self) -> &Head {
        &self.head
    }

    /// Returns the number of decimals of a price.
    pub const fn decimals(&self) -> usize {
        self.decimals
    }

    /// Returns the chart as an SVG image.
    pub fn image(&self) -> Result<Image, Failure> {
        self.svg(IMAGE, &Look::IMAGE)
    }

    /// Returns the chart as SVG images without a head: one for screens of usual width, and one for telephones.
    pub fn images(&self) -> Result<[Image; 2], Failure> {
        Ok([self.svg(IMAGE, &Look { head: 0, ..Look::IMAGE })?, self.svg(SMALL, &Look::SMALL)?])
    }

    fn svg(&self, size: (u32, u32), look: &Look) -> Result<Image, Failure> {
        let mut svg = String::new();
        let scales = self.draw_image(SVGBackend::with_string(&mut svg, size), look)?;
        Ok(Image { svg: svg.replace(is_no_xml, "\u{fffd}"), scales })
    }

    /// Returns the chart as a PNG image.
    pub fn picture(&self) -> Result<Vec<u8>, Failure> {
        let mut picture = Picture::new(IMAGE).ok_or_else(|| cannot("it has no size"))?;
        self.draw_image(&mut picture, &Look::IMAGE)?;
        picture.png().map_err(|error| cannot(&error.to_string()))
    }

    /// Returns the chart as lines for a terminal.
    pub fn text(&self, layout: Layout) -> Result<String, Failure> {
        let columns = layout.width.unwrap_or(USUAL_WIDTH).clamp(WIDTHS.0, WIDTHS.1);
        let mut canvas = Canvas::new(columns, columns.div_ceil(4).clamp(14, 30));
        let (width, font) = Canvas::CHARACTER;
        let look = Look {
            font,
            width,
            // A character.
            mark: 2,
            // Room for volumes such as `999.9M` and for the mark.
            prices: width.saturating_mul(8),
            dates: columns.div_ceil(24),
            steps: 6,
            candle: 4,
            head: 0,
            is_filled: false,
        };
        self.draw(&(&mut canvas).into_drawing_area(), &look).map_err(|reason| cannot(&reason))?;
        Ok(self.head.text() + &canvas.lines(layout.colours))
    }

    fn lowest(&self) -> f64 {
        self.bars.iter().map(|bar| bar.low).fold(f64::INFINITY, f64::min)
    }

    fn highest(&self) -> f64 {
        self.bars.iter().map(|bar| bar.high).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the bars in so many pixels, with at least one for each place.
    fn placed(&self, room: u32) -> Places {
        let most = usize::try_from(room).unwrap_or(usize::MAX).max(1);
        let size = self.bars.len().div_ceil(most).max(1);
        let group = |bars: &[Bar]| {
            let (first, last) = (bars.first()?, bars.last()?);
            Some(Bar {
                label: last.label.clone(),
                open: first.open,
                high: bars.iter().map(|bar| bar.high).fold(first.high, f64::max),
                low: bars.iter().map(|bar| bar.low).fold(first.low, f64::min),
                close: last.close,
                volume: bars.iter().map(|bar| bar.volume).sum(),
            })
        };
        let bars: Vec<Bar> = self.bars.chunks(size).filter_map(group).collect();
        let each = u32::try_from(bars.len()).ok().and_then(|count| room.checked_div(count));
        Places { bars, size, each: each.unwrap_or_default() }
    }

    /// Draws the chart as an image, and returns where the bars are.
    fn draw_image<B: DrawingBackend>(&self, backend: B, look: &Look) -> Result<Scales, Failure> {
        let area = backend.into_drawing_area();
        let drawn =
            area.fill(&WHITE).map_err(|error| error.to_string()).and_then(|()| self.draw(&area, look));
        drawn.map_err(|reason| cannot(&reason))
    }

    /// Returns the range of the axis: the prices of the bars, with some room above and below.
    fn span(&self) -> Range<f64> {
        let (low, high) = (self.lowest(), self.highest());
        let pad = ((high - low) / 20.0).max(high.abs().max(low.abs()) * MIN_SPAN).max(f64::MIN_POSITIVE);
        low - pad..high + pad
    }

    /// Returns a look whose prices and volumes have room beside the axis, whatever their length.
    fn fitted(&self, look: &Look) -> Look {
        let Range { start, end } = self.span();
        let volume = short(self.bars.iter().map(|bar| bar.volume).sum());
        let labels =
            [start, end].map(|price| format!("{price:.*}", self.decimals)).into_iter().chain([volume]);
        let widest = labels.map(|label| label.len()).max().unwrap_or_default();
        let marks = look.mark.unsigned_abs().saturating_mul(2);
        let room = look.width.saturating_mul(u32::try_from(widest).unwrap_or(u32::MAX)).saturating_add(marks);
        Look { prices: look.prices.max(room), ..*look }
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, look: &Look) -> Result<Scales, String> {
        if !(self.lowest().abs() < MAX && self.highest().abs() < MAX) {
            return Err("a price is too great".to_owned());
        }
        let look = &self.fitted(look);
        let (head, area) = area.split_vertically(look.head);
        if look.head > 0 {
            draw_head(&head, &self.head, look)?;
        }
        let (width, height) = area.dim_in_pixel();
        let room = width.saturating_sub(look.prices).max(1);
        let places = self.placed(room);
        let dates = look.font.saturating_mul(2);
        let (upper, lower) =
            area.split_vertically(height.saturating_sub(dates).saturating_mul(3).div_ceil(4));
        let scales = self.draw_prices(&upper, &places, look)?;
        draw_volumes(&lower, &places, look)?;
        area.present().map_err(|error| error.to_string())?;
        Ok(scales)
    }

    /// Draws the prices, and returns where they are.
    fn draw_prices<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        places: &Places,
        look: &Look,
    ) -> Result<Scales, String> {
        let Places { bars, size, each } = places;
        let (low, high) = (self.lowest(), self.highest());
        let mut builder = ChartBuilder::on(area);
        builder.y_label_area_size(look.prices);
        if look.is_filled {
            // Half of the uppermost price stands above its line.
            builder.margin_top(look.font);
        }
        let chart = builder.build_cartesian_2d(across(bars)?, self.span());
        let mut chart = chart.map_err(|error| error.to_string())?;
        chart
            .configure_mesh()
            .disable_mesh()
            .disable_x_axis()
            .y_labels(look.steps)
            .set_tick_mark_size(LabelAreaPosition::Left, look.mark)
            .y_label_formatter(&|price| format!("{price:.*}", self.decimals))
            .label_style(("sans-serif", look.font))
            .draw()
            .map_err(|error| error.to_string())?;
        let placed = (0..).zip(bars);
        let drawn = if *each >= look.candle {
            let wide = each.saturating_mul(2).div_ceil(3).saturating_sub(1).max(1);
            chart.draw_series(placed.map(|(place, bar)| {
                let (gain, loss) = (style(GAIN, look.is_filled, 1), style(LOSS, true, 1));
                CandleStick::new(place, bar.open, bar.high, bar.low, bar.close, gain, loss, wide)
            }))
        } else {
            chart.draw_series(LineSeries::new(placed.map(|(place, bar)| (place, bar.close)), BLUE))
        };
        drawn.map_err(|error| error.to_string())?;
        let last = across(bars)?.end.saturating_sub(1);
        let at = |place: i32, price: f64| chart.backend_coord(&(place, price));
        let prices = [low, high].map(|price| (price, at(0, price).1));
        Ok(Scales { places: (at(0, low).0, at(last, low).0), bars: *size, prices })
    }
}

/// Draws the lines above the bars, beside the prices.
fn draw_head<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    head: &Head,
    look: &Look,
) -> Result<(), String> {
    let left = i32::try_from(look.prices).unwrap_or_default();
    let name: TextStyle<'_> = ("sans-serif", look.font.saturating_add(4), FontStyle::Bold).into();
    let below = i32::try_from(look.head.div_ceil(2)).unwrap_or_default();
    let line = format!("{}, {}", head.price, head.change);
    area.draw_text(&head.name, &name, (left, 4))
        .and_then(|()| area.draw_text(&line, &("sans-serif", look.font).into(), (left, below)))
        .map_err(|error| error.to_string())
}

fn draw_volumes<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    places: &Places,
    look: &Look,
) -> Result<(), String> {
    let Places { bars, each, .. } = places;
    let most = bars.iter().map(|bar| bar.volume).fold(1.0, f64::max);
    if most >= MAX * MAX {
        return Err("a volume is too great".to_owned());
    }
    // The name stands above the bars, where none is behind it; a terminal has no room for it but at the axis.
    let (name, area) = area.split_vertically(if look.is_filled { look.font } else { 0 });
    if look.is_filled {
        let left = i32::try_from(look.prices).unwrap_or_default();
        let drawn = name.draw_text("volume", &("sans-serif", look.font).into(), (left, 0));
        drawn.map_err(|error| error.to_string())?;
    }
    let zero = if look.is_filled { "0" } else { "vol 0" };
    let mut builder = ChartBuilder::on(&area);
    builder.y_label_area_size(look.prices).x_label_area_size(look.font.saturating_mul(2));
    let chart = builder.build_cartesian_2d(across(bars)?, 0.0..most);
    let mut chart = chart.map_err(|error| error.to_string())?;
    chart
        .configure_mesh()
        .disable_mesh()
        .y_labels(if look.is_filled { look.steps.div_ceil(2) } else { 2 })
        .set_tick_mark_size(LabelAreaPosition::Left, look.mark)
        .y_label_formatter(&|volume| if *volume > 0.0 { short(*volume) } else { zero.to_owned() })
        .x_labels(look.dates)
        .x_label_formatter(&|place| {
            let bar = usize::try_from(*place).ok().and_then(|place| bars.get(place));
            bar.map(|bar| short_time(&bar.label).to_owned()).unwrap_or_default()
        })
        .label_style(("sans-serif", look.font))
        .draw()
        .map_err(|error| error.to_string())?;
    let stroke = if look.is_filled { each.div_ceil(2).max(1) } else { 1 };
    let line = |(place, bar): (i32, &Bar)| {
        let colour = if bar.open < bar.close { GAIN } else { LOSS };
        PathElement::new(vec![(place, 0.0), (place, bar.volume)], style(colour, true, stroke))
    };
    chart.draw_series((0..).zip(bars).map(line)).map(drop).map_err(|error| error.to_string())
}

/// Returns the columns of bars that a table has: times, open, high, low, close and volume.
pub(crate) fn columns<'t, 'v>(table: &'t Table<'v>, tables: &Tables<'_>) -> [Option<&'t Column<'v>>; 6] {
    [0, 1, 2, 3, 4, 5].map(|place: usize| {
        let name = tables.view().chart.get(place)?;
        table.column(name)
    })
}

/// Returns the close of a row. One without has no trades, and is no bar.
pub(crate) fn close(columns: &[Option<&Column<'_>>; 6], row: usize) -> Option<f64> {
    let [_, _, _, _, close, _] = columns;
    number(*close, row)
}

/// Returns the places of the bars on an axis, with one before and one behind them.
fn across(bars: &[Bar]) -> Result<Range<i32>, String> {
    Ok(-1..i32::try_from(bars.len()).map_err(|error| error.to_string())?)
}

fn style(colour: RGBColor, filled: bool, stroke_width: u32) -> ShapeStyle {
    ShapeStyle { color: colour.to_rgba(), filled, stroke_width }
}

/// Returns true for a character that XML cannot have, in whatever form.
fn is_no_xml(character: char) -> bool {
    matches!(character, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns the failure of a chart that cannot be drawn.
fn cannot(reason: &str) -> Failure {
    Failure::other(format!("the chart cannot be drawn: {reason}; take --format table"))
}

/// Returns a number with a letter for its thousands: `1.5M`.
fn short(number: f64) -> String {
    let scales = [(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")];
    let scale = scales.into_iter().find(|(least, _)| number >= *least);
    scale.map_or_else(|| format!("{number:.0}"), |(least, letter)| format!("{:.1}{letter}", number / least))
}

/// Returns a time as an axis has it: `2024-06-28 09:30 EDT` is too long for one.
fn short_time(label: &str) -> &str {
    label.get(5..16).unwrap_or(label)
}

/// Returns the times of a column.
fn labels(times: &Column<'_>, tables: &Tables<'_>) -> Vec<String> {
    let precision = Precision::of(times.times(), times.granularity, &tables.zone);
    let label = |cell: &Cell<'_>| {
        let mut text = String::new();
        if let Cell::Time(seconds) = cell {
            // Writing to a String cannot fail.
            let _ = time::local(&mut text, *seconds, precision, &tables.zone);
        }
        text
    };
    times.cells.iter().map(label).collect()
}

/// Returns the number in a row.
fn number(column: Option<&Column<'_>>, row: usize) -> Option<f64> {
    column?.cells.get(row)?.double().filter(|number| number.is_finite())
}
