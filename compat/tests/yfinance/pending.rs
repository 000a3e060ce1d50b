//! Names that are in the making. Each moves to a row with its call; the list is empty in a release.

use crate::row::Item;

/// Names, with the item that will give them.
pub(crate) const PENDING: &[(&str, &str, Item)] = &[
    ("Ticker", "earnings_dates get_earnings_dates", "Ticker::earnings_dates"),
    ("Ticker", "live", "WebSocket"),
    ("Tickers", "live", "WebSocket"),
    (
        "Calendars",
        "splits_calendar get_earnings_calendar get_economic_events_calendar get_ipo_info_calendar get_splits_calendar",
        "Calendars",
    ),
    ("yfinance", "EquityQuery FundQuery ETFQuery screen PREDEFINED_SCREENER_QUERIES", "screen"),
    ("yfinance", "WebSocket AsyncWebSocket", "WebSocket"),
    ("EquityQuery", "operands operator to_dict valid_fields valid_values", "EquityQuery"),
    ("FundQuery", "operands operator to_dict valid_fields valid_values", "FundQuery"),
    ("ETFQuery", "operands operator to_dict valid_fields valid_values", "ETFQuery"),
    ("WebSocket", "close listen subscribe unsubscribe url", "WebSocket"),
    ("AsyncWebSocket", "close listen subscribe unsubscribe url", "WebSocket"),
];
