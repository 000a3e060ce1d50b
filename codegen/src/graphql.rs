//! Documents of GraphQL: the operation of one, and its variables.
//!
//! The schema of a host is not known here, so that only what a document says of itself is read.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

/// The operation of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Operation<'t> {
    /// True if it changes something.
    pub(crate) is_mutation: bool,
    pub(crate) variables: Vec<Variable<'t>>,
    /// The names of variables that fields and directives use, in their order.
    pub(crate) used: Vec<&'t str>,
    /// The fields that it asks for.
    pub(crate) selection: Selection<'t>,
    pub(crate) fragments: Fragments<'t>,
}

/// The fragments of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fragments<'t> {
    /// Those that it defines by their names, in their order, each with what it asks for.
    pub(crate) defined: IndexMap<&'t str, Selection<'t>>,
    /// The names behind `...`, each with that of the fragment that it stands in, which is empty for the operation.
    pub(crate) spread: Vec<(&'t str, &'t str)>,
}

/// The fields that a document asks of an object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Selection<'t> {
    /// The fields by their names in the reply, and `...` for a fragment, each with what is asked of it.
    pub(crate) fields: Vec<(&'t str, Selection<'t>)>,
    /// The name of the field itself, or that of a fragment; empty for fields of one type behind `...`.
    pub(crate) name: &'t str,
    /// The parts of its arguments, sorted: their order says nothing.
    pub(crate) arguments: Vec<&'t str>,
    /// True if the rest was not looked at.
    pub(crate) is_cut: bool,
    /// True for those of a field that a directive may leave out.
    pub(crate) is_left_out: bool,
}

/// A variable that an operation declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variable<'t> {
    pub(crate) name: &'t str,
    /// Its type as the document writes it, without blanks: `[Int!]!`.
    pub(crate) kind: String,
    /// The parts of its default: a value, or a list in its brackets. Empty without one.
    pub(crate) default: Vec<&'t str>,
}

impl Variable<'_> {
    /// Returns true if it is neither null nor has a default.
    pub(crate) fn is_required(&self) -> bool {
        self.default.is_empty() && self.kind.ends_with('!')
    }

    /// Returns the name of its type without lists and `!`.
    pub(crate) fn type_name(&self) -> &str {
        self.kind.trim_matches(['[', ']', '!'])
    }
}

/// The mark before the name of a fragment, or before fields of one type.
pub(crate) const SPREAD: &str = "...";

const NOTHING_IN_BRACKETS: &str = "'(' and ')' have nothing between them";

/// The number of selections within each other that are kept.
const MAX_DEPTH: usize = 64;

/// The error of a text that is no document: the part at fault, the error, and the advice.
pub(crate) type Unreadable<'t> = (&'t str, String, &'static str);

/// Reads the one operation of a document.
pub(crate) fn operation(text: &str) -> Result<Operation<'_>, Unreadable<'_>> {
    let mut tokens = Tokens { rest: text, last: text, used: Vec::new(), fragments: Fragments::default() };
    let mut found: Option<Operation<'_>> = None;
    while let Some(token) = tokens.next_token()? {
        let is_mutation = match token {
            "{" | "query" => false,
            "mutation" => true,
            "fragment" => {
                tokens.fragment()?;
                continue;
            }
            "subscription" => {
                return tokens.fault("a subscription has more than one reply", "write a query or a mutation");
            }
            other => {
                return tokens.fault(format!("'{other}' begins no operation"), "write 'query' or 'mutation'");
            }
        };
        if found.is_some() {
            return tokens.fault("the document has two operations", "give each an endpoint of its own");
        }
        let (variables, selection) = match token {
            "{" => (Vec::new(), tokens.selection("")?),
            _ => tokens.head("")?,
        };
        let (used, fragments) = Default::default();
        found = Some(Operation { is_mutation, variables, used, selection, fragments });
    }
    let Tokens { used, fragments, .. } = tokens;
    let without = || {
        let advice = "write one, like 'query { stations { name } }'";
        (text, "the document has no operation".to_owned(), advice)
    };
    Ok(Operation { used, fragments, ..found.ok_or_else(without)? })
}

/// The rest of a document, token by token.
struct Tokens<'t> {
    rest: &'t str,
    /// The token that was read last.
    last: &'t str,
    /// The names of variables that were used so far.
    used: Vec<&'t str>,
    fragments: Fragments<'t>,
}

