//! Options: the calls and puts of one expiration, from the options service.

mod terms;

use serde_json::Number;
use serde_json::value::RawValue;
use virtual_finance_core::read::{OTHER_TYPE, is_time};
use virtual_finance_core::{Context, Converted, DateTime, Fault, Field, RawReply, SkippedRow, exactly_one};

use super::params::options::Params;
use crate::fault::MarketFault;
use crate::notes::Underlying;
use crate::read::bars::{keep_possible, only_column};
use crate::read::collapse::Figure;
use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, Entries, First};
use crate::read::listed::{at, require_some};
use crate::read::numbers::{Numbers, Times};
use crate::read::rows::{Readable, Row as _, Rows};
use crate::read::span::{DAY, day};
use crate::read::{Conversion, instrument, lenient, members};
use crate::records::InstrumentQuote;

use terms::Terms;

pub use crate::records::options::*;

/// Converts the reply of the options service, which names the symbol that was asked for.
///
/// # Errors
/// 422: the reply is not an option chain, is about another instrument or another expiration, a chain has neither calls nor
/// puts or contracts none of which belongs there. 404: the instrument has no options.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    const NAME: &str = "the option chain";
    let raw = exactly_one(replies)?;
    match json::document::<Reply<Chain>>(raw, NAME) {
        Ok(reply) => response(raw, reply, |chain, _, _| Ok(chain), params),
        // One by one: that takes longer.
        Err(_) => response(raw, json::document::<Reply<&RawValue>>(raw, NAME)?, row_by_row, params),
    }
}

/// Reads a chain, whose path is given, and adds what cannot be read of it to what is skipped.
type Read<C> = fn(C, &str, &mut Vec<SkippedRow>) -> Result<Chain, Fault>;

fn response<C>(
    raw: RawReply<'_>,
    reply: Reply<C>,
    read: Read<C>,
    params: Params<'_>,
) -> Conversion<Response> {
    let found = reply.option_chain.ok_or_else(|| envelope::missing(raw, "optionChain"))?;
    let First(result) = found.result("optionChain.result")?;
    let no_options = |quote_type| MarketFault::NoData { of: "options", quote_type };
    let result = result.ok_or_else(|| no_options(None))?;
    let missing = |field| move || Fault::missing(format!("optionChain.result[0].{field}"));
    if result.underlying_symbol.is_absent() {
        return Err(missing("underlyingSymbol")().into());
    }
    if result.underlying_symbol.is_null() {
        return Err(Fault::Nothing { path: "optionChain.result[0].underlyingSymbol" }.into());
    }
    instrument::require_same(result.underlying_symbol.get().map(String::as_str), params.ticker)?;
    let mut skipped = Vec::new();
    let (quote, underlying) =
        result.quote.map_or_else(Default::default, |quote| read_quote(&quote, &params, &mut skipped));
    let response = Response {
        options: chains(result.options.ok_or_else(missing("options"))?, read, &params, &mut skipped)?,
        underlying_symbol: result.underlying_symbol.into_value(),
        expiration_dates: expirations(
            result.expiration_dates.ok_or_else(missing("expirationDates"))?,
            &mut skipped,
        )?,
        strikes: strikes(result.strikes.ok_or_else(missing("strikes"))?, &mut skipped)?,
        has_mini_options: result.has_mini_options.ok_or_else(missing("hasMiniOptions"))?,
        quote: underlying,
    };
    let has_none = |side: &Field<Vec<Contract>>| side.get().is_none_or(Vec::is_empty);
    let mut chains = response.options.iter();
    if response.expiration_dates.is_empty()
        && chains.all(|chain| has_none(&chain.calls) && has_none(&chain.puts))
    {
        return Err(no_options(quote.kind).into());
    }
    let date = params.date.map(DateTime::epoch_seconds);
    date.map_or(Ok(()), |date| require_expiration(&response, date))?;
    if response.options.is_empty() {
        return Err(missing("options[0]")().into());
    }
    let mut converted = Converted::from(response).with_skipped(skipped);
    if let Figure(Some(price)) = quote.price {
        converted.notes.insert(Underlying { price });
    }
    Ok(converted)
}

