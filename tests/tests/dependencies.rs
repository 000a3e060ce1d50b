//! The dependencies of each package, as cargo lists them: nobody builds what they do not need.

use std::collections::BTreeSet;
use std::process::Command;

/// Returns the crates that are compiled for a package, as cargo says it of a line such as `NAME --all-features`.
fn crates(line: &str, edges: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "--edges", edges, "--prefix", "none", "--format", "{p}"])
        .arg("--package")
        .args(line.split(' '))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

/// What each package must have and must not have. A case has its title, then the lines of packages with their features
/// (`of`; `alone` leaves out what build scripts need), and the crates that there are (`has`) and are not (`lacks`).
const CASES: &str = "
# a client of another API stands on the core alone
of virtual-finance-consumer
has virtual-finance-core reqwest
lacks virtual-finance-runtime virtual-finance scraper html5ever tempfile
# TLS and decoders are compiled for those who ask for them
of virtual-finance-core --no-default-features --features client
has reqwest flate2
lacks rustls ring cc h2 brotli-decompressor ruzstd tracing-attributes
# TLS and decoders are there as a rule
of virtual-finance-core
has rustls h2 brotli-decompressor ruzstd
# who brings an HTTP library compiles no client: without it there is no library that browsers and devices lack
alone virtual-finance-core --no-default-features --features csv,html,schema,xml
alone virtual-finance-consumer --no-default-features
alone virtual-finance --no-default-features --features schema
has http serde_json
lacks reqwest hyper tokio rustls ring tracing flate2 quick_cache futures-util getrandom socket2 mio rustix
lacks tempfile virtual-finance-files
# a command of another API knows no market
of virtual-finance-weather --all-features
has virtual-finance-command virtual-finance-reference virtual-finance-sample-host clap
lacks virtual-finance-runtime virtual-finance virtual-finance-sample virtual-finance-compat
# a client of another API has no command, and reads CSV and XML
of virtual-finance-weather --no-default-features
has virtual-finance-core scraper csv quick-xml
lacks virtual-finance-command clap
# readers of CSV and XML are compiled for those who ask for them
alone virtual-finance
alone virtual-finance-core
alone virtual-finance-consumer
lacks csv quick-xml
# tables, which the Python package writes too, compile no command line and no client
of virtual-finance-tables --all-features
has polars-core plotters
lacks clap reqwest virtual-finance-command
# charts are compiled for those who ask for them, as the command of the market does
of virtual-finance-command
of virtual-finance-cli --no-default-features
of virtual-finance-weather --all-features
lacks plotters plotters-backend plotters-svg noto-sans-mono-bitmap png tiny-skia
# the command draws charts
of virtual-finance-cli
has plotters png tiny-skia
# the client of the market parses HTML
of virtual-finance
has virtual-finance-core virtual-finance-runtime scraper html5ever
# websockets are compiled for those who ask for them
of virtual-finance
of virtual-finance-compat
of virtual-finance-sample
of virtual-finance-cli
lacks tungstenite tokio-tungstenite prost
# websockets need one TLS and no compiler of protocol buffers
of virtual-finance --features stream
of virtual-finance-cli --features stream
has tokio-tungstenite prost
lacks native-tls aws-lc-rs openssl sha1 prost-build
# the client does without polars: polars is long to build
of virtual-finance --all-features
has reqwest
lacks polars*
# frames need the core of polars alone
of virtual-finance-compat --all-features
has polars-core
lacks polars polars-io polars-lazy polars-ops polars-plan polars-time polars-parquet
# a build script compiles no importer
of virtual-finance-codegen
of virtual-finance-weather
has virtual-finance-codegen
lacks virtual-finance-openapi
# the generator has no client
of virtual-finance-codegen
lacks reqwest tokio rustls
# reading a table compiles no printer of Rust: a program that runs one writes none
of virtual-finance-openapi
lacks prettyplease virtual-finance-codegen
";

#[test]
fn each_package_has_the_crates_that_it_needs_and_no_others() {
    for case in CASES.split("\n# ").skip(1) {
        let words = |sign: &str| {
            let lines: Vec<&str> = case.lines().filter_map(|line| line.strip_prefix(sign)).collect();
            lines.join(" ")
        };
        let (required, refused) = (words("has "), words("lacks "));
        let packages = case.lines().filter_map(|line| match line.split_once(' ')? {
            ("of", package) => Some((package, "normal,build")),
            ("alone", package) => Some((package, "normal")),
            _ => None,
        });
        for (package, edges) in packages {
            let crates = crates(package, edges);
            let missing: Vec<_> =
                required.split_whitespace().filter(|name| !crates.contains(*name)).collect();
            assert!(missing.is_empty(), "{package} lacks {missing:?}: {crates:?}\n{case}");
            let is_refused = |name: &str| {
                refused.split_whitespace().any(|refused| match refused.strip_suffix('*') {
                    Some(start) => name.starts_with(start),
                    None => name == refused,
                })
            };
            let unwanted: Vec<_> = crates.iter().filter(|name| is_refused(name)).collect();
            assert!(unwanted.is_empty(), "{package} has {unwanted:?}\n{case}");
        }
    }
}

/// Without its feature `std` the decoder of gzip does not ask the processor what it can, and takes half as long again. Who
/// uses the client alone has it, too.
#[test]
fn gzip_is_decoded_with_what_the_processor_can() {
    for package in ["virtual-finance-core", "virtual-finance"] {
        let arguments = ["tree", "--locked", "--offline", "--edges", "normal", "--prefix", "none"];
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .args(["--format", "{p} {f}", "--package", package, "--no-default-features"])
            .args(["--features", "client"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let lines = String::from_utf8(output.stdout).unwrap();
        let decoder = lines.lines().find(|line| line.starts_with("zlib-rs ")).unwrap();
        let features = decoder.rsplit(' ').next().unwrap();
        assert!(features.split(',').any(|feature| feature == "std"), "{package}: {decoder}");
    }
}

/// `cargo regen` has to run while the client does not compile.
#[test]
fn regen_compiles_neither_the_client_nor_polars() {
    let crates = crates("xtask --no-default-features", "normal,build");
    let own = crates.iter().filter(|name| name.starts_with("virtual-finance")).map(String::as_str);
    assert_eq!(
        own.collect::<Vec<_>>().join(" "),
        "virtual-finance-codegen virtual-finance-core virtual-finance-files virtual-finance-openapi \
         virtual-finance-table"
    );
    assert!(!crates.iter().any(|name| name.starts_with("polars") || name == "reqwest"), "{crates:?}");
}
