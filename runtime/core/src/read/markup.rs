//! The one tokenizer of markup: walks the tags of a page once by its bytes, as browsers read them. What stands in comments,
//! in the values of attributes and in elements of text is no tag. No tree is built.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memchr2};

use crate::error::Fault;

/// A piece of markup. What is between two of them is text.
#[derive(Debug, Clone, Copy)]
pub enum Token<'a> {
    /// An opening tag.
    Open(Tag<'a>),
    /// A closing tag.
    Close(Tag<'a>),
    /// A comment, or what browsers take for one.
    Comment(Span),
    /// The page ends within a piece of markup: a comment, a tag, or the text of the named element. It is the last token.
    Unfinished(&'static str),
}

/// The bytes of a piece of markup in its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The index of its `<`.
    pub start: usize,
    /// The index after its `>`.
    pub end: usize,
}

/// A tag.
#[derive(Debug, Clone, Copy)]
pub struct Tag<'a> {
    /// Its bytes in the page.
    pub span: Span,
    /// The name as it is written.
    pub name: &'a str,
    /// The content of an element whose content is text, such as a script. Its closing tag is the next token.
    pub text: Option<&'a str>,
    attributes: &'a [u8],
}

impl<'a> Tag<'a> {
    /// Returns true for a tag of that name, in upper or lower case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns the value of an attribute as it is written; of several with one name the first.
    pub fn attribute(&self, wanted: &str) -> Option<&'a str> {
        let mut attributes = Attributes::new(self.attributes);
        let (_, value) = attributes.find(|(name, _)| name.eq_ignore_ascii_case(wanted.as_bytes()))?;
        std::str::from_utf8(value).ok()
    }

    /// Returns what follows the name, up to the `>` and with it.
    pub const fn attributes(&self) -> &'a [u8] {
        self.attributes
    }
}

/// Returns the tokens of a page, in its order.
pub const fn tokens(page: &str) -> Tokens<'_> {
    Tokens { page, at: 0 }
}

/// The tokens of a page, from [`tokens`].
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    page: &'a str,
    at: usize,
}

/// A script element.
#[derive(Debug, Clone, Copy)]
pub struct Script<'a> {
    /// The index of the end of its text in the page.
    pub end: usize,
    /// Its text.
    pub text: &'a str,
    tag: Tag<'a>,
}

impl<'a> Script<'a> {
    /// Returns the value of an attribute as it is written; of several with one name the first.
    pub fn attribute(&self, wanted: &str) -> Option<&'a str> {
        self.tag.attribute(wanted)
    }

    /// Returns all attributes as they are written.
    pub const fn attributes(&self) -> &'a [u8] {
        self.tag.attributes()
    }
}

/// Returns the script elements of a page, in its order.
///
/// A script without an end is an error, and the last item.
pub fn scripts(page: &str) -> impl Iterator<Item = Result<Script<'_>, Fault>> {
    tokens(page).filter_map(|token| Script::of(&token))
}

impl<'a> Script<'a> {
    /// Returns the script of a token, or the fault of a script without an end.
    pub(super) fn of(token: &Token<'a>) -> Option<Result<Self, Fault>> {
        match token {
            Token::Open(tag) if tag.is(SCRIPT) => {
                let text = tag.text?;
                Some(Ok(Self { end: tag.span.end.saturating_add(text.len()), text, tag: *tag }))
            }
            Token::Unfinished(SCRIPT) => Some(Err(Fault::Cut("a script has no end"))),
            _ => None,
        }
    }
}

const SCRIPT: &str = "script";

/// Returns the value of an attribute without its character references; each is resolved once. References by number
/// are known, and by the names that addresses need.
pub fn unescaped(text: &str) -> Cow<'_, str> {
    if memchr(b'&', text.as_bytes()).is_none() {
        return text.into();
    }
    let mut unescaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        unescaped.push_str(before);
        let reference = reference(after).and_then(|(name, after)| Some((character(name)?, after)));
        rest = match reference {
            Some((character, after)) => {
                unescaped.push(character);
                after
            }
            None => {
                unescaped.push('&');
                after
            }
        };
    }
    unescaped.push_str(rest);
    unescaped.into()
}