/// Returns what is read of the quote beside the options, and all of it if it was asked for. It costs no options if it cannot be
/// read or is of another instrument.
fn read_quote(
    quote: &RawValue,
    params: &Params<'_>,
    skipped: &mut Vec<SkippedRow>,
) -> (Quote, Option<InstrumentQuote>) {
    const PATH: &str = "optionChain.result[0].quote";
    let whole = || params.quote.then(|| serde_json::from_str(quote.get())).transpose();
    let found = serde_json::from_str::<Quote>(quote.get()).and_then(|part| Ok((part, whole()?)));
    let Ok((part, whole)) = found else {
        skipped.push(SkippedRow::at(PATH, OTHER_TYPE));
        return Default::default();
    };
    if part.symbol.as_ref().is_some_and(|symbol| !instrument::is_same(symbol, params.ticker)) {
        skipped.push(SkippedRow::at(PATH, "it is of another instrument"));
        return Default::default();
    }
    (part, whole)
}

/// Returns the chains, and counts unreadable ones as skipped.
///
/// # Errors
/// There are some, and none can be read: the fault of the first one.
fn chains<C>(
    found: Vec<C>,
    read: Read<C>,
    params: &Params<'_>,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Vec<Chain>, Fault> {
    const PATH: &str = "optionChain.result[0].options";
    let mut chains = Vec::with_capacity(found.len());
    let mut unreadable = None;
    for (index, found) in found.into_iter().enumerate() {
        let path = format!("{PATH}[{index}]");
        match read(found, &path, skipped).and_then(|found| chain(found, &path, params, skipped)) {
            Ok(chain) if is_known(&chains, &chain) => {
                skipped.push(at(PATH, index, "its expirationDate is there twice"));
            }
            Ok(chain) => chains.push(chain),
            Err(fault) => {
                skipped.push(at(PATH, index, fault.to_string()));
                unreadable.get_or_insert(fault);
            }
        }
    }
    unreadable.filter(|_| chains.is_empty()).map_or(Ok(chains), Err)
}

/// Returns true if a chain of the same expiration is there.
fn is_known(chains: &[Chain], chain: &Chain) -> bool {
    chain
        .expiration_date
        .get()
        .is_some_and(|own| chains.iter().any(|known| known.expiration_date.get() == Some(own)))
}

/// Returns the expirations, and counts unreadable ones as skipped.
///
/// # Errors
/// There are some, and none is a time.
fn expirations(Times(mut times): Times, skipped: &mut Vec<SkippedRow>) -> Result<Vec<i64>, Fault> {
    keep_possible(&mut times, [], "optionChain.result[0].expirationDates", skipped)?;
    Ok(times)
}

/// Returns the strikes, and counts unreadable ones as skipped.
///
/// # Errors
/// There are some, and none is a number.
fn strikes(strikes: Numbers, skipped: &mut Vec<SkippedRow>) -> Result<Vec<Number>, Fault> {
    const PATH: &str = "optionChain.result[0].strikes";
    let (rows, before) = (strikes.len(), skipped.len());
    let strikes = only_column("strikes", strikes, rows, PATH, skipped)?;
    // One that is no number is told already.
    if skipped.len() == before
        && let Some(null) = strikes.iter().position(Option::is_none)
    {
        skipped.push(at(PATH, null, "it is null"));
    }
    let mut known = Vec::with_capacity(rows);
    known.extend(strikes.into_iter().flatten());
    Ok(known)
}

/// Reads a chain member by member, and its contracts row by row.
fn row_by_row(found: &RawValue, path: &str, skipped: &mut Vec<SkippedRow>) -> Result<Chain, Fault> {
    let malformed = |error| json::malformed(path.to_owned(), &error);
    let Entries(members) = serde_json::from_str::<Entries<&RawValue>>(found.get()).map_err(malformed)?;
    let (mut others, mut sides) = (Vec::new(), [Field::Absent, Field::Absent]);
    for (name, value) in &members {
        let Some((_, side)) = SIDES.iter().zip(&mut sides).find(|((side, _), _)| side == name) else {
            others.push((name.as_str(), *value));
            continue;
        };
        let path = format!("{path}.{name}");
        *side = match serde_json::from_str::<Option<Rows<Contract>>>(value.get()) {
            Ok(rows) => Field::nullable(rows.map(|rows| rows.readable(&path, skipped)).transpose()?),
            Err(_) => {
                skipped.push(SkippedRow::at(path, OTHER_TYPE));
                Field::Null
            }
        };
    }
    let chain = lenient::object(&mut others, &format!("{path}."), &["expirationDate"], skipped);
    let [calls, puts] = sides;
    Ok(Chain { calls, puts, ..chain.map_err(malformed)? })
}

