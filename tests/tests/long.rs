//! Requests for many series of a company: addresses are short enough, and the response is that of one request.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use virtual_finance::request::{Context, convert_saved};
use virtual_finance::responses::statements;
use virtual_finance::settings::Retries;
use virtual_finance::{
    Client, DateTime, Financials, HOSTS, RequestParams, SourceChoice, StatementPeriod, Statements,
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

/// Returns the reply of the service to an encoded list of series.
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
