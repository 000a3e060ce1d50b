//! Checks of regular expressions: that they are ones, and that the texts which match can be sent.

use regex_syntax::hir::{Class, Hir, HirKind, Look};

use crate::codes;
use crate::diagnostic::Fault;
use crate::kind::Kind;
use crate::parse::located::Located;

use super::Checker;

/// The flags that stand behind a regular expression in other languages, and those of them that a pattern has, too.
const FOREIGN_FLAGS: &str = "gimsuxy";
const FLAGS: &str = "imsx";

impl Checker<'_, '_> {
    pub(super) fn pattern(&mut self, pattern: Located<'_, String>) -> Option<regex_lite::Regex> {
        let foreign = in_slashes(&pattern)
            .map(|own| ("the '/' around a regular expression are a part of it", format!("write {own:?}")))
            .or_else(|| {
                let own = escaped_once(&pattern)?;
                Some(("two backslashes stand for one in the text", format!("write '{own}' in single quotes")))
            });
        if let Some((message, advice)) = foreign {
            self.value(pattern, Fault::new(codes::PATTERN, message, advice));
            return None;
        }
        // By itself first: the brackets around it must not complete it.
        match regex_lite::Regex::new(&pattern).and_then(|_| crate::value::whole(&pattern)) {
            Ok(regex) => Some(regex),
            Err(error) => {
                let message = format!("this is not a regular expression: {error}");
                let advice = "correct it; a character that stands for itself has a '\\' before it";
                self.value(pattern, Fault::new(codes::PATTERN, message, advice));
                None
            }
        }
    }
}

/// Returns the expression that one between the slashes of other languages is.
fn in_slashes(pattern: &str) -> Option<String> {
    let (inner, flags) =
        pattern.strip_prefix('/')?.rsplit_once('/').filter(|(inner, _)| !inner.is_empty())?;
    if flags.is_empty() {
        return Some(inner.to_owned());
    }
    // Without a mark of an expression it may be a path.
    let is_expression = inner.contains(['[', '(', '\\', '+', '*', '^', '$']) && !inner.contains('/');
    let is_flags = flags.len() <= 3 && flags.chars().all(|flag| FOREIGN_FLAGS.contains(flag));
    let own: String = flags.chars().filter(|flag| FLAGS.contains(*flag)).collect();
    (is_expression && is_flags).then(|| match own.as_str() {
        "" => inner.to_owned(),
        own => format!("(?{own}){inner}"),
    })
}

/// Returns the expression that one is whose classes have two backslashes, so that they are texts: a backslash and several
/// equal letters, which nobody means.
fn escaped_once(pattern: &str) -> Option<String> {
    let is_class = |rest: &str| {
        let mut letters = rest.chars();
        let is_letter = letters.next().is_some_and(|letter| "dwsDWS".contains(letter));
        is_letter && letters.next().is_some_and(|next| "{+*".contains(next))
    };
    let is_meant = pattern.split("\\\\").skip(1).any(is_class);
    (is_meant && !pattern.contains("\\\\\\")).then(|| pattern.replace("\\\\", "\\"))
}

/// Returns the fault of a pattern whose texts all have something that their place does not take: the separator of a list, or
/// characters that no header has.
pub(super) fn unsendable(pattern: &str, place: &str, kind: &Kind<'_>) -> Option<Fault> {
    // Classes such as `\w` are those of ASCII, which have no other characters.
    let parsed = regex_syntax::parse(pattern).ok().or_else(|| parsed_as_bytes(pattern))?;
    if let Kind::List { item, separator, repeated: false } = kind
        && matches!(**item, Kind::String | Kind::Ticker)
        && always_has(&parsed, &|part| part.contains(separator))
    {
        let message =
            format!("each text that matches 'pattern' has '{separator}' in it, which stands between two");
        return Some(Fault::new(codes::NEVER_VALID, message, "write the pattern of one value"));
    }
    let is_foreign = |part: Part<'_>| match part {
        Part::Text(text) => !text.is_ascii(),
        Part::OneOf(lowest) => lowest > 0x7f,
    };
    (place == "header" && always_has(&parsed, &is_foreign)).then(|| {
        let message = "no text that matches 'pattern' can be the value of a header, which is ASCII";
        Fault::new(codes::NEVER_VALID, message, "write 'in: query', or another pattern")
    })
}

/// A part of each text that matches.
#[derive(Clone, Copy)]
enum Part<'p> {
    Text(&'p str),
    /// One of several characters, of which this is the lowest.
    OneOf(u32),
}

