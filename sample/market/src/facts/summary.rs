//! The sections of a quote page's QuoteSummaryStore.

use serde_json::{Map, Value, json};

use crate::agreed;
use crate::calendar::{self, DAY};
use crate::company::{self, Company};
use crate::facts::traps::TRAPS;
use crate::facts::{fund, statements};
use crate::numbers::{between, cents, count, day, percent, pick, price, real, seeded, whole};
use crate::prices::{self, Bar};

/// The number of ratings.
const RATINGS: usize = 40;
const GRADES: &[&str] = &["Buy", "Hold", "Outperform", "Market Perform", "Sell", "Overweight"];
const ACTIONS: &[&str] = &["main", "up", "down", "init", "reit"];

/// The sections that companies alone have.
const OF_COMPANIES: &[&str] = &[
    "recommendationTrend",
    "earnings",
    "financialData",
    "calendarEvents",
    "esgScores",
    "upgradeDowngradeHistory",
];

/// The market's view of a share, which several sections repeat.
struct Market {
    last: Bar,
    before: f64,
    year_low: f64,
    year_high: f64,
    dividends: f64,
    mean_volume: i64,
    shares: f64,
}

/// Returns the store of a quote page, which is what the summary service knows, too.
pub(crate) fn sections(ticker: &str, now: i64) -> Map<String, Value> {
    let company = company::of(ticker);
    let Some(market) = market(ticker, now) else {
        // The clock stands before the first trade: there is a name, and no market.
        return Map::from_iter([
            ("quoteType".to_owned(), quote_type(ticker, &company)),
            ("symbol".to_owned(), ticker.into()),
        ]);
    };
    let sections = json!({
        "defaultKeyStatistics": key_statistics(ticker, &market, now),
        "details": {},
        "summaryProfile": summary_profile(ticker, &company),
        "recommendationTrend": {"trend": [{"period": "0m", "strongBuy": 4, "buy": 7, "hold": 6, "sell": 1}], "maxAge": 86400},
        "financialsTemplate": {"code": "N", "maxAge": 1},
        "earnings": statements::earnings(ticker, now),
        "price": {
            "symbol": ticker,
            "shortName": company.name,
            "regularMarketPrice": price(cents(market.last.close)),
            "regularMarketTime": prices::traded_at(&market.last, now),
            "regularMarketVolume": count(whole(market.last.volume)),
            "marketCap": count(whole(market.last.close * market.shares)),
            "preMarketPrice": {},
            "currency": "USD",
            "maxAge": 1,
        },
        "financialData": financial_data(&market),
        "quoteType": quote_type(ticker, &company),
        "calendarEvents": calendar_events(ticker, now),
        "summaryDetail": summary_detail(ticker, &market),
        "symbol": ticker,
        "esgScores": esg_scores(ticker, now),
        "upgradeDowngradeHistory": {"history": ratings(ticker, now), "maxAge": 86400},
        "pageViews": {"shortTermTrend": "DOWN", "midTermTrend": "UP", "longTermTrend": "NEUTRAL", "maxAge": 1},
    });
    let Value::Object(mut sections) = sections else { return Map::new() };
    if company::kind(ticker) != "EQUITY" {
        // Nobody rates or reports them, and they belong to no sector.
        sections.retain(|name, _| !OF_COMPANIES.contains(&name.as_str()));
        if let Some(profile) = sections.get_mut("summaryProfile").and_then(Value::as_object_mut) {
            let is_of_company =
                |name: &str| ["sector", "industry", "fullTimeEmployees", "companyOfficers"].contains(&name);
            profile.retain(|name, _| !is_of_company(name));
        }
    }
    if ["ETF", "MUTUALFUND"].contains(&company::kind(ticker)) {
        sections.extend(fund::sections(ticker, now));
    }
    sections
}

fn financial_data(market: &Market) -> Value {
    let last = market.last.close;
    json!({
        "currentPrice": price(cents(last)),
        "targetHighPrice": price(cents(last * 1.3)),
        "targetLowPrice": price(cents(last * 0.8)),
        "targetMeanPrice": price(cents(last * 1.08)),
        "targetMedianPrice": price(cents(last * 1.1)),
        "recommendationMean": price(2.2),
        "recommendationKey": "buy",
        "numberOfAnalystOpinions": count(18),
        "financialCurrency": "USD",
        "maxAge": 86400,
    })
}

