//! The terms that the contracts of a chain share, beside each contract's own.

use serde_json::Number;
use virtual_finance_core::read::is_time;
use virtual_finance_core::{DateTime, Field};

use crate::read::span::DAY;
use crate::records::options::Contract;

/// The terms of the contracts of a chain.
pub(super) struct Terms<'a> {
    /// The ticker of the underlying instrument; `None` for an index, whose options have roots of their own: options of
    /// `^SPX` that do not expire on a third Friday are `SPXW`.
    underlying: Option<&'a str>,
    /// The expiration of the chain, in epoch seconds, and its day as symbols have it, `251031`.
    expiration: Option<i64>,
    day: Option<[u8; DAY_LENGTH]>,
}

/// The expiration, the side and the strike at the end of a symbol such as `IBM210326C00100000`; before it is the root.
const END: usize = 15;

/// The length of the day in it.
const DAY_LENGTH: usize = 6;

impl<'a> Terms<'a> {
    pub(super) fn new(ticker: &'a str, expiration: Option<i64>) -> Self {
        let ticker = ticker.trim();
        let underlying = Some(ticker).filter(|ticker| !ticker.starts_with('^'));
        Self { underlying, expiration, day: expiration.and_then(day_of_symbol) }
    }

    /// Takes the expiration of the first contract that says one, where the chain's is not known.
    pub(super) fn complete(&mut self, contracts: &[Contract]) {
        if self.expiration.is_none() {
            let mut times = contracts.iter().filter_map(|contract| contract.expiration.get().copied());
            self.expiration = times.find(|time| is_time(*time));
            self.day = self.expiration.and_then(day_of_symbol);
        }
    }

    /// Returns the reason why a contract belongs to no list or to the other side: `C` for calls, `P` for puts. A
    /// symbol of another form says nothing.
    pub(super) fn contradicted_by(&self, contract: &Contract, letter: u8) -> Option<&'static str> {
        if contract.strike.get().is_none() {
            return Some("its strike is missing");
        }
        let times = [&contract.expiration, &contract.last_trade_date];
        if times.into_iter().filter_map(Field::get).any(|time| !is_time(*time)) {
            return Some("one of its times is none in epoch seconds");
        }
        let is_other_day = |(expiration, own): (i64, &i64)| expiration.div_euclid(DAY) != own.div_euclid(DAY);
        if self.expiration.zip(contract.expiration.get()).is_some_and(is_other_day) {
            return Some("its expiration is that of another list");
        }
        let symbol = contract.contract_symbol.get()?;
        let (root, end) = symbol.as_bytes().split_at_checked(symbol.len().checked_sub(END)?)?;
        let [day @ .., side, _, _, _, _, _, _, _, _] = end else { return None };
        let strike = end.split_last_chunk::<8>().and_then(|(_, strike)| std::str::from_utf8(strike).ok());
        if root.is_empty() || !day.iter().all(u8::is_ascii_digit) || !matches!(side, b'C' | b'P') {
            return None;
        }
        if *side != letter {
            return Some("its contractSymbol is that of the other side");
        }
        if self.day.is_some_and(|own| own != day) {
            return Some("its contractSymbol is that of another expiration");
        }
        let is_other = |underlying: &&str| !is_root_of(root, underlying.as_bytes());
        if self.underlying.filter(is_other).is_some() {
            return Some("its contractSymbol is that of another instrument");
        }
        let is_other_strike = |thousandths: f64| {
            let own = contract.strike.get().and_then(Number::as_f64);
            own.is_some_and(|own| (own * 1000.0 - thousandths).abs() > 1.0)
        };
        let thousandths = strike.and_then(|strike| strike.parse().ok());
        thousandths
            .filter(|strike| is_other_strike(*strike))
            .map(|_| "its contractSymbol is that of another strike")
    }
}

/// Returns the day of a time as symbols of contracts have it.
fn day_of_symbol(time: i64) -> Option<[u8; DAY_LENGTH]> {
    let text = DateTime::from(time).to_string();
    let mut day = [0; DAY_LENGTH];
    let mut digits = text.split('T').next()?.bytes().filter(u8::is_ascii_digit).skip(2);
    for digit in &mut day {
        *digit = digits.next()?;
    }
    digits.next().is_none().then_some(day)
}

/// Returns true if a root belongs to an instrument, letter by letter: roots of adjusted contracts have a digit more
/// (`IBM1`), and no sign between letters (`BRKB` for `BRK-B`).
fn is_root_of(root: &[u8], ticker: &[u8]) -> bool {
    // Exchanges outside the United States are a suffix of the ticker alone.
    let ticker = ticker.split(|byte| *byte == b'.').next().unwrap_or_default();
    letters(root).eq(letters(ticker))
}

fn letters(text: &[u8]) -> impl Iterator<Item = u8> {
    text.iter().filter(|byte| byte.is_ascii_alphabetic()).map(u8::to_ascii_uppercase)
}
