//! Sectors and industries.

use serde_json::{Map, Value, json};
use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::{EnumInfo, ParamKind};

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::company;
use crate::numbers::{between, cents, count, percent, price, seeded};
use crate::reply::{JSON_TYPE, Reply};

/// The industries of a sector: the key, the part of the sector, and the return of the year.
const INDUSTRIES: [(&str, f64, f64); 7] = [
    ("lighthouse-equipment", 0.31, 0.11),
    ("oat-products", 0.23, -0.04),
    ("harbor-services", 0.17, 0.19),
    ("rope-and-twine", 0.12, 0.02),
    ("paper-boats", 0.09, -0.13),
    ("tide-tables", 0.05, 0.07),
    ("foghorns", 0.03, 0.31),
];

/// The number of companies of a sector or an industry.
const COMPANIES: usize = 20;

/// Returns a sector.
pub(crate) fn sector(asked: &RoutedRequest<'_>) -> Reply {
    reply(asked, "sector", |key, data| {
        let industries = INDUSTRIES.map(|(key, weight, year)| {
            json!({"key": key, "name": name(key), "symbol": "^YH31130020", "marketWeight": percent(weight),
                "ytdReturn": percent(year), "regMarketChangePercent": percent(0.002)})
        });
        let all = json!({"name": "All Industries", "symbol": "^YH311", "marketWeight": percent(1.0),
            "ytdReturn": percent(0.11), "regMarketChangePercent": percent(0.002)});
        let fund = |symbol: &str| {
            json!({"symbol": symbol, "name": company::fund(&mut seeded(key, symbol)), "netAssets": count(7_100_000_000),
                "expenseRatio": percent(0.000_9), "lastPrice": price(226.1), "ytdReturn": percent(0.17)})
        };
        data.insert("topETFs".to_owned(), json!([fund("QQQ")]));
        data.insert("topMutualFunds".to_owned(), json!([fund("VFINX")]));
        data.insert("industries".to_owned(), [[all].as_slice(), &industries].concat().into());
    })
}

/// Returns an industry.
pub(crate) fn industry(asked: &RoutedRequest<'_>) -> Reply {
    reply(asked, "industry", |key, data| {
        data.insert("sectorKey".to_owned(), "industrials".into());
        data.insert("sectorName".to_owned(), "Industrials".into());
        data.insert("topPerformingCompanies".to_owned(), companies(key, 5).into());
        let growing =
            companies(key, 5).into_iter().map(|company| with(company, "growthEstimate", percent(0.4)));
        data.insert("topGrowthCompanies".to_owned(), growing.collect());
    })
}

/// Returns an object with one more member.
fn with(mut object: Value, name: &str, value: Value) -> Value {
    if let Some(members) = object.as_object_mut() {
        members.insert(name.to_owned(), value);
    }
    object
}

/// Returns the reply about a key that the table knows.
fn reply(asked: &RoutedRequest<'_>, command: &str, add: impl FnOnce(&str, &mut Map<String, Value>)) -> Reply {
    let key = asked.subject.to_lowercase();
    if !keys(command).is_some_and(|known| known.variants.iter().any(|variant| variant.wire == key)) {
        return error_envelope("finance", 404, "Not Found", "no such key");
    }
    let returns = json!({"ytdChangePercent": percent(0.11), "oneYearChangePercent": percent(0.19),
        "regMarketChangePercent": percent(0.002)});
    let benchmark = with(returns.clone(), "name", "Harbor 500".into());
    let mut data = Map::from_iter([
        ("name".to_owned(), name(&key).into()),
        ("symbol".to_owned(), "^YH311".into()),
        ("key".to_owned(), key.as_str().into()),
        (
            "overview".to_owned(),
            json!({"companiesCount": 812, "industriesCount": INDUSTRIES.len(), "marketCap": count(20_100_000_000_000),
                "marketWeight": percent(0.3), "employeeCount": count(6_900_000), "description": "Companies, all invented."}),
        ),
        ("performance".to_owned(), returns),
        ("performanceOverviewBenchmark".to_owned(), benchmark),
        ("topCompanies".to_owned(), companies(&key, COMPANIES).into()),
        (
            "researchReports".to_owned(),
            json!([{"id": "SABLE_1", "headHtml": "Industry Report", "provider": "Sable Point Research",
                "reportDate": "2024-06-26T09:00:00Z", "reportTitle": "A year of harbors"}]),
        ),
    ]);
    add(&key, &mut data);
    Reply::new(200, JSON_TYPE, json!({"data": data, "error": null}).to_string())
}

fn companies(key: &str, number: usize) -> Vec<Value> {
    let mut rng = seeded(key, "companies");
    let symbols: Vec<String> = company::tickers(&mut rng).take(number).collect();
    let company = |symbol: String| {
        let last = cents(between(&mut rng, 10.0, 400.0));
        json!({
            "symbol": symbol, "name": company::of(&symbol).name, "rating": "Buy",
            "marketCap": count(rng.i64(1_000_000_000..900_000_000_000)), "marketWeight": percent(0.04),
            "lastPrice": price(last), "targetPrice": price(cents(last * 1.1)), "ytdReturn": percent(0.08),
            "regMarketChangePercent": percent(0.004),
        })
    };
    symbols.into_iter().map(company).collect()
}

/// Returns the keys that the table lists.
fn keys(command: &str) -> Option<&'static EnumInfo> {
    let info = ENDPOINTS.iter().find(|info| info.command == command)?;
    match info.param("key")?.kind {
        ParamKind::Enum(keys) => Some(keys),
        _ => None,
    }
}

/// Returns the name that a key stands for.
fn name(key: &str) -> String {
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>())
    };
    key.split('-').filter_map(capital).collect::<Vec<_>>().join(" ")
}
