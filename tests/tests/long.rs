//! Requests for many series of a company and for many symbols: addresses are short enough, and the response is that of one
//! request.

use serde_json::{Value, json};
use virtual_finance::catalogue::{ParamKind, ParamLocation};
use virtual_finance::request::{Context, Endpoint, convert_saved};
use virtual_finance::responses::statements;
use virtual_finance::settings::Retries;
use virtual_finance::{
    Calendar, Client, DateTime, ENDPOINTS, Financials, HOSTS, Insights, RequestParams, Similar, SourceChoice,
    StatementPeriod, Statements,
};
use virtual_finance_loopback::{LoopbackHost, reply, target};
use virtual_finance_tests::hosts::client_builder;

/// A host that has a figure of each series, the length of its name, and drops addresses of more bytes than that.
fn host(limit: usize) -> LoopbackHost {
    LoopbackHost::start(move |request| match target(request) {
        "/" => reply(404, &[("set-cookie", "A3=x")], ""),
        "/v1/test/getcrumb" => reply(200, &[], "crumb"),
        address if address.len() > limit => Vec::new(),
        address => match address.split_once("type=") {
            Some((_, rest)) => reply(200, &[], series(rest.split('&').next().unwrap())),
            None => {
                let summary = json!({"quoteType": {"symbol": "AAA"}});
                reply(200, &[], json!({"quoteSummary": {"result": [summary], "error": null}}).to_string())
            }
        },
    })
}

fn series(list: &str) -> String {
    let entry = |name: &str| {
        let period = if name.starts_with("quarterly") { "3M" } else { "12M" };
        let point = json!({
            "asOfDate": "2024-09-30", "periodType": period, "currencyCode": "USD", "reportedValue": {"raw": name.len()},
        });
        json!({"meta": {"symbol": ["AAA"], "type": [name]}, "timestamp": [1_727_654_400], name: [point]})
    };
    let result: Vec<Value> = list.split("%2C").map(entry).collect();
    json!({"timeseries": {"result": result, "error": null}}).to_string()
}

fn client(host: &LoopbackHost) -> Client {
    let params = RequestParams::new().no_proxy().retries(Retries::none());
    client_builder(HOSTS, host.url()).request_params(params).source(SourceChoice::Api).build().unwrap()
}

fn rows(response: &statements::Response) -> usize {
    let lists = [&response.income, &response.balance_sheet, &response.cash_flow];
    lists.iter().filter_map(|list| list.first()).map(|row| row.0.len()).sum()
}

#[tokio::test]
async fn all_statements_come_by_addresses_of_8000_bytes_or_of_3500() {
    let request = Statements::new("AAA").period(StatementPeriod::Quarterly);
    let mut found = Vec::new();
    for limit in [8_000, 3_500] {
        let host = host(limit);
        let client = client(&host);
        let reply = client.reply(&request).await.unwrap();
        assert!(reply.notes.is_empty(), "{:?}", reply.notes);
        let before = host.targets().len();
        assert!(host.targets().iter().all(|target| target.len() < 8_000));
        // What was learned holds for the requests to come.
        client.request(&Statements::new("AAA")).await.unwrap();
        assert!(host.targets().iter().skip(before).all(|target| target.len() <= limit));
        found.push(reply.response);
    }
    assert_eq!(found[0], found[1]);
    assert!(rows(&found[0]) > 300 && found[0].other.is_empty(), "{}", rows(&found[0]));
}

#[tokio::test]
async fn financials_come_by_addresses_of_3500_bytes() {
    let whole = client(&host(usize::MAX)).request(&Financials::new("AAA")).await.unwrap();
    assert!(whole.cashflow.is_some());
    let host = host(3_500);
    let client = client(&host);
    assert_eq!(client.request(&Financials::new("AAA")).await.unwrap(), whole);
}

/// Saved replies of parts are converted together, as the command does with several files.
#[test]
fn saved_parts_are_one_response() {
    let request = Statements::new("AAA");
    let parts = [series("annualTotalRevenue%2CannualNetIncome"), series("annualTotalAssets")];
    let bodies: Vec<&[u8]> = parts.iter().map(String::as_bytes).collect();
    let response = convert_saved(&request, &bodies, &Context::new(&[], DateTime::from(0))).unwrap().response;
    assert_eq!(response.income[0].amount("NetIncome").unwrap().as_i64(), Some(15));
    assert_eq!(response.balance_sheet[0].amount("TotalAssets").unwrap().as_i64(), Some(17));
}

