//! Drafts of endpoints: the table that comes out has no errors, and the converter makes its response of the reply.

use std::io;

use expect_test::expect_file;
use virtual_finance_codegen::{Generator, GeneratorError};
use virtual_finance_openapi::{Draft, Wanted, draft};

const TABLE: &str = "\
# Tides.
hosts:
  tides: { doc: The host., default: https://tides.example }

endpoints: {}
";

/// Drafts an endpoint of a table without other files.
fn drafted(table: &str, name: &str, url: &str, reply: &[u8], by_hand: bool) -> Result<Draft, String> {
    let wanted = Wanted { name, url, reply, by_hand, is_complete: false };
    let alone = |_: &str| Err(io::ErrorKind::NotFound.into());
    draft("t.yaml", table, &alone, &wanted).map_err(|error| error.to_string())
}

/// Returns a draft, whose table has neither errors nor warnings, and the usual layout.
#[track_caller]
fn whole(table: &str, name: &str, url: &str, reply: &[u8], by_hand: bool) -> Draft {
    let draft = drafted(table, name, url, reply, by_hand).unwrap();
    let converters: Vec<String> = draft.converter.iter().map(|(module, _)| module.clone()).collect();
    let generated = Generator::new("t.yaml").generate(&draft.table, &converters);
    assert_eq!(generated.unwrap_or_else(|error| panic!("{error}\n{}", draft.table)).warnings, []);
    assert_eq!(Generator::new("t.yaml").format(&draft.table).unwrap(), draft.table);
    draft
}

/// Returns the table of a draft without a converter.
#[track_caller]
fn declared(name: &str, url: &str, reply: &str) -> String {
    let Draft { table, converter, .. } = whole(TABLE, name, url, reply.as_bytes(), false);
    assert_eq!(converter, None);
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
    let Draft { table, converter, .. } = whole(TABLE, "GaugeHeights", url, REPLY.as_bytes(), true);
    expect_file!["draft/by_hand.yaml"].assert_eq(&table);
    let (module, text) = converter.unwrap();
    assert_eq!(module, "gauge_heights");
    expect_file!["draft/by_hand.rs.txt"].assert_eq(&text);
}

#[test]
fn the_response_of_json_is_declared() {
    let reply = r#"{ "quotes": { "error": null, "result": [
        { "symbol": "IBM", "price": 172, "day": "2024-06-28", "at": "2024-06-28T20:00:00-04:00", "name": "I", "type": null,
          "rates": { "2024": 1, "2025": 1.5 }, "more": {}, "venue": { "name": "NYQ", "open": true }, "sizes": [1, 2.5] },
        { "symbol": "ACME", "price": 1.5, "day": "2024-06-28", "at": "2024-06-28T20:00:00Z", "name": null, "other-id": 7,
          "mixed": [1, "a"], "venue": { "name": "LSE" }, "flags": [null], "odd,": "a", "days": ["2024-06-28", "soon"] }
    ] } }"#;
    let url = "https://tides.example/v1/quotes";
    expect_file!["draft/declared.yaml"].assert_eq(&declared("Quotes", url, reply));
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
        ("[]", "type: list: any"),
        ("[[1, 2], [0.5]]", "type: list: list: number"),
        ("[18446744073709551615]", "type: list: number"),
        (r#"[{ "a": 1 }, null]"#, "type: list: any"),
        (r#"[{ "a": 1 }, {}]"#, "type: list: HeightsItem"),
        ("{}", "type: map: any"),
        (r#"{ "2020": 1, "2021": 2 }"#, "type: map: integer"),
        (r#"{ "a": 1, "b": [] }"#, "type: HeightsResponse"),
        (r#"{ "data": [1] }"#, "type: list: integer at: data"),
        (
            r#"{ "data": { "items": [1] }, "errors": null }"#,
            "type: list: integer at: data.items error: at: errors",
        ),
        // The name of a member, and a word that may be a part of the data.
        (r#"{ "data": { "IBM": [1] } }"#, "type: HeightsResponse at: data"),
        (r#"{ "data": { "2020": [1] } }"#, "type: HeightsResponse"),
        (r#"{ "data": [1], "count": 1 }"#, "type: HeightsResponse"),
    ] {
        assert_eq!(response(reply), expected, "{reply}");
    }
}

/// Checks what the table of a draft has: the names of records are free, one shape has one record, and parameters have the
/// types of their values.
#[test]
fn names_and_types_are_those_of_the_parts() {
    let taken = TABLE
        .replace("endpoints: {}", "records:\n  PortsItem: { doc: A port., fields: {} }\n\nendpoints: {}");
    let table =
        drafted(&taken, "Ports", "https://tides.example/ports", br#"[{ "a": 1 }]"#, false).unwrap().table;
    assert!(table.contains("\n  PortsItem2:\n"), "{table}");
    let shapes = r#"{ "open": { "raw": 1, "fmt": "1" }, "high": { "raw": 2, "fmt": "2" },
        "days": [{ "raw": 3, "fmt": "3" }], "odd": { "raw": 1.5, "fmt": "1.5" }, "lone": { "raw": 4 } }"#;
    for (url, reply, parts) in [
        (
            "heights",
            r#"{ "a": [{ "Self": { "x": 1 } }], "builder": { "type": 1, "Type": 2, "": 3, "é: #": 4 }, "b": 1 }"#,
            &["  DraftResponse:", "  DraftA:", "  DraftSelf:", "list: DraftA\n"][..],
        ),
        (
            "heights",
            shapes,
            &["  DraftOpen:", "type: DraftOpen", "list: DraftOpen\n", "type: DraftOdd", "type: DraftLone"],
        ),
        // Some hosts know no address without the `/` at its end.
        ("gauges/", "[]", &["path: \"gauges/\"\n", "url: https://tides.example/gauges/\n"]),
        ("gauges", "[]", &["path: gauges\n", "url: https://tides.example/gauges\n"]),
        (
            "v1/{ticker=BRK-B}/bars?symbols=^GSPC&symbol=a,b",
            "[]",
            &[
                "      ticker:\n        doc: The ticker of the request.\n        type: ticker",
                "symbols: \"^GSPC\"",
                "symbol: a,b\n",
            ],
        ),
        // YAML readers take some names for bools or for nothing.
        (
            "v1/x?n=1&no=a&null=b&Y=2",
            r#"{ "y": 1, "on": 2, "null": 3 }"#,
            &["\"n\":", "\"no\":", "\"null\":", "\"y\":", "\"on\":"],
        ),
        ("{type=1}", "[]", &["path: \"{type_}\"", "url: https://tides.example/1\n"]),
        (
            "v1/x?id=1&tag=a&id=2&tag=b&Tag=c",
            "[]",
            &[
                "list: integer\n",
                "id: [1, 2]",
                "tag: [a, b]",
                "tag2: c",
                "wire: Tag",
                "v1/x?id=1&id=2&tag=a&tag=b&Tag=c",
            ],
        ),
    ] {
        let table = declared("Draft", &format!("https://tides.example/{url}"), reply);
        for part in parts {
            assert!(table.contains(part), "{part}: {table}");
        }
    }
}

#[test]
fn a_reply_that_is_not_json_has_a_converter_or_is_bytes() {
    let url = "https://api.waves.example:8080/quote/IBM/7";
    let Draft { table, converter, .. } = drafted(TABLE, "Page", url, b"<p>", false).unwrap();
    for part in [
        "\n  waves_url:\n    doc: The host of Page.\n    default: https://api.waves.example:8080\n",
        "    path: quote/{symbol}/{id}\n",
        "          symbol: IBM\n          id: 7\n        url: https://api.waves.example:8080/quote/IBM/7\n",
        "    raw: txt\n",
        "    converter: page\n",
        "  page.Response:\n",
    ] {
        assert!(table.contains(part), "{part}: {table}");
    }
    assert!(converter.unwrap().1.contains("Ok(Response { text }.into())"));
    // The next entry follows the first one.
    let second = drafted(&table, "Next", "https://tides.example/next", b"[1]", true).unwrap();
    assert!(
        second.table.starts_with("# Tides.\nhosts:\n") && second.table.contains("  Page:\n"),
        "{}",
        second.table
    );
    assert!(second.converter.unwrap().1.contains("Ok(Response { items }.into())"));
    let bytes = whole(TABLE, "Map", "https://tides.example/map.png", b"\x89PNG\r\n\xff", false);
    assert!(bytes.table.contains("    raw: bytes\n    examples:\n"), "{}", bytes.table);
    assert_eq!(bytes.converter, None);
}

#[test]
fn what_cannot_be_drafted_says_what_to_write() {
    let usual = "write it like 'https://api.example.com/v1/quotes/{symbol=IBM}?limit=25'";
    let record =
        "records:\n  Tide:\n    doc: A tide.\n    fields: { at: { doc: Its time., type: datetime } }\n";
    for (name, url, reply, expected) in [
        ("height", "https://tides.example/a", "{}", "'height' cannot name a type; write 'Height'".to_owned()),
        (
            "Tide",
            "https://tides.example/a",
            "{}",
            "the table has a 'Tide' already; choose another name".to_owned(),
        ),
        ("Height", "tides.example/a", "{}", format!("'tides.example/a' is no address; {usual}")),
        (
            "Height",
            "ftp://tides.example/a",
            "{}",
            format!("'ftp://' is no address that a client can ask; {usual}"),
        ),
        ("Height", "https://tides.example", "{}", format!("'https://tides.example' has no path; {usual}")),
        (
            "Height",
            "https://tides.example/{b=1}/{b=2}",
            "{}",
            "it is left out as a whole: '{b}' stands twice in the path".to_owned(),
        ),
        (
            "Height",
            "https://tides.example/a",
            "null",
            "the reply is null, with which a host knows nothing; give one with data".to_owned(),
        ),
    ] {
        let error = drafted(&format!("{TABLE}{record}"), name, url, reply.as_bytes(), false).unwrap_err();
        assert_eq!(error, expected, "{url}");
    }
}

/// Checks that a draft has what the project demands of each endpoint, whatever its reply is, and that without it the place is told.
#[test]
fn a_draft_is_complete_where_the_project_demands_it() {
    let generator = Generator::new("t.yaml").converters("src/converters").complete(["Old"]);
    for (name, reply) in [("Rows", "[{\"height\": 1.5}]"), ("Words", "[\"a\"]"), ("Page", "low")] {
        let url = format!("https://tides.example/{}", name.to_lowercase());
        let wanted = Wanted { name, url: &url, reply: reply.as_bytes(), by_hand: false, is_complete: true };
        let table = draft("t.yaml", TABLE, &|_| Err(io::ErrorKind::NotFound.into()), &wanted).unwrap().table;
        let generated = |generator: &Generator, table: &str| generator.generate(table, &["page".to_owned()]);
        let draft = generated(&generator, &table).map(drop).unwrap_err().to_string();
        assert!(draft.contains(&format!("error[V998]: '{name}' is a draft")), "{draft}");
        let table = table.replace("The address of the draft.", "All rows.");
        assert!(generated(&generator, &table).is_ok(), "{table}");
        let without = table.replace("    fresh_for: \"1d\"\n", "");
        // The names that were given need no reply, but a time.
        let known = generated(&generator.clone().complete([name]), &without);
        let Err(GeneratorError::Table(faults)) = known else { panic!("{without}") };
        assert_eq!(faults.iter().map(|fault| fault.code.as_str()).collect::<Vec<_>>(), ["V998"]);
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
