//! Documents of GraphQL: the operation of one, and its variables.
//!
//! The schema of a host is not known here, so that only what a document says of itself is read.

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
}

/// The fields that a document asks of an object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Selection<'t> {
    /// The fields by their names in the reply, each with what is asked of it.
    pub(crate) fields: Vec<(&'t str, Selection<'t>)>,
    /// True if a fragment may ask for more, or the rest was not looked at.
    pub(crate) has_fragment: bool,
}

/// A variable that an operation declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variable<'t> {
    pub(crate) name: &'t str,
    /// Its type as the document writes it, without blanks: `[Int!]!`.
    pub(crate) kind: String,
    /// True if it is neither null nor has a default.
    pub(crate) is_required: bool,
}

/// The number of selections within each other that are kept.
const MAX_DEPTH: usize = 64;

/// The error of a text that is no document, and the advice.
pub(crate) type Unreadable = (String, &'static str);

/// Reads the one operation of a document.
pub(crate) fn operation(text: &str) -> Result<Operation<'_>, Unreadable> {
    let mut tokens = Tokens { rest: text };
    let mut found: Option<Operation<'_>> = None;
    let mut used = Vec::new();
    while let Some(token) = tokens.next_token()? {
        let is_mutation = match token {
            "{" | "query" => false,
            "mutation" => true,
            "fragment" => {
                tokens.head(&mut used)?;
                continue;
            }
            "subscription" => {
                return Err((
                    "a subscription has more than one reply".to_owned(),
                    "write a query or a mutation",
                ));
            }
            other => return Err((format!("'{other}' begins no operation"), "write 'query' or 'mutation'")),
        };
        if found.is_some() {
            return Err(("the document has two operations".to_owned(), "give each an endpoint of its own"));
        }
        let (variables, selection) = match token {
            "{" => (Vec::new(), tokens.selection(&mut used)?),
            _ => tokens.head(&mut used)?,
        };
        found = Some(Operation { is_mutation, variables, used: Vec::new(), selection });
    }
    let operation = found.ok_or_else(|| {
        ("the document has no operation".to_owned(), "write one, like 'query { stations { name } }'")
    })?;
    Ok(Operation { used, ..operation })
}

/// The rest of a document, token by token.
struct Tokens<'t> {
    rest: &'t str,
}

impl<'t> Tokens<'t> {
    /// Returns the next token: a name, a number, a string, or one character of punctuation.
    fn next_token(&mut self) -> Result<Option<&'t str>, Unreadable> {
        let is_blank = |at: char| at.is_whitespace() || at == ',' || at == '\u{feff}';
        self.rest = self.rest.trim_start_matches(is_blank);
        while let Some(comment) = self.rest.strip_prefix('#') {
            self.rest = comment.split_once('\n').map_or("", |(_, after)| after).trim_start_matches(is_blank);
        }
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let is_word = |at: char| at == '_' || at.is_ascii_alphanumeric();
        let length = match first {
            '"' => self.string_length()?,
            _ if is_word(first) => self.rest.find(|at| !is_word(at)).unwrap_or(self.rest.len()),
            _ => first.len_utf8(),
        };
        let (token, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(Some(token))
    }

    /// Returns the length of the string that begins here, with its quotation marks.
    fn string_length(&self) -> Result<usize, Unreadable> {
        let unclosed = || ("a string has no end".to_owned(), "write the quotation marks at its end");
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

    fn expect_token(&mut self, before: &str) -> Result<&'t str, Unreadable> {
        self.next_token()?
            .ok_or_else(|| (format!("the document ends before '{before}'"), "write the rest of it"))
    }

