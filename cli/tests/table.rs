//! `vfapi --table FILE`: the command, the gateway and the tools of a table that no compiler has seen.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;
use virtual_finance_loopback::{LoopbackHost, Served, header, reply, target};

use crate::support::{said, vfapi};

const HARBOUR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/table/harbour.yaml");

/// The note that every call has.
const NOTE: &str = "runs without a compiler: Notices needs a converter, which is written in Rust\n";

/// The host of the harbour.
fn host() -> LoopbackHost {
    LoopbackHost::start(|request| {
        let json = |status, body| reply(status, &[("content-type", "application/json")], body);
        match target(request) {
            "/berths/3" => json(200, r#"{ "number": 3, "metres": 120.5, "ship": null, "more": 1 }"#),
            "/ships?cargo=ore" => {
                json(200, r#"{ "ships": [{ "name": "Alma", "day": "2024-06-28" }], "next": "b" }"#)
            }
            "/ships?cargo=ore&after=b" => {
                json(200, r#"{ "ships": [{ "name": "Bora", "day": "2024-06-29" }], "next": null }"#)
            }
            "/tides.csv?day=2024-06-28" => reply(
                200,
                &[("content-type", "text/csv")],
                "time,metres\n2024-06-28T04:00:00Z,3.5\n2024-06-28T10:00:00Z,0.2\n",
            ),
            "/bookings" => json(201, r#"{ "id": 7 }"#),
            "/duties?cargo=grain" => json(200, r#"[{ "name": "weight", "percent": 2.5 }]"#),
            "/crews?ships=Alma%2CBora" => {
                json(200, r#"[{ "ship": "Alma", "heads": 9 }, { "ship": "Bora", "heads": 4 }]"#)
            }
            "/crews?ships=Cleo" => json(200, r#"[{ "ship": "Cleo", "heads": 2 }]"#),
            "/pilots" => json(
                200,
                r#"{ "Ann": { "ship": "Alma", "heads": 9 }, "Bo": { "ship": "Cleo", "heads": 2 } }"#,
            ),
            "/photo.png" => reply(200, &[("content-type", "image/png")], [0x89, 0x50]),
            "/rules/en" => reply(200, &[("content-type", "text/plain")], "No bathing."),
            "/rules/de" => reply(200, &[("content-type", "text/plain")], "Baden verboten."),
            other => json(404, &format!(r#"{{ "error": "no {other}" }}"#)),
        }
    })
}

/// Returns the command of the table in a file.
fn of(file: impl AsRef<Path>, arguments: &[&str]) -> Command {
    let mut command = vfapi(["--table", file.as_ref().to_str().unwrap()].iter().chain(arguments));
    command.env_remove("HARBOUR_KEY");
    command
}

/// Returns the command of the harbour at a host.
fn harbour(host: &LoopbackHost, arguments: &[&str]) -> Command {
    let hosts = ["--harbour-url", host.url(), "--customs-url", host.url()];
    of(HARBOUR, &[&hosts, arguments].concat())
}

/// Returns what a call of the harbour writes to stdout.
fn answered(host: &LoopbackHost, arguments: &[&str]) -> String {
    let (code, stdout, stderr) = said(harbour(host, arguments).output().unwrap());
    assert!(stderr.ends_with(NOTE), "{stderr}");
    assert_eq!((code, stderr.lines().count()), (Some(0), 1), "{stderr}");
    stdout
}

/// Writes a table with one host and one endpoint, with the host's keys.
fn written(folder: &TempDir, name: &str, host: &str) -> String {
    let file = folder.path().join(name);
    let endpoint =
        "  Status: { doc: The state., host: one_url, path: status, method: GET, response: { type: any } }";
    fs::write(&file, format!("hosts:\n  one_url: {{ doc: It., {host} }}\nendpoints:\n{endpoint}\n")).unwrap();
    file.to_str().unwrap().to_owned()
}

/// Returns the message of a call that is refused before anything is sent.
fn refused(command: &mut Command) -> String {
    let (code, stdout, stderr) = said(command.output().unwrap());
    assert_eq!((code, stdout.as_str()), (Some(2), ""), "{stderr}");
    stderr
}

#[test]
fn endpoints_are_subcommands_with_their_parameters() {
    let (code, stdout, _) = said(of(HARBOUR, &[]).output().unwrap());
    assert_eq!(code, Some(0));
    for word in ["berth", "ships", "tides", "duties", "serve", "openapi", "sample-host"] {
        assert!(stdout.contains(word), "{word}: {stdout}");
    }
    let (code, stdout, _) = said(of(HARBOUR, &["ships", "--help"]).output().unwrap());
    assert_eq!(code, Some(0));
    for words in ["--cargo", "grain, ore, mixed", "--from", "--all-pages"] {
        assert!(stdout.contains(words), "{words}: {stdout}");
    }
    let message = refused(&mut of(HARBOUR, &["berth", "100"]));
    assert!(message.contains("number") && message.contains("99"), "{message}");
    let message = refused(&mut of(HARBOUR, &["ships", "--cargo", "oar"]));
    assert!(message.contains("ore"), "{message}");
    let message = refused(&mut of(HARBOUR, &["notices"]));
    assert!(message.contains(NOTE), "{message}");
}

#[test]
fn replies_are_read_and_written_in_every_format() {
    let host = host();
    let json = |arguments: &[&str]| serde_json::from_str::<Value>(&answered(&host, arguments)).unwrap();
    assert_eq!(json(&["berth", "3"]), json!({ "number": 3, "metres": 120.5, "ship": null }));
    assert_eq!(
        answered(&host, &["tides", "--format", "csv"]),
        "time,metres\n2024-06-28T04:00:00Z,3.5\n2024-06-28T10:00:00Z,0.2\n"
    );
    let table = answered(&host, &["ships", "--cargo", "ore", "--all-pages", "--format", "table"]);
    assert!(table.contains("Alma") && table.contains("Bora") && !table.contains('{'), "{table}");
    assert_eq!(
        json(&["crews", "Alma,Bora,Cleo"]),
        json!([
            { "ship": "Alma", "heads": 9 }, { "ship": "Bora", "heads": 4 }, { "ship": "Cleo", "heads": 2 }
        ])
    );
    let pilots = answered(&host, &["pilots", "--format", "csv"]);
    assert_eq!(pilots, "key,ship,heads\nAnn,Alma,9\nBo,Cleo,2\n");
    assert_eq!(json(&["rules"]), "No bathing.");
    assert_eq!(json(&["rules", "--language", "de"]), "Baden verboten.");
    assert_eq!(json(&["book", "Alma", "--cargo", "mixed"]), json!({ "id": 7 }));
    let sent = host.requests().pop().unwrap();
    let body = sent.split_once("\r\n\r\n").unwrap().1;
    assert_eq!(
        serde_json::from_str::<Value>(body).unwrap(),
        json!({ "ship": "Alma", "cargo": "mixed", "stay": { "nights": 1 } })
    );
    let photo = harbour(&host, &["photo"]).output().unwrap();
    assert_eq!(photo.stdout, [0x89, 0x50]);
}

#[test]
fn the_key_of_a_host_comes_from_a_variable_of_the_table() {
    let host = host();
    let output = harbour(&host, &["duties", "grain"]).env("HARBOUR_KEY", "k-1").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(header(host.requests().first().unwrap(), "x-key").as_deref(), Some("k-1"));
    // A variable that is set to nothing is no key.
    for key in [None, Some("")] {
        let mut command = harbour(&host, &["duties", "grain"]);
        command.envs(key.map(|key| ("HARBOUR_KEY", key)));
        let (code, _, stderr) = said(command.output().unwrap());
        assert!(
            code != Some(0) && stderr.contains("has no secret") && stderr.contains("HARBOUR_KEY"),
            "{stderr}"
        );
    }

    let folder = tempfile::tempdir().unwrap();
    let auth = "default: 'https://shop.example', auth: { type: bearer, env: AWS_SECRET_ACCESS_KEY }";
    let file = written(&folder, "shop.yaml", auth);
    let message = refused(of(&file, &["status"]).env("AWS_SECRET_ACCESS_KEY", "canary"));
    assert!(message.contains("SHOP_KEY") && !message.contains("canary"), "{message}");
    let option = "--allow-env AWS_SECRET_ACCESS_KEY@shop.example";
    assert!(message.ends_with(&format!("{option}\n")), "{message}");
    let elsewhere = ["--allow-env", "AWS_SECRET_ACCESS_KEY@evil.example", "status"];
    assert!(refused(&mut of(&file, &elsewhere)).contains(option));
    let (_, allowed) = option.split_once(' ').unwrap();
    let arguments = ["--allow-env", allowed, "--one-url", host.url(), "status"];
    let output = of(&file, &arguments).env("AWS_SECRET_ACCESS_KEY", "k-2").output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(header(host.requests().last().unwrap(), "authorization").as_deref(), Some("Bearer k-2"));
}

/// The login goes to the host of the tokens, so that one is to be allowed.
#[test]
fn a_login_of_oauth2_is_allowed_for_the_host_of_its_tokens() {
    let folder = tempfile::tempdir().unwrap();
    let auth = "type: oauth2, token_host: desk, token_path: token, env: GITHUB_TOKEN";
    let file = written(
        &folder,
        "shop.yaml",
        &format!(
            "default: 'https://shop.example', auth: {{ {auth} }} }}\n  desk: {{ doc: It., default: 'https://desk.example'"
        ),
    );
    for allowed in [&[][..], &["--allow-env", "GITHUB_TOKEN@shop.example"]] {
        let message = refused(&mut of(&file, &[allowed, &["status"]].concat()));
        assert!(message.ends_with("--allow-env GITHUB_TOKEN@desk.example\n"), "{message}");
    }
}

#[test]
fn private_hosts_are_asked_only_if_they_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for default in [
        "http://127.0.0.1:9",
        "http://localhost:9",
        "http://10.1.2.3",
        "http://169.254.169.254",
        "http://192.0.0.8",
        "http://198.19.0.1",
        "http://240.0.0.1",
        "http://[::1]:9",
        "http://[64:ff9b::a9fe:a9fe]",
        "http://[::ffff:192.168.0.1]",
        "http://[fe80::1]",
        "http://router",
        "http://printer.local",
    ] {
        let file = written(&folder, "shop.yaml", &format!("default: '{default}'"));
        let message = refused(&mut of(&file, &["status"]));
        assert!(message.contains(&format!("--one-url {default}")), "{default}: {message}");
    }
    let host = LoopbackHost::saying(reply(200, &[("content-type", "application/json")], "5"));
    let file = written(&folder, "shop.yaml", &format!("default: '{}'", host.url()));
    let (code, stdout, stderr) = said(of(&file, &["--one-url", host.url(), "status"]).output().unwrap());
    assert_eq!((code, stdout.trim(), stderr.as_str()), (Some(0), "5", ""));
}

#[test]
fn errors_of_a_table_are_shown_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(&folder, "shop.yaml", "default: https://shop.example, dco: x");
    let message = refused(&mut of(&file, &["status"]));
    assert!(message.contains("shop.yaml:2:") && message.contains("error[V010]"), "{message}");
    assert!(message.ends_with("shop.yaml has an error\n"), "{message}");
    let outside = folder.path().join("outside.yaml");
    fs::write(&outside, "endpoints: {}\n").unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let file = inner.join("table.yaml");
    fs::write(&file, "include: [../outside.yaml]\nhosts: {}\nendpoints: {}\n").unwrap();
    let message = refused(&mut of(&file, &["status"]));
    assert!(message.contains("'../outside.yaml' leaves the folder of the table"), "{message}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&outside, inner.join("link.yaml")).unwrap();
        fs::write(&file, "include: [link.yaml]\nhosts: {}\nendpoints: {}\n").unwrap();
        let message = refused(&mut of(&file, &["status"]));
        assert!(message.contains("'") && message.contains("link.yaml' cannot be read"), "{message}");
    }
    let message = refused(&mut of(folder.path().join("none.yaml"), &["status"]));
    assert!(message.contains("none.yaml cannot be read"), "{message}");
}

#[test]
fn an_openapi_document_is_a_table_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pets.json");
    let document = r#"{ "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" },
        "servers": [{ "url": "https://pets.example" }],
        "paths": { "/pets/{id}": { "get": { "operationId": "getPet", "parameters": [
            { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } } ],
            "responses": { "200": { "description": "A pet.", "content": { "application/json": { "schema": {
                "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } } } } } } } } } }"#;
    fs::write(&file, document).unwrap();
    let host =
        LoopbackHost::saying(reply(200, &[("content-type", "application/json")], r#"{ "name": "Rex" }"#));
    let (_, help, _) = said(of(&file, &["--help"]).output().unwrap());
    let option = help.split_whitespace().find(|word| word.starts_with("--") && word.ends_with("-url"));
    let option = option.unwrap_or("--pets-url");
    let (code, stdout, stderr) = said(of(&file, &[option, host.url(), "get-pet", "7"]).output().unwrap());
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(serde_json::from_str::<Value>(&stdout).unwrap(), json!({ "name": "Rex" }));
    assert_eq!(host.targets(), ["/pets/7"]);
}

/// Several are one line, unless `-v` asks for each.
#[test]
fn what_a_document_says_and_a_table_cannot_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pets.json");
    let notes = |params: &[&str], option: &[&str]| {
        let param = |name: &&str| json!({ "name": name, "in": "query", "schema": { "type": "integr" } });
        let params: Vec<Value> = params.iter().map(param).collect();
        let reply =
            json!({ "200": { "content": { "application/json": { "schema": { "type": "string" } } } } });
        let operation = json!({ "operationId": "getPets", "parameters": params, "responses": reply });
        let document = json!({ "openapi": "3.1.0", "servers": [{ "url": "https://pets.example" }],
            "paths": { "/pets": { "get": operation } } });
        fs::write(&file, document.to_string()).unwrap();
        let (_, _, stderr) = said(of(&file, &[option, &["get-pets", "--help"]].concat()).output().unwrap());
        stderr
    };
    let one = notes(&["legs"], &[]);
    assert!(one.contains("pets.json:1: ") && one.contains("'integr'") && !one.contains("places"), "{one}");
    let both = notes(&["legs", "age"], &[]);
    assert!(
        both.contains("in 2 places") && both.ends_with("; -v lists them\n") && both.lines().count() == 1,
        "{both}"
    );
    assert_eq!(notes(&["legs", "age"], &["-v"]).lines().count(), 2);
    assert_eq!(notes(&["legs", "age"], &["-q"]), "");
}

/// Its examples, and replies of its schemas where it shows none; the path that is literal goes first.
#[test]
fn an_openapi_document_has_a_sample_host() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pets.json");
    let operation = |id: &str, more: Value, example: Value| {
        let schema =
            json!({ "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } });
        let mut operation = json!({ "operationId": id, "responses": { "200": { "description": "A pet.", "content": {
            "application/json": { "schema": schema } } } } });
        let media = operation.pointer_mut("/responses/200/content/application~1json").unwrap();
        media.as_object_mut().unwrap().extend(example.as_object().unwrap().clone());
        operation.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        operation
    };
    let id = json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } });
    let keyed = json!({ "parameters": [id], "security": [{ "key": [] }] });
    let document = json!({
        "openapi": "3.1.0", "servers": [{ "url": "https://pets.example" }],
        "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } },
        "paths": {
            "/pets/{id}": { "get": operation("getPet", keyed, json!({})) },
            "/pets/latest": { "get": operation("getLatest", json!({}), json!({ "example": { "name": "Rex" } })) },
        },
    });
    // Some editors begin a file with a mark.
    fs::write(&file, format!("\u{feff}{document}")).unwrap();
    let (code, _, stderr) = said(of(&file, &["--quiet", "get-pet", "7"]).output().unwrap());
    assert!(code != Some(0) && stderr.ends_with("set the environment variable PETS_KEY\n"), "{stderr}");
    for (arguments, name) in [(["get-latest"].as_slice(), "Rex"), (&["get-pet", "7"], "text")] {
        let arguments = [&["--sample", "--quiet"], arguments].concat();
        let (code, stdout, stderr) = said(of(&file, &arguments).output().unwrap());
        assert_eq!((code, stdout.trim()), (Some(0), format!(r#"{{"name":"{name}"}}"#).as_str()), "{stderr}");
    }
}

/// Records that are in each other have ever more values with each level.
#[test]
fn records_that_are_in_each_other_are_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rows.json");
    let names: Vec<String> = (0..14).map(|number| format!("Row{number}")).collect();
    let reference = |name: &String| json!({ "$ref": format!("#/components/schemas/{name}") });
    let others: serde_json::Map<_, _> =
        names.iter().map(|name| (name.to_lowercase(), reference(name))).collect();
    let schema = json!({ "type": "object", "properties": others });
    let schemas: serde_json::Map<_, _> = names.iter().map(|name| (name.clone(), schema.clone())).collect();
    let row = json!({ "200": { "description": "A row.", "content": { "application/json": { "schema": reference(&names[0]) } } } });
    let document = json!({
        "openapi": "3.1.0", "servers": [{ "url": "https://rows.example" }], "components": { "schemas": schemas },
        "paths": { "/row": { "get": { "operationId": "getRow", "responses": row } } },
    });
    fs::write(&file, document.to_string()).unwrap();
    let (code, stdout, stderr) = said(of(&file, &["--quiet", "endpoints"]).output().unwrap());
    assert!(code == Some(0) && stdout.starts_with("get-row"), "{stderr}");
}

/// Other files stay as they are, and links are not followed.
#[test]
fn pages_replace_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/table/library.yaml");
    let book = folder.path().join("book");
    let write = || said(of(library, &["docs", book.to_str().unwrap()]).output().unwrap());
    for _ in 0..2 {
        assert_eq!(write(), (Some(0), String::new(), String::new()));
    }
    let document = book.join("openapi.json");
    fs::write(&document, r#"{ "info": { "title": "Mine" } }"#).unwrap();
    let (code, _, stderr) = write();
    assert!(code == Some(1) && stderr.contains("openapi.json is another file"), "{code:?} {stderr}");
    assert_eq!(fs::read_to_string(&document).unwrap(), r#"{ "info": { "title": "Mine" } }"#);
    #[cfg(unix)]
    {
        let elsewhere = folder.path().join("elsewhere.json");
        fs::rename(&document, &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &document).unwrap();
        assert!(write().2.contains("openapi.json is a link"));
    }
    // The name of such a program is no word of a shell.
    for subcommand in ["completions", "man"] {
        assert!(refused(&mut of(library, &[subcommand, "bash"])).contains(subcommand));
    }
}

/// The table is the first one of the book.
#[test]
fn the_sample_host_answers_with_the_examples() {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/table/library.yaml");
    let output = of(library, &["--sample", "book", "1", "--format", "csv"]).output().unwrap();
    let expected = "name,value\nid,1\nname,The Sea\nyear,1925\n".to_owned();
    assert_eq!(said(output), (Some(0), expected, String::new()));
}

#[cfg(feature = "serve")]
#[test]
fn the_gateway_answers_and_describes_itself() {
    let host = host();
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--log", "off"];
    let name = format!("vfapi --table {HARBOUR}");
    let served = Served::start(&name, &mut harbour(&host, &arguments));
    for target in ["/berth?number=3&format=csv", "/berth/3.csv"] {
        let (status, _, body) = served.ask("GET", target, "*/*", "");
        assert_eq!(
            (status, String::from_utf8(body).unwrap().as_str()),
            (200, "name,value\nnumber,3\nmetres,120.5\nship,\n")
        );
    }
    assert_eq!(served.ask("GET", "/berth?number=0", "*/*", "").0, 400);
    let (status, _, page) = served.ask("GET", "/", "text/html", "");
    assert!(status == 200 && String::from_utf8(page).unwrap().contains("The endpoints of "));
    let (_, _, document) = served.ask("GET", "/openapi.json", "*/*", "");
    let document: Value = serde_json::from_slice(&document).unwrap();
    let paths: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
    assert!(paths.iter().any(|path| path.as_str() == "/duties"), "{paths:?}");
    assert_eq!(document["components"]["schemas"]["Quay"]["properties"]["metres"]["type"], "number");
}

/// A chat whose reply comes word by word, as models answer.
const CHAT: &str = r#"
hosts:
  model_url: { doc: The model., default: 'https://model.example' }
records:
  Message:
    doc: A message.
    fields:
      role: { doc: Who says it., type: string, optional: true }
      content: { doc: The text., type: string, optional: true }
  Choice:
    doc: An answer.
    fields:
      delta: { doc: What is new., type: Message }
  Chunk:
    doc: A part of the answers.
    fields:
      id: { doc: The name of the answers., type: string }
      choices: { doc: The answers., type: { list: Choice } }
endpoints:
  Chat:
    doc: The answer of a model.
    host: model_url
    path: v1/chat
    method: POST
    raw: sse
    response: { type: { list: Chunk }, end: "[DONE]" }
    params:
      message: { doc: The question., type: string, in: body, required: true, wire: messages.content }
      stream: { doc: Always true., type: boolean, in: body, default: true }
"#;

#[test]
fn a_chat_comes_word_by_word() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chat.yaml");
    fs::write(&file, CHAT).unwrap();
    let chunk = |word: &str| format!(r#"{{"id":"c-1","choices":[{{"delta":{{"content":"{word}"}}}}]}}"#);
    let words = [chunk("Hello"), chunk("there"), "[DONE]".to_owned()];
    let body: String = words.iter().map(|word| format!("data: {word}\n\n")).collect();
    let host = LoopbackHost::saying(reply(200, &[("content-type", "text/event-stream")], body));
    let lines = |more: &[&str]| {
        let arguments = ["--model-url", host.url(), "chat", "Hi", "--format", "jsonl"];
        let (code, stdout, stderr) = said(of(&file, &[&arguments, more].concat()).output().unwrap());
        assert_eq!(code, Some(0), "{stderr}");
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let expected = |line: fn(&str) -> Value| ["Hello", "there"].map(line);
    let whole = expected(|word| json!({ "id": "c-1", "choices": [{ "delta": { "content": word } }] }));
    assert_eq!(lines(&[]), whole);
    let rows = expected(|word| json!({ "Chat.id": "c-1", "delta.content": word }));
    assert_eq!(lines(&["--table", "choices"]), rows);
    let request = host.requests().pop().unwrap();
    assert!(request.ends_with(r#"{"messages":{"content":"Hi"},"stream":true}"#), "{request}");
    #[cfg(feature = "serve")]
    {
        let arguments = ["--model-url", host.url(), "serve", "--listen", "127.0.0.1:0", "--log", "off"];
        let name = format!("vfapi --table {}", file.to_str().unwrap());
        let served = Served::start(&name, &mut of(&file, &arguments));
        let (status, _, body) = served.ask("POST", "/chat", "text/event-stream", r#"{"message":"Hi"}"#);
        let body = String::from_utf8(body).unwrap();
        assert_eq!(status, 200, "{body}");
        let records: Vec<&str> = body.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
        assert_eq!(records, [&*chunk("Hello"), &chunk("there"), r#"{"detail":"the host ended the events"}"#]);
    }
}
