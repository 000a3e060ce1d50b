//! Tests of the standardized structures, endpoint by endpoint, on invented replies. Expected values are written from
//! the specification.

mod amounts;
mod bad_parts;
mod bad_rows;
mod bars;
mod calendar;
mod carried;
mod currencies;
mod earnings_dates;
mod event_calendar;
mod financials;
mod fresh;
mod history;
mod history_days;
mod holders;
mod index;
mod isin;
mod kraken;
mod live_quote;
mod no_figures;
mod once;
mod other_times;
mod plain;
mod profile;
mod quote;
mod refusals;
mod replies;
mod required;
mod required_values;
mod screener;
mod screeners;
mod script_pages;
mod sec;
mod shares;
mod statements;
mod tiingo;
mod valuation;

use serde_json::Value;
use virtual_finance::error::ConversionError;

fn failed(result: Result<Value, ConversionError>) -> (u16, &'static str) {
    let error = result.expect_err("the conversion should fail");
    (error.status(), error.message())
}

/// A reply that cannot be converted: status 422 with an empty message.
const UNPROCESSABLE: (u16, &str) = (422, "");

fn summary(sections: &str) -> String {
    format!(r#"{{"quoteSummary":{{"result":[{{{sections}}}],"error":null}}}}"#)
}