impl Part<'_> {
    fn contains(self, text: &str) -> bool {
        matches!(self, Part::Text(own) if own.contains(text))
    }
}

/// Returns true if each text that matches has a part of some kind.
fn always_has(pattern: &Hir, is_one: &impl Fn(Part<'_>) -> bool) -> bool {
    match pattern.kind() {
        HirKind::Empty | HirKind::Look(_) => false,
        HirKind::Literal(text) => std::str::from_utf8(&text.0).is_ok_and(|text| is_one(Part::Text(text))),
        HirKind::Class(Class::Unicode(class)) => {
            class.ranges().first().is_some_and(|range| is_one(Part::OneOf(range.start().into())))
        }
        HirKind::Class(Class::Bytes(_)) => false,
        HirKind::Repetition(repetition) => repetition.min > 0 && always_has(&repetition.sub, is_one),
        HirKind::Capture(group) => always_has(&group.sub, is_one),
        HirKind::Concat(parts) => parts.iter().any(|part| always_has(part, is_one)),
        HirKind::Alternation(parts) => parts.iter().all(|part| always_has(part, is_one)),
    }
}

/// Returns true for a pattern that no text matches, because something has to stand before its beginning or behind its end.
fn is_anchored_within(pattern: &Hir) -> bool {
    let has_text = |parts: &[Hir]| parts.iter().any(|part| characters(part) > 0);
    match pattern.kind() {
        HirKind::Concat(parts) => {
            let is_wrong = |(index, part): (usize, &Hir)| match part.kind() {
                HirKind::Look(Look::Start) => parts.get(..index).is_some_and(has_text),
                HirKind::Look(Look::End) => parts.get(index..).is_some_and(has_text),
                _ => is_anchored_within(part),
            };
            parts.iter().enumerate().any(is_wrong)
        }
        HirKind::Alternation(parts) => parts.iter().all(is_anchored_within),
        HirKind::Capture(group) => is_anchored_within(&group.sub),
        HirKind::Repetition(repetition) => repetition.min > 0 && is_anchored_within(&repetition.sub),
        _ => false,
    }
}

fn parsed_as_bytes(pattern: &str) -> Option<Hir> {
    regex_syntax::ParserBuilder::new().unicode(false).utf8(false).build().parse(pattern).ok()
}

/// Returns the fault of a pattern that only texts match which are longer or shorter than allowed.
pub(super) fn length_fault(pattern: &str, max_length: Option<i64>, is_ticker: bool) -> Option<Fault> {
    /// The maximum length of a ticker in bytes.
    const TICKER: usize = 64;
    // The patterns of the client know ASCII only.
    let parsed = parsed_as_bytes(pattern)?;
    let fault = |message: String, advice: &str| Some(Fault::new(codes::NEVER_VALID, message, advice));
    let minimum = parsed.properties().minimum_len().filter(|_| !is_anchored_within(&parsed));
    let Some(minimum) = minimum else {
        return fault("no text matches 'pattern'".to_owned(), "correct it");
    };
    if parsed.properties().maximum_len() == Some(0) {
        return fault("only the empty text matches 'pattern'".to_owned(), "correct it");
    }
    let own = max_length.and_then(|length| usize::try_from(length).ok());
    let own = own.map(|maximum| (characters(&parsed), maximum, "characters"));
    let of_ticker = is_ticker.then_some((minimum, TICKER, "bytes"));
    let mut limits = own.into_iter().chain(of_ticker);
    let (minimum, maximum, unit) = limits.find(|(minimum, maximum, _)| minimum > maximum)?;
    let message =
        format!("a text that matches 'pattern' has {minimum} {unit} or more, and {maximum} are allowed");
    fault(message, "change one of the two")
}

/// Returns the minimum number of characters of a text that matches.
fn characters(pattern: &Hir) -> usize {
    let is_first = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
    match pattern.kind() {
        HirKind::Empty | HirKind::Look(_) => 0,
        HirKind::Literal(text) => text.0.iter().filter(is_first).count(),
        HirKind::Class(_) => 1,
        HirKind::Repetition(repetition) => {
            let count = usize::try_from(repetition.min).unwrap_or(usize::MAX);
            count.saturating_mul(characters(&repetition.sub))
        }
        HirKind::Capture(group) => characters(&group.sub),
        HirKind::Concat(parts) => parts.iter().map(characters).fold(0, usize::saturating_add),
        HirKind::Alternation(parts) => parts.iter().map(characters).min().unwrap_or_default(),
    }
}
