//! Reads the text of a query. Every error is told at its place, with the nearest name or what to write.

use std::iter::Peekable;
use std::ops::Range;
use std::vec::IntoIter;

use virtual_finance_core::params::{GrammarFault, nearest};

use super::field::{FieldInfo, InstrumentKind, Takes};
use super::fields::full_value;
use super::lex::{Lexeme, Token, tokens};
use super::tree::{Comparison, Logic, Name, Node, Operand, Test};
use super::written::{Figure, OTHER, is_keyword};

/// The most bytes of a query.
const MAX_LENGTH: usize = 16 * 1024;
/// The most brackets within each other.
const MAX_DEPTH: usize = 32;
/// The most bytes of the name of a field that is not listed.
const MAX_NAME: usize = 80;
/// The number of values that a message lists.
const LISTED: usize = 12;
/// The end of each error about a field: the place of the list of all.
const LISTS: &str = "ScreenerFields lists the fields";
const NEXT: &str = "the condition has an end here; write \"and\" or \"or\" before the next one";
const OPERATORS: &str = "=, >, >=, <, <=, in or between";

/// Reads the kind of instruments of a query, and its tree.
pub(super) fn parse(text: &str) -> Result<(InstrumentKind, Node), GrammarFault> {
    if text.len() > MAX_LENGTH {
        let reason = format!("the query has {} bytes; write at most {MAX_LENGTH}", text.len());
        return Err(GrammarFault::new(text, 0..0, reason));
    }
    let (kind, start) = kind(text)?;
    let mut parser = Parser { text, kind, tokens: tokens(text, start)?.into_iter().peekable(), depth: 0 };
    let node = parser.any()?;
    let rest = parser.next();
    match rest.lexeme {
        Lexeme::End => Ok((kind, node)),
        Lexeme::Close => Err(parser.fault(&rest, "no bracket is open here; remove it")),
        _ => Err(parser.fault(&rest, NEXT)),
    }
}

/// Returns the kind before the `:` at the beginning, by default equities, and where the rest begins.
fn kind(text: &str) -> Result<(InstrumentKind, usize), GrammarFault> {
    let Some((before, _)) = text.split_once(':') else { return Ok((InstrumentKind::Equity, 0)) };
    let name = before.trim();
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !is_name || format!("{name}:") == OTHER {
        return Ok((InstrumentKind::Equity, 0));
    }
    match InstrumentKind::named(name) {
        Some(kind) => Ok((kind, before.len().saturating_add(1))),
        None => {
            let start = before.len().saturating_sub(before.trim_start().len());
            let names = InstrumentKind::ALL.iter().map(|kind| kind.as_str().to_ascii_lowercase());
            let names = names.collect::<Vec<_>>().join(", ");
            let reason = format!("{name:?} is no kind of instruments; write one of {names}");
            Err(GrammarFault::new(text, start..start.saturating_add(name.len()), reason))
        }
    }
}

struct Parser<'t> {
    text: &'t str,
    kind: InstrumentKind,
    tokens: Peekable<IntoIter<Token>>,
    /// The number of open brackets.
    depth: usize,
}

