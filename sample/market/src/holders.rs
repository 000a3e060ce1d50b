//! The holders of a company, and the shares of each kind of holder.

use fastrand::Rng;
use serde_json::{Map, Value, json};

use crate::calendar;
use crate::company::{self, Instrument};
use crate::numbers::{between, count, day, part, real, seeded, whole};
use crate::prices;

/// Owners in each list.
const OWNERS: usize = 10;

/// Returns the sections on the holders of the company behind a ticker.
pub(crate) fn sections(ticker: &str, now: i64) -> Map<String, Value> {
    let mut rng = seeded(ticker, "holders");
    let unit = if Instrument::of(ticker).is_in_pence() { 100.0 } else { 1.0 };
    let price = prices::latest(ticker, now).map_or(0.0, |(bar, _)| bar.close) / unit;
    let outstanding = real(company::shares(ticker));
    let reported = day(calendar::midnight(calendar::period_end(now, 3, 0)));
    let mut list = |name: fn(&mut Rng) -> String, largest: f64| {
        let mut held = largest;
        let owner = std::iter::repeat_with(|| {
            held *= between(&mut rng, 0.7, 0.97);
            let shares = whole(held * outstanding);
            json!({
                "maxAge": 1, "reportDate": reported, "organization": name(&mut rng),
                // The lists have four decimals.
                "pctHeld": part(whole(held * 1e4).saturating_mul(10)), "position": count(shares),
                "value": count(whole(real(shares) * price)), "pctChange": part(rng.i64(-9_000..12_000)),
            })
        });
        json!({"maxAge": 1, "ownershipList": owner.take(OWNERS).collect::<Vec<_>>()})
    };
    let (institutions, funds) = (list(company::name, 0.09), list(company::fund, 0.035));
    let mut rng = seeded(ticker, "breakdown");
    let held = rng.i64(30_000..85_000);
    let breakdown = json!({
        "maxAge": 1, "insidersPercentHeld": part(rng.i64(50..9_000)), "institutionsPercentHeld": part(held),
        "institutionsFloatPercentHeld": part(held.saturating_add(held / 100)),
        "institutionsCount": count(rng.i64(1_100..4_900)),
    });
    Map::from_iter([
        ("institutionOwnership".to_owned(), institutions),
        ("majorHoldersBreakdown".to_owned(), breakdown),
        ("fundOwnership".to_owned(), funds),
    ])
}
