//! Tables out of names that Rust, the runtime or the generated code have too: what the generator accepts
//! compiles without warnings, and every request can be named.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use virtual_finance_codegen::Generator;

use crate::checked::compiles;

/// The tables of one run, compiled together.
const TABLES: usize = 16;

/// A table with a place for every kind of name: `@T` is a type, `@w` a word.
const TABLE: &str = include_str!("hostile_names/table.yaml");

const TYPES: &str = "Box String Vec Option Result Some None Ok Err Default Debug Clone Copy PartialEq Eq Hash \
    Display FromStr Fmt Send Sync Sized Drop Fn FnOnce Into From TryFrom Iterator IntoIterator ToString AsRef \
    Exchange Client Error Request Endpoint Choice Host HOSTS ENDPOINTS Info INFO Params Query Response Rt Param \
    Types Hosts Examples Converters Date DateTime TimeError Given Missing Enumeration Serialize Builder \
    OrderBuilder IntoSpan SetsStart HasAmount IsMissing S1 V R P T E A D Members Other ALL Str I64 Bool Usize Std Core \
    Crate Super Self Type Main Test Span Plain Context RawReply Conversion Range Gen Dyn Union Auto Fruit Apple \
    Pear Plum Cherry Lime";

const WORDS: &str = "rt param converters types hosts examples std core alloc string bool i64 f64 str u8 usize \
    option vec params read query path validate info value convert replies cx now step fallback request build \
    builder new default clone fmt eq get_count into from as_str other all wire listed name text test main format \
    help version sample home user serde take set min max drop mem args env matches line include union auto raw \
    subject queries from_params chosen required optional r s v p1 s1 into_value into_iter collect to_string \
    try_into type_id as_ref map count start end range size date datetime integer number boolean list type \
    crate super self apple pear plum cherry lime fig";

/// Returns a table with names in its places. `@3` stands for the fourth name.
fn filled(names: &[String]) -> String {
    let mut parts = TABLE.split('@');
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut given = names.iter();
    for part in parts {
        let digits = part.chars().take_while(char::is_ascii_digit).count();
        let (name, rest) = match part.get(..digits).and_then(|index| index.parse::<usize>().ok()) {
            Some(index) => (&names[index], &part[digits..]),
            None => (given.next().unwrap(), &part[1..]),
        };
        text.push_str(name);
        text.push_str(rest);
    }
    text
}

/// Returns the kinds of the names of a table: true for types.
fn kinds() -> Vec<bool> {
    TABLE
        .split('@')
        .skip(1)
        .filter(|part| !part.starts_with(|first: char| first.is_ascii_digit()))
        .map(|part| part.starts_with('T'))
        .collect()
}

/// Returns the files of an accepted table. Each name that is refused gives way to another one.
fn accepted(runner: &mut TestRunner, output: &str) -> (String, Vec<(String, String)>) {
    let list = |names: &'static str| select(names.split_whitespace().collect::<Vec<_>>());
    let mut draw = |is_type: bool| {
        let list = if is_type { list(TYPES) } else { list(WORDS) };
        list.new_tree(runner).unwrap().current().to_owned()
    };
    let generator = Generator::new("t.yaml").output(output);
    let mut names: Vec<String> = Vec::new();
    let kinds = kinds();
    // Names that no table refuses stand for those that are not drawn yet.
    let plain = |from: usize| {
        (from..kinds.len())
            .map(|index| if kinds[index] { format!("Plain{index}x") } else { format!("plain_{index}x") })
    };
    let is_accepted = |names: &[String]| generator.generate(&filled(names), &["fruit".to_owned()]).is_ok();
    let others = generator.generate(&filled(&plain(0).collect::<Vec<_>>()), &["fruit".to_owned()]);
    assert!(others.is_ok(), "the table has other errors: {}", others.unwrap_err());
    while names.len() < kinds.len() {
        let name = draw(kinds[names.len()]);
        let tried: Vec<String> =
            names.iter().cloned().chain([name.clone()]).chain(plain(names.len() + 1)).collect();
        if is_accepted(&tried) {
            names.push(name);
        }
    }
    let table = filled(&names);
    let files = generator.generate(&table, &["fruit".to_owned()]).unwrap().files;
    (table, files.into_iter().map(|file| (file.path, file.text)).collect())
}

#[test]
fn accepted_names_compile() {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-names");
    let _ = fs::remove_dir_all(&folder);
    let mut runner = TestRunner::default();
    let mut main = "#![allow(dead_code, unused_imports, reason = \"nobody calls it\")]\n\
        mod converters { pub mod fruit; }\n"
        .to_owned();
    for index in 0..TABLES {
        let (table, files) = accepted(&mut runner, &format!("t{index}"));
        for (path, text) in files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        // For who looks at a failure.
        fs::write(folder.join(format!("t{index}.yaml")), table).unwrap();
        writeln!(main, "#[path = \"t{index}/mod.rs\"] mod t{index};").unwrap();
        writeln!(main, "mod u{index} {{ use super::t{index}::*; pub fn f() -> usize {{ ENDPOINTS.len() + HOSTS.len() }} }}").unwrap();
    }
    fs::create_dir_all(folder.join("converters")).unwrap();
    fs::write(folder.join("converters/fruit.rs"), FRUIT).unwrap();
    compiles(&folder, "warnings", &main, "");
}

/// A converter that reads nothing.
const FRUIT: &str = "
use virtual_finance_core::{Context, ConversionError, Converted, RawReply};

#[derive(Debug, serde::Serialize)]
pub struct Response {}

pub fn convert(_: &Context<'_>, _: &[RawReply<'_>]) -> Result<Converted<Response>, ConversionError> {
    Ok(Converted::from(Response {}))
}
";