impl Parser<'_> {
    /// Reads parts joined by `or`.
    fn any(&mut self) -> Result<Node, GrammarFault> {
        let mut parts = vec![self.all()?];
        while self.takes_word("or") {
            parts.push(self.all()?);
        }
        Ok(Node::joined(Logic::Or, parts))
    }

    /// Reads parts joined by `and`, which binds closer.
    fn all(&mut self) -> Result<Node, GrammarFault> {
        let mut parts = vec![self.part()?];
        while self.takes_word("and") {
            parts.push(self.part()?);
        }
        Ok(Node::joined(Logic::And, parts))
    }

    /// Reads a condition, or a query in brackets.
    fn part(&mut self) -> Result<Node, GrammarFault> {
        let token = self.next();
        match &token.lexeme {
            Lexeme::Open => {
                if self.depth == MAX_DEPTH {
                    let reason = format!(
                        "at most {MAX_DEPTH} brackets stand within each other; write a flatter query"
                    );
                    return Err(self.fault(&token, &reason));
                }
                self.depth = self.depth.saturating_add(1);
                let node = self.any()?;
                let end = self.next();
                if end.lexeme != Lexeme::Close {
                    let reason = match end.lexeme {
                        Lexeme::End => "a bracket is open; write \")\" here",
                        _ => "the condition has an end here; write \"and\", \"or\" or \")\"",
                    };
                    return Err(self.fault(&end, reason));
                }
                self.depth = self.depth.saturating_sub(1);
                Ok(node)
            }
            Lexeme::Word(word) if word.eq_ignore_ascii_case("not") => Err(self.without_not(&token)),
            Lexeme::Sign(sign) if sign.starts_with('!') => Err(self.without_not(&token)),
            Lexeme::Word(word) if !is_keyword(word) => {
                let next = self.tokens.peek().map(|token| &token.lexeme);
                let after = match next {
                    Some(Lexeme::Word(after)) if !is_keyword(after) => after.clone(),
                    _ => String::new(),
                };
                let name = self.name(word, &after, &token)?;
                let test = self.test(&name)?;
                Ok(Node::Test(name, test))
            }
            _ => Err(self.fault(&token, "a condition is missing here; write one such as region = us")),
        }
    }

    /// Reads the name of a field. `after` is the word after it, where one follows: two words may be a field together.
    fn name(&self, word: &str, after: &str, token: &Token) -> Result<Name, GrammarFault> {
        if let Some(other) = word.strip_prefix(OTHER) {
            let is_name = (1..=MAX_NAME).contains(&other.len())
                && other.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._".contains(&byte));
            if !is_name {
                let reason = format!(
                    "a field has letters of ASCII, digits, \".\" and \"_\", at most {MAX_NAME}; correct it"
                );
                return Err(self.fault(token, &reason));
            }
            return Ok(Name::new(self.kind, other));
        }
        let name = Name::new(self.kind, word);
        if name.takes.is_some() {
            return Ok(name);
        }
        let others = InstrumentKind::ALL.iter().find(|kind| FieldInfo::named(**kind, word).is_some());
        let in_words = FieldInfo::named(self.kind, &format!("{word}{after}")).map(|field| field.id);
        let near = in_words.or_else(|| meant(word, FieldInfo::of(self.kind).map(|field| field.id)));
        let advice = match (others, near) {
            (Some(kind), _) => {
                let prefix = kind.as_str().to_ascii_lowercase();
                format!(
                    "it is one of {kind}, whose queries begin with \"{prefix}:\"; write a field of {}",
                    self.kind
                )
            }
            (None, Some(near)) => format!("did you mean {near:?}?"),
            (None, None) => format!("write {OTHER}{word} for a field that is not listed"),
        };
        let advice = format!("{advice}{} {LISTS}", if advice.ends_with('?') { "" } else { ";" });
        Err(self.fault(token, &format!("{} have no field {word:?}; {advice}", self.kind)))
    }

    /// Reads the rest of a condition.
    fn test(&mut self, name: &Name) -> Result<Test, GrammarFault> {
        let token = self.next();
        match &token.lexeme {
            Lexeme::Sign(sign) => {
                let comparison = match sign.as_str() {
                    "==" => Some(Comparison::Equal),
                    sign => Comparison::ALL.into_iter().find(|known| known.sign() == sign),
                };
                match (comparison, sign.as_str()) {
                    (Some(comparison), _) => self.compared(name, comparison, &token),
                    (None, "!=" | "<>" | "!") => Err(self.without_not(&token)),
                    (None, _) => {
                        Err(self.fault(&token, &format!("this is no comparison; write {OPERATORS}")))
                    }
                }
            }
            Lexeme::Word(word) if word.eq_ignore_ascii_case("in") => self.one_of(name),
            Lexeme::Word(word) if word.eq_ignore_ascii_case("between") => {
                self.ordered(name, &token)?;
                let (low, start) = self.number(name)?;
                if !self.takes_word("and") {
                    let next = self.next();
                    return Err(self.fault(&next, "\"and\" is missing; write between 1 and 2"));
                }
                let (high, end) = self.number(name)?;
                if low.is_above(high) {
                    let place = start.start..end.end;
                    let reason = "between goes from the lower number to the higher one; exchange them";
                    return Err(GrammarFault::new(self.text, place, reason));
                }
                Ok(Test::Between(low, high))
            }
            Lexeme::Word(word) if word.eq_ignore_ascii_case("not") => Err(self.without_not(&token)),
            _ => {
                let reason = format!("{:?} is compared with nothing; write {OPERATORS} here", name.id);
                Err(self.fault(&token, &reason))
            }
        }
    }

    fn compared(&mut self, name: &Name, comparison: Comparison, at: &Token) -> Result<Test, GrammarFault> {
        if comparison == Comparison::Equal {
            return Ok(Test::Is(comparison, self.value(name)?));
        }
        self.ordered(name, at)?;
        let (number, _) = self.number(name)?;
        Ok(Test::Is(comparison, Operand::Number(number)))
    }

    /// Reads the values after `in`.
    fn one_of(&mut self, name: &Name) -> Result<Test, GrammarFault> {
        let open = self.next();
        if open.lexeme != Lexeme::Open {
            return Err(self.fault(&open, "the values after \"in\" stand in brackets; write (one, two)"));
        }
        let mut values = vec![self.value(name)?];
        loop {
            let token = self.next();
            match token.lexeme {
                Lexeme::Comma => values.push(self.value(name)?),
                Lexeme::Close => return Ok(Test::In(values)),
                _ => return Err(self.fault(&token, "the value has an end here; write \",\" or \")\"")),
            }
        }
    }

    /// Checks that a field may have an order.
    fn ordered(&self, name: &Name, at: &Token) -> Result<(), GrammarFault> {
        match name.takes {
            Some(Takes::String | Takes::OneOf(_)) => {
                Err(self.fault(at, &format!("{:?} has strings, which have no order; write = or in", name.id)))
            }
            Some(Takes::Number) | None => Ok(()),
        }
    }

    /// Reads a number.
    fn number(&mut self, name: &Name) -> Result<(Figure, Range<usize>), GrammarFault> {
        let token = self.next();
        let number = if let Lexeme::Word(word) = &token.lexeme { Figure::read(word) } else { None };
        match number {
            Some(number) => Ok((number, token.place)),
            None => Err(self.fault(
                &token,
                &format!("{:?} takes a number here; write one such as 1.5, 10B or 5%", name.id),
            )),
        }
    }

    /// Returns the fault of a condition that follows without a word between, or with a sign of other languages.
    fn fault_of_next_condition(&self) -> Option<GrammarFault> {
        let mut ahead = self.tokens.clone();
        let next = ahead.next()?;
        let is_sign = |token: Token| matches!(token.lexeme, Lexeme::Sign(_));
        let is_other_word =
            matches!(&next.lexeme, Lexeme::Word(word) if ["&", "&&", "|", "||"].contains(&&**word));
        (is_other_word || ahead.next().is_some_and(is_sign)).then(|| self.fault(&next, NEXT))
    }

    /// Reads a value of a field.
    fn value(&mut self, name: &Name) -> Result<Operand, GrammarFault> {
        if matches!(name.takes, Some(Takes::Number)) {
            return Ok(Operand::Number(self.number(name)?.0));
        }
        let token = self.next();
        let (text, is_bare) = match &token.lexeme {
            Lexeme::Word(word) => (word, true),
            Lexeme::Quoted(text) => (text, false),
            _ => {
                let sample = name.takes.and_then(|takes| match takes {
                    Takes::OneOf(values) => values.first().copied(),
                    Takes::Number | Takes::String => None,
                });
                let sample = sample.unwrap_or("\"one\"");
                return Err(
                    self.fault(&token, &format!("a value is missing here; write one such as {sample}"))
                );
            }
        };
        let next = self.tokens.peek().map(|token| &token.lexeme);
        if is_bare && matches!(next, Some(Lexeme::Word(word)) if !is_keyword(word)) {
            if let Some(fault) = self.fault_of_next_condition() {
                return Err(fault);
            }
            let place = token.place.start..self.end_of_words(token.place.end);
            let words = self.text.get(place.clone()).unwrap_or_default();
            let reason = format!("a string of several words stands in quotes; write {words:?}");
            return Err(GrammarFault::new(self.text, place, reason));
        }
        let number = if is_bare { Figure::read(text) } else { None };
        match (name.takes, number) {
            (Some(Takes::OneOf(values)), _) => self.listed(name, text, values, &token),
            (None, Some(number)) => Ok(Operand::Number(number)),
            _ => Ok(Operand::String(text.clone())),
        }
    }

    /// Returns where the words end that follow each other.
    fn end_of_words(&mut self, mut end: usize) -> usize {
        while let Some(token) =
            self.tokens.next_if(|token| matches!(&token.lexeme, Lexeme::Word(word) if !is_keyword(word)))
        {
            end = token.place.end;
        }
        end
    }

    /// Returns a value of a field with fixed values, as the host writes it; an unlisted value has `other:` before it.
    fn listed(
        &self,
        name: &Name,
        text: &str,
        values: &'static [&'static str],
        token: &Token,
    ) -> Result<Operand, GrammarFault> {
        let other = text.strip_prefix(OTHER);
        let wanted = other.unwrap_or(text);
        let wanted = full_value(&name.id, wanted);
        let known = values.iter().find(|known| known.eq_ignore_ascii_case(wanted));
        match (known, other) {
            (Some(known), _) => Ok(Operand::String((*known).to_owned())),
            (None, Some(other)) if !other.is_empty() => Ok(Operand::String(other.to_owned())),
            (None, _) => {
                let advice = match meant(text, values.iter().copied()) {
                    Some(near) => format!("did you mean {near:?}?"),
                    None if values.len() <= LISTED => format!("write one of {}", values.join(", ")),
                    None => format!("write {:?} for a value that is not listed", format!("{OTHER}{text}")),
                };
                Err(self.fault(token, &format!("{:?} has no value {text:?}; {advice}", name.id)))
            }
        }
    }

    fn takes_word(&mut self, wanted: &str) -> bool {
        let is_wanted =
            |token: &Token| matches!(&token.lexeme, Lexeme::Word(word) if word.eq_ignore_ascii_case(wanted));
        self.tokens.next_if(is_wanted).is_some()
    }

    /// Returns the next part, which is the end of the text after the last one.
    fn next(&mut self) -> Token {
        let end = self.text.len();
        self.tokens.next().unwrap_or(Token { lexeme: Lexeme::End, place: end..end })
    }

    fn without_not(&self, token: &Token) -> GrammarFault {
        self.fault(token, "the host knows no \"not\" and no \"!=\"; write the conditions that hold instead")
    }

    fn fault(&self, token: &Token, reason: &str) -> GrammarFault {
        GrammarFault::new(self.text, token.place.clone(), reason)
    }
}

/// Returns the name that begins with a word, is rather like it, or has it as a part.
fn meant<'n>(word: &str, mut names: impl Iterator<Item = &'n str> + Clone) -> Option<&'n str> {
    let lower = word.to_lowercase();
    let begins = |name: &&str| {
        name.to_lowercase().strip_prefix(&lower).is_some_and(|rest| rest.starts_with(['.', '_']))
    };
    let has_it = |name: &&str| lower.len() > 2 && name.to_lowercase().contains(&lower);
    names.clone().find(begins).or_else(|| nearest(word, names.clone())).or_else(|| names.find(has_it))
}
