//! Charts of plain JSON, as nearly all are: their lists of numbers are read by a reader of their own, the rest by serde.

use super::reply::{AdjClose, AllEvents, Chart, Indicators, Quote};
use crate::read::json::First;
use crate::read::numbers::{Numbers, Times};
use crate::read::pull::Pull;
use crate::records::history::Meta;

/// Reads the chart of a reply that has one; `None` where the reply is not plain, or is the host's error.
pub(super) fn chart(text: &str) -> Option<Chart> {
    let mut pull = Pull::new(text.as_bytes());
    let mut found = None;
    pull.members(|pull, name| match name {
        b"chart" => set(&mut found, envelope(pull)?),
        _ => pull.skip(),
    })?;
    pull.end()?;
    found
}

fn envelope(pull: &mut Pull<'_>) -> Option<Chart> {
    let (mut chart, mut error) = (None, None);
    pull.members(|pull, name| match name {
        b"result" => set(&mut chart, pull.only(result)?),
        b"error" => set(&mut error, pull.read::<()>()?),
        _ => pull.skip(),
    })?;
    chart
}

fn result(pull: &mut Pull<'_>) -> Option<Chart> {
    let mut chart = Chart { meta: None, timestamp: None, events: None, indicators: None };
    pull.members(|pull, name| match name {
        b"meta" => set(&mut chart.meta, pull.read::<Meta>()?.into()),
        b"timestamp" => set(&mut chart.timestamp, Times(pull.integers()?)),
        b"events" => set(&mut chart.events, pull.read::<AllEvents>()?.into()),
        b"indicators" => set(&mut chart.indicators, indicators(pull)?),
        _ => pull.skip(),
    })?;
    Some(chart)
}

fn indicators(pull: &mut Pull<'_>) -> Option<Indicators> {
    let mut indicators = Indicators { quote: None, adjclose: None };
    pull.members(|pull, name| match name {
        b"quote" => set(&mut indicators.quote, First(Some(pull.only(quote)?))),
        b"adjclose" => set(&mut indicators.adjclose, First(Some(pull.only(adjclose)?))),
        _ => pull.skip(),
    })?;
    Some(indicators)
}

fn quote(pull: &mut Pull<'_>) -> Option<Quote> {
    let mut quote = Quote::default();
    pull.members(|pull, name| {
        let list = match name {
            b"open" => &mut quote.open,
            b"high" => &mut quote.high,
            b"low" => &mut quote.low,
            b"close" => &mut quote.close,
            b"volume" => &mut quote.volume,
            _ => return pull.skip(),
        };
        set(list, Numbers::from(pull.numbers()?))
    })?;
    Some(quote)
}

fn adjclose(pull: &mut Pull<'_>) -> Option<AdjClose> {
    let mut found = AdjClose::default();
    pull.members(|pull, name| match name {
        b"adjclose" => set(&mut found.adjclose, Numbers::from(pull.numbers()?)),
        _ => pull.skip(),
    })?;
    Some(found)
}

/// Sets the value of a member, which a plain object has once.
fn set<T>(member: &mut Option<T>, value: T) -> Option<()> {
    member.replace(value).is_none().then_some(())
}
