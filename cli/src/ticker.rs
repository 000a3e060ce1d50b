//! The subcommand `ticker`: properties of a ticker, as frames or as single values.

use virtual_finance::catalogue::{ParamInfo, ViewInfo};
use virtual_finance::request::ParamMap;
use virtual_finance::responses::Value;
use virtual_finance::{Client, ENDPOINTS, Error, Fund, History};
use virtual_finance_command::clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use virtual_finance_command::clap::{Arg, ArgAction, Command};
use virtual_finance_command::parts::{
    APPEND, Outline, Output, VERBOSE, connect, parameter, tell, tell_notes, value,
};
use virtual_finance_command::{Arguments, Failure, Subcommand};
use virtual_finance_compat::{self as compat, Adjust, Property, Ticker};

use crate::refused::mixed;

/// The subcommand, and its argument.
pub(crate) const TICKER: &str = "ticker";

/// The properties that take options of their own.
const HISTORY: &str = "history";
const OPTION_CHAIN: &str = "option_chain";

/// The profile and the holdings of a fund, of which yfinance makes an object of frames.
const FUNDS_DATA: &str = "funds_data";

/// The two tables of an option chain.
const CALLS: &str = "calls";
const PUTS: &str = "puts";

const PROPERTY: &str = "property";
const DATE: &str = "date";
const ADJUST: &str = "adjust";
const REPAIR: &str = "repair";

/// The subcommand.
pub(crate) const SUBCOMMAND: Subcommand = Subcommand::new(TICKER, |_| Some(command()), run);

fn command() -> Command {
    let properties = Ticker::PROPERTIES.iter().copied().chain([HISTORY, OPTION_CHAIN, FUNDS_DATA]);
    let properties = PossibleValuesParser::new(properties.map(with_dashes)).map(|name| plain(&name));
    let adjustments = PossibleValuesParser::new(Adjust::ALL.map(Adjust::as_str))
        .try_map(|name| Adjust::named(&name.to_lowercase()).ok_or_else(|| format!("no adjustment {name}")));
    Command::new(TICKER)
        .about("Read a property of a ticker under its name in yfinance")
        .arg(Arg::new(TICKER).value_name("TICKER").required(true).help("The symbol, for example IBM"))
        .arg(
            Arg::new(PROPERTY)
                .value_name("PROPERTY")
                .required(true)
                .value_parser(properties)
                .ignore_case(true)
                .help("The property to read"),
        )
        .arg(
            Arg::new(DATE)
                .long(DATE)
                .value_name("DATE")
                .help("The date on which the options of option_chain expire [default: the next]"),
        )
        .next_help_heading("Options of history")
        .args(history_params().map(parameter))
        .arg(
            Arg::new(ADJUST)
                .long(ADJUST)
                .value_name("ADJUST")
                .value_parser(adjustments)
                .ignore_case(true)
                .help("The adjustment of prices for dividends and splits [default: auto]"),
        )
        .arg(
            Arg::new(REPAIR)
                .long(REPAIR)
                .action(ArgAction::SetTrue)
                .help("Mend what two signs show to be wrong, and mark its bars in the column Repaired?"),
        )
}

/// Returns a property as a value that may be written with dashes, too.
fn with_dashes(name: &'static str) -> PossibleValue {
    PossibleValue::new(name).alias(name.replace('_', "-"))
}

/// Returns the name of a property, whichever way it is written.
fn plain(name: &str) -> String {
    name.to_lowercase().replace('-', "_")
}

/// Returns the parameters of a history without the adjustment, which has more values here.
fn history_params() -> impl Iterator<Item = &'static ParamInfo> {
    History::INFO.params.iter().filter(|param| !param.required && param.name != ADJUST)
}

