//! Values of enumerations as people write them: `day_gainers` for `DAY_GAINERS`, `day-gainers` too. Nothing is
//! guessed: a name that could mean two values stays as it is, and the client's error says which there are. A code whose
//! pattern wants capitals, such as a currency, may be written in small letters.

use std::borrow::Cow;

use virtual_finance_core::catalogue::{EnumInfo, ParamInfo, ParamKind};

use super::last;

/// The prefix with which a request takes a value that an open enumeration does not list.
const OTHER_PREFIX: &str = "other:";
/// The number of mistyped characters up to which a name counts as a listed one with mistakes.
const MISTYPED: usize = 2;

/// Returns the value of a parameter with the names of enumerations as the table writes them: `day-gainers` is
/// `DAY_GAINERS`; and with codes in the capitals that its pattern wants.
pub fn as_in_table<'v>(param: &ParamInfo, text: &'v str) -> Cow<'v, str> {
    match param.kind {
        ParamKind::Enum(info) => listed(info, text).unwrap_or_else(|| unlisted(info, param, text)),
        ParamKind::List { item: ParamKind::Enum(info), separator } => {
            let names = text.split(separator).map(str::trim);
            let names: Vec<_> = names.map(|name| listed(info, name).unwrap_or(Cow::Borrowed(name))).collect();
            Cow::Owned(names.join(separator))
        }
        ParamKind::String => in_capitals(param, text),
        ParamKind::List { item: ParamKind::String, separator } => {
            let between = if text.contains(separator) { separator } else { "," };
            let texts: Vec<_> = text.split(between).map(|text| in_capitals(param, text)).collect();
            Cow::Owned(texts.join(between))
        }
        _ => Cow::Borrowed(text),
    }
}

/// Returns a text in capitals where the pattern of its parameter allows it only so.
fn in_capitals<'v>(param: &ParamInfo, text: &'v str) -> Cow<'v, str> {
    let capitals = text.to_uppercase();
    if !param.fits(text) && param.fits(&capitals) { Cow::Owned(capitals) } else { Cow::Borrowed(text) }
}

/// Returns the listed value that a name differs from in nothing but its case and its separators.
fn listed<'v>(info: &EnumInfo, name: &'v str) -> Option<Cow<'v, str>> {
    let wires = || info.variants.iter().map(|variant| variant.wire);
    if wires().any(|wire| wire == name) {
        return Some(Cow::Borrowed(name));
    }
    let plain = plain(name);
    let mut same = wires().filter(|wire| self::plain(wire) == plain);
    let (first, second) = (same.next()?, same.next());
    // A single letter is a unit, whose case may tell it from another: `1M` is neither `1m` nor `1mo`.
    let is_unit = plain.chars().filter(|character| character.is_alphabetic()).count() == 1;
    let is_another = |wire| self::plain(wire).strip_prefix(&plain).is_some_and(|rest| !rest.is_empty());
    let is_clear = second.is_none() && !(is_unit && wires().any(is_another));
    is_clear.then_some(Cow::Borrowed(first))
}

/// Returns a name that an open enumeration does not list with the prefix of such names, so that a name that the host
/// lists can be written as it is. A name with typing mistakes stays, and so does a word of a listed name: the error says what
/// was meant. Optional parameters stay, too: what the host does not know is an error there, or absent without a word.
fn unlisted<'v>(info: &EnumInfo, param: &ParamInfo, name: &'v str) -> Cow<'v, str> {
    let plain = plain(name);
    let is_mistyped = || {
        let mut wires = info.variants.iter().map(|variant| self::plain(variant.wire));
        let is_word = |wire: &str| plain.len() > 3 && wire.split('_').any(|word| word == plain);
        wires.any(|wire| distance(&wire, &plain, MISTYPED).is_some() || is_word(&wire))
    };
    if info.other.is_none() || !param.required || name.starts_with(OTHER_PREFIX) || is_mistyped() {
        return Cow::Borrowed(name);
    }
    Cow::Owned(format!("{OTHER_PREFIX}{name}"))
}

/// Returns the candidate that is most like a name, if one is like enough to be what was meant.
pub fn nearest<'c>(name: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let plain = plain(name);
    let near = candidates.filter_map(|candidate| {
        let most = candidate.chars().count().div_ceil(3);
        Some((distance(&self::plain(candidate), &plain, most)?, candidate))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// Returns the number of mistyped characters between two names, if it is not greater than `most`.
fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    // It is at least the difference of the lengths, which is cheap to know.
    if one.chars().count().abs_diff(other.chars().count()) > most {
        return None;
    }
    Some(strsim::damerau_levenshtein(one, other)).filter(|distance| *distance <= most)
}

/// Returns the candidate that a name means most likely: one of which it is the last or the first part, the nearest, or the
/// only one with the name in it.
pub fn likely<'c>(name: &str, candidates: &[&'c str]) -> Option<&'c str> {
    let all = || candidates.iter().copied();
    let part = |candidate: &&str| {
        plain(last(candidate)) == plain(name)
            || candidate.split('.').next().is_some_and(|first| first == name)
    };
    let near = || {
        nearest(name, all()).or_else(|| {
            let near = nearest(name, all().map(last))?;
            all().find(|candidate| last(candidate) == near)
        })
    };
    let having = || {
        let mut having = all().filter(|candidate| plain(candidate).contains(&plain(name)));
        having.next().filter(|_| having.next().is_none())
    };
    all().find(part).or_else(near).or_else(having)
}

/// Returns a name without its case, and with one separator.
fn plain(name: &str) -> String {
    name.to_lowercase().replace('-', "_")
}
