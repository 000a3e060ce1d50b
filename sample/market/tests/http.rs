//! The host over real connections on loopback.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use crate::wire::{get, send};
use flate2::read::MultiGzDecoder;
use virtual_finance_sample::{DEFAULT_NOW, SampleHost, reply};

#[test]
fn the_wire_carries_what_the_function_says() {
    let host = SampleHost::start().unwrap();
    assert_eq!(host.url(), format!("http://{}", host.addr()));
    let cases = [
        ("/quote/IBM", "", "text/html; charset=utf-8"),
        ("/quote/BRK%2FB/financials", "", "text/html; charset=utf-8"),
        ("/quote/IBM/holders", "", "text/html; charset=utf-8"),
        ("/quote/%5EGSPC/components", "", "text/html; charset=utf-8"),
        ("/screener", "", "text/html; charset=utf-8"),
        ("/screener/predefined/DAY_LOSERS", "", "text/html; charset=utf-8"),
        ("/v8/finance/chart/%5EGSPC", "range=1mo&interval=1d", "application/json; charset=utf-8"),
        ("/v7/finance/options/IBM", "", "application/json; charset=utf-8"),
        ("/ajax/SearchController_Suggest", "query=IBM&max_results=3", "text/html; charset=utf-8"),
        ("/quote/MODERN", "", "text/html; charset=utf-8"),
        (
            "/ws/fundamentals-timeseries/v1/finance/timeseries/IBM",
            "symbol=IBM&type=annualNetIncome",
            "application/json; charset=utf-8",
        ),
        (
            "/ws/screeners/v1/finance/screener/discover",
            "modules=neo_investment_ideas",
            "application/json; charset=utf-8",
        ),
        (
            "/v1/finance/screener/predefined/saved",
            "scrIds=DAY_LOSERS&count=3",
            "application/json; charset=utf-8",
        ),
        ("/quote/CUT", "", "text/html; charset=utf-8"),
        ("/quote/LIMITED", "", "text/plain; charset=utf-8"),
        ("/quote/NOTFOUND", "", "text/html; charset=utf-8"),
        ("/quote/EMPTY", "", "text/html; charset=utf-8"),
        ("/elsewhere", "", "text/html; charset=utf-8"),
    ];
    for (path, query, content_type) in cases {
        let answer = get(&host, &format!("{path}?{query}"));
        let expected = reply(path, query, DEFAULT_NOW);
        assert_eq!(answer.status, expected.status, "{path}");
        assert_eq!(answer.header("content-type"), Some(content_type), "{path}");
        assert_eq!(answer.header("content-length"), Some(expected.body.len().to_string().as_str()), "{path}");
        assert_eq!(answer.text(), expected.body, "{path}");
    }
    assert!(get(&host, "/v8/finance/chart/BRK%2FB").text().contains(r#""symbol":"BRK/B""#));
}

#[test]
fn gzip_comes_when_it_is_accepted() {
    let host = SampleHost::start().unwrap();
    let cases = [
        ("accept-encoding: gzip\r\n", true),
        ("accept-encoding: br, GZIP;q=0.5\r\n", true),
        ("accept-encoding: gzip;q=0\r\n", false),
        ("accept-encoding: br\r\n", false),
        ("", false),
    ];
    let plain = get(&host, "/quote/IBM").body;
    for (header, packed) in cases {
        let answer = send(host.addr(), "GET", "/quote/IBM", header);
        assert_eq!(answer.header("content-encoding"), packed.then_some("gzip"), "{header}");
        let mut body = answer.body;
        if packed {
            assert!(body.len() < plain.len() / 2, "{header}");
            let mut unpacked = Vec::new();
            MultiGzDecoder::new(&body[..]).read_to_end(&mut unpacked).unwrap();
            body = unpacked;
        }
        assert!(body == plain, "{header}");
    }
}

#[test]
fn only_get_is_served() {
    let host = SampleHost::start().unwrap();
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = send(host.addr(), method, "/quote/IBM", "content-length: 0\r\n");
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET")), "{method}");
    }
}

#[test]
fn port_and_clock_are_settable() {
    let first = SampleHost::builder().now(946_900_800).start().unwrap();
    assert!(get(&first, "/v8/finance/chart/IBM?range=1d").text().contains(r#""timestamp":[946"#));
    let port = first.addr().port();
    let taken = SampleHost::builder().port(port).start();
    assert_eq!(taken.unwrap_err().kind(), std::io::ErrorKind::AddrInUse);
    let mut open = TcpStream::connect(first.addr()).unwrap();
    drop(first);
    assert!(matches!(open.read(&mut [0]), Ok(0) | Err(_)), "a dropped host holds no connection");
}

#[test]
fn waiting_ends_when_the_host_is_stopped_though_a_connection_is_open() {
    let host = SampleHost::start().unwrap();
    let idle = TcpStream::connect(host.addr()).unwrap();
    let stopper = host.stopper();
    let waiting = thread::spawn(move || host.wait());
    stopper.stop();
    waiting.join().unwrap();
    drop(idle);
}

/// A head that comes byte by byte, or never, holds a connection for no longer than the limit.
#[test]
fn slow_heads_are_closed() {
    let host = SampleHost::builder().head_timeout(Duration::from_millis(50)).start().unwrap();
    for begin in ["", "GET /quote/IBM HTTP/1.1\r\nhost: x\r\nx-slow: "] {
        let mut slow = TcpStream::connect(host.addr()).unwrap();
        slow.write_all(begin.as_bytes()).unwrap();
        // It ends when the host closes the connection, whatever it says before.
        let mut said = Vec::new();
        let _ = slow.read_to_end(&mut said);
        assert!(!said.starts_with(b"HTTP/1.1 200"), "{begin}");
    }
    assert_eq!(get(&host, "/screener").status, 200);
}

#[test]
fn starting_and_dropping_inside_an_async_runtime_is_fine() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let host = SampleHost::start().unwrap();
        assert_eq!(get(&host, "/screener").status, 200);
    });
}
