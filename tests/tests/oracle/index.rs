//! Section 2.8 from a reply of the quote service.

use serde_json::{Value, json};

pub(crate) fn index(reply: &str) -> Value {
    let mut index = json!({
        "Symbol": {}, "Company Name": {}, "Last Price": {}, "Change": {}, "% Change": {}, "Volume": {}
    });
    let reply: Value = serde_json::from_str(reply).unwrap();
    for (place, quote) in reply["quoteResponse"]["result"].as_array().unwrap().iter().enumerate() {
        let place = place.to_string();
        let name = quote["longName"].as_str().or(quote["shortName"].as_str()).unwrap_or_default();
        let percent = quote["regularMarketChangePercent"].as_f64();
        let percent = match percent.map(|percent| format!("{percent:.2}%")) {
            None => String::new(),
            Some(text) if text.trim_start_matches('-') == "0.00%" => "0.00%".to_owned(),
            Some(text) if text.starts_with('-') => text,
            Some(text) => format!("+{text}"),
        };
        if quote["quoteType"] == "NONE" && quote["regularMarketPrice"].is_null() {
            // A row of nothing has nothing but the symbol.
            index["Symbol"][&place] = quote["symbol"].clone();
            for (column, empty) in [("Company Name", json!("")), ("% Change", json!(""))] {
                index[column][&place] = empty;
            }
            for column in ["Last Price", "Change", "Volume"] {
                index[column][&place] = Value::Null;
            }
            continue;
        }
        index["Symbol"][&place] = quote["symbol"].clone();
        index["Company Name"][&place] = name.split_whitespace().collect::<Vec<_>>().join(" ").into();
        index["Last Price"][&place] = quote["regularMarketPrice"].clone();
        index["Change"][&place] = quote["regularMarketChange"].clone();
        index["% Change"][&place] = percent.into();
        index["Volume"][&place] = quote["regularMarketVolume"].clone();
    }
    index
}
