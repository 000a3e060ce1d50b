//! The dependencies of each package, as cargo lists them: nobody builds what they do not need.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

/// The names of the crates that are compiled for a package.
struct Crates(Vec<String>);

impl Crates {
    /// Asks cargo, with options for the features of the package.
    fn of(package: &str, features: &[&str]) -> Self {
        Self::along("normal,build", package, features)
    }

    /// Asks cargo without what build scripts need.
    fn without_build(package: &str, features: &[&str]) -> Self {
        Self::along("normal", package, features)
    }

    fn along(edges: &str, package: &str, features: &[&str]) -> Self {
        let output = Command::new(env!("CARGO"))
            .args(["tree", "--locked", "--offline", "--edges", edges, "--prefix", "none"])
            .args(["--format", "{p}", "--package", package])
            .args(features)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let lines = String::from_utf8(output.stdout).unwrap();
        let names = lines.lines().filter_map(|line| line.split(' ').next());
        Self(names.map(str::to_owned).collect())
    }

    fn require(&self, names: &[&str]) {
        let missing: Vec<_> =
            names.iter().filter(|name| !self.0.iter().any(|known| known == *name)).collect();
        assert!(missing.is_empty(), "{missing:?} are not among {:?}", self.0);
    }

    fn refuse(&self, is_unwanted: impl Fn(&str) -> bool) {
        let unwanted: Vec<_> = self.0.iter().filter(|name| is_unwanted(name)).collect();
        assert!(unwanted.is_empty(), "{unwanted:?}");
    }
}

#[test]
fn a_client_of_another_api_stands_on_the_core_alone() {
    let crates = Crates::of("virtual-finance-consumer", &[]);
    crates.require(&["virtual-finance-core", "reqwest"]);
    crates.refuse(|name| {
        ["virtual-finance-runtime", "virtual-finance", "scraper", "html5ever", "tempfile"].contains(&name)
    });
}

#[test]
fn tls_and_decoders_are_compiled_for_those_who_ask_for_them() {
    let is_left_out = |name: &str| {
        ["rustls", "ring", "cc", "h2", "brotli-decompressor", "ruzstd", "tracing-attributes"].contains(&name)
    };
    let crates = Crates::of("virtual-finance-core", &["--no-default-features", "--features", "client"]);
    crates.require(&["reqwest", "flate2"]);
    crates.refuse(is_left_out);
    Crates::of("virtual-finance-core", &[]).require(&["rustls", "h2", "brotli-decompressor", "ruzstd"]);
}

