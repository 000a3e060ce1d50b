//! The subcommand `stream`: live prices, as lines of JSON or CSV, or as a table that changes.

use serde_json::json;
use virtual_finance::catalogue::{ParamInfo, ParamKind, ViewInfo};
use virtual_finance::responses::Value;
use virtual_finance::stream::{Event, PriceStream, Subscriptions, Tick};
use virtual_finance::{Client, ENDPOINTS, Error};
use virtual_finance_command::clap::{Arg, ArgAction, Command};
use virtual_finance_command::parts::{self, Live, Outline, SUBJECTS, connect, files, given};
use virtual_finance_command::{
    Arguments, Failure, Feed, FeedEvent, LiveValues, NextEvent, Program, Subcommand,
};

const STREAM: &str = "stream";

const VIEW: ViewInfo = ViewInfo {
    instants: &["time"],
    columns: &["symbol", "price", "change", "changePercent", "dayVolume", "time"],
    percents: &["changePercent"],
    prices: &["price", "change"],
    ..ViewInfo::new(Some("."))
};

/// The subcommand.
pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    words: &["live", "watch"],
    ..Subcommand::new(STREAM, |program| Some(command(program)), run)
};

/// The prices for programs that serve them.
pub(crate) const LIVE: LiveValues = LiveValues {
    check: |subjects| Subscriptions::default().subscribe(subjects.iter().cloned()),
    open: |client| {
        let client: Client = client.clone().into();
        Box::new(Prices(client.stream(Vec::<String>::new())))
    },
    columns: &["price", "change", "changePercent", "dayVolume", "time"],
};

/// The prices of those symbols that somebody wants.
struct Prices(PriceStream);

impl Feed for Prices {
    fn want(&mut self, subjects: &[String]) -> Result<(), Error> {
        let subscriptions = self.0.subscriptions();
        let known = subscriptions.symbols();
        subscriptions.unsubscribe(known.into_iter().filter(|symbol| !subjects.contains(symbol)))?;
        subscriptions.subscribe(subjects.iter().cloned())
    }

    fn next(&mut self) -> NextEvent<'_> {
        Box::pin(async {
            let event = self.0.next().await?;
            Some(event.map(|event| match &event {
                Event::Tick(tick) => match serde_json::to_string(tick) {
                    Ok(json) => FeedEvent::Tick { subject: tick.symbol.to_uppercase(), json },
                    Err(error) => FeedEvent::Note(format!("a price cannot be written: {error}")),
                },
                other => FeedEvent::Note(other.to_string()),
            }))
        })
    }
}

fn command(program: &Program) -> Command {
    let subject = any_subject();
    Command::new(STREAM)
        .about("Stream live prices as lines or as a changing table")
        .long_about(
            "Stream live prices as lines of JSON, or as a table that changes on a terminal; --format csv writes the columns \
             of that table.\n\nA line of JSON has what the host says of an instrument now: prices in its currency, percent, \
             and `time` in epoch milliseconds. The last \
             price of each symbol comes at once and may be days old; an unknown symbol is silent. Connections that are \
             lost are opened again, and stderr tells both, so that a gap is not taken for silence. It runs until \
             Ctrl-C, unless --for or --count ends it.",
        )
        .args(subject.map(|subject| {
            Arg::new(subject.name)
                .value_name("TICKER")
                .num_args(1..)
                .action(ArgAction::Append)
                .required_unless_present(SUBJECTS)
                .help("The symbols, for example IBM BTC-USD; any number of them")
        }))
        .args(files(program).into_iter().take(1))
        .args(Live::options("prices"))
}

/// Streams prices until an option, a signal or an error ends it.
fn run(arguments: &Arguments<'_>) -> Result<(), Failure> {
    let subject = any_subject().ok_or_else(|| Failure::other("no endpoint has a ticker"))?;
    let symbols = given(subject, arguments)?;
    if symbols.is_empty() {
        return Err(Failure::usage("there is no ticker in the file of --tickers; write at least one"));
    }
    let keys = symbols.iter().map(|symbol| symbol.to_uppercase()).collect();
    let live = Live::new(arguments, Outline::without_schema(STREAM, Some(VIEW)), keys)?;
    let connection = connect(arguments, false)?;
    let client: Client = connection.client.asynchronous().clone().into();
    let mut prices = client.stream(symbols);
    live.show(async || Some(shown(prices.next().await?.map_err(Into::into))))
}

/// Returns the parameter of the first endpoint that takes one ticker.
fn any_subject() -> Option<&'static ParamInfo> {
    let mut subjects = ENDPOINTS.iter().filter_map(|info| info.sole_subject());
    subjects.find(|subject| matches!(subject.kind, ParamKind::Ticker))
}

/// Returns an event as it is shown.
fn shown(event: Result<Event, Failure>) -> Result<parts::Event, Failure> {
    let tick = match event? {
        Event::Tick(tick) => tick,
        other => return Ok(parts::Event::Note(other.to_string())),
    };
    let line = serde_json::to_string(&tick).map_err(Failure::other)?;
    Ok(parts::Event::Row { key: tick.symbol.to_uppercase(), line, cells: cells(&tick) })
}

/// Returns the columns of a tick. Prices have the decimals that the host says.
fn cells(tick: &Tick) -> Value {
    let price = |price: Option<f32>| {
        price.map_or(Value::Null, |price| serde_json::from_str(&tick.decimal(price)).unwrap_or_default())
    };
    json!({
        "symbol": tick.symbol,
        "price": price(tick.price),
        "change": price(tick.change),
        "changePercent": tick.change_percent,
        "dayVolume": tick.day_volume,
        "time": tick.timestamp(),
    })
}
