//! Checks the records and the groups of values that a table declares for converters.

use expect_test::expect;
use virtual_finance_codegen::Generator;

const TABLE: &str = "\
hosts: { tides: { doc: The host., default: https://tides.example } }
types:
  Datum:
    doc: What heights are measured from.
    variants:
      Chart: { wire: chart, doc: The zero of the chart., group: of_water }
      Sea: { wire: sea, doc: The level of the sea., group: of_water }
      Land: { wire: land, doc: The zero of maps. }
records:
  height.Response:
    doc: The heights at a station.
    fields:
      station: { doc: The station., type: string }
      tides: { doc: The tides., type: { list: height.Tide }, nullable: true }
      rest: { doc: Other facts., type: { map: any }, optional: true }
  height.Tide:
    doc: A tide.
    partial: true
    key: name
    whole: [waveCount]
    fields:
      name: { doc: The name., type: string, needed: true }
      time: { doc: The time., type: integer, unit: epoch seconds, from: highTime }
      waves: { doc: The number of waves., type: number, wire: waveCount }
  gone.Tide: { doc: A tide of no converter., fields: { name: { doc: The name., type: string } } }
endpoints:
  Height:
    doc: The height of the water.
    host: tides
    path: heights/{station}
    method: GET
    converter: height
    params:
      station: { doc: The station., type: string, in: path, required: true }
      datum: { doc: The zero., type: Datum, in: query }
";

#[test]
fn converters_have_the_records_and_the_groups_of_their_table() {
    let generator = Generator::new("t.yaml").schemas(true);
    let generated = generator.generate(TABLE, &["height".to_owned()]).unwrap();
    let text = |name: &str| {
        let file = generated.files.iter().find(|file| file.path.ends_with(name)).unwrap();
        let code = file.text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.map(|line| format!("{line}\n")).collect::<String>()
    };
    let records = text("records.rs");
    let (_, module) = records.split_once("pub mod height").unwrap();
    expect![[r#"
         {
            use super::*;

            rt::record_type! { filled Response(derive Default schema "schema"):
                "The heights at a station.";
                station(required) "station" => String, "The station.";
                tides(nullable) "tides" => Vec<height::Tide>, "The tides.";
                rest(optional) "rest" => rt::Map<String, rt::Value>, "Other facts.";
            }

            rt::record_type! { partial Tide(derive Default open () key name "name" schema "schema"):
                "A tide.", whole "waveCount";
                name(field required key) "name" => String, "The name.";
                time(field time) "time" "highTime" => i64, "The time.", "", "In epoch seconds.";
                waves(field whole) "waveCount" => rt::Number, "The number of waves.";
            }
        }
    "#]]
    .assert_eq(module);
    let converters = text("converters/mod.rs");
    expect![[r#"
         datum {
            pub(crate) const OF_WATER: &[&str] = &["chart", "sea"];
        }
    "#]]
    .assert_eq(converters.split_once("pub(crate) mod").unwrap().1);
    let warnings: Vec<String> = generated.warnings.iter().map(ToString::to_string).collect();
    assert!(warnings.iter().any(|text| text.contains("has the type 'gone.Tide'")), "{warnings:?}");
}