impl<'t> Tokens<'t> {
    /// Returns the error that the token read last is.
    fn fault<T>(&self, message: impl Into<String>, advice: &'static str) -> Result<T, Unreadable<'t>> {
        Err((self.last, message.into(), advice))
    }

    /// Returns the next token: a name, a number, a string, `...`, or one character of punctuation.
    fn next_token(&mut self) -> Result<Option<&'t str>, Unreadable<'t>> {
        let is_blank = |at: char| at.is_whitespace() || at == ',' || at == '\u{feff}';
        self.rest = self.rest.trim_start_matches(is_blank);
        while let Some(comment) = self.rest.strip_prefix('#') {
            self.rest = comment.split_once('\n').map_or("", |(_, after)| after).trim_start_matches(is_blank);
        }
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let is_in_number = first == '-' || first.is_ascii_digit();
        let is_word = |at: char| {
            at == '_' || at.is_ascii_alphanumeric() || is_in_number && matches!(at, '.' | '+' | '-')
        };
        let length = match first {
            '"' => self.string_length()?,
            '\'' => {
                let part = self.rest.get(..first.len_utf8()).unwrap_or_default();
                return Err((part, "a text of GraphQL stands in double quotes".to_owned(), "write '\"'"));
            }
            '.' if self.rest.starts_with(SPREAD) => SPREAD.len(),
            _ if is_word(first) => self.rest.find(|at| !is_word(at)).unwrap_or(self.rest.len()),
            _ => first.len_utf8(),
        };
        let (token, rest) = self.rest.split_at(length);
        (self.last, self.rest) = (token, rest);
        Ok(Some(token))
    }

    /// Returns the length of the string that begins here, with its quotation marks.
    fn string_length(&self) -> Result<usize, Unreadable<'t>> {
        let line = self.rest.lines().next().unwrap_or_default();
        let unclosed = || (line, "a string has no end".to_owned(), "write the quotation marks at its end");
        let quotes = if self.rest.starts_with("\"\"\"") { "\"\"\"" } else { "\"" };
        let mut end = quotes.len();
        loop {
            let rest = self.rest.get(end..).ok_or_else(unclosed)?;
            if rest.starts_with(quotes) {
                return Ok(end.saturating_add(quotes.len()));
            }
            let mut characters = rest.chars();
            let first = characters.next().ok_or_else(unclosed)?;
            if first == '\n' && quotes.len() == 1 {
                return Err(unclosed());
            }
            let escaped = if first == '\\' { characters.next().map_or(0, char::len_utf8) } else { 0 };
            end = end.saturating_add(first.len_utf8()).saturating_add(escaped);
        }
    }

    fn expect_token(&mut self, before: &str) -> Result<&'t str, Unreadable<'t>> {
        match self.next_token()? {
            Some(token) => Ok(token),
            None => self.fault(format!("the document ends before '{before}'"), "write the rest of it"),
        }
    }

    fn expect_name(&mut self, before: &str) -> Result<&'t str, Unreadable<'t>> {
        let name = self.expect_token(before)?;
        match is_name(name) {
            true => Ok(name),
            false => self.fault(format!("'{name}' is no name"), "write the name of a variable behind '$'"),
        }
    }