/// The core without the client has no library that browsers and devices lack.
#[test]
fn who_brings_an_http_library_compiles_no_client() {
    let features = ["--no-default-features", "--features", "csv,html,schema,xml"];
    for (package, features) in [
        ("virtual-finance-core", &features[..]),
        ("virtual-finance-consumer", &["--no-default-features"]),
        ("virtual-finance", &["--no-default-features", "--features", "schema"]),
    ] {
        let crates = Crates::without_build(package, features);
        crates.require(&["http", "serde_json"]);
        crates.refuse(|name| {
            [
                "reqwest",
                "hyper",
                "tokio",
                "rustls",
                "ring",
                "tracing",
                "flate2",
                "quick_cache",
                "futures-util",
                "getrandom",
                "socket2",
                "mio",
                "rustix",
                "tempfile",
                "virtual-finance-files",
            ]
            .contains(&name)
        });
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

#[test]
fn a_command_of_another_api_knows_no_market_and_its_client_no_command() {
    let crates = Crates::of("virtual-finance-weather", &["--all-features"]);
    crates.require(&[
        "virtual-finance-command",
        "virtual-finance-reference",
        "virtual-finance-sample-host",
        "clap",
    ]);
    crates.refuse(|name| {
        ["virtual-finance-runtime", "virtual-finance", "virtual-finance-sample", "virtual-finance-compat"]
            .contains(&name)
    });
    crates.refuse(is_of_charts);
    let crates = Crates::of("virtual-finance-weather", &["--no-default-features"]);
    crates.require(&["virtual-finance-core", "scraper"]);
    crates.refuse(|name| ["virtual-finance-command", "clap"].contains(&name));
}

fn is_of_charts(name: &str) -> bool {
    ["plotters", "plotters-backend", "plotters-svg", "noto-sans-mono-bitmap", "png", "tiny-skia"]
        .contains(&name)
}

/// Who writes responses as tables, such as the Python package, reads no command line and needs no client.
#[test]
fn tables_compile_no_command_line_and_no_client() {
    let crates = Crates::of("virtual-finance-tables", &["--all-features"]);
    crates.require(&["polars-core", "plotters"]);
    crates.refuse(|name| ["clap", "reqwest", "virtual-finance-command"].contains(&name));
}

/// A command draws charts if it asks for them, as that of the market does.
#[test]
fn charts_are_compiled_for_those_who_ask_for_them() {
    Crates::of("virtual-finance-command", &[]).refuse(is_of_charts);
    Crates::of("virtual-finance-cli", &["--no-default-features"]).refuse(is_of_charts);
    Crates::of("virtual-finance-cli", &[]).require(&["plotters", "png", "tiny-skia"]);
}

#[test]
fn the_client_of_the_market_parses_html() {
    let crates = Crates::of("virtual-finance", &[]);
    crates.require(&["virtual-finance-core", "virtual-finance-runtime", "scraper", "html5ever"]);
}

#[test]
fn readers_of_csv_and_xml_are_compiled_for_those_who_ask_for_them() {
    let is_reader = |name: &str| ["csv", "quick-xml"].contains(&name);
    for package in ["virtual-finance", "virtual-finance-core", "virtual-finance-consumer"] {
        Crates::without_build(package, &[]).refuse(is_reader);
    }
    Crates::of("virtual-finance-weather", &["--no-default-features"]).require(&["csv", "quick-xml"]);
}

#[test]
fn websockets_are_compiled_for_those_who_ask_for_them() {
    let is_of_stream = |name: &str| ["tungstenite", "tokio-tungstenite", "prost"].contains(&name);
    for package in
        ["virtual-finance", "virtual-finance-compat", "virtual-finance-sample", "virtual-finance-cli"]
    {
        Crates::of(package, &[]).refuse(is_of_stream);
    }
    for package in ["virtual-finance", "virtual-finance-cli"] {
        let crates = Crates::of(package, &["--features", "stream"]);
        crates.require(&["tokio-tungstenite", "prost"]);
        crates.refuse(|name| ["native-tls", "aws-lc-rs", "openssl", "sha1", "prost-build"].contains(&name));
    }
}

/// Polars is long to build.
#[test]
fn the_client_does_without_polars() {
    let crates = Crates::of("virtual-finance", &["--all-features"]);
    crates.require(&["reqwest"]);
    crates.refuse(|name| name.starts_with("polars"));
}

#[test]
fn frames_need_the_core_of_polars_alone() {
    let crates = Crates::of("virtual-finance-compat", &["--all-features"]);
    crates.require(&["polars-core"]);
    crates.refuse(|name| {
        ["polars", "polars-io", "polars-lazy", "polars-ops", "polars-plan", "polars-time", "polars-parquet"]
            .contains(&name)
    });
}

#[test]
fn a_build_script_compiles_no_importer() {
    for package in ["virtual-finance-codegen", "virtual-finance-weather"] {
        let crates = Crates::of(package, &[]);
        crates.require(&["virtual-finance-codegen"]);
        crates.refuse(|name| name == "virtual-finance-openapi");
    }
    // Of the core it has the readers alone.
    Crates::of("virtual-finance-codegen", &[]).refuse(|name| ["reqwest", "tokio", "rustls"].contains(&name));
}

/// A program that runs a table writes no Rust.
#[test]
fn reading_a_table_compiles_no_printer_of_rust() {
    Crates::of("virtual-finance-openapi", &[])
        .refuse(|name| ["prettyplease", "virtual-finance-codegen"].contains(&name));
}

/// `cargo regen` has to run while the client does not compile.
#[test]
fn regen_compiles_neither_the_client_nor_polars() {
    let crates = Crates::of("xtask", &["--no-default-features"]);
    let tools = [
        "virtual-finance-codegen",
        "virtual-finance-core",
        "virtual-finance-files",
        "virtual-finance-openapi",
        "virtual-finance-table",
    ];
    crates.require(&tools);
    crates.refuse(|name| {
        let is_client = name.starts_with("virtual-finance") && !tools.contains(&name);
        is_client || name.starts_with("polars") || name == "reqwest"
    });
}
