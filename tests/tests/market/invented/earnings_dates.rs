//! EarningsDates: the service and the page.

use serde_json::{Value, json};
use virtual_finance::error::{Fault, MarketFault};
use virtual_finance::notes::BeyondCount;
use virtual_finance::request::{Context, Endpoint as _, RawReply};
use virtual_finance::{DateTime, EarningsDates};
use virtual_finance_tests::{HOSTS, NOW, convert, converted, html};

use super::failed;

fn service(entity: &str, columns: &[(&str, &str)], rows: &Value) -> String {
    let columns: Vec<Value> =
        columns.iter().map(|(id, kind)| json!({"id": id, "label": "Label", "type": kind})).collect();
    let table = json!({"entityIdType": entity, "columns": columns, "rows": rows});
    json!({"finance": {"result": [{"total": 7, "documents": [table]}], "error": null}}).to_string()
}

/// Returns a page with a table of those rows: symbol, date, estimate, earnings and surprise.
fn page(rows: &[[&str; 5]]) -> String {
    let rows: String = rows
        .iter()
        .map(|[symbol, date, estimate, actual, surprise]| {
            format!(
                "<tr><td><a href=\"/quote/{symbol}\">{symbol}</a></td><td>Invented &amp; Co</td><td><span>{date}</span>\
                 </td><td>{estimate}</td><td>{actual}</td><td>{surprise}</td></tr>"
            )
        })
        .collect();
    html(&format!(
        "<table><thead><tr><th>Symbol</th><th>Company</th><th>Earnings Date</th><th>EPS Estimate</th>\
         <th>Reported EPS</th><th>Surprise (%)</th></tr></thead><tbody>{rows}</tbody></table>"
    ))
}

fn dates(body: &str) -> Value {
    convert(&EarningsDates::new("IBM"), body).unwrap().get("dates").cloned().unwrap()
}

fn said(body: &str) -> String {
    convert(&EarningsDates::new("IBM"), body).unwrap_err().to_string()
}

/// The host writes the zone of who asks.
#[test]
fn a_page_has_times_of_any_zone() {
    for (time, zone) in [
        ("4 PM", "EDT"),
        ("3 PM", "CDT"),
        ("1:00 PM", "PDT"),
        ("8 PM", "UTC"),
        ("8 PM", "GMT"),
        ("9 PM", "BST"),
        ("10 PM", "CEST"),
        ("11 PM", "GMT+3"),
        ("4:30 PM", "GMT-3:30"),
    ] {
        let found = dates(&page(&[["IBM", &format!("July 24, 2024 at {time} {zone}"), "2.18", "-", "-"]]));
        assert_eq!(found[0]["date"], 1_721_851_200, "{zone}");
    }
    for (time, zone) in [("1:30 AM", "IST"), ("1:30 AM", "GMT+5:30"), ("5 AM", "JST"), ("6 AM", "AEST")] {
        let found = dates(&page(&[["IBM", &format!("July 25, 2024 at {time} {zone}"), "2.18", "-", "-"]]));
        assert_eq!(found[0]["date"], 1_721_851_200, "{zone}");
    }
}

/// Who converts a saved page has asked nobody for so many rows.
#[test]
fn rows_of_a_saved_page_beyond_the_count_are_told() {
    let days: Vec<String> = (1..=27).map(|day| format!("July {day}, 2024 at 4 PM EDT")).collect();
    let rows: Vec<[&str; 5]> = days.iter().map(|day| ["IBM", day, "2.18", "-", "-"]).collect();
    let page = page(&rows);
    for (count, rows, told) in
        [(None, 12, Some("12 of 27")), (Some(3), 3, Some("3 of 27")), (Some(27), 27, None)]
    {
        let request = EarningsDates::new("IBM");
        let request = count.map_or(request.clone(), |count| request.count(count));
        let found = converted(&request, std::slice::from_ref(&page)).unwrap();
        assert_eq!(found.response.dates.len(), rows);
        let note = found.notes.get::<BeyondCount>().map(ToString::to_string);
        assert_eq!(note.as_deref(), told);
        // A host that was asked for as many has more.
        let raw = RawReply::new(page.as_bytes()).with_status(200);
        let found = request.convert(&Context::new(&HOSTS, DateTime::from(NOW)), &[raw]).unwrap();
        assert!(found.response.dates.len() == rows && found.notes.get::<BeyondCount>().is_none());
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let odd = |columns: &[(&str, &str)], rows: Value| said(&service("SP_EARNINGS", columns, &rows));
    let two = [("epsestimate", "NUMBER"), ("startdatetime", "DATE")];
    assert!(odd(&two, json!([[1]])).contains("a row has 1 values for 2 columns"));
    assert!(odd(&[two[0], two[0]], json!([[1, 2]])).contains("two columns have one id"));
    assert!(odd(&two, json!([["two", null]])).contains("documents[0].rows"));
    assert!(odd(&[("startdatetime", "DATE")], json!([["soon"]])).contains("2024-06-28T20:00:00.000Z"));
    assert!(odd(&[("startdatetime", "DATE")], json!([[5]])).contains("2024-06-28T20:00:00.000Z"));
    for (date, estimate, words) in [
        ("July 24, 2024 at 4 PM XYZ", "1", "October 30, 2025 at 4 PM EDT"),
        ("soon", "1", "October 30, 2025 at 4 PM EDT"),
        ("July 24, 2024 at 4 PM EDT", "two", "a number"),
    ] {
        assert!(said(&page(&[["IBM", date, estimate, "-", "-"]])).contains(words), "{date}");
    }
    assert!(said(&html("<table><tr><th>Symbol</th></tr></table>")).contains("EPS Estimate"));
}

/// The host knows no such ticker, or no earnings of it.
#[test]
fn nothing_at_all_is_an_error() {
    let beyond = service("SP_EARNINGS", &[("ticker", "STRING")], &json!([]));
    let nothing = beyond.replace("\"total\":7", "\"total\":0");
    for body in [&html("<p>We couldn't find any results.</p>"), &page(&[]), &nothing] {
        let error = convert(&EarningsDates::new("IBM"), body).unwrap_err();
        assert_eq!(error.status(), 422, "{error}");
        let fault = MarketFault::of(error.fault());
        assert!(matches!(fault, Some(MarketFault::NoData { of: "earnings dates", .. })), "{error}");
    }
    // After the last of some there are none.
    let error = convert(&EarningsDates::new("IBM"), &beyond).unwrap_err().to_string();
    assert!(error.contains("it is empty, and the host counts 7"), "{error}");
    let beyond = converted(&EarningsDates::new("IBM").offset(7), &[&beyond]).unwrap();
    assert!(beyond.response.dates.is_empty());
}

#[test]
fn the_host_s_own_errors_are_told() {
    let error =
        json!({"finance": {"result": null, "error": {"code": "Bad Request", "description": "size is 101"}}});
    let refused = converted(&EarningsDates::new("IBM"), &[error.to_string()]).unwrap_err();
    assert!(matches!(refused.fault(), Fault::ErrorReply { .. }), "{refused}");
    let consent = html("<form action='/consent'><input name='csrfToken'></form>");
    assert!(said(&consent).contains("asks for consent"));
    assert_eq!(failed(convert(&EarningsDates::new("IBM"), "{}")).0, 422);
}
