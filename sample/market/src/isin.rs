//! Suggestions of the ISIN lookup: a call of `mmSuggestDeliver` with one row a company, the asked one among
//! others.

use fastrand::Rng;

use crate::agreed::NOTFOUND;
use crate::asked::RoutedRequest;
use crate::company;
use crate::numbers::seeded;
use crate::reply::{Reply, SCRIPT_TYPE};

/// The maximum number of companies that the host knows for a query.
const KNOWN: usize = 10;
/// The number of rows if the query does not say.
const DEFAULT_ROWS: usize = 5;

/// Returns the reply for a ticker.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    let ticker = asked.subject;
    let limit = asked
        .sent
        .query
        .get("max_results")
        .and_then(|text| text.parse().ok())
        .unwrap_or(DEFAULT_ROWS)
        .min(KNOWN);
    let rows = if ticker.is_empty() { Vec::new() } else { rows(ticker, limit) };
    let body = format!(
        "mmSuggestDeliver(0, new Array(\"Name\", \"Category\", \"Keywords\", \"Bias\", \"Extension\", \"IDs\"), \
         new Array({}), {}, 0);",
        rows.join(","),
        rows.len()
    );
    Reply::new(200, SCRIPT_TYPE, body)
}

fn rows(ticker: &str, limit: usize) -> Vec<String> {
    let mut rng = seeded(ticker, "isin");
    // A quote or a backslash would end the JavaScript string.
    let ticker = ticker.replace(['"', '\\'], "");
    let own = (ticker != NOTFOUND).then(|| {
        let keywords = format!("{ticker}|{}|{ticker}||{ticker}", code(&mut rng, "US"));
        row(&mut rng, &company::of(&ticker).name, &keywords)
    });
    // Not always the first row: who takes the first row without looking finds another company's code.
    let place = rng.usize(0..3).min(limit.saturating_sub(1));
    let mut rows: Vec<String> = (0..limit).map(|number| other(&mut rng, number)).collect();
    if let (Some(own), Some(slot)) = (own, rows.get_mut(place)) {
        *slot = own;
    }
    rows
}

/// Returns another company, in one of the forms in which rows come.
fn other(rng: &mut Rng, number: usize) -> String {
    // The digits keep these symbols apart from every ticker that somebody asks for.
    let symbol = format!("{}9{number}", company::ticker(rng));
    let name = company::name(rng);
    let (name, keywords) = match number.checked_rem(5) {
        Some(0) => (name, format!("|{}|||", code(rng, "FR"))),
        Some(1) => (name, format!("{symbol}|{}|{symbol}||", code(rng, "CA"))),
        Some(2) => (format!("\\\"{name}\\\" Registered Shs"), format!("|{}|||", code(rng, "FI"))),
        Some(3) => (name, format!("{symbol}F|{}|{symbol}F||{symbol}", code(rng, "ES"))),
        _ => (format!("{name} Pfd Series -Q-"), format!("{symbol}.PQ|{}|{symbol}.PQ||", code(rng, "US"))),
    };
    row(rng, &name, &keywords)
}

fn row(rng: &mut Rng, name: &str, keywords: &str) -> String {
    let symbol = keywords.split('|').next().unwrap_or_default();
    let id = format!("{}|{symbol}|1|{}", symbol.to_lowercase(), rng.u32(1_000..9_999_999));
    format!("new Array(\"{name}\", \"Stocks\", \"{keywords}\", \"75\", \"\", \"{id}\")")
}

/// Returns a code of that country whose check digit is right.
fn code(rng: &mut Rng, country: &str) -> String {
    let number: String = std::iter::repeat_with(|| rng.digit(10)).take(9).collect();
    let stem = format!("{country}{number}");
    let check = check_digit(&stem);
    format!("{stem}{check}")
}

/// Returns the check digit of an ISIN's first eleven characters: letters count from 10, every second digit
/// from the right is doubled, the sum of digits is filled up to a multiple of ten.
fn check_digit(stem: &str) -> u32 {
    let digits: String = stem.chars().filter_map(|c| c.to_digit(36)).map(|value| value.to_string()).collect();
    let sum =
        digits.chars().rev().filter_map(|c| c.to_digit(10)).zip([true, false].into_iter().cycle()).fold(
            0_u32,
            |sum, (digit, doubled)| {
                let value = if doubled { digit.saturating_mul(2) } else { digit };
                sum.saturating_add(value / 10).saturating_add(value % 10)
            },
        );
    10_u32.saturating_sub(sum % 10) % 10
}