/// Returns the name of a reference from behind its `&` on, and what follows its `;`. It has none where another `&` comes
/// first: to look further would read the rest of the text for each `&`.
fn reference(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.split_at_checked(memchr2(b';', b'&', text.as_bytes())?)?;
    Some((name, after.strip_prefix(';')?))
}

/// Returns the character of a reference.
fn character(name: &str) -> Option<char> {
    const NAMES: [(&str, char); 12] = [
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
        ("Hat", '^'),
        ("equals", '='),
        ("period", '.'),
        ("sol", '/'),
        ("colon", ':'),
        ("quest", '?'),
        ("percnt", '%'),
    ];
    let code = match name.strip_prefix('#') {
        None => return NAMES.iter().find(|(known, _)| *known == name).map(|(_, character)| *character),
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => number.parse(),
        },
    };
    char::from_u32(code.ok()?)
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.next_of(|_| true)
    }
}

impl<'a> Tokens<'a> {
    /// Returns the next token, but passes over tags whose names do not begin with the wanted letters: the first two,
    /// in lower case. Opening tags of elements of text are never passed over.
    #[inline]
    pub(super) fn next_of(&mut self, is_wanted: impl Fn([u8; 2]) -> bool) -> Option<Token<'a>> {
        loop {
            let Some(start) = self.next_start(&is_wanted) else {
                self.at = self.page.len();
                return None;
            };
            self.at = start.checked_add(1)?;
            let length = match self.rest()? {
                [b'/', letter, ..] | [letter, ..] if letter.is_ascii_alphabetic() => {
                    return Some(self.tag(start));
                }
                [b'!', comment @ ..] if comment.starts_with(b"--") => {
                    comment_length(comment).and_then(|length| length.checked_add(2))
                }
                // What browsers take for a comment.
                [b'!' | b'?' | b'/', rest @ ..] => {
                    memchr(b'>', rest).and_then(|length| length.checked_add(2))
                }
                _ => continue,
            };
            let end = length.and_then(|length| self.at.checked_add(length));
            let Some(end) = end else { return Some(self.unfinished("comment")) };
            self.at = end;
            return Some(Token::Comment(Span { start, end }));
        }
    }

    /// Returns the index of the next `<` that may begin a token, as [`next_of`](Self::next_of) returns them.
    #[inline]
    fn next_start(&self, is_wanted: impl Fn([u8; 2]) -> bool) -> Option<usize> {
        let is_passed = |letters| !is_wanted(letters) && !may_be_raw_text(letters);
        let mut rest = self.rest()?;
        loop {
            // Most tags follow another one.
            if !matches!(rest, [b'<', ..]) {
                rest = rest.get(memchr(b'<', rest)?..)?;
            }
            let tag = rest.get(1..)?;
            let length = if first_letters(tag).is_some_and(is_passed) { usual_length(tag) } else { None };
            match length {
                Some(length) => rest = tag.get(length.checked_add(1)?..)?,
                None => return self.page.len().checked_sub(rest.len()),
            }
        }
    }

    /// Reads a tag from behind its `<` on, and the content of an element of text.
    fn tag(&mut self, start: usize) -> Token<'a> {
        let is_closing = matches!(self.rest(), Some([b'/', ..]));
        let Some((name, attributes)) = self.name_and_attributes(usize::from(is_closing)) else {
            return self.unfinished("tag");
        };
        let mut tag = Tag { span: Span { start, end: self.at }, name, text: None, attributes };
        if is_closing {
            return Token::Close(tag);
        }
        if let Some(name) = raw_text(name.as_bytes()) {
            let Some(text) = self.content(name) else { return self.unfinished(name) };
            tag.text = Some(text);
        }
        Token::Open(tag)
    }

    /// Reads a tag whose name begins after so many bytes.
    fn name_and_attributes(&mut self, from: usize) -> Option<(&'a str, &'a [u8])> {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
        let from = self.at.checked_add(from)?;
        let inner = self.page.as_bytes().get(from..)?;
        let (name, attributes) = inner.split_at_checked(inner.iter().position(ends)?)?;
        // Those of closing tags have none.
        let length = if attributes.starts_with(b">") { 0 } else { attributes_length(attributes)? };
        let end = from.checked_add(name.len())?;
        let name = self.page.get(from..end)?;
        self.at = end.checked_add(length)?.checked_add(1)?;
        // Their reader goes up to the `>`.
        Some((name, attributes.get(..=length)?))
    }

    /// Reads the content of an element of text.
    fn content(&mut self, name: &str) -> Option<&'a str> {
        let end = self.at.checked_add(content_length(self.rest()?, name)?)?;
        let text = self.page.get(self.at..end)?;
        self.at = end;
        Some(text)
    }

    /// Ends the page within a piece of markup.
    #[cold]
    fn unfinished(&mut self, what: &'static str) -> Token<'a> {
        self.at = self.page.len();
        Token::Unfinished(what)
    }

    fn rest(&self) -> Option<&'a [u8]> {
        self.page.as_bytes().get(self.at..)
    }
}

