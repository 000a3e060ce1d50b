//! `vfapi mcp`: messages of a client for models on stdin, answers on stdout and nothing else.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::vfapi;

#[test]
fn a_client_calls_an_endpoint_of_the_sample_host() {
    let mut process = vfapi(["--sample", "mcp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = process.stdin.take().unwrap();
    let initialize = json!({ "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" } });
    let call = json!({ "name": "call", "arguments": { "endpoint": "history", "params": { "ticker": "IBM", "range": "5d" } } });
    for message in [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call }),
    ] {
        writeln!(stdin, "{message}").unwrap();
    }
    // It ends once its client goes, after what is under way.
    let mut stdout = std::io::BufReader::new(process.stdout.take().unwrap());
    let mut line = || {
        let mut line = String::new();
        std::io::BufRead::read_line(&mut stdout, &mut line).unwrap();
        serde_json::from_str::<Value>(&line).unwrap()
    };
    assert_eq!(line()["result"]["serverInfo"]["name"], "vfapi");
    let called = line();
    let text = called["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("timestamp,open,high,low,close,"), "{text}");
    drop(stdin);
    let output = process.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn tools_that_are_no_endpoints_are_an_error() {
    let output = vfapi(["--sample", "mcp", "--tools", "histroy"]).stdin(Stdio::null()).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr, "error: --tools: no endpoint is called \"histroy\": did you mean \"history\"?\n");
}
