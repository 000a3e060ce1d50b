//! `vfapi`: market data in a shell. Every endpoint of the table is a subcommand with one option per
//! parameter; nothing here but the subcommands of its own names an endpoint.

#[cfg(not(all(feature = "frames", feature = "mcp", feature = "plot", feature = "stream")))]
mod absent;
mod fields;
mod notes;
mod page;
mod refused;
#[cfg(feature = "stream")]
mod stream;
#[cfg(feature = "frames")]
mod sync;
#[cfg(feature = "frames")]
mod ticker;

use std::process::ExitCode;

use virtual_finance::catalogue::Enumeration as _;
use virtual_finance::{Client, ClientBuilder, ENDPOINTS, ScreenerField};
#[cfg(feature = "plot")]
use virtual_finance_command::PLOT as PLOT_SUBCOMMAND;
use virtual_finance_command::{CHECK, COMPARE, DOCS, OPENAPI, Program, Session, Subcommand};
#[cfg(feature = "mcp")]
use virtual_finance_gateway::MCP as MCP_SUBCOMMAND;
#[cfg(feature = "serve")]
use virtual_finance_gateway::SERVE as SERVE_SUBCOMMAND;
use virtual_finance_sample::SampleHost;

#[cfg(not(feature = "mcp"))]
use absent::MCP_SUBCOMMAND;
#[cfg(not(feature = "plot"))]
use absent::PLOT_SUBCOMMAND;
#[cfg(not(feature = "serve"))]
use absent::SERVE_SUBCOMMAND;
#[cfg(not(feature = "stream"))]
use absent::STREAM_SUBCOMMAND;
#[cfg(not(feature = "frames"))]
use absent::{SYNC_SUBCOMMAND, TICKER_SUBCOMMAND};
#[cfg(feature = "stream")]
use stream::SUBCOMMAND as STREAM_SUBCOMMAND;
#[cfg(feature = "frames")]
use sync::SUBCOMMAND as SYNC_SUBCOMMAND;
#[cfg(feature = "frames")]
use ticker::SUBCOMMAND as TICKER_SUBCOMMAND;

/// The subcommands beside the endpoints.
const SUBCOMMANDS: &[Subcommand] = &[
    TICKER_SUBCOMMAND,
    Subcommand { group: Some(PRICES), ..PLOT_SUBCOMMAND },
    Subcommand { group: Some(PRICES), ..COMPARE },
    Subcommand { group: Some(PRICES), ..STREAM_SUBCOMMAND },
    Subcommand { group: Some(PRICES), ..SYNC_SUBCOMMAND },
    fields::SUBCOMMAND,
    CHECK,
    SERVE_SUBCOMMAND,
    MCP_SUBCOMMAND,
];

/// The group of what is about prices, as the table has it.
const PRICES: &str = "Prices";

/// The lines of the help about what this build may lack.
const HINTS: &[&str] = &[
    #[cfg(not(all(feature = "frames", feature = "mcp", feature = "stream", feature = "table")))]
    "Not in this build: ticker, sync, stream, mcp, tables (--table), Parquet files.",
    #[cfg(not(all(feature = "frames", feature = "mcp", feature = "stream", feature = "table")))]
    "To get them: cargo install --path cli --features full",
];

/// The commit and the features of this build.
const BUILD: &[&str] = &[
    match option_env!("VFAPI_COMMIT") {
        Some(commit) => commit,
        None => "no commit known",
    },
    #[cfg(feature = "frames")]
    "frames",
    #[cfg(feature = "mcp")]
    "mcp",
    #[cfg(feature = "plot")]
    "plot",
    #[cfg(feature = "serve")]
    "serve",
    #[cfg(feature = "stream")]
    "stream",
    #[cfg(feature = "table")]
    "table",
];

/// The options that people try, by the names that other programs have for them.
const OPTION_WORDS: &[(&str, &str)] = &[
    ("since", "--start"),
    ("from", "--start"),
    ("begin", "--start"),
    ("to", "--end"),
    ("until", "--end"),
    ("days", "--start"),
    ("range", "--start"),
    ("range", "--days"),
    ("period", "--range"),
    ("period", "--table financials.quarterly"),
    ("quarterly", "--table financials.quarterly"),
    ("expiration", "--date"),
    ("expiry", "--date"),
    ("daily", "--interval 1d"),
    ("weekly", "--interval 1wk"),
    ("monthly", "--interval 1mo"),
    ("quarterly", "--period quarterly"),
    ("annual", "--period annual"),
    ("adjusted", "--adjust auto"),
    ("top", "--count"),
    ("seconds", "--for"),
    ("duration", "--for"),
    ("symbols", "--tickers"),
];

static VFAPI: Program = Program {
    version: env!("CARGO_PKG_VERSION"),
    build: BUILD,
    about: "Market data of finance.yahoo.com (\"the host\") as JSON or tables",
    title: Some("Market data"),
    license: Some("MIT"),
    session: Some(Session {
        client: |file| {
            let builder = Client::builder();
            file.into_iter().fold(builder, ClientBuilder::session_file).into_core()
        },
        check: ClientBuilder::check_session_file,
    }),
    sample: |_, port| SampleHost::builder().port(port).start().map(Into::into),
    subcommands: SUBCOMMANDS,
    subject: ("ticker", "tickers"),
    example: Some("quote IBM"),
    refused: refused::refused,
    unappendable: refused::unappendable,
    groups: &[PRICES, "Company", "Market"],
    names: |grammar| match grammar {
        "ScreenerQuery" => ScreenerField::INFO.variants.iter().map(|field| field.wire).collect(),
        _ => Vec::new(),
    },
    rate: Client::RATE_LIMIT,
    verbose: "Also say on stderr where the data came from, how it was adjusted and what was missing",
    reported: notes::reported,
    lenient: notes::lenient,
    sections: page::SECTIONS,
    finder: Some(page::FINDER),
    linked: page::LINKED,
    #[cfg(feature = "stream")]
    live: Some(stream::LIVE),
    option_words: OPTION_WORDS,
    hints: HINTS,
    advised: &[
        (
            "is compared with nothing; write",
            "is compared with nothing (a shell takes > and < away outside of quotes); write",
        ),
        ("Adjust::Unadjusted", "--adjust none"),
        ("Adjust::YfinanceBack", "--adjust back"),
        ("ScreenerFields lists the fields", "{program} fields lists them"),
        ("`ScreenerFields` lists the fields", "`{program} fields` lists the fields"),
    ],
    with_feature: |feature| format!("cargo install --path cli --features {feature}"),
    ..Program::new("vfapi", ENDPOINTS)
};

/// The subcommands of a table in a file, beside its endpoints.
const OF_TABLES: &[Subcommand] = &[PLOT_SUBCOMMAND, CHECK, OPENAPI, DOCS, SERVE_SUBCOMMAND, MCP_SUBCOMMAND];

fn main() -> ExitCode {
    VFAPI.run_table(OF_TABLES).unwrap_or_else(|| VFAPI.run())
}

#[test]
fn no_parameter_and_no_endpoint_has_a_name_that_the_command_keeps_for_itself() {
    assert_eq!(VFAPI.check(), Ok(()));
}
