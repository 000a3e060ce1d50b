//! Drafts of endpoints: the table that comes out has no errors, and the converter has the members of the reply.

use expect_test::{Expect, expect, expect_file};
use virtual_finance_codegen::{Conversion, Draft, Generator, GeneratorError};

const TABLE: &str = "\
# Tides.
hosts:
  tides: { doc: The host., default: https://tides.example }

endpoints: {}
";

fn draft_of(name: &str, url: &str, reply: &str, conversion: Conversion) -> Result<Draft, GeneratorError> {
    Generator::new("t.yaml").converters("src/converters").draft(
        TABLE,
        name,
        url,
        reply.as_bytes(),
        conversion,
    )
}

fn draft(name: &str, url: &str, reply: &str) -> Result<Draft, GeneratorError> {
    draft_of(name, url, reply, Conversion::Declared)
}

/// Returns the table of a draft without a converter. It has neither errors nor warnings, and the usual layout.
#[track_caller]
fn declared(name: &str, url: &str, reply: &str) -> String {
    let Draft { table, converter, .. } = draft(name, url, reply).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(converter, None);
    let generated = Generator::new("t.yaml").generate(&table, &[]);
    let generated = generated.unwrap_or_else(|error| panic!("{error}\n{table}"));
    assert_eq!(generated.warnings, []);
    assert_eq!(Generator::new("t.yaml").format(&table).unwrap_or_else(|error| panic!("{error}")), table);
    table
}

const REPLY: &str = r#"{
    "gauge": { "name": "Old Quay", "id": 17 },
    "readings": [{ "t": 1, "height": 1.25, "ok": true }, { "t": 2, "note": "dry", "other": [1, "a"] }],
    "byYear": { "2020": 1, "2021": 2 },
    "type": null
}"#;

#[test]
fn an_entry_and_its_converter_are_drafted() {
    let url = "https://tides.example/v1/gauges/{gauge=Old Quay}/heights/2020-01-31?minStep=5&unit=m&all=true&type=a%26b+c";
    let Draft { table, converter, .. } =
        draft_of("GaugeHeights", url, REPLY, Conversion::ByHand).unwrap_or_else(|error| panic!("{error}"));
    let converter = converter.unwrap_or_else(|| panic!("there is no converter"));
    expect_file!["draft/by_hand.yaml"].assert_eq(&table);
    assert_eq!(converter.path, "src/converters/gauge_heights.rs");
    expect_file!["draft/by_hand.rs.txt"].assert_eq(&converter.text);
    let generated = Generator::new("t.yaml").generate(&table, &["gauge_heights".to_owned()]);
    let generated = generated.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(generated.warnings, []);
    assert_eq!(Generator::new("t.yaml").format(&table).unwrap_or_else(|error| panic!("{error}")), table);
}

/// A struct `Result` would hide that of Rust, so that the draft would not compile.
#[test]
fn records_of_a_converter_hide_no_type_that_it_uses() {
    let used =
        ["result", "value", "string", "vec", "map", "number", "option", "context", "converted", "params"];
    let members = used.map(|name| format!("\"{name}\": {{ \"{name}_id\": 1 }}"));
    let reply = format!("{{ {} }}", members.join(", "));
    let url = "https://tides.example/v1/gauges";
    let drafted = draft_of("Gauges", url, &reply, Conversion::ByHand);
    let converter = drafted.unwrap_or_else(|error| panic!("{error}")).converter;
    let text = converter.map(|file| file.text).unwrap_or_default();
    let records: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub open struct ")?.strip_suffix(" {"))
        .collect();
    assert_eq!(records.first(), Some(&"Response"));
    assert_eq!(records.len(), used.len() + 1, "{text}");
    assert!(records.iter().all(|name| !used.contains(&name.to_lowercase().as_str())), "{text}");
}

/// Checks that a path keeps the `/` at its end: some hosts know no address without it.
#[test]
fn a_path_ends_as_its_address_does() {
    for (url, path) in
        [("https://tides.example/gauges/", "gauges/"), ("https://tides.example/gauges", "gauges")]
    {
        let table = declared("Gauges", url, r#"{ "name": "Quay" }"#);
        assert!(table.contains(&format!("    path: {path}\n")), "{table}");
        assert!(table.contains(&format!("url: {url}\n")), "{table}");
    }
}

#[test]
fn the_response_of_json_is_declared() {
    let reply = r#"{ "quotes": { "error": null, "result": [
        { "symbol": "IBM", "price": 172, "day": "2024-06-28", "at": "2024-06-28T20:00:00-04:00", "name": "I", "type": null,
          "rates": { "2024": 1, "2025": 1.5 }, "more": {}, "venue": { "name": "NYQ", "open": true }, "sizes": [1, 2.5] },
        { "symbol": "ACME", "price": 1.5, "day": "2024-06-28", "at": "2024-06-28T20:00:00Z", "name": null, "other-id": 7,
          "mixed": [1, "a"], "venue": { "name": "LSE" }, "flags": [null], "odd,": "a", "days": ["2024-06-28", "soon"] }
    ] } }"#;
    expect_file!["draft/declared.yaml"].assert_eq(&declared(
        "Quotes",
        "https://tides.example/v1/quotes",
        reply,
    ));
}

