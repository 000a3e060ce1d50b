//! The items of all pages, from a host that gives fewer at once than it is asked for.

use virtual_finance_loopback::{LoopbackHost, reply, target};

use super::{said, vfapi};

/// The number of an instrument whose row has no symbol, where there is one.
const NAMELESS: usize = 450;

/// Starts a host that gives the instruments of `rows` from the start of a page on, at most 200 at once, and counts 1,000.
fn paged<R: Iterator<Item = String>>(
    rows: impl Fn(usize) -> Option<R> + Send + Sync + 'static,
) -> LoopbackHost {
    LoopbackHost::start(move |request| {
        let query = target(request).split_once('?').unwrap().1;
        let start = query.split('&').find_map(|pair| pair.strip_prefix("start=")).unwrap();
        let Some(rows) = rows(start.parse().unwrap()) else { return reply(404, &[], "{}") };
        let page = format!(
            r#"{{"start":{start},"count":1000,"total":1000,"lookupTotals":{{"all":1000}},"documents":[{}]}}"#,
            rows.take(200).collect::<Vec<_>>().join(",")
        );
        reply(200, &[], format!(r#"{{"finance":{{"result":[{page}],"error":null}}}}"#))
    })
}

fn symbol(index: usize) -> String {
    format!(r#"{{"symbol":"S{index}"}}"#)
}

fn host(given: usize, is_whole: bool) -> LoopbackHost {
    paged(move |start| {
        Some((start..given).map(move |index| {
            let row = symbol(index);
            if is_whole || index != NAMELESS { row } else { row.replace("symbol", "name") }
        }))
    })
}

fn lookup(given: usize, options: &[&str]) -> (Option<i32>, Vec<String>, String, usize) {
    ask(&host(given, true), options)
}

fn ask(host: &LoopbackHost, options: &[&str]) -> (Option<i32>, Vec<String>, String, usize) {
    let line = ["--query-url", host.url(), "lookup", "gold", "--count", "1000", "--format", "csv"];
    let (code, stdout, stderr) = said(vfapi(line.iter().chain(options)).output().unwrap());
    let rows = stdout.lines().skip(1).map(str::to_owned).collect();
    (code, rows, stderr, host.requests().len())
}

#[test]
fn a_page_begins_where_the_last_one_ended() {
    let (code, rows, stderr, requests) = lookup(1000, &["--all-pages"]);
    assert_eq!((code, rows.len(), requests, stderr.as_str()), (Some(0), 1000, 5, ""));
    assert_eq!((rows[0].as_str(), rows[200].as_str(), rows[999].as_str()), ("S0", "S200", "S999"));
}

#[test]
fn fewer_items_than_the_host_counts_are_told() {
    let (code, rows, stderr, _) = lookup(450, &["--all-pages"]);
    assert_eq!((code, rows.len()), (Some(7), 450));
    assert!(stderr.contains("the host gave 450 items and counts 1000"), "{stderr}");
    // Fewer were wanted.
    let (code, rows, stderr, _) = lookup(450, &["--max-items", "300"]);
    assert_eq!((code, rows.len(), stderr.as_str()), (Some(0), 300, ""));
}

/// The host begins each page with the last instrument of the one before.
#[test]
fn an_instrument_of_two_pages_is_there_once_and_told() {
    let host = paged(|start| Some((start - start / 200..1000).map(symbol)));
    let (code, rows, stderr, requests) = ask(&host, &["--all-pages"]);
    assert_eq!((code, rows.len(), requests), (Some(7), 996, 5), "{stderr}");
    assert!(rows.iter().enumerate().all(|(index, row)| *row == format!("S{index}")), "{rows:?}");
    assert_eq!(
        stderr,
        "note: the host gave 4 items twice, which the result has once\nerror: the host gave 996 items and counts 1000\n"
    );
}

/// A row that cannot be read is told of whichever page it is.
#[test]
fn a_skipped_row_of_a_later_page_is_told() {
    let (code, rows, stderr, _) = ask(&host(1000, false), &["--all-pages"]);
    assert_eq!((code, rows.len()), (Some(0), 999));
    assert!(stderr.contains("documents[50]"), "{stderr}");
}

/// Keeps what came before a page failed, with the exit code of a part.
#[test]
fn a_page_that_fails_leaves_the_items_before_it() {
    let failing = |after: usize| paged(move |start| (start < after).then(|| (start..1000).map(symbol)));
    for option in [&["--all-pages"][..], &["--max-items", "500"]] {
        let (code, rows, stderr, requests) = ask(&failing(400), option);
        assert_eq!((code, rows.len(), requests), (Some(7), 400, 3), "{stderr}");
        assert_eq!(rows.last().map(String::as_str), Some("S399"));
        assert!(stderr.ends_with("; the result has the 400 items of the pages before\n"), "{stderr}");
        assert!(stderr.contains("404"), "{stderr}");
    }
    // Those that are wanted came before.
    let (code, rows, stderr, _) = ask(&failing(400), &["--max-items", "400"]);
    assert_eq!((code, rows.len(), stderr.as_str()), (Some(0), 400, ""));
    // Without any page the error is that of the request.
    let (code, rows, stderr, _) = ask(&failing(0), &["--all-pages"]);
    assert_eq!((code, rows.len()), (Some(3), 0), "{stderr}");
}
