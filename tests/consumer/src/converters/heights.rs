//! Heights: a list of readings, each with its time and, unless the gauge was out of order, its height.

use std::fmt;

use serde::Serialize;
use virtual_finance_core::read::{json, members};
use virtual_finance_core::{Context, ConversionError, Converted, Fault, Note, Notes, RawReply, exactly_one};

/// The readings of a gauge, in the order of time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Response {
    /// The readings.
    pub readings: Vec<Reading>,
}

/// One reading.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reading {
    /// Epoch seconds.
    pub time: i64,
    /// Metres above the datum; none where the gauge was out of order.
    pub height: Option<f64>,
}

/// A note of this converter: the number of readings without a height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gaps(pub usize);

impl fmt::Display for Gaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} readings", self.0)
    }
}

impl Note for Gaps {
    const LABEL: &'static str = "gaps";
}

/// Converts the service's list of readings. [`Gaps`] is noted where there are some.
///
/// # Errors
/// 422: the reply has no readings, or one without its time.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
) -> Result<Converted<Response>, ConversionError> {
    let document: Document = json::document(exactly_one(replies)?, "the readings")?;
    let rows = document.rows.ok_or_else(|| Fault::missing("rows"))?;
    let readings = rows.into_iter().enumerate().map(|(number, row)| {
        let time = row.time.ok_or_else(|| Fault::missing(format!("rows[{number}].t")))?;
        Ok(Reading { time, height: row.height })
    });
    let readings: Vec<Reading> = readings.collect::<Result<_, Fault>>()?;
    let gaps = readings.iter().filter(|reading| reading.height.is_none()).count();
    let notes = if gaps > 0 { Notes::new().with(Gaps(gaps)) } else { Notes::new() };
    Ok(Converted { response: Response { readings }, notes })
}

members! {
    struct Document {
        rows: "rows" => Option<Vec<Row>>,
    }
}

members! {
    struct Row {
        time: "t" => Option<i64>,
        height: "h" => Option<f64>,
    }
}
