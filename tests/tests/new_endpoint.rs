//! An endpoint costs an entry of the table and a converter: in a copy of the workspace with one more, everything that
//! goes through all endpoints passes.
//!
//! The copy has the crates that the market's table is in, and the tests of this crate that ask every endpoint. Its other
//! dependencies are those of the workspace where they are, so that only what depends on the table is compiled again.

use std::fs;

use virtual_finance_codegen::Mode;

use crate::copy::{Copy, workspace};

/// What depends on the table.
const COPIED: [&str; 5] = ["generated", "runtime/market", "sample/market", "spec", "tests"];

/// The tests of this crate that go through all endpoints.
const TESTS: [&str; 6] = ["examples", "market", "properties", "replay", "requests", "sources"];

/// The entry of an endpoint, below `endpoints`.
const ENTRY: &str = include_str!("new_endpoint/entry.yaml");

const CONVERTER: &str = r#"//! Weight: the weight of a company in an index.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use virtual_finance_core::{Context, ConversionError, Converted, Fault, RawReply, exactly_one};

use super::params::weight::Params;
use crate::read::{instrument, json};

/// The weight of a company.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The ticker that was asked for.
    pub ticker: String,
    /// The weight in percent.
    pub weight: Number,
}

#[derive(Deserialize)]
struct Reply {
    weighted: Option<Weighted>,
}

#[derive(Deserialize)]
struct Weighted {
    symbol: Option<String>,
    weight: Option<Number>,
}

/// Converts the reply.
///
/// # Errors
/// 422: the reply is not the service's, or is about another company.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionError> {
    let reply: Reply = json::document(exactly_one(replies)?, "the weight")?;
    let found = reply.weighted.ok_or(Fault::missing("weighted"))?;
    let symbol = found.symbol.ok_or(Fault::missing("weighted.symbol"))?;
    instrument::require_same([symbol.as_str()], params.ticker)?;
    let weight = found.weight.ok_or(Fault::missing("weighted.weight"))?;
    Ok(Response { ticker: params.ticker.to_owned(), weight }.into())
}
"#;

#[test]
#[ignore = "compiles much of the workspace again; .ci/run has it"]
fn a_table_and_one_file_make_an_endpoint() {
    let copy = copied();
    copy.edit("spec/endpoints.yaml", |table| table + ENTRY);
    fs::write(copy.0.join("runtime/market/src/converters/weight.rs"), CONVERTER).unwrap();

    // `cargo regen`
    let generator = xtask::generator().deny_warnings(true);
    let changes = generator.write(&copy.0, Mode::Write).unwrap_or_else(|error| panic!("{error}"));
    assert!(changes.outdated.iter().any(|path| path.ends_with("weight.rs")), "{changes:#?}");
    // The slow tests run what others run once, over damaged replies of all endpoints.
    let slow = ["damaged_replies", "any_text_after", "any_bytes", "every_path_of_captured"];
    let skipped = slow.iter().flat_map(|name| ["--skip", name]);
    let packages = ["--package", "virtual-finance", "--package", "virtual-finance-tests"];
    let tests = ["test", "--lib", "--test", "it", "--test", "requests"];
    let arguments: Vec<&str> = tests.into_iter().chain(packages).chain(["--"]).chain(skipped).collect();
    let printed = copy.cargo(&arguments);
    assert!(printed.contains("test result: ok."), "{printed}");
}

/// Returns the copy, without an endpoint more.
fn copied() -> Copy {
    let copy = Copy::new("endpoint-copy");
    for path in COPIED.into_iter().chain(["Cargo.toml", "README.md"]) {
        copy.take(path, path);
    }
    let crates = ["generated", "runtime/market", "sample/market", "tests", "tests/loopback"];
    copy.edit("Cargo.toml", |manifest| {
        let (head, rest) = manifest.split_once("members = [").unwrap();
        let (_, rest) = rest.split_once("[workspace.package]").unwrap();
        let manifest = format!("{head}members = {crates:?}\n\n[workspace.package]{rest}");
        let elsewhere = format!("path = \"{}/", workspace().display());
        let line = |line: &str| {
            let own = crates.iter().any(|own| line.contains(&format!("path = \"{own}\"")));
            let line = if own { line.to_owned() } else { line.replace("path = \"", &elsewhere) };
            line + "\n"
        };
        manifest.lines().map(line).collect()
    });
    // It depends on the client of the workspace.
    copy.edit("tests/Cargo.toml", |manifest| manifest.replace("xtask.workspace = true\n", ""));
    copy.edit("tests/tests/main.rs", |_| {
        let modules = TESTS.map(|name| format!("mod {name};\n"));
        format!("//! The tests of all endpoints.\n\n{}", modules.concat())
    });
    copy
}
