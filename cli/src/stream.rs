//! The subcommand `stream`: live prices, as lines of JSON or as a table that changes.

use std::io::{self, Write as _};
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use jiff::SignedDuration;
use tokio::time::{Instant, timeout_at};
use virtual_finance::stream::{Event, PriceStream, Tick};

use crate::board::Board;
use crate::connect::connect;
use crate::destination::{Destination, finish};
use crate::failure::Failure;
use crate::format::Format;
use crate::ids::{FORMAT, OUTPUT, STREAM, TABLE};
use crate::many::Stop;
use crate::setting::Setting;
use crate::stop::Busy;
use crate::tickers;

const FOR: &str = "for";
const COUNT: &str = "count";

/// Returns the subcommand.
pub(crate) fn command() -> Command {
    let option = |name: &'static str| Arg::new(name).long(name);
    let subject = tickers::any_subject();
    Command::new(STREAM)
        .about("Stream live prices as lines of JSON, or as a table that changes")
        .long_about(
            "Stream live prices as lines of JSON, or as a table that changes on a terminal.\n\nA line has what the host \
             says of an instrument now: prices in its currency, percent, and `time` in epoch milliseconds. The last \
             price of each symbol comes at once and may be days old; an unknown symbol is silent. Connections that are \
             lost are opened again, and stderr tells both, so that a gap is not taken for silence. It runs until \
             Ctrl-C, unless --for or --count ends it.",
        )
        .args(subject.map(|subject| {
            Arg::new(subject.name)
                .value_name("TICKER")
                .num_args(1..)
                .action(ArgAction::Append)
                .required_unless_present(tickers::TICKERS)
                .help("The symbols, for example IBM BTC-USD; any number of them")
        }))
        .args(subject.map(|subject| {
            let [list, _] = tickers::files(subject);
            list
        }))
        .arg(
            option(FOR)
                .value_name("TIME")
                .value_parser(Setting(span))
                .help("End after that time, for example 30s or 1h30m"),
        )
        .arg(
            option(COUNT)
                .value_name("N")
                .value_parser(value_parser!(u64).range(1..))
                .help("End after so many prices"),
        )
}

/// Reads a time: `30s`, `1h30m`, or seconds.
fn span(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<u32>().map(|seconds| Duration::from_secs(seconds.into()));
    let read = seconds.ok().or_else(|| text.parse::<SignedDuration>().ok()?.try_into().ok());
    read.filter(|span| !span.is_zero()).ok_or_else(|| "write a time such as 30s or 1h30m".to_owned())
}

/// Streams prices until an option, a signal or an error ends it.
pub(crate) fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let format = format(arguments)?;
    let subject = tickers::any_subject().ok_or_else(|| Failure::other("no endpoint has a ticker"))?;
    let symbols = tickers::given(subject, arguments)?;
    if symbols.is_empty() {
        return Err(Failure::usage("there is no ticker in the file of --tickers; write at least one"));
    }
    let mut shown = match format {
        Format::Table => Shown::Table(Board::new(&symbols)),
        _ => Shown::Lines,
    };
    let connection = connect(arguments, false)?;
    let mut prices = connection.client.asynchronous().stream(symbols);
    // A signal ends the command between two lines.
    let _busy = Busy::new();
    let ended = Run::new(arguments)?.show(&mut prices, &mut shown);
    let drawn = shown.refresh();
    ended.and(finish(drawn))
}

/// Returns the format that the arguments choose: lines of JSON, or a table on a terminal.
fn format(arguments: &ArgMatches) -> Result<Format, Failure> {
    let is_said = |option: &str| arguments.value_source(option) == Some(ValueSource::CommandLine);
    if is_said(OUTPUT) || is_said(TABLE) {
        return Err(Failure::usage(
            "a stream is one table, and has no end to write a file at: leave -o and --table out, and write > FILE",
        ));
    }
    let usual = if Destination::Stdout.is_terminal() { Format::Table } else { Format::JsonLines };
    match arguments.get_one::<Format>(FORMAT) {
        Some(format @ (Format::Table | Format::JsonLines)) => Ok(*format),
        Some(format) if is_said(FORMAT) => Err(Failure::usage(format!(
            "a stream is jsonl or table, not {}: leave --format out, or take one of them",
            format.as_str()
        ))),
        // The default of the configuration file is for results that end.
        Some(_) | None => Ok(usual),
    }
}

/// The form in which prices are shown.
enum Shown {
    Lines,
    Table(Board),
}

impl Shown {
    fn tick(&mut self, tick: &Tick) -> io::Result<()> {
        match self {
            Self::Lines => writeln!(io::stdout().lock(), "{}", serde_json::to_string(tick)?),
            Self::Table(board) => {
                board.set(tick);
                Ok(())
            }
        }
    }

    /// Shows what is no price.
    fn note(&mut self, event: &Event) {
        match self {
            Self::Table(board) if Destination::Stdout.is_terminal() => board.note(event.to_string()),
            // If stderr is closed, nobody reads the note.
            Self::Table(_) | Self::Lines => drop(writeln!(io::stderr(), "note: {event}")),
        }
    }

    /// Returns when there is something to draw.
    fn refresh_at(&self) -> Option<Instant> {
        match self {
            Self::Table(board) => board.refresh_at(),
            Self::Lines => None,
        }
    }

    fn refresh(&mut self) -> io::Result<()> {
        match self {
            Self::Table(board) => board.draw(),
            Self::Lines => Ok(()),
        }
    }
}

/// The end of a stream that is shown.
struct Run {
    stop: Stop,
    end: Option<Instant>,
    /// The number of prices that are wanted yet.
    left: Option<u64>,
}

impl Run {
    fn new(arguments: &ArgMatches) -> Result<Self, Failure> {
        let span = arguments.get_one::<Duration>(FOR);
        let end = span.and_then(|span| Instant::now().checked_add(*span));
        Ok(Self { stop: Stop::new()?, end, left: arguments.get_one::<u64>(COUNT).copied() })
    }

    /// Shows events until the end. A pipe that nobody reads is one, too.
    fn show(&mut self, prices: &mut PriceStream, shown: &mut Shown) -> Result<(), Failure> {
        while self.left != Some(0) {
            let wake = self.end.into_iter().chain(shown.refresh_at()).min();
            let next = self.stop.wait(async {
                match wake {
                    Some(wake) => timeout_at(wake, prices.next()).await,
                    None => Ok(prices.next().await),
                }
            });
            let written = match next {
                Some(Ok(Some(event))) => match event? {
                    Event::Tick(tick) => {
                        self.left = self.left.map(|left| left.saturating_sub(1));
                        shown.tick(&tick)
                    }
                    other => {
                        shown.note(&other);
                        Ok(())
                    }
                },
                Some(Err(_)) if self.end.is_none_or(|end| Instant::now() < end) => shown.refresh(),
                // The time is over, a signal came, or the stream has ended.
                Some(Err(_) | Ok(None)) | None => return Ok(()),
            };
            if written.is_err() {
                return finish(written);
            }
        }
        Ok(())
    }
}
