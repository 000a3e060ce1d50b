//! Facts in the shape of a reply. A template is the JSON of the reply with places, and the facts about an instrument are put
//! into them.
//!
//! A place is a text such as `{money price 1.3}`: a format and factors, which are multiplied. A factor is a number, the name of
//! a fact or of an item of statements, two numbers (`2~9`) that a random one lies between, or `turn`; after a `/` it divides.
//! With a factor that is not known the figure is empty.
//! `{name}` is a fact as it is; `#` in the name of a fact stands for the turn. A place in a longer text becomes text.
//! A list that begins with `{times 4}` has its second entry so many times, in each turn another one, and one that begins with
//! `{each holdings 10}` has it for each of so many instruments.

use fastrand::Rng;
use serde_json::{Map, Value, json};
use virtual_finance::DateTime;

use crate::calendar::{self, DAY};
use crate::company;
use crate::facts::known::{self, Facts};
use crate::numbers::{
    between, cents, count, day, decimals, listed, percent, pick, price, real, rounded, seeded, whole,
};

const QUOTE: &str = include_str!("quote.json");

/// Returns a template with the facts about an instrument.
pub(crate) fn filled(template: &str, facts: &Facts) -> Value {
    filled_at(&serde_json::from_str(template).unwrap_or_default(), facts, facts.now())
}

/// Returns a template with the facts about an instrument, and its times counted from a time in epoch seconds.
pub(crate) fn filled_at(template: &Value, facts: &Facts, time: i64) -> Value {
    Filling { facts, time, rng: seeded(facts.symbol(), "template"), turn: 0 }.fill(template)
}

/// Returns the quote of an instrument as the pages have it; none before the first trade.
pub(crate) fn quote(symbol: &str, now: i64) -> Option<Value> {
    quoted(&known::of(symbol, now))
}

/// Returns the quote with facts about an instrument.
pub(crate) fn quoted(facts: &Facts) -> Option<Value> {
    facts.is_traded().then(|| filled(QUOTE, facts))
}

/// Returns a template for each symbol of which something is known.
pub(crate) fn rows<'s>(template: &str, symbols: impl IntoIterator<Item = &'s str>, now: i64) -> Vec<Value> {
    symbols.into_iter().map(|symbol| filled(template, &known::of(symbol, now))).collect()
}

struct Filling<'a> {
    facts: &'a Facts,
    /// The time that others are counted from, in epoch seconds.
    time: i64,
    rng: Rng,
    turn: i64,
}

impl Filling<'_> {
    fn fill(&mut self, template: &Value) -> Value {
        match template {
            Value::String(text) => self.text(text),
            Value::Object(members) => members
                .iter()
                .map(|(name, value)| (name.clone(), self.fill(value)))
                .collect::<Map<_, _>>()
                .into(),
            Value::Array(entries) => match entries.as_slice() {
                [Value::String(order), entry] if order.starts_with("{times ") => {
                    let repeat = |turn| {
                        self.turn = turn;
                        self.fill(entry)
                    };
                    (1..=last_number(order)).map(repeat).collect()
                }
                [Value::String(order), entry] if order.starts_with("{each ") => {
                    let mut rng = seeded(self.facts.symbol(), order);
                    let symbols = company::tickers(&mut rng)
                        .take(usize::try_from(last_number(order)).unwrap_or_default());
                    let row = |(turn, symbol): (i64, String)| {
                        let facts = known::of(&symbol, self.facts.now());
                        Filling { facts: &facts, time: self.time, rng: seeded(&symbol, order), turn }
                            .fill(entry)
                    };
                    (1..).zip(symbols).map(row).collect()
                }
                entries => entries.iter().map(|entry| self.fill(entry)).collect(),
            },
            other => other.clone(),
        }
    }

    fn text(&mut self, text: &str) -> Value {
        let (mut whole, mut rest) = (String::new(), text);
        while let Some((before, after)) = rest.split_once('{')
            && let Some((place, after)) = after.split_once('}')
        {
            let value = self.figure(place);
            if place.len().saturating_add(2) == text.len() {
                return value;
            }
            whole += before;
            whole += &value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            rest = after;
        }
        (whole + rest).into()
    }

    fn figure(&mut self, place: &str) -> Value {
        let (format, rest) = place.split_once(' ').unwrap_or((place, ""));
        let texts = || rest.split('|').collect::<Vec<_>>();
        match format {
            "pick" => return pick(&mut self.rng, &texts()).into(),
            "of" => {
                let at = usize::try_from(self.turn).unwrap_or_default().saturating_sub(1);
                return texts().into_iter().cycle().nth(at).into();
            }
            "person" => return company::person(&mut self.rng).into(),
            "company" if rest.is_empty() => return company::name(&mut self.rng).into(),
            "turn" => return self.turn.into(),
            _ if rest.is_empty() => return self.fact(format),
            _ => {}
        }
        let factors: Option<Vec<f64>> = rest.split(' ').map(|word| self.factor(word)).collect();
        let Some(number) = factors.map(|factors| factors.into_iter().product::<f64>()) else {
            return json!({});
        };
        let time = self.time.saturating_add(whole(number * real(DAY)));
        let places =
            self.fact("decimals").as_i64().and_then(|places| i32::try_from(places).ok()).unwrap_or(2);
        match format {
            "money" => price(rounded(number, places)),
            "cents" => price(cents(number)),
            "ratio" => price(number),
            "percent" => percent(number),
            "percents" => json!({"raw": number, "fmt": format!("{}%", decimals(number))}),
            "count" => count(whole(number)),
            "listed" => listed(whole(number)),
            "whole" => whole(number).into(),
            "epoch" => day(whole(number)),
            "day" => day(calendar::midnight(calendar::date_of(time))),
            "date" => calendar::date_of(time).to_string().into(),
            "seconds" => time.into(),
            "milliseconds" => time.saturating_mul(1_000).into(),
            "iso" => DateTime::from(time).to_string().into(),
            "stamp" => DateTime::from(time).to_string().replace('Z', ".000Z").into(),
            "bare" => rounded(number, places).into(),
            _ => number.into(),
        }
    }

    fn factor(&mut self, word: &str) -> Option<f64> {
        if let Some((low, high)) = word.split_once('~') {
            return Some(between(&mut self.rng, low.parse().ok()?, high.parse().ok()?));
        }
        if let Some(divisor) = word.strip_prefix('/') {
            return Some(1.0 / self.factor(divisor)?);
        }
        if word == "turn" {
            Some(real(self.turn))
        } else {
            word.parse().ok().or_else(|| self.fact(word).as_f64())
        }
    }

    fn fact(&self, name: &str) -> Value {
        self.facts.get(&name.replace('#', &self.turn.to_string()))
    }
}

/// Returns the number at the end of an order to a list.
fn last_number(order: &str) -> i64 {
    order.trim_end_matches('}').rsplit(' ').next().and_then(|count| count.parse().ok()).unwrap_or_default()
}