#[test]
fn responses_of_every_shape_are_declared() {
    let response = |reply: &str| {
        let table = declared("Heights", "https://tides.example/heights", reply);
        let (_, response) = table.split_once("    response:\n").unwrap_or_else(|| panic!("{table}"));
        let (response, _) = response.split_once("    examples:").unwrap_or_else(|| panic!("{table}"));
        response.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for (reply, expected) in [
        ("7", "type: integer"),
        ("[]", "type: { list: any }"),
        ("[[1, 2], [0.5]]", "type: { list: { list: number } }"),
        ("[18446744073709551615]", "type: { list: number }"),
        (r#"[{ "a": 1 }, null]"#, "type: { list: any }"),
        (r#"[{ "a": 1 }, {}]"#, "type: { list: HeightsItem }"),
        ("{}", "type: { map: any }"),
        (r#"{ "2020": 1, "2021": 2 }"#, "type: { map: integer }"),
        (r#"{ "a": 1, "b": [] }"#, "type: HeightsResponse"),
        (r#"{ "data": [1] }"#, "type: { list: integer } at: data"),
        (
            r#"{ "data": { "items": [1] }, "errors": null }"#,
            "type: { list: integer } at: data.items error: { at: errors }",
        ),
        // A word that is a name, and one that may be a part of the data.
        (r#"{ "data": { "IBM": [1] } }"#, "type: HeightsResponse at: data"),
        (r#"{ "data": { "2020": [1] } }"#, "type: HeightsResponse"),
        (r#"{ "data": [1], "count": 1 }"#, "type: HeightsResponse"),
    ] {
        assert_eq!(response(reply), expected, "{reply}");
    }
}

#[test]
fn names_of_records_and_fields_are_free() {
    let reply =
        r#"{ "a": [{ "Self": { "x": 1 } }], "builder": { "type": 1, "Type": 2, "": 3, "é: #": 4 }, "b": 1 }"#;
    let table = declared("Heights", "https://tides.example/heights", reply);
    let named = |name: &str| assert!(table.contains(name), "{name}: {table}");
    named("  HeightsResponse:\n");
    named("  HeightsA:\n");
    named("  HeightsSelf:\n");
    named("{ list: HeightsA }");
    // Another request may have the name of such a record before it.
    let table = TABLE
        .replace("endpoints: {}", "records:\n  PortsItem: { doc: A port., fields: {} }\n\nendpoints: {}");
    let url = "https://tides.example/ports";
    let drafted =
        Generator::new("t.yaml").draft(&table, "Ports", url, br#"[{ "a": 1 }]"#, Conversion::Declared);
    let table = drafted.unwrap_or_else(|error| panic!("{error}")).table;
    assert!(table.contains("\n  PortsItem2:\n    doc: The item of Ports.\n"), "{table}");
}

#[test]
fn one_shape_has_one_record() {
    let reply = r#"{ "open": { "raw": 1, "fmt": "1" }, "high": { "raw": 2, "fmt": "2" },
        "days": [{ "raw": 3, "fmt": "3" }], "odd": { "raw": 1.5, "fmt": "1.5" }, "lone": { "raw": 4 } }"#;
    let table = declared("Heights", "https://tides.example/heights", reply);
    let types = |field: &str, kind: &str| {
        assert!(
            table.contains(&format!("      {field}: {{ doc: The host's {field}., type: {kind} }}\n")),
            "{table}"
        );
    };
    types("open", "HeightsOpen");
    types("high", "HeightsOpen");
    types("days", "{ list: HeightsOpen }");
    types("odd", "HeightsOdd");
    types("lone", "HeightsLone");
    assert_eq!(table.matches("    fields:\n").count(), 4, "{table}");
}

#[test]
fn a_ticker_is_of_its_type() {
    let table =
        declared("Bars", "https://tides.example/v1/{ticker=BRK-B}/bars?symbols=^GSPC&symbol=a,b", "[]");
    let types = |text: &str| assert!(table.contains(text), "{table}");
    types("      ticker: { doc: The ticker of the request., type: ticker, in: path, required: true }\n");
    types("      symbols: { doc: The symbols of the request., type: ticker, in: query }\n");
    types("      symbol: { doc: The symbol of the request., type: string, in: query }\n");
}

#[test]
fn a_reply_that_is_no_text_is_bytes() {
    let url = "https://tides.example/map.png";
    let drafted = Generator::new("t.yaml").draft(TABLE, "Map", url, b"\x89PNG\r\n\xff", Conversion::Declared);
    let Draft { table, converter, .. } = drafted.unwrap_or_else(|error| panic!("{error}"));
    assert!(table.contains("    raw: bytes\n    examples:\n"), "{table}");
    assert_eq!(converter, None);
    let generated = Generator::new("t.yaml").generate(&table, &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(generated.warnings, []);
}

#[test]
fn a_host_that_the_table_lacks_and_a_reply_that_is_not_json() {
    let Draft { table, converter, .. } = draft("Page", "https://api.waves.example:8080/quote/IBM/7", "<p>")
        .unwrap_or_else(|error| panic!("{error}"));
    let said = |text: &str| assert!(table.contains(text), "{table}");
    said(
        "\n  waves_url:\n    doc: The host of Page.\n    default: https://api.waves.example:8080\n\nendpoints:\n  Page:\n",
    );
    said("    path: quote/{symbol}/{id}\n");
    said(
        "        params: { symbol: \"IBM\", id: 7 }\n        url: https://api.waves.example:8080/quote/IBM/7\n",
    );
    said("    raw: txt\n    converter: page\n");
    let converter = converter.unwrap_or_else(|| panic!("there is no converter"));
    assert!(converter.text.contains("pub text: String"), "{}", converter.text);
    let generated = Generator::new("t.yaml").generate(&table, &["page".to_owned()]);
    assert!(generated.is_ok(), "{table}");
    // The next entry follows the first one.
    let second = Generator::new("t.yaml").draft(
        &table,
        "Next",
        "https://tides.example/next",
        b"[1]",
        Conversion::ByHand,
    );
    let second = second.unwrap_or_else(|error| panic!("{error}"));
    assert!(second.table.starts_with(table.trim_end()), "{}", second.table);
    let converter = second.converter.unwrap_or_else(|| panic!("there is no converter"));
    assert!(converter.text.contains("pub items: Vec<Number>"), "{}", converter.text);
}

#[track_caller]
fn refused(name: &str, url: &str, expected: &Expect) {
    let Err(error) = draft(name, url, "{}") else { panic!("{url} is drafted") };
    expected.assert_eq(&error.to_string());
}

#[test]
fn what_cannot_be_drafted_says_what_to_write() {
    refused("height", "https://tides.example/a", &expect!["'height' cannot name a type; write 'Height'"]);
    refused(
        "Height",
        "tides.example/a",
        &expect![
            "'tides.example/a' is no address; write it like 'https://api.example.com/v1/quotes/{symbol=IBM}?limit=25'"
        ],
    );
    refused(
        "Height",
        "https://tides.example",
        &expect![
            "'https://tides.example' has no path; write it like 'https://api.example.com/v1/quotes/{symbol=IBM}?limit=25'"
        ],
    );
    refused(
        "Height",
        "https://tides.example/{type=1}",
        &expect!["the parameter 'type': 'type' is a keyword of Rust; write 'type_'"],
    );
    refused(
        "Height",
        "https://tides.example/{b=1}/{b=2}",
        &expect!["the path has 'b' twice; give one of the two another name"],
    );
}

/// What a project demands of each endpoint is in the draft, whatever its reply is, and an error with its place elsewhere.
#[test]
fn a_draft_is_complete_where_the_project_demands_it() {
    let generator = Generator::new("t.yaml").converters("src/converters").complete(["Old"]);
    for (name, reply) in [
        ("Rows", "[{\"height\": 1.5}]"),
        ("Words", "[\"a\"]"),
        ("Height", "{\"height\": 1}"),
        ("Page", "low"),
    ] {
        let url = format!("https://tides.example/{}", name.to_lowercase());
        let draft = generator.draft(TABLE, name, &url, reply.as_bytes(), Conversion::Declared);
        let table = draft.unwrap_or_else(|error| panic!("{error}")).table;
        assert!(table.contains("    fresh_for: 1d\n") && table.contains("        reply: |\n"), "{table}");
        let generated = generator.generate(&table, &["page".to_owned()]);
        assert!(generated.is_ok(), "{generated:?}");
        assert_eq!(generator.format(&table).unwrap_or_else(|error| panic!("{error}")), table);
        let without =
            table.replace("    fresh_for: 1d\n", "").replace("        reply: |\n", "        body: |\n");
        let Err(GeneratorError::Table(faults)) = generator.generate(&without, &["page".to_owned()]) else {
            panic!("{without}")
        };
        assert!(faults.iter().filter(|fault| fault.code.as_str() == "V998").count() >= 1, "{faults:?}");
        // The names that were given need no reply, but a time.
        let known = generator
            .clone()
            .complete([name])
            .generate(&without.replace("        body: |\n", "        reply: |\n"), &["page".to_owned()]);
        let Err(GeneratorError::Table(faults)) = known else { panic!("{without}") };
        assert_eq!(faults.len(), 1);
    }
    // No advice leads to what the project refuses.
    let bad = (TABLE.replace(" {}", "") + ENTRY)
        .replace("    doc: Rows.\n", "    doc: Rows.\n    fresh_for: soon\n");
    let error = generator.generate(&bad, &[]).map(drop).unwrap_err().to_string();
    assert!(error.contains("error[V043]") && !error.contains("leave 'fresh_for' out"), "{error}");
    let error = generator.generate(&(TABLE.replace(" {}", "") + ENTRY), &[]).map(drop);
    expect_file!["draft/demands.txt"].assert_eq(&error.map_err(|error| error.to_string()).unwrap_err());
}

const ENTRY: &str = "  Rows:
    doc: Rows.
    host: tides
    path: rows
    method: GET
    status: 200
    raw: json
    response: { type: { list: any } }
    examples:
      first: { doc: All., url: https://tides.example/rows }
";

/// YAML readers take some names for bools or for nothing.
#[test]
fn names_that_yaml_reads_otherwise_stand_in_quotes() {
    let table = declared(
        "Words",
        "https://tides.example/v1/x?n=1&no=a&null=b&Y=2",
        r#"{ "y": 1, "on": 2, "null": 3 }"#,
    );
    for name in ["n", "no", "null", "y", "on"] {
        assert!(table.contains(&format!("      \"{name}\": {{ doc:")), "{name}: {table}");
    }
    assert!(table.contains("params: { \"n\": 1, \"no\": \"a\", \"null\": \"b\", \"y\": 2 }"), "{table}");
}

#[test]
fn a_name_that_the_query_repeats_is_a_list() {
    let table = declared("Gauges", "https://tides.example/v1/x?id=1&tag=a&id=2&tag=b&Tag=c", "[]");
    assert!(
        table.contains("id: { doc: The id of the request., type: { list: integer }, in: query }"),
        "{table}"
    );
    assert!(
        table.contains("tag_2: { doc: The tag 2 of the request., type: string, in: query, wire: Tag }"),
        "{table}"
    );
    assert!(table.contains("params: { id: [1, 2], tag: [\"a\", \"b\"], tag_2: \"c\" }"), "{table}");
    assert!(table.contains("v1/x?id=1&id=2&tag=a&tag=b&Tag=c"), "{table}");
}

#[test]
fn what_no_draft_can_be_made_of_is_told() {
    let refused = |name: &str, url: &str, table: &str| {
        let generator = Generator::new("t.yaml").converters("src/converters");
        let draft = generator.draft(table, name, url, b"{}", Conversion::Declared);
        draft.map(drop).expect_err("no draft").to_string()
    };
    let null = draft("Tides", "https://tides.example/v1/x", "null").expect_err("no draft").to_string();
    assert!(null.contains("give one with data"), "{null}");
    let told = refused("Tides", "ftp://tides.example/v1/x", TABLE);
    assert!(told.contains("'ftp://' is no address that a client can ask; write it like 'https://"), "{told}");
    let record =
        "records:\n  Tide:\n    doc: A tide.\n    fields: { at: { doc: Its time., type: datetime } }\n";
    let told = refused("Tide", "https://tides.example/v1/x", &format!("{TABLE}{record}"));
    assert!(told.contains("has a type or a record 'Tide' already; choose another name"), "{told}");
}
