//! Heights: a list of readings, each with its time and, unless the gauge was out of order, its height.

use serde::Serialize;
use virtual_finance_runtime::read::{json, members};
use virtual_finance_runtime::{Context, ConversionHookError, Converted, Fault, RawReply, only};

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

/// Converts the service's list of readings.
///
/// # Errors
/// 422: the reply has no readings, or one without its time.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
) -> Result<Converted<Response>, ConversionHookError> {
    let document: Document = json::document(only(replies)?, "the readings")?;
    let rows = document.rows.ok_or_else(|| Fault::missing("rows"))?;
    let readings = rows.into_iter().enumerate().map(|(number, row)| {
        let time = row.time.ok_or_else(|| Fault::missing(format!("rows[{number}].t")))?;
        Ok(Reading { time, height: row.height })
    });
    Ok(Response { readings: readings.collect::<Result<_, Fault>>()? }.into())
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