fn market(ticker: &str, now: i64) -> Option<Market> {
    let mut bars = prices::history(ticker, now);
    bars.retain(|bar| !bar.blank);
    let year: Vec<&Bar> = bars.iter().rev().take(252).collect();
    let volumes: i64 = year.iter().take(63).map(|bar| whole(bar.volume)).fold(0, i64::saturating_add);
    let view = Market {
        before: year.get(1).or(year.first())?.close,
        year_low: year.iter().map(|bar| bar.low).fold(f64::INFINITY, f64::min),
        year_high: year.iter().map(|bar| bar.high).fold(0.0, f64::max),
        dividends: cents(year.iter().filter_map(|bar| bar.dividend).sum()),
        mean_volume: volumes / 63,
        shares: real(company::shares(ticker)),
        last: bars.pop()?,
    };
    Some(view)
}

fn quote_type(ticker: &str, company: &Company) -> Value {
    json!({
        "exchange": "NYQ",
        "shortName": company.name,
        "longName": company.name,
        "exchangeTimezoneName": "America/New_York",
        "exchangeTimezoneShortName": "EDT",
        "isEsgPopulated": false,
        "gmtOffSetMilliseconds": "-14400000",
        "quoteType": company::kind(ticker),
        "symbol": ticker,
        "messageBoardId": null,
        "market": "us_market",
    })
}

fn summary_profile(ticker: &str, company: &Company) -> Value {
    let mut rng = seeded(ticker, "profile");
    let officers: Vec<Value> = ["Chief Executive Officer", "Chief Financial Officer"]
        .iter()
        .map(|title| json!({"name": company::person(&mut rng), "title": title, "totalPay": count(rng.i64(400_000..9_000_000)), "exercisedValue": {}}))
        .collect();
    json!({
        "zip": format!("{:05}", rng.u32(10_000..99_999)),
        "sector": company.industry.sector,
        "fullTimeEmployees": rng.u32(900..180_000),
        "longBusinessSummary": business_summary(ticker, company),
        "city": company.city,
        "phone": format!("555-01{:02}", rng.u8(0..100)),
        "state": company.state,
        "country": "United States",
        "companyOfficers": officers,
        "website": format!("http://www.{}", company.domain),
        "maxAge": 86400,
        "address1": format!("{} Harbor Road", rng.u16(1..900)),
        "industry": company.industry.name,
    })
}

/// Returns some sentences on a company.
fn business_summary(ticker: &str, company: &Company) -> String {
    let Company { name, industry, city, state, .. } = company;
    if agreed::has_traps(ticker) {
        return TRAPS.join(" ");
    }
    let year = seeded(ticker, "founded").u16(1871..1998);
    format!(
        "{name} {}. It serves customers in the United States, Canada and Europe through its own offices and \
         through partners. The company was founded in {year} and is based in {city}, {state}.",
        industry.business
    )
}

fn summary_detail(ticker: &str, market: &Market) -> Value {
    let last = &market.last;
    let open = price(cents(last.open));
    let volume = count(whole(last.volume));
    let mean = count(market.mean_volume);
    let yearly_yield = market.dividends / last.close;
    let mut detail = json!({
        "previousClose": price(cents(market.before)),
        "regularMarketOpen": open,
        "twoHundredDayAverage": price((market.year_low + market.year_high) / 2.0),
        "fiftyDayAverage": price((last.close * 3.0 + market.year_high) / 4.0),
        "trailingAnnualDividendYield": percent(yearly_yield),
        "trailingAnnualDividendRate": price(market.dividends),
        "dividendRate": price(market.dividends),
        "dividendYield": percent(yearly_yield),
        "payoutRatio": percent(0.412_5),
        "regularMarketDayHigh": price(cents(last.high)),
        "regularMarketDayLow": price(cents(last.low)),
        "dayHigh": price(cents(last.high)),
        "dayLow": price(cents(last.low)),
        "regularMarketPreviousClose": price(cents(market.before)),
        "open": open,
        "averageDailyVolume10Day": mean,
        "averageVolume10days": mean,
        "averageVolume": mean,
        "regularMarketVolume": volume,
        "volume": volume,
        "beta": price(company::beta(ticker)),
        "trailingPE": price(company::EARNINGS_RATIO),
        "marketCap": count(whole(last.close * market.shares)),
        "fiftyTwoWeekLow": price(cents(market.year_low)),
        "fiftyTwoWeekHigh": price(cents(market.year_high)),
        "exDividendDate": day(calendar::midnight(last.date).saturating_sub(45 * DAY)),
        "priceHint": count(2),
        "currency": "USD",
        "maxAge": 1,
        "tradeable": false,
    });
    if let Some(detail) = detail.as_object_mut() {
        let empty = [
            "volume24Hr",
            "navPrice",
            "totalAssets",
            "expireDate",
            "yield",
            "circulatingSupply",
            "startDate",
        ];
        detail.extend(empty.map(|name| (name.to_owned(), json!({}))));
        let absent = ["toCurrency", "fromCurrency", "algorithm", "lastMarket"];
        detail.extend(absent.map(|name| (name.to_owned(), Value::Null)));
    }
    detail
}