/// Returns the length of the attributes of a tag in bytes, up to its `>`; `None` where it has no end. A `>` in a
/// quoted value does not end a tag.
fn attributes_length(tag: &[u8]) -> Option<usize> {
    usual_length(tag).or_else(|| unusual_length(tag))
}

/// Returns the length of a tag, or of its attributes, as [`attributes_length`] does, where that takes one look; `None` where
/// the end may be another one, and where there is none.
#[inline]
fn usual_length(tag: &[u8]) -> Option<usize> {
    // The first `>` ends nearly all tags. Before it are no single quotes, and the last double quote opens no value,
    // because it follows no equals sign.
    let end = memchr2(b'>', b'\'', tag)?;
    let (attributes, after) = tag.split_at_checked(end)?;
    (matches!(after, [b'>', ..]) && !opens_value(attributes)).then_some(end)
}

/// Returns true if the last double quote of these attributes may be the beginning of a value.
fn opens_value(attributes: &[u8]) -> bool {
    let quote = attributes.iter().rposition(|byte| *byte == b'"');
    let before = quote.and_then(|quote| attributes.get(..quote));
    before.is_some_and(|before| before.trim_ascii_end().last() == Some(&b'='))
}

/// Reads the attributes one by one.
#[cold]
fn unusual_length(tag: &[u8]) -> Option<usize> {
    let mut attributes = Attributes::new(tag);
    attributes.by_ref().for_each(drop);
    let after = attributes.is_closed.then_some(attributes.rest.len())?;
    tag.len().checked_sub(after)?.checked_sub(1)
}

/// Returns the name of an element whose content is text or is not part of the page, if it is one.
fn raw_text(name: &[u8]) -> Option<&'static str> {
    // The length tells most names apart, which is quicker than to compare them.
    let known: &[&str] = match name.len() {
        3 => &["xmp"],
        5 => &["style", "title"],
        6 => &["script", "iframe"],
        7 => &["noembed"],
        8 => &["textarea", "template", "noscript", "noframes"],
        _ => &[],
    };
    known.iter().find(|known| name.eq_ignore_ascii_case(known.as_bytes())).copied()
}

/// Returns the first two bytes of the name of a tag from behind its `<` on, letters in lower case; `None` where there is no
/// tag. Of a name of one letter the second one is the sign after it.
#[inline]
fn first_letters(tag: &[u8]) -> Option<[u8; 2]> {
    /// The bit by which a lower case letter differs from its upper case one.
    const LOWER: u8 = b'a' ^ b'A';
    match tag {
        [b'/', first, second, ..] | [first, second, ..] if first.is_ascii_alphabetic() => {
            Some([first | LOWER, second | LOWER])
        }
        _ => None,
    }
}

/// Returns true for the first letters of the names that [`raw_text`] knows.
const fn may_be_raw_text(letters: [u8; 2]) -> bool {
    matches!(&letters, b"sc" | b"st" | b"te" | b"ti" | b"if" | b"no" | b"xm")
}