/// A list of tickers in an address goes in parts, by the client or in batches.
#[test]
fn each_list_of_tickers_in_an_address_goes_in_parts() {
    let mut found = 0;
    for endpoint in ENDPOINTS {
        for param in endpoint.params {
            let is_long = matches!(param.kind, ParamKind::List { item: ParamKind::Ticker, .. });
            if is_long && matches!(param.place, ParamLocation::Query | ParamLocation::Path) {
                found += 1;
                assert!(
                    endpoint.split.is_some() || param.batch.is_some(),
                    "{} {}",
                    endpoint.name,
                    param.name
                );
            }
        }
    }
    assert!(found >= 5, "{found}");
}

/// A host that has something of each symbol, an economic event of each day, and drops addresses of more bytes than that.
fn host_of_symbols(limit: usize) -> LoopbackHost {
    LoopbackHost::start(move |request| {
        let address = target(request);
        if address.len() > limit {
            return Vec::new();
        }
        let symbols = |list: &str| -> Vec<String> {
            list.split('&').next().unwrap().replace("%2C", ",").split(',').map(str::to_owned).collect()
        };
        let result = if let Some((_, list)) = address.split_once("recommendationsbysymbol/") {
            let row =
                |symbol| json!({"symbol": symbol, "recommendedSymbols": [{"symbol": "ACME", "score": 0.1}]});
            symbols(list).into_iter().map(row).collect()
        } else if let Some((_, list)) = address.split_once("&symbols=") {
            let row = |symbol| json!({"symbol": symbol, "recommendation": {"rating": "BUY"}});
            symbols(list).into_iter().map(row).collect()
        } else {
            let symbols = symbols(address.split_once("tickersFilter=").unwrap().1);
            let day = |date: &str, time: i64, records: Vec<Value>| {
                let count = records.len();
                json!({"timestamp": time, "timestampString": date, "count": count, "totalCount": count, "records": records})
            };
            let days = |row: &dyn Fn(&str, i64) -> Vec<Value>| -> Vec<Value> {
                let dates = [("2024-07-01", 1_719_806_400_000), ("2024-07-02", 1_719_892_800_000)];
                dates.iter().map(|(date, time)| day(date, *time, row(date, *time))).collect()
            };
            let earnings = days(&|_, time| {
                symbols.iter().map(|ticker| json!({"ticker": ticker, "startDateTime": time})).collect()
            });
            let events = days(&|_, time| vec![json!({"event": "Index", "eventTime": time}), json!("odd")]);
            json!({"earnings": earnings, "economicEvents": events})
        };
        reply(200, &[], json!({"finance": {"result": result, "error": null}}).to_string())
    })
}

async fn by_limits<E: Endpoint<Response: serde::Serialize>>(request: E) -> Value {
    let mut found: Vec<Value> = Vec::new();
    for limit in [usize::MAX, 8_000, 3_500] {
        let host = host_of_symbols(limit);
        let reply = client(&host).reply(&request).await.unwrap();
        let lengths: Vec<usize> = host.targets().iter().map(String::len).collect();
        assert!(lengths.len() > 1 && lengths.iter().all(|length| *length < 8_000), "{lengths:?}");
        let notes: Vec<String> = reply.notes.lines().collect();
        found.push(json!({"response": reply.response, "notes": notes}));
    }
    assert!(found.windows(2).all(|pair| pair.first() == pair.last()));
    found.remove(0)
}

#[tokio::test]
async fn many_symbols_come_by_addresses_of_8000_bytes_or_of_3500() {
    let symbols: Vec<String> = (0..900).map(|number| format!("ACME{number:04}")).collect();
    let similar = by_limits(Similar::new(symbols.clone())).await;
    assert_eq!(similar["response"]["recommendations"].as_array().unwrap().len(), 900);
    let insights = by_limits(Insights::new(symbols.clone())).await;
    assert_eq!(insights["response"]["insights"].as_array().unwrap().len(), 900);
    for response in [&similar, &insights] {
        assert_eq!((&response["response"]["unknown"], &response["notes"]), (&json!([]), &json!([])));
    }
    let day = |day: u32| format!("2024-07-0{day}").parse::<virtual_finance::Date>().unwrap();
    let calendar = by_limits(Calendar::new().start(day(1)).end(day(3)).tickers(symbols)).await;
    let response = &calendar["response"];
    assert_eq!(response["earnings"].as_array().unwrap().len(), 1_800);
    // The calendars of no tickers are in each part, and told once.
    assert_eq!(response["economicEvents"].as_array().unwrap().len(), 2);
    assert_eq!(
        response["days"][0],
        json!({"date": "2024-07-01", "module": "earnings", "count": 900, "total": 900})
    );
    assert_eq!(response["days"].as_array().unwrap().len(), 4);
    assert_eq!(calendar["notes"].as_array().unwrap().len(), 1);
}