fn key_statistics(ticker: &str, market: &Market, now: i64) -> Value {
    let mut rng = seeded(ticker, "statistics");
    let split = prices::history(ticker, now).into_iter().find_map(|bar| Some((bar.split?, bar.time)));
    json!({
        "annualHoldingsTurnover": {},
        "enterpriseToRevenue": price(between(&mut rng, 1.0, 6.0)),
        "profitMargins": percent(between(&mut rng, 0.04, 0.22)),
        "sharesOutstanding": count(whole(market.shares)),
        "sharesShort": count(whole(market.shares * 0.027)),
        "bookValue": price(cents(market.last.close * 0.31)),
        "trailingEps": price(cents(market.last.close / company::EARNINGS_RATIO)),
        "lastSplitFactor": split.map(|(shares, _)| format!("{shares}:1")),
        "lastSplitDate": split.map_or_else(|| json!({}), |(_, time)| day(time)),
        "lastFiscalYearEnd": day(calendar::midnight(calendar::date_of(now).first_of_year()).saturating_sub(DAY)),
        "category": null,
        "fundFamily": null,
        "ytdReturn": {},
        "priceHint": count(2),
        "maxAge": 1,
    })
}

fn calendar_events(ticker: &str, now: i64) -> Value {
    let mut rng = seeded(ticker, "calendar");
    let today = calendar::midnight(calendar::date_of(now));
    let after = |days: i64| day(today.saturating_add(days.saturating_mul(DAY)));
    let earnings = cents(between(&mut rng, 0.4, 6.0));
    let revenue = rng.i64(900..40_000).saturating_mul(1_000_000);
    let spread = revenue / 40;
    json!({
        "maxAge": 1,
        "earnings": {
            "earningsDate": [after(24), after(28)],
            "earningsAverage": price(earnings),
            "earningsLow": price(cents(earnings * 0.9)),
            "earningsHigh": price(cents(earnings * 1.12)),
            "revenueAverage": count(revenue),
            "revenueLow": count(revenue.saturating_sub(spread)),
            "revenueHigh": count(revenue.saturating_add(spread)),
        },
        "exDividendDate": after(41),
        "dividendDate": after(69),
    })
}

fn esg_scores(ticker: &str, now: i64) -> Value {
    let mut rng = seeded(ticker, "esg");
    let mut scores = Map::new();
    for name in ["environmentScore", "socialScore", "governanceScore", "totalEsg", "percentile"] {
        scores.insert(name.into(), price(cents(between(&mut rng, 0.5, 22.0))));
    }
    for name in ["peerSocialPerformance", "peerGovernancePerformance", "peerEnvironmentPerformance"] {
        scores.insert(name.into(), json!({"min": 1.25, "avg": between(&mut rng, 4.0, 12.0), "max": 30}));
    }
    for name in ["palmOil", "gambling", "nuclear", "alcoholic", "tobacco", "coal", "smallArms"] {
        scores.insert(name.into(), rng.bool().into());
    }
    for name in ["socialPercentile", "governancePercentile", "environmentPercentile"] {
        scores.insert(name.into(), Value::Null);
    }
    let date = calendar::date_of(now);
    scores.insert("ratingYear".into(), date.year().into());
    scores.insert("ratingMonth".into(), date.month().into());
    scores.insert("relatedControversy".into(), json!(["Supply Chain", "Harbor Dredging"]));
    scores.insert("esgPerformance".into(), "AVG_PERF".into());
    scores.insert("maxAge".into(), 86400.into());
    scores.into()
}

fn ratings(ticker: &str, now: i64) -> Vec<Value> {
    let mut rng = seeded(ticker, "ratings");
    let mut time = now;
    let rating = || {
        time = time.saturating_sub(rng.i64(5 * DAY..90 * DAY));
        let action = pick(&mut rng, ACTIONS);
        let from = if action == "init" { "" } else { pick(&mut rng, GRADES) };
        json!({
            "epochGradeDate": time,
            "firm": pick(&mut rng, company::BROKERS),
            "toGrade": pick(&mut rng, GRADES),
            "fromGrade": from,
            "action": action,
        })
    };
    std::iter::repeat_with(rating).take(RATINGS).collect()
}