    fn expect_name(&mut self, before: &str) -> Result<&'t str, Unreadable> {
        let name = self.expect_token(before)?;
        match name.starts_with(|first: char| first == '_' || first.is_ascii_alphabetic()) {
            true => Ok(name),
            false => Err((format!("'{name}' is no name"), "write the name of a variable behind '$'")),
        }
    }

    /// Reads an operation or a fragment behind its first word, and returns the variables that it declares and what it asks
    /// for.
    fn head(&mut self, used: &mut Vec<&'t str>) -> Result<(Vec<Variable<'t>>, Selection<'t>), Unreadable> {
        let mut variables = Vec::new();
        let mut has_directive = false;
        loop {
            match self.expect_token("{")? {
                "{" => return Ok((variables, self.selection(used)?)),
                "(" if has_directive => self.block(")", used)?,
                "(" => variables = self.variables()?,
                "@" => has_directive = true,
                _ => {}
            }
        }
    }

    /// Reads the fields of a selection whose opening bracket was read.
    fn selection(&mut self, used: &mut Vec<&'t str>) -> Result<Selection<'t>, Unreadable> {
        // The selections that are open, with those within others last.
        let mut outer: Vec<Selection<'t>> = Vec::new();
        let mut own = Selection::default();
        loop {
            match self.expect_token("}")? {
                // What lies deeper is not looked at.
                "{" if outer.len() >= MAX_DEPTH => {
                    self.block("}", used)?;
                    if let Some((_, selection)) = own.fields.last_mut() {
                        selection.has_fragment = true;
                    }
                }
                "{" => outer.push(std::mem::take(&mut own)),
                "}" => {
                    let Some(mut around) = outer.pop() else { return Ok(own) };
                    match around.fields.last_mut() {
                        Some((_, selection)) => *selection = own,
                        None => return Err(("'{' stands behind no field".to_owned(), "name the field")),
                    }
                    own = around;
                }
                "(" => self.block(")", used)?,
                // The name of a directive, or of a field that has another one in the reply, which stands before.
                ":" | "@" => drop(self.expect_name("}")?),
                "." => own.has_fragment = true,
                token @ (")" | "]") => {
                    return Err((format!("'{token}' stands where '}}' ends"), "close each bracket"));
                }
                field => own.fields.push((field, Selection::default())),
            }
        }
    }

    /// Reads the variables in the brackets of an operation.
    fn variables(&mut self) -> Result<Vec<Variable<'t>>, Unreadable> {
        let mut variables: Vec<Variable<'t>> = Vec::new();
        let mut token = self.expect_token(")")?;
        while token != ")" {
            if token != "$" {
                return Err((format!("'{token}' is no variable"), "write '$name: Type' for each"));
            }
            let name = self.expect_name(")")?;
            if variables.iter().any(|variable| variable.name == name) {
                return Err((format!("'${name}' is declared twice"), "remove one of them"));
            }
            if self.expect_token(")")? != ":" {
                return Err((format!("'${name}' has no type"), "write '$name: Type' for each"));
            }
            let mut kind = String::new();
            token = self.expect_token(")")?;
            while !matches!(token, "$" | ")" | "=" | "@") {
                kind.push_str(token);
                token = self.expect_token(")")?;
            }
            let is_required = token != "=" && kind.ends_with('!');
            while !matches!(token, "$" | ")") {
                match token {
                    "(" => self.block(")", &mut Vec::new())?,
                    "{" => self.block("}", &mut Vec::new())?,
                    _ => {}
                }
                token = self.expect_token(")")?;
            }
            variables.push(Variable { name, kind, is_required });
        }
        Ok(variables)
    }

    /// Reads up to a closing bracket whose opening one was read, and notes the variables in between.
    fn block(&mut self, end: &'static str, used: &mut Vec<&'t str>) -> Result<(), Unreadable> {
        let mut ends = vec![end];
        while let Some(end) = ends.last().copied() {
            match self.expect_token(end)? {
                "{" => ends.push("}"),
                "(" => ends.push(")"),
                "[" => ends.push("]"),
                "$" => used.push(self.expect_name(end)?),
                token if token == end => {
                    ends.pop();
                }
                token @ ("}" | ")" | "]") => {
                    return Err((format!("'{token}' stands where '{end}' ends"), "close each bracket"));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