/// The lists of a chain, each with the letter in the symbols of its contracts.
const SIDES: [(&str, u8); 2] = [("calls", b'C'), ("puts", b'P')];

/// Returns a chain with its own contracts: of its expiration, else of the requested one, else of its first contract's.
fn chain(
    chain: Chain,
    path: &str,
    params: &Params<'_>,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Chain, Fault> {
    let expiration = chain.expiration_date.get().copied();
    if expiration.is_some_and(|time| !is_time(time)) {
        return Err(Fault::wrong_type(format!("{path}.expirationDate"), "a time in epoch seconds"));
    }
    let mut terms = Terms::new(params.ticker, expiration.or(params.date.map(DateTime::epoch_seconds)));
    let mut side =
        |(name, letter), side| contracts(side, letter, &mut terms, &format!("{path}.{name}"), skipped);
    let [calls_are, puts_are] = SIDES;
    let (calls, puts) = (side(calls_are, chain.calls), side(puts_are, chain.puts));
    let (calls, puts) = (calls?, puts?);
    if calls.get().is_none() && puts.get().is_none() {
        return Err(Fault::missing(format!("{path}.calls")));
    }
    Ok(Chain { calls, puts, ..chain })
}

/// Returns the contracts of one side of a chain, each of which has a symbol and a strike. Those that have none or do not
/// belong there are skipped, and so is a side that is no list.
fn contracts(
    side: Field<Vec<Contract>>,
    letter: u8,
    terms: &mut Terms<'_>,
    path: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Field<Vec<Contract>>, Fault> {
    let Field::Value(rows) = side else {
        if skipped.iter().all(|row| row.name != path) {
            skipped.push(SkippedRow::at(path, "it is missing"));
        }
        return Ok(side);
    };
    let before = skipped.len();
    let mut contracts = rows.readable(path, skipped)?;
    // Their reader did not know how many there are.
    contracts.shrink_to_fit();
    terms.complete(&contracts);
    contracts.retain(|contract| match terms.contradicted_by(contract, letter) {
        None => true,
        Some(reason) => {
            skipped.push(SkippedRow::named(contract.name().unwrap_or_default(), reason));
            false
        }
    });
    require_some(&contracts, path, before, skipped)?;
    Ok(Field::Value(contracts))
}

/// Refuses a chain of another expiration than the one of the day.
fn require_expiration(response: &Response, date: i64) -> Result<(), Fault> {
    let is_asked = |expiration: &i64| expiration.div_euclid(DAY) == date.div_euclid(DAY);
    if !response.expiration_dates.iter().any(is_asked) {
        let available = response.expiration_dates.iter().copied().map(day).collect();
        return Err(MarketFault::NoExpiration { asked: day(date), available }.into());
    }
    let mut chains = response.options.iter().filter_map(|chain| chain.expiration_date.get());
    match chains.all(is_asked) {
        true => Ok(()),
        false => Err(MarketFault::OtherExpiration { asked: day(date) }.into()),
    }
}

members! {
    struct Reply[T] {
        option_chain: "optionChain" => Option<Envelope<First<Chains<T>>>>,
    }
}

members! {
    struct Chains[T] {
        underlying_symbol: "underlyingSymbol" => Field<String>,
        expiration_dates: "expirationDates" => Option<Times>,
        strikes: "strikes" => Option<Numbers>,
        has_mini_options: "hasMiniOptions" => Option<bool>,
        quote: "quote" => Option<Box<RawValue>>,
        options: "options" => Option<Vec<T>>,
    }
}

members! {
    #[derive(Default)]
    struct Quote {
        symbol: "symbol" => Option<String>,
        kind: "quoteType" => Option<String>,
        price: "regularMarketPrice" => Figure,
    }
}