/// Returns the length of a comment in bytes, from its first two dashes on, which may be its last ones too.
fn comment_length(comment: &[u8]) -> Option<usize> {
    memchr_iter(b'>', comment).find(|end| {
        let text = comment.get(..*end).unwrap_or_default();
        text.ends_with(b"--") || (text.ends_with(b"--!") && text.len() > 4)
    })
}

/// Returns the length of the content of an element of text in bytes. One pass finds its end and the comments of a script.
fn content_length(content: &[u8], name: &str) -> Option<usize> {
    let mut has_comment = false;
    for start in memchr_iter(b'<', content) {
        let after = content.get(start.checked_add(1)?..)?;
        match after.first()? {
            b'/' if begins_tag(after, "/", name) => {
                return if name == SCRIPT && has_comment { script_length(content) } else { Some(start) };
            }
            b'!' => has_comment |= after.starts_with(b"!--"),
            _ => {}
        }
    }
    None
}

/// Returns the length of the content of a script that has comments: in a comment, a script that opens hides the next
/// closing tag.
#[cold]
fn script_length(content: &[u8]) -> Option<usize> {
    enum ScriptState {
        Script,
        Comment,
        ScriptInComment,
    }
    let (mut place, mut at) = (ScriptState::Script, 0_usize);
    loop {
        let start = at.checked_add(memchr2(b'<', b'-', content.get(at..)?)?)?;
        let rest = content.get(start..)?;
        let mut length = 1;
        match place {
            ScriptState::Script if rest.starts_with(b"<!--") => {
                // Its dashes may be those of its end, too.
                (place, length) = (ScriptState::Comment, 2);
            }
            ScriptState::Comment | ScriptState::ScriptInComment if rest.starts_with(b"-->") => {
                place = ScriptState::Script;
            }
            ScriptState::Script | ScriptState::Comment if begins_tag(rest, "</", SCRIPT) => {
                return Some(start);
            }
            ScriptState::Comment if begins_tag(rest, "<", SCRIPT) => place = ScriptState::ScriptInComment,
            ScriptState::ScriptInComment if begins_tag(rest, "</", SCRIPT) => place = ScriptState::Comment,
            _ => {}
        }
        at = start.checked_add(length)?;
    }
}

/// Returns true for a text that begins with the tag of a name.
fn begins_tag(text: &[u8], opening: &str, name: &str) -> bool {
    let tag = text.strip_prefix(opening.as_bytes()).and_then(|tag| tag.split_at_checked(name.len()));
    tag.is_some_and(|(found, after)| {
        let ends = after.first().is_none_or(|byte| byte.is_ascii_whitespace() || b"/>".contains(byte));
        ends && found.eq_ignore_ascii_case(name.as_bytes())
    })
}

/// The attributes of a tag with their values as they are written, up to the tag's `>`.
struct Attributes<'a> {
    rest: &'a [u8],
    /// True once the tag's `>` was found.
    is_closed: bool,
}

impl<'a> Attributes<'a> {
    const fn new(tag: &'a [u8]) -> Self {
        Self { rest: tag, is_closed: false }
    }

    /// Returns the value after an equals sign, and what follows it.
    fn value(text: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
        let text = text.trim_ascii_start();
        match text {
            [quote @ (b'"' | b'\''), text @ ..] => {
                let (value, after) = text.split_at_checked(memchr(*quote, text)?)?;
                Some((value, after.get(1..)?))
            }
            _ => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
                text.split_at_checked(text.iter().position(ends)?)
            }
        }
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_closed {
            return None;
        }
        let starts = |byte: &u8| !byte.is_ascii_whitespace() && *byte != b'/';
        let rest = self.rest.get(self.rest.iter().position(starts)?..)?;
        if let [b'>', after @ ..] = rest {
            (self.rest, self.is_closed) = (after, true);
            return None;
        }
        // An equals sign at the beginning is part of the name.
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>' | b'=');
        let end = rest.get(1..)?.iter().position(ends)?.checked_add(1)?;
        let (name, after) = rest.split_at_checked(end)?;
        let (value, after) = match after.trim_ascii_start() {
            [b'=', value @ ..] => Self::value(value)?,
            _ => (&[][..], after),
        };
        self.rest = after;
        Some((name, value))
    }
}
