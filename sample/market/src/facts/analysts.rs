//! The ratings of a company by analysts, and the trades of its insiders.

use serde_json::{Map, Value, json};

use crate::calendar::{self, DAY};
use crate::company;
use crate::facts::earnings::{Figures, QUARTER};
use crate::numbers::{cents, count, day, percent, price, seeded};

/// Returns the sections that only the service has.
pub(crate) fn sections(ticker: &str, now: i64) -> Map<String, Value> {
    let figures = Figures::of(ticker);
    let Figures { eps, revenue, growth, .. } = figures;
    let today = calendar::midnight(calendar::date_of(now));
    let ahead = |days: i64| today.saturating_add(days.saturating_mul(DAY));
    let trend = [("0q", 20, 1.0), ("+1q", 20 + QUARTER, 1.02), ("0y", 180, 4.1), ("+1y", 545, 4.5)];
    let trend = trend.map(|(period, days, factor)| {
        let mean = cents(eps * factor);
        json!({
            "maxAge": 1,
            "period": period,
            "endDate": calendar::date_of(ahead(days)).to_string(),
            "growth": percent(growth),
            "earningsEstimate": {
                "avg": price(mean), "low": price(cents(mean * 0.9)), "high": price(cents(mean * 1.1)),
                "yearAgoEps": price(cents(mean / (1.0 + growth))), "numberOfAnalysts": count(18),
                "growth": percent(growth), "earningsCurrency": "USD",
            },
            "revenueEstimate": {
                "avg": count(revenue), "low": count(revenue.saturating_sub(revenue / 40)), "high": {},
                "numberOfAnalysts": count(16), "yearAgoRevenue": count(revenue.saturating_sub(revenue / 20)),
                "growth": percent(0.05), "revenueCurrency": "USD",
            },
            "epsTrend": {
                "current": price(mean), "7daysAgo": price(mean), "30daysAgo": price(cents(mean * 0.99)),
                "60daysAgo": price(cents(mean * 0.98)), "90daysAgo": price(cents(mean * 0.97)), "epsTrendCurrency": "USD",
            },
            "epsRevisions": {
                "upLast7days": count(1), "upLast30days": count(3), "downLast30days": count(2),
                "downLast7Days": count(0), "downLast90days": {}, "epsRevisionsCurrency": "USD",
            },
        })
    });
    let mut last_four = (1_i64..=4).rev().zip(figures.last_four());
    let history = [(); 4].map(|()| {
        let (quarters, (estimate, actual)) = last_four.next().unwrap_or_default();
        json!({
            "maxAge": 1, "epsActual": price(actual), "epsEstimate": price(estimate),
            "epsDifference": price(cents(actual - estimate)), "surprisePercent": percent(actual / estimate - 1.0),
            "quarter": day(ahead(quarters.saturating_mul(-QUARTER))), "currency": "USD", "period": format!("-{quarters}q"),
        })
    });
    let index = [("0q", 0.06), ("+1q", 0.08), ("0y", 0.1), ("+1y", 0.13), ("LTG", 0.12)];
    let index = index.map(|(period, growth)| json!({"period": period, "growth": percent(growth)}));
    Map::from_iter([
        ("earningsTrend".to_owned(), json!({"trend": trend, "maxAge": 1})),
        ("earningsHistory".to_owned(), json!({"history": history, "maxAge": 86400})),
        ("indexTrend".to_owned(), json!({"maxAge": 1, "symbol": "SP5", "estimates": index})),
        ("insiderTransactions".to_owned(), json!({"transactions": transactions(ticker, today), "maxAge": 1})),
        ("insiderHolders".to_owned(), json!({"holders": holders(ticker, today), "maxAge": 1})),
        ("netSharePurchaseActivity".to_owned(), purchases()),
        ("secFilings".to_owned(), json!({"filings": filings(ticker, today), "maxAge": 86400})),
    ])
}

fn transactions(ticker: &str, today: i64) -> Vec<Value> {
    let mut rng = seeded(ticker, "trades");
    let mut time = today;
    let trade = || {
        time = time.saturating_sub(rng.i64(2..30).saturating_mul(DAY));
        let shares = rng.i64(100..40_000);
        let is_grant = rng.u8(0..4) == 0;
        let mut row = json!({
            "maxAge": 1, "shares": count(shares), "filerUrl": "", "moneyText": "",
            "transactionText": if is_grant { "" } else { "Sale at price 80.00 per share." },
            "filerName": company::person(&mut rng).to_uppercase(), "filerRelation": "Director",
            "startDate": day(time), "ownership": if rng.bool() { "D" } else { "I" },
        });
        // Grants have no value.
        if !is_grant && let Some(row) = row.as_object_mut() {
            row.insert("value".to_owned(), count(shares.saturating_mul(80)));
        }
        row
    };
    std::iter::repeat_with(trade).take(24).collect()
}

fn holders(ticker: &str, today: i64) -> Vec<Value> {
    let mut rng = seeded(ticker, "insiders");
    let holder = || {
        json!({
            "maxAge": 1, "name": company::person(&mut rng).to_uppercase(), "relation": "Director", "url": "",
            "transactionDescription": "Sale", "latestTransDate": day(today.saturating_sub(40 * DAY)),
            "positionDirect": count(rng.i64(1_000..900_000)), "positionDirectDate": day(today.saturating_sub(40 * DAY)),
        })
    };
    std::iter::repeat_with(holder).take(6).collect()
}

fn purchases() -> Value {
    json!({
        "maxAge": 1, "period": "6m", "buyInfoCount": count(3), "buyInfoShares": count(5_400),
        "buyPercentInsiderShares": percent(0.002), "sellInfoCount": count(1), "sellInfoShares": count(2_500),
        "sellPercentInsiderShares": percent(0.001), "netInfoCount": count(4), "netInfoShares": count(2_900),
        "netPercentInsiderShares": percent(0.001), "totalInsiderShares": count(2_700_000),
    })
}

fn filings(ticker: &str, today: i64) -> Vec<Value> {
    let filing = |(index, form): (i64, &&str)| {
        let time = today.saturating_sub(index.saturating_add(1).saturating_mul(28 * DAY));
        let number = format!("0000099999-24-{index:06}");
        json!({
            "date": calendar::date_of(time).to_string(), "epochDate": time, "type": form,
            "title": if *form == "8-K" { "Corporate Changes & Voting Matters" } else { "Periodic Financial Reports" },
            "edgarUrl": format!("https://filings.example/{ticker}/{number}_99999"), "maxAge": 1,
            "exhibits": [{"type": form, "url": format!("https://filings.example/{number}/main.htm")},
                {"type": "EX-99.1", "url": format!("https://filings.example/{number}/letter.htm")},
                {"type": "EX-99.1", "url": format!("https://filings.example/{number}/release.htm")}],
        })
    };
    (0..).zip(&["10-Q", "8-K", "8-K", "10-K", "8-K", "10-Q"]).map(filing).collect()
}