/// Reads the property and writes it.
fn run(arguments: &Arguments<'_>) -> Result<(), Failure> {
    let text = |name: &str| arguments.get_one::<String>(name).map(String::as_str);
    let (name, property) = (text(TICKER).unwrap_or_default(), text(PROPERTY).unwrap_or_default());
    let output = Output::of(arguments, &Outline::without_schema(property, None))?;
    refuse_options_of_others(property, arguments)?;
    if name.contains([',', ';']) {
        let advice = format!(
            "write a line for each, or a command that takes several, such as {} history",
            arguments.program().name
        );
        return Err(Failure::usage(format!("{TICKER} reads one ticker, and {name:?} has several: {advice}")));
    }
    let history = if property == HISTORY { Some(history(name, arguments)?) } else { None };
    let connection = connect(arguments, ENDPOINTS.iter().any(|info| info.uses_session()))?;
    let client = Client::from(connection.client.asynchronous().clone());
    let ticker = Ticker::new(&client, name);
    match (history, property) {
        (Some(history), _) => {
            let frames = connection.wait(history.fetch(&client)).map_err(failure)?;
            let is_verbose = arguments.get_flag(VERBOSE);
            tell_notes(frames.notes(), arguments);
            if is_verbose && frames.adjustment() == Adjust::YfinanceBack {
                tell("open, high and low are adjusted as yfinance's back_adjust does");
            }
            if let Some(repairs) = frames.repairs().filter(|repairs| is_verbose || !repairs.is_empty()) {
                tell(format_args!("repairs: {repairs}"));
            }
            write(&output, property, frames.history().map_err(failure)?.into())
        }
        (None, OPTION_CHAIN) => {
            let chain = connection.wait(ticker.option_chain(text(DATE), None)).map_err(failure)?;
            tell_notes(&chain.notes, arguments);
            let view = ViewInfo { beside: Some(PUTS), ..ViewInfo::new(Some(CALLS)) };
            output.frames(&[(CALLS, chain.calls), (PUTS, chain.puts)], Some(view))
        }
        (None, FUNDS_DATA) => {
            let fund = connection.wait(ticker.funds_data()).map_err(failure)?;
            tell_notes(fund.notes(), arguments);
            output.response(fund.response(), &Outline::without_schema(FUNDS_DATA, Fund::INFO.view))
        }
        (None, property) => {
            let found = connection.wait(ticker.property(property)).map_err(failure)?;
            ticker.notes().for_each(|notes| tell_notes(notes, arguments));
            write(&output, property, found)
        }
    }
}

/// Refuses options that the property does not take.
fn refuse_options_of_others(property: &str, arguments: &Arguments<'_>) -> Result<(), Failure> {
    let of_history =
        history_params().map(|param| param.name).chain([ADJUST, REPAIR]).map(|name| (name, HISTORY));
    for (option, owner) in of_history.chain([(DATE, OPTION_CHAIN)]) {
        if owner != property && arguments.is_on_line(option) {
            let message =
                format!("--{option} is an option of {owner}, and {property} takes none of it; leave it out");
            return Err(Failure::usage(message));
        }
    }
    Ok(())
}

/// Builds the request for a history from the arguments.
fn history(ticker: &str, arguments: &Arguments<'_>) -> Result<compat::History, Failure> {
    let mut params = ParamMap::from_iter([("ticker", ticker)]);
    for param in history_params() {
        if let Some(value) = value(param, arguments) {
            params.insert(param.name, value);
        }
    }
    let request = History::from_params(&params).map_err(|faults| Failure::from(Error::from(faults)))?;
    let adjust = arguments.get_one::<Adjust>(ADJUST).copied().unwrap_or_default();
    if let Some(reason) = mixed(adjust.as_str()).filter(|_| arguments.get_flag(APPEND)) {
        return Err(Failure::usage(format!("{HISTORY}: {reason}")));
    }
    Ok(compat::History::from(request).adjust(adjust).repair(arguments.get_flag(REPAIR)))
}

fn write(output: &Output, name: &str, property: Property) -> Result<(), Failure> {
    match property {
        Property::Frame(frame) => output.frames(&[(name, frame)], None),
        Property::Text(text) => output.response(&Value::String(text), &Outline::without_schema(name, None)),
        Property::Texts(texts) => output.response(&Value::from(texts), &Outline::without_schema(name, None)),
        Property::Object(object) => {
            output.response(&Value::Object(object), &Outline::without_schema(name, view_of(name)))
        }
        other => Err(Failure::other(format!("{name} is of a kind that cannot be written: {other:?}"))),
    }
}

/// Returns the view of the endpoint whose main table has that name; here that table is the whole result.
fn view_of(table: &str) -> Option<ViewInfo> {
    let view = ENDPOINTS.iter().filter_map(|info| info.view).find(|view| view.main == Some(table))?;
    let zone = view.zone.and_then(|zone| zone.strip_prefix(table)?.strip_prefix('.'));
    Some(ViewInfo { main: None, zone, ..view })
}

fn failure(error: compat::Error) -> Failure {
    match error {
        compat::Error::Request(error) => error.into(),
        error => Failure::of_kind(error.kind(), error),
    }
}
