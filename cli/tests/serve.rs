//! `vfapi serve`: what its page of an instrument and its charts ask for is there.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::support::vfapi;

/// A gateway, until it is dropped.
struct Served {
    process: Child,
    address: String,
}

impl Served {
    fn start(options: &[&str]) -> Self {
        let arguments = [options, &["serve", "--listen", "127.0.0.1:0", "--log", "off"]].concat();
        let mut process = vfapi(arguments).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_once("http://").unwrap().1.split_once(',').unwrap().0.to_owned();
        Self { process, address }
    }

    /// Returns the status and the body.
    fn ask(&self, method: &str, target: &str, accept: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {target} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn each_section_and_each_chart_has_rows_with_its_columns() {
    let served = Served::start(&["--sample"]);
    let (status, page) = served.ask("GET", "/s/IBM", "text/html", "");
    assert_eq!(status, 200);
    let about = page.split_once(r#"id="about">"#).unwrap().1.split_once("</script>").unwrap().0;
    let about: Value = serde_json::from_str(about).unwrap();
    let catalogue: Value = serde_json::from_str(&served.ask("GET", "/catalogue.json", "*/*", "").1).unwrap();
    let endpoints = catalogue["endpoints"].as_array().unwrap();
    let sections = about["sections"].as_array().unwrap();
    assert!(sections.len() >= 11);
    for section in sections {
        let info = endpoints.iter().find(|info| info["command"] == section["endpoint"]).unwrap();
        // The chart of an endpoint alone is that of its example.
        let of_example = &info["examples"][0]["params"];
        let asked = if section["subject"].is_null() { of_example } else { &section["params"] };
        let mut params = asked.as_object().unwrap().clone();
        if let Some(subject) = section["subject"].as_str() {
            params.insert(subject.to_owned(), "IBM".into());
        }
        let tables = section["tables"].as_array().unwrap();
        let tables: Vec<String> =
            tables.iter().map(|table| format!("&table={}", table.as_str().unwrap())).collect();
        for table in if tables.is_empty() { vec![String::new()] } else { tables } {
            let path = format!("/{}?format=jsonl{table}", section["endpoint"].as_str().unwrap());
            let (status, rows) = if info["method"] == "GET" {
                let query: String = params
                    .iter()
                    .map(|(name, value)| format!("&{name}={}", value.as_str().unwrap()))
                    .collect();
                served.ask("GET", &format!("{path}{query}"), "*/*", "")
            } else {
                let body = Value::Object(params.clone()).to_string();
                served.ask("POST", &path, "*/*", &body)
            };
            assert_eq!(status, 200, "{path}: {rows}");
            // Figures that this instrument has not are left out of the page, and tiles may lack their change.
            let columns = section["columns"].as_array().unwrap();
            let needed = match section["shown"].as_str().unwrap() {
                "facts" => 0,
                "tiles" => 2,
                _ => columns.len(),
            };
            for column in columns.iter().take(needed) {
                assert!(rows.contains(&format!("\"{}\":", column.as_str().unwrap())), "{path}: {column}");
            }
        }
    }
}

#[test]
fn a_gateway_answers_from_the_records_of_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let target = "/history/IBM.csv?range=5d";
    let (status, recorded) = Served::start(&["--sample", "--record", folder]).ask("GET", target, "*/*", "");
    assert_eq!((status, recorded.lines().count()), (200, 6));
    let replaying = Served::start(&["--replay", folder]);
    assert_eq!(replaying.ask("GET", target, "*/*", ""), (200, recorded));
    let (status, problem) = replaying.ask("GET", "/history/MSFT.csv?range=5d", "*/*", "");
    assert!(status == 404 && problem.contains("there is no record of GET https://"), "{status} {problem}");
}

/// In a query, too: no ticker has a comma.
#[test]
fn tickers_between_commas_are_several() {
    let served = Served::start(&["--sample"]);
    let (status, in_query) = served.ask("GET", "/history?ticker=IBM,MSFT&range=5d&format=csv", "*/*", "");
    let (_, in_path) = served.ask("GET", "/history/IBM,MSFT.csv?range=5d", "*/*", "");
    assert_eq!((status, &in_query), (200, &in_path));
    let tickers: Vec<&str> = in_query.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(tickers, ["IBM", "IBM", "IBM", "IBM", "IBM", "MSFT", "MSFT", "MSFT", "MSFT", "MSFT"]);
}
