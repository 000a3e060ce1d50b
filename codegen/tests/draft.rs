//! Drafts of endpoints: the table that comes out has no errors, and the converter has the members of the reply.

#![expect(clippy::panic, reason = "a test fails by panicking")]

use expect_test::{Expect, expect};
use virtual_finance_codegen::{Draft, Generator, GeneratorError};

const TABLE: &str = "\
# Tides.
hosts:
  tides: { doc: The host., default: https://tides.example }

endpoints: {}
";

fn draft(name: &str, url: &str, reply: &str) -> Result<Draft, GeneratorError> {
    Generator::new("t.yaml").converters("src/converters").draft(TABLE, name, url, reply)
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
        draft("GaugeHeights", url, REPLY).unwrap_or_else(|error| panic!("{error}"));
    expect![[r##"
        # Tides.
        hosts:
          tides: { doc: The host., default: https://tides.example }

        endpoints:
          GaugeHeights:
            doc: The reply of v1/gauges/{gauge}/heights/{date}.
            host: tides
            path: v1/gauges/{gauge}/heights/{date}
            method: GET
            status: 200
            raw: json
            converter: gauge_heights
            params:
              gauge: { doc: The gauge of the request., type: string, in: path, required: true }
              date: { doc: The date of the request., type: date, in: path, required: true }
              min_step: { doc: The min step of the request., type: integer, in: query, wire: "minStep" }
              unit: { doc: The unit of the request., type: string, in: query }
              all: { doc: The all of the request., type: boolean, in: query }
              type_: { doc: The type of the request., type: string, in: query, wire: "type" }
            examples:
              first:
                doc: The address of the draft.
                params: { gauge: "Old Quay", date: 2020-01-31, min_step: 5, unit: "m", all: true, type_: "a&b c" }
                url: "https://tides.example/v1/gauges/Old%20Quay/heights/2020-01-31?minStep=5&unit=m&all=true&type=a%26b+c"
                reply: |
                  {
                    "gauge": {
                      "name": "text",
                      "id": 1
                    },
                    "readings": [
                      {
                        "t": 1,
                        "height": 1.5,
                        "ok": true,
                        "note": "text",
                        "other": []
                      }
                    ],
                    "byYear": {
                      "2020": 1,
                      "2021": 1
                    },
                    "type": null
                  }
    "##]]
    .assert_eq(&table);
    assert_eq!(converter.path, "src/converters/gauge_heights.rs");
    expect![[r#"
        //! GaugeHeights: the reply of the host, as it is. Its docs are to be written.

        use virtual_finance_core::read::{json, record};
        use virtual_finance_core::{Context, ConversionHookError, Converted, Map, Number, RawReply, Value, exactly_one};

        record! {
            /// The response.
            pub struct Response {
                /// The host's `gauge`.
                gauge: "gauge" => Gauge,
                /// The host's `readings`.
                readings: "readings" => Vec<Readings>,
                /// The host's `byYear`.
                by_year: "byYear" => Map<String, Value>,
                /// The host's `type`.
                type_: "type" => Value,
            }
        }

        record! {
            /// An item of `gauge`.
            pub struct Gauge {
                /// The host's `name`.
                name: "name" => String,
                /// The host's `id`.
                id: "id" => Number,
            }
        }

        record! {
            /// An item of `readings`.
            pub struct Readings {
                /// The host's `t`.
                t: "t" => Number,
                /// The host's `height`.
                height: "height" => Number,
                /// The host's `ok`.
                ok: "ok" => bool,
                /// The host's `note`.
                note: "note" => String,
                /// The host's `other`.
                other_: "other" => Vec<Value>,
            }
        }

        /// Converts the reply.
        ///
        /// # Errors
        /// 422: the reply is not the host's.
        pub fn convert(
            _: &Context<'_>,
            replies: &[RawReply<'_>],
        ) -> Result<Converted<Response>, ConversionHookError> {
            let response: Response = json::document(exactly_one(replies)?, "the reply")?;
            Ok(response.into())
        }
    "#]].assert_eq(&converter.text);
    let generated = Generator::new("t.yaml").generate(&table, &["gauge_heights".to_owned()]);
    let generated = generated.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(generated.warnings, []);
    assert_eq!(Generator::new("t.yaml").format(&table).unwrap_or_else(|error| panic!("{error}")), table);
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
        "        params: { symbol: \"IBM\", id: 7 }\n        url: \"https://api.waves.example:8080/quote/IBM/7\"\n",
    );
    said("    raw: txt\n");
    assert!(converter.text.contains("pub text: String"), "{}", converter.text);
    let generated = Generator::new("t.yaml").generate(&table, &["page".to_owned()]);
    assert!(generated.is_ok(), "{table}");
    // The next entry follows the first one.
    let second = Generator::new("t.yaml").draft(&table, "Next", "https://tides.example/next", "[1]");
    let second = second.unwrap_or_else(|error| panic!("{error}"));
    assert!(second.table.starts_with(table.trim_end()), "{}", second.table);
    assert!(second.converter.text.contains("pub items: Vec<Number>"), "{}", second.converter.text);
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
        &expect![
            "the parameter 'type': 'type' is a keyword of Rust; choose another name and give this one in 'wire' where it is sent"
        ],
    );
    refused(
        "Height",
        "https://tides.example/a?b=1&b=2",
        &expect!["the address has 'b' twice; write it once"],
    );
}
