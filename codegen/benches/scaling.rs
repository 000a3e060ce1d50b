//! Measures the generator, and the compiler on its output, with tables of up to a thousand endpoints.
//!
//! `cargo bench --package virtual-finance-codegen` prints a table: the time for each endpoint should stay
//! the same. With `--profile dev` the generator is as slow as in a build script.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use virtual_finance_codegen::{Generator, Mode};

const SIZES: [u32; 4] = [125, 250, 500, 1000];

fn main() {
    // The runtime is built before anything is measured.
    check(&written(&krate(1)));
    print("endpoints | generate s |    ms each | unchanged s | check s |    ms each");
    for size in SIZES {
        let krate = krate(size);
        let (table, names) = (krate.table(), krate.converters());
        let generate = timed(|| {
            generator().generate(&table, &names).unwrap();
        });
        written(&krate);
        let unchanged = timed(|| assert!(generator().write(&krate.folder, Mode::Write).unwrap().none()));
        let check = timed(|| check(&krate.folder));
        let each = |time: Duration| time.as_secs_f64() * 1000.0 / f64::from(size);
        print(&format!(
            "{size:9} | {:10.3} | {:10.3} | {:11.3} | {:7.2} | {:10.3}",
            generate.as_secs_f64(),
            each(generate),
            unchanged.as_secs_f64(),
            check.as_secs_f64(),
            each(check)
        ));
    }
}

fn print(line: &str) {
    let _ = std::io::stdout().write_all(format!("{line}\n").as_bytes());
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn generator() -> Generator {
    Generator::new("table.yaml").output("src/table").command("cargo bench")
}

/// A crate with a table of so many endpoints.
struct Crate {
    folder: PathBuf,
    size: u32,
}

fn krate(size: u32) -> Crate {
    Crate { folder: Path::new(env!("CARGO_TARGET_TMPDIR")).join("scaling").join(size.to_string()), size }
}

fn written(krate: &Crate) -> PathBuf {
    // What an earlier run left would be fresh.
    let _ = fs::remove_dir_all(&krate.folder);
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let manifest = format!(
        "[package]\nname = \"scaling-{}\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         serde = {{ version = \"1.0\", features = [\"derive\"] }}\n\
         virtual-finance-core = {{ path = {:?} }}\n",
        krate.size,
        workspace.join("runtime/core")
    );
    fs::create_dir_all(krate.folder.join("src/converters")).unwrap();
    let file = |path: &str, text: &str| fs::write(krate.folder.join(path), text).unwrap();
    file("Cargo.toml", &manifest);
    file("Cargo.lock", &fs::read_to_string(workspace.join("Cargo.lock")).unwrap());
    file("table.yaml", &krate.table());
    file("src/lib.rs", "pub mod converters;\nmod table;\npub use table::*;\n");
    for name in krate.converters() {
        file(&format!("src/converters/{name}.rs"), CONVERTER);
    }
    generator().write(&krate.folder, Mode::Write).unwrap();
    krate.folder.clone()
}

fn check(folder: &Path) {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let status = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--quiet", "--target-dir"])
        .arg(target)
        .current_dir(folder)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success(), "the crate in {} does not compile", folder.display());
}

impl Crate {
    fn converters(&self) -> Vec<String> {
        (0..self.size).map(|number| format!("series{number}")).collect()
    }

    /// A table like the real one: an enumeration for every ten endpoints; each endpoint has parameters of
    /// several types, and a choice.
    fn table(&self) -> String {
        let mut table =
            "hosts:\n  data: { doc: The host., default: https://data.example }\ntypes:\n".to_owned();
        for number in 0..self.size.div_ceil(10) {
            writeln!(table, "  Kind{number}:\n    doc: A kind.\n    variants:").unwrap();
            for value in 0..8 {
                writeln!(table, "      Value{value}: {{ wire: value-{value}, doc: A value. }}").unwrap();
            }
        }
        table.push_str("endpoints:\n");
        for number in 0..self.size {
            let kind = number.checked_div(10).unwrap_or_default();
            let endpoint = ENDPOINT.replace("NUMBER", &number.to_string());
            table.push_str(&endpoint.replace("KIND", &kind.to_string()));
        }
        table
    }
}

const ENDPOINT: &str = "  SeriesNUMBER:
    doc: |
      A series of values.

      Values are in units, times in epoch seconds.
    host: data
    path: v1/seriesNUMBER/{ticker}
    method: GET
    status: 200
    raw: json
    converter: seriesNUMBER
    params:
      ticker: { doc: The symbol., type: ticker, in: path, required: true }
      kind: { doc: The kind., type: KindKIND, in: query, default: value-0 }
      limit: { doc: The most values., type: integer, in: query, wire: max, default: 25, min: 1, max: 100 }
      columns: { doc: The columns., type: { list: string, separator: \",\" }, in: query, max_length: 5 }
      last: { doc: The last days., type: integer, in: query, min: 1 }
      start: { doc: The first day., type: date, in: query }
      end: { doc: The last day., type: date, in: query, after: start }
    choices:
      spanNUMBER:
        doc: The time that the series covers.
        options:
          last: { doc: The days up to now., required: [last] }
          dates: { doc: From one day to another., required: [start], optional: [end] }
";

const CONVERTER: &str = "\
use virtual_finance_core::read::{json, members};
use virtual_finance_core::{Context, ConversionError, Converted, RawReply, exactly_one};

#[derive(serde::Serialize)]
pub struct Response {
    pub values: Vec<f64>,
}

pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
) -> Result<Converted<Response>, ConversionError> {
    let series: Series = json::document(exactly_one(replies)?, \"the series\")?;
    Ok(Response { values: series.values }.into())
}

members! {
    struct Series {
        values: \"values\" => Vec<f64>,
    }
}
";
