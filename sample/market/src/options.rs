//! Option chains: calls and puts around the last price, for eight expirations.

use jiff::civil::{Date, Weekday};
use serde_json::{Value, json};

use crate::asked::RoutedRequest;
use crate::calendar::{self, DAY};
use crate::company::{self, Instrument};
use crate::facts::bare::bare;
use crate::facts::latest::Latest;
use crate::facts::template::quote;
use crate::numbers::{between, cents, real, seeded, whole};
use crate::reply::{Reply, in_envelope};

/// Strikes on each side of the price.
const STRIKES: i32 = 9;
/// The number of months after this one with an expiration on their third Friday.
const LATER_MONTHS: &[i32] = &[2, 3, 6, 12];
/// Coming Fridays with an expiration.
const WEEKS: &[i32] = &[0, 7, 14, 21];

/// A side of the chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Call,
    Put,
}

/// Returns the reply for a ticker and the date of the query, the nearest expiration where it has none.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    let &RoutedRequest { subject: ticker, sent, now, .. } = asked;
    let query = &sent.query;
    let latest = Latest::of(ticker, now);
    let price = latest.as_ref().map_or(0.0, |latest| latest.close);
    let is_traded = ["EQUITY", "ETF", "INDEX"].contains(&company::kind(ticker));
    let expirations = if is_traded { expirations(now) } else { Vec::new() };
    let strikes = if is_traded { strikes(price) } else { Vec::new() };
    let chosen = match query.get("date") {
        None => expirations.first().copied(),
        Some(text) => text.parse().ok().filter(|date| expirations.contains(date)),
    };
    let chain: Vec<Value> = chosen
        .map(|expiration| {
            let contracts = |side| contracts(ticker, side, expiration, &strikes, price, now);
            json!({
                "expirationDate": expiration,
                "hasMiniOptions": false,
                "calls": contracts(Side::Call),
                "puts": contracts(Side::Put),
            })
        })
        .into_iter()
        .collect();
    let result = json!({
        "underlyingSymbol": ticker,
        "expirationDates": expirations,
        "strikes": strikes,
        "hasMiniOptions": false,
        "quote": quote(ticker, now).map(bare),
        "options": chain,
    });
    in_envelope("optionChain", &[result])
}

/// Expirations after `now`, as midnight UTC in epoch seconds.
fn expirations(now: i64) -> Vec<i64> {
    let today = calendar::date_of(now);
    let friday = today.nth_weekday(1, Weekday::Friday).unwrap_or(today);
    let weekly = WEEKS.iter().map(|days| calendar::days_later(friday, *days));
    let third_friday = |month: Date| month.nth_weekday_of_month(3, Weekday::Friday).unwrap_or(month);
    let monthly = LATER_MONTHS.iter().map(|months| third_friday(calendar::months_later(today, *months)));
    weekly.chain(monthly).map(calendar::midnight).collect()
}

fn strikes(price: f64) -> Vec<f64> {
    const STEPS: &[(f64, f64)] = &[(10.0, 0.5), (25.0, 1.0), (100.0, 2.5), (500.0, 5.0)];
    let step = STEPS.iter().find(|(below, _)| price < *below).map_or(25.0, |(_, step)| *step);
    let middle = (price / step).round() * step;
    let strikes = (STRIKES.saturating_neg()..=STRIKES).map(|number| middle + f64::from(number) * step);
    strikes.filter(|strike| *strike > 0.0).collect()
}

fn contracts(ticker: &str, side: Side, expiration: i64, strikes: &[f64], price: f64, now: i64) -> Vec<Value> {
    let letter = if side == Side::Call { 'C' } else { 'P' };
    let mut rng = seeded(ticker, &format!("{letter}{expiration}"));
    let date = calendar::date_of(expiration).strftime("%y%m%d").to_string();
    // The suffix of an exchange is no part of it.
    let root =
        ticker.split('.').next().unwrap_or_default().replace(|sign: char| !sign.is_ascii_alphanumeric(), "");
    let years = real(expiration.saturating_sub(now).max(DAY)) / (365.0 * real(DAY));
    let currency = Instrument::of(ticker).currency(ticker);
    let contract = |strike: &f64| {
        let intrinsic = if side == Side::Call { price - strike } else { strike - price };
        let distance = (price - strike).abs() / price.max(0.01);
        let volatility = between(&mut rng, 0.2, 0.3) + distance * 0.8;
        // A rough time value is enough: greatest at the money, less with the distance from it.
        let time_value = 0.4 * price * volatility * years.sqrt() / (1.0 + 12.0 * distance);
        let last = cents(intrinsic.max(0.0) + time_value).max(0.01);
        let change = cents(between(&mut rng, -0.08, 0.08) * last);
        let mut contract = json!({
            "contractSymbol": format!("{root}{date}{letter}{:08}", whole(strike * 1000.0)), "strike": strike,
            "currency": currency, "lastPrice": last, "change": change,
            "percentChange": change / (last - change) * 100.0, "volume": rng.u32(1..4_000),
            "openInterest": rng.u32(0..20_000), "bid": cents(last * 0.97), "ask": cents(last * 1.03).max(0.01),
            "contractSize": "REGULAR", "expiration": expiration,
            "lastTradeDate": now.saturating_sub(rng.i64(0..3 * DAY)), "impliedVolatility": volatility,
            "inTheMoney": intrinsic > 0.0,
        });
        // The hosts leave these two out of contracts that nobody trades.
        for name in ["volume", "openInterest"] {
            if let Some(contract) = contract.as_object_mut().filter(|_| rng.u8(0..5) == 0) {
                contract.remove(name);
            }
        }
        contract
    };
    strikes.iter().map(contract).collect()
}
