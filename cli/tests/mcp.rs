//! `vfapi mcp`: messages of a client for models on stdin, answers on stdout and nothing else.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::support::vfapi;

/// A client of the command.
struct Session {
    process: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    id: u64,
}

impl Session {
    fn start() -> Self {
        Self::of("vfapi", &["--sample", "mcp"])
    }

    /// Starts a client of the server of that name.
    fn of(name: &str, arguments: &[&str]) -> Self {
        let mut process = vfapi(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (stdin, stdout) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        let mut session = Self { process, stdin, stdout: BufReader::new(stdout), id: 0 };
        let client = json!({ "name": "test", "version": "1" });
        let initialize = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        let initialized = session.ask("initialize", &initialize);
        assert_eq!(initialized["serverInfo"]["name"], name);
        writeln!(session.stdin, "{}", json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .unwrap();
        session
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.id += 1;
        let message = json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params });
        writeln!(self.stdin, "{message}").unwrap();
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str::<Value>(&line).unwrap()["result"].take()
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> String {
        let called = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let text = called["content"][0]["text"].as_str().unwrap().to_owned();
        assert_eq!(called["isError"], false, "{arguments}: {text}");
        text
    }

    /// Ends it. It ends once its client goes.
    fn end(self) {
        drop(self.stdin);
        let output = self.process.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
}

/// A question of a person, as a model answers it.
struct Question {
    words: &'static str,
    /// The arguments of `call`, after `find` named the endpoint.
    call: Value,
    /// The texts with the figures that answer it.
    answer: &'static [&'static str],
    most: usize,
}

fn question(words: &'static str, call: Value, answer: &'static [&'static str], most: usize) -> Question {
    Question { words, call, answer, most }
}

#[test]
fn questions_take_two_calls_and_few_characters() {
    let both = ["IBM", "MSFT"];
    let margins = ["TotalRevenue", "GrossProfit", "OperatingIncome", "NetIncome"];
    let call = |endpoint: &str, params: Value| json!({ "endpoint": endpoint, "params": params });
    let with = |mut call: Value, more: Value| {
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        call
    };
    let questions = [
        question(
            "IBM's and MSFT's margins over three years",
            with(call("statements", json!({ "ticker": both, "series": margins })), json!({ "limit": 3 })),
            &[
                "endDate,currency,TotalRevenue,GrossProfit,OperatingIncome,NetIncome\n",
                "IBM,2023-12-31,USD,72718000000,29593000000,7757000000,3954000000\n",
                "MSFT,2023-12-31,USD,32256000000,15808000000,3776000000,2100000000\n",
            ],
            1_500,
        ),
        question(
            "What does IBM stock cost now, what is the price?",
            call("quote", json!({ "symbols": both })),
            &["IBM,Elmgate Water plc,72.55,", "MSFT,\"Osprey Works Holdings, Inc.\",62.75,"],
            1_000,
        ),
        question(
            "How did the prices of IBM go this week?",
            call("history", json!({ "ticker": "IBM", "range": "5d" })),
            &[
                "timestamp,open,high,low,close,",
                "2024-06-24,73.18,73.35,71.49,72.33,",
                "2024-06-28,72.48,72.8,72.19,72.55,",
            ],
            1_100,
        ),
        question(
            "What dividends did IBM pay?",
            with(call("history", json!({ "ticker": "IBM", "range": "1y" })), json!({ "table": "dividends" })),
            &["date,amount\n2023-08-08,0.61\n2023-11-08,0.63\n2024-02-08,0.65\n2024-05-08,0.67\n"],
            1_000,
        ),
        question(
            "How profitable is Microsoft compared to IBM: profit margins?",
            with(call("key-figures", json!({ "ticker": both })), json!({ "columns": ["profitMargins"] })),
            &["ticker,profitMargins\nIBM,0.0544\nMSFT,0.0651\n"],
            900,
        ),
        question(
            "When do companies report earnings?",
            call("earnings-dates", json!({ "ticker": "IBM" })),
            &[
                "date,epsEstimate,epsActual,",
                "\n2024-07-24T20:00:00Z,0.93,,,",
                "\n2024-04-24T20:00:00Z,0.94,0.98,4.26,",
            ],
            2_500,
        ),
        question(
            "Which stocks are the gainers today?",
            with(call("screener", json!({ "name": "day_gainers" })), json!({ "limit": 5 })),
            &["symbol,shortName,", "\nVMO,\"Bramble Marine Holdings, Inc.\",82.63,1.95,2.42,"],
            1_500,
        ),
        question(
            "What is the ticker symbol of Microsoft?",
            call("search", json!({ "query": "Microsoft" })),
            &["symbol,shortname,quoteType,exchDisp,", "\nMICROSOFT,Willow Marine plc,EQUITY,NYSE,"],
            2_500,
        ),
        question(
            "Who are the largest owners, the institutions that hold IBM?",
            with(call("holders", json!({ "ticker": "IBM" })), json!({ "limit": 3 })),
            &[
                "\nElmgate Paper Corporation,125812690,\"Mar 30, 2024\",7.95,",
                "\nNettle Water Corporation,108805340,\"Mar 30, 2024\",6.88,",
            ],
            1_200,
        ),
        question(
            "Latest news about IBM",
            with(call("news", json!({ "ticker": "IBM" })), json!({ "limit": 3 })),
            &[
                "publishedAt,title,provider\n2024-06-28T19:00:00Z,Elmgate Water plc opens a harbor,Sample Wire\n",
            ],
            2_500,
        ),
        question(
            "unemployment rate of the United States",
            call("series", json!({ "series": "UNRATE" })),
            &["date,value,", "\n2024-06-27,4.29,"],
            1_000,
        ),
    ];
    let mut session = Session::start();
    let mut wrong = Vec::new();
    for Question { words, call, answer, most } in questions {
        let found = session.call("find", &json!({ "words": words }));
        let endpoint = call["endpoint"].as_str().unwrap();
        let text = session.call("call", &call);
        let count = found.chars().count() + text.chars().count();
        let is_named = found.lines().any(|line| line.starts_with(&format!("{endpoint}(")));
        if !is_named || count > most || answer.iter().any(|part| !text.contains(part)) {
            wrong.push(format!("{words} ({count} of {most})\n{found}{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    session.end();
}

#[test]
fn tools_that_are_no_endpoints_are_an_error() {
    let output = vfapi(["--sample", "mcp", "--tools", "histroy"]).stdin(Stdio::null()).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr, "error: --tools: no endpoint is called \"histroy\": did you mean \"history\"?\n");
}

#[cfg(feature = "table")]
#[test]
fn a_table_in_a_file_has_tools() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/table/harbour.yaml");
    let mut session = Session::of("vfapi-harbour", &["--table", file, "--sample", "mcp", "--tools", "all"]);
    let tools = session.ask("tools/list", &json!({}));
    let tools: Vec<&str> =
        tools["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(tools.len(), 10, "{tools:?}");
    assert!(session.call("berth", &json!({ "number": 3 })).contains("Alma"));
    drop(session.stdin);
    assert!(session.process.wait().unwrap().success());
}