    /// Reads a fragment behind its first word.
    fn fragment(&mut self) -> Result<(), Unreadable<'t>> {
        let name = self.expect_token("{")?;
        if self.fragments.defined.contains_key(name) {
            return self.fault(format!("the fragment '{name}' is defined twice"), "remove one of them");
        }
        let (_, selection) = self.head(name)?;
        self.fragments.defined.insert(name, selection);
        Ok(())
    }

    /// Reads an operation or a fragment behind its first word, and returns the variables that it declares and what it asks
    /// for.
    fn head(&mut self, within: &'t str) -> Result<(Vec<Variable<'t>>, Selection<'t>), Unreadable<'t>> {
        let mut variables = Vec::new();
        let mut has_directive = false;
        loop {
            match self.expect_token("{")? {
                "{" => return Ok((variables, self.selection(within)?)),
                "(" if has_directive => drop(self.arguments(")")?),
                "(" => variables = self.variables()?,
                "@" => has_directive = true,
                _ => {}
            }
        }
    }

    /// Reads the fields of a selection whose opening bracket was read, of the operation or of a fragment.
    fn selection(&mut self, within: &'t str) -> Result<Selection<'t>, Unreadable<'t>> {
        // The selections that are open, with those within others last.
        let mut outer: Vec<Selection<'t>> = Vec::new();
        let mut own = Selection::default();
        loop {
            match self.expect_token("}")? {
                // What lies deeper is not looked at.
                "{" if outer.len() >= MAX_DEPTH => {
                    self.block("}")?;
                    if let Some((_, selection)) = own.fields.last_mut() {
                        selection.is_cut = true;
                    }
                }
                "{" => outer.push(std::mem::take(&mut own)),
                "}" if own.fields.is_empty() => {
                    let advice = "name a field, or remove the brackets";
                    return self.fault("'{' and '}' have no field between them", advice);
                }
                "}" => {
                    if let Some(name) = contradiction(&own.fields) {
                        let message = format!("two fields that differ would both be '{name}' in the reply");
                        return Err((name, message, "write another name with ':' before one of them"));
                    }
                    let Some(mut around) = outer.pop() else { return Ok(own) };
                    match around.fields.last_mut() {
                        Some((_, selection)) => {
                            (selection.fields, selection.is_cut) = (own.fields, own.is_cut);
                        }
                        None => return self.fault("'{' stands behind no field", "name the field"),
                    }
                    own = around;
                }
                token @ ("(" | ":" | "@") => {
                    self.field_part(token, own.fields.last_mut().map(|(_, field)| field))?;
                }
                SPREAD => {
                    let name = self.spread(within)?;
                    own.fields.push((SPREAD, Selection { name, ..Selection::default() }));
                }
                token @ (")" | "]") => {
                    return self.fault(format!("'{token}' stands where '}}' ends"), "close each bracket");
                }
                name => own.fields.push((name, Selection { name, ..Selection::default() })),
            }
        }
    }

    /// Reads a part of a field behind its first character: arguments, its own name behind the one in the reply, or a
    /// directive.
    fn field_part(&mut self, first: &str, field: Option<&mut Selection<'t>>) -> Result<(), Unreadable<'t>> {
        let mut unnamed = Selection::default();
        let field = field.unwrap_or(&mut unnamed);
        match first {
            "(" => {
                field.arguments = self.arguments(")")?;
                field.arguments.sort_unstable();
            }
            ":" => field.name = self.expect_name("}")?,
            _ => {
                let name = self.expect_name("}")?;
                self.directive_arguments()?;
                field.is_left_out |= matches!(name, "skip" | "include");
            }
        }
        Ok(())
    }

    /// Reads the arguments of a directive, if it has some.
    fn directive_arguments(&mut self) -> Result<(), Unreadable<'t>> {
        let before = (self.rest, self.last);
        match self.next_token()? {
            Some("(") => drop(self.arguments(")")?),
            _ => (self.rest, self.last) = before,
        }
        Ok(())
    }

    /// Reads what stands behind `...` up to a directive or a bracket, and returns it: the name of a fragment, or nothing for
    /// `on` and a type.
    fn spread(&mut self, within: &'t str) -> Result<&'t str, Unreadable<'t>> {
        let before = (self.rest, self.last);
        match self.expect_token("}")? {
            "{" | "@" => (self.rest, self.last) = before,
            "on" => drop(self.expect_name("{")?),
            name => {
                self.fragments.spread.push((within, name));
                return Ok(name);
            }
        }
        Ok("")
    }

    /// Reads the variables in the brackets of an operation.
    fn variables(&mut self) -> Result<Vec<Variable<'t>>, Unreadable<'t>> {
        const FORM: &str = "write '$name: Type' for each";
        let mut variables: Vec<Variable<'t>> = Vec::new();
        let mut token = self.expect_token(")")?;
        if token == ")" {
            return self.fault(NOTHING_IN_BRACKETS, "write '$name: Type' for each variable, or remove them");
        }
        while token != ")" {
            if token != "$" {
                return self.fault(format!("'{token}' is no variable"), FORM);
            }
            let name = self.expect_name(")")?;
            if variables.iter().any(|variable| variable.name == name) {
                return self.fault(format!("'${name}' is declared twice"), "remove one of them");
            }
            if self.expect_token(")")? != ":" {
                return Err((name, format!("'${name}' has no type"), FORM));
            }
            let mut kind = String::new();
            token = self.expect_token(")")?;
            // A second name is that of what follows.
            let has_name = |kind: &str| kind.contains(|letter: char| letter.is_ascii_alphanumeric());
            while matches!(token, "[" | "]" | "!") || is_name(token) && !has_name(&kind) {
                kind.push_str(token);
                token = self.expect_token(")")?;
            }
            if kind.is_empty() {
                return Err((name, format!("'${name}' has no type"), FORM));
            }
            let mut default = Vec::new();
            if token == "=" {
                default = self.default_value()?;
                token = self.expect_token(")")?;
            }
            while token == "@" {
                self.expect_name(")")?;
                token = self.expect_token(")")?;
                if token == "(" {
                    drop(self.arguments(")")?);
                    token = self.expect_token(")")?;
                }
            }
            variables.push(Variable { name, kind, default });
        }
        Ok(variables)
    }

    /// Reads the default of a variable behind its '=', and returns its parts.
    fn default_value(&mut self) -> Result<Vec<&'t str>, Unreadable<'t>> {
        let (mut parts, mut depth) = (Vec::new(), 0_usize);
        loop {
            let token = self.expect_token(")")?;
            parts.push(token);
            match token {
                "[" => depth = depth.saturating_add(1),
                "]" => depth = depth.saturating_sub(1),
                "{" => drop(self.arguments("}")?),
                "$" | ")" | "@" => {
                    return self.fault(format!("'{token}' is no default"), "write a value behind '='");
                }
                _ => {}
            }
            if depth == 0 {
                return Ok(parts);
            }
        }
    }

    /// Reads arguments, or the members of an object, up to a closing bracket whose opening one was read. Notes the variables
    /// that are their values, and returns the parts.
    fn arguments(&mut self, end: &'static str) -> Result<Vec<&'t str>, Unreadable<'t>> {
        const FORM: &str = "write 'name: value' for each argument";
        let mut parts = Vec::new();
        // The brackets that are open, each with the names in it.
        let mut ends = vec![(end, HashSet::new())];
        while let Some((end, names)) = ends.last_mut() {
            let end = *end;
            let mut token = self.expect_token(end)?;
            parts.push(token);
            if token == end {
                if end == ")" && parts.len() == 1 {
                    return self.fault(NOTHING_IN_BRACKETS, "write 'name: value', or remove the brackets");
                }
                ends.pop();
                continue;
            }
            if end != "]" && !matches!(token, "}" | ")" | "]") {
                if token == "$" {
                    let name = self.expect_name(end)?;
                    return self.fault(format!("'${name}' has no name of an argument before it"), FORM);
                } else if !is_name(token) {
                    return self.fault(format!("'{token}' is no name of an argument"), FORM);
                }
                let name = token;
                if !names.insert(name) {
                    return self.fault(format!("'{name}' is given twice"), "remove one of them");
                }
                match self.expect_token(end)? {
                    ":" => {
                        token = self.expect_token(end)?;
                        parts.push(token);
                    }
                    "=" => {
                        return self
                            .fault(format!("'=' follows the argument '{name}'"), "write ':' in its place");
                    }
                    _ => {
                        let message = format!("no ':' follows the argument '{name}'");
                        return Err((name, message, "write ': ' and its value behind it"));
                    }
                }
            }
            match token {
                "{" => ends.push(("}", HashSet::new())),
                "[" => ends.push(("]", HashSet::new())),
                "$" => {
                    let name = self.expect_name(end)?;
                    self.used.push(name);
                    parts.push(name);
                }
                "}" | ")" | "]" => {
                    return self.fault(format!("'{token}' stands where '{end}' ends"), "close each bracket");
                }
                _ => {}
            }
        }
        Ok(parts)
    }

    /// Reads up to a closing bracket whose opening one was read, and notes the variables in between.
    fn block(&mut self, end: &'static str) -> Result<(), Unreadable<'t>> {
        let mut ends = vec![end];
        while let Some(end) = ends.last().copied() {
            match self.expect_token(end)? {
                "{" => ends.push("}"),
                "(" => ends.push(")"),
                "[" => ends.push("]"),
                "$" => {
                    let name = self.expect_name(end)?;
                    self.used.push(name);
                }
                token if token == end => {
                    ends.pop();
                }
                token @ ("}" | ")" | "]") => {
                    return self.fault(format!("'{token}' stands where '{end}' ends"), "close each bracket");
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns the name in the reply that fields of other names, or with other arguments, share.
fn contradiction<'t>(fields: &[(&'t str, Selection<'t>)]) -> Option<&'t str> {
    let mut known = HashMap::new();
    let own = fields.iter().filter(|(name, _)| *name != SPREAD);
    own.map(|(name, field)| (*name, (field.name, &field.arguments)))
        .find(|(name, field)| *known.entry(*name).or_insert(*field) != *field)
        .map(|(name, _)| name)
}

/// Returns true for a token that is a name.
fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first == '_' || first.is_ascii_alphabetic())
}
