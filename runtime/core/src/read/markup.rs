//! The tags of a page, walked once by its bytes as browsers read them: what stands in comments, in the values
//! of attributes and in elements of text is no tag. No tree is built.

use memchr::{memchr, memchr_iter, memmem};

use crate::error::Fault;

/// A script element.
#[derive(Debug, Clone, Copy)]
pub struct Script<'a> {
    /// Where its text ends in the page.
    pub end: usize,
    /// What follows the name in its tag.
    tag: &'a [u8],
    /// Its text.
    pub text: &'a str,
}

impl<'a> Script<'a> {
    /// The value of an attribute as it is written; of several with one name the first counts.
    pub fn attribute(&self, wanted: &str) -> Option<&'a str> {
        let mut attributes = Attributes::new(self.tag);
        let (_, value) = attributes.find(|(name, _)| name.eq_ignore_ascii_case(wanted.as_bytes()))?;
        std::str::from_utf8(value).ok()
    }
}

/// The script elements of a page, in its order.
///
/// A script without an end is an error, and the last item.
pub fn scripts(page: &str) -> impl Iterator<Item = Result<Script<'_>, Fault>> {
    let mut walk = Walk { page, at: 0 };
    std::iter::from_fn(move || walk.next_script())
}

/// How many bytes the attributes of a tag take, up to its `>`; none where it has no end. A `>` in a
/// quoted value does not end a tag.
pub fn attributes_length(tag: &[u8]) -> Option<usize> {
    let mut rest = tag;
    loop {
        // Nearly all attributes are a name, an equals sign and a value; quotes matter only there.
        let stop = rest.iter().position(|byte| matches!(byte, b'>' | b'='))?;
        let (names, after) = rest.split_at_checked(stop)?;
        match after {
            [b'=', value @ ..] if names.last().is_some_and(u8::is_ascii_alphanumeric) => {
                rest = Attributes::value(value)?.1;
            }
            [b'=', ..] => return unusual_length(tag, rest),
            _ => return tag.len().checked_sub(after.len()),
        }
    }
}

/// The same from an attribute on that is written in another way.
#[cold]
fn unusual_length(tag: &[u8], from: &[u8]) -> Option<usize> {
    let mut attributes = Attributes::new(from);
    attributes.by_ref().for_each(drop);
    let after = attributes.is_closed.then_some(attributes.rest.len())?;
    tag.len().checked_sub(after)?.checked_sub(1)
}

struct Walk<'a> {
    page: &'a str,
    at: usize,
}

impl<'a> Walk<'a> {
    fn next_script(&mut self) -> Option<Result<Script<'a>, Fault>> {
        loop {
            let text = self.rest()?;
            self.skip(memchr(b'<', text)?.checked_add(1)?)?;
            let tag = self.rest()?;
            match tag {
                [b'!', comment @ ..] if comment.starts_with(b"--") => {
                    self.skip(comment_length(comment)?.checked_add(1)?)?;
                }
                [b'/', letter, ..] if letter.is_ascii_alphabetic() => {
                    self.skip(attributes_length(tag)?)?;
                }
                // What browsers take for a comment.
                [b'!' | b'?' | b'/', ..] => self.skip(memchr(b'>', tag)?)?,
                [letter, ..] if letter.is_ascii_alphabetic() => {
                    if let Some(script) = self.element(tag)? {
                        return Some(script);
                    }
                }
                _ => {}
            }
        }
    }

    /// Goes over an opening tag, and over the content of an element of text; gives it where it is a script.
    fn element(&mut self, tag: &'a [u8]) -> Option<Option<Result<Script<'a>, Fault>>> {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
        let (name, attributes) = tag.split_at_checked(tag.iter().position(ends)?)?;
        let length = attributes_length(attributes)?;
        self.skip(name.len().checked_add(length)?.checked_add(1)?)?;
        let Some(name) = raw_text(name) else { return Some(None) };
        let is_script = name == "script";
        let from = self.at;
        match content_length(self.rest()?, name) {
            Some(length) => self.skip(length)?,
            // Nothing follows an element without an end.
            None => {
                self.at = self.page.len();
                return is_script.then_some(Some(Err(Fault::Cut("a script has no end"))));
            }
        }
        let text = self.page.get(from..self.at)?;
        Some(is_script.then_some(Ok(Script { end: self.at, tag: attributes, text })))
    }

    fn rest(&self) -> Option<&'a [u8]> {
        self.page.as_bytes().get(self.at..)
    }

    fn skip(&mut self, bytes: usize) -> Option<()> {
        self.at = self.at.checked_add(bytes)?;
        Some(())
    }
}

/// The name of an element whose content is text or is not part of the page, if it is one.
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

/// How many bytes a comment takes from its first two dashes on, which may be its last ones too.
fn comment_length(comment: &[u8]) -> Option<usize> {
    memchr_iter(b'>', comment).find(|end| {
        let text = comment.get(..*end).unwrap_or_default();
        text.ends_with(b"--") || (text.ends_with(b"--!") && text.len() > 4)
    })
}

/// How many bytes the content of an element of text takes.
fn content_length(content: &[u8], name: &str) -> Option<usize> {
    memmem::find_iter(content, b"</").find(|start| {
        let tag = start.checked_add(2).and_then(|from| content.get(from..)).unwrap_or_default();
        tag.split_at_checked(name.len()).is_some_and(|(found, after)| {
            let ends = after.first().is_none_or(|byte| byte.is_ascii_whitespace() || b"/>".contains(byte));
            ends && found.eq_ignore_ascii_case(name.as_bytes())
        })
    })
}

/// The attributes of a tag with their values as they are written, up to the tag's `>`.
struct Attributes<'a> {
    rest: &'a [u8],
    /// Whether the tag's `>` was found.
    is_closed: bool,
}

impl<'a> Attributes<'a> {
    const fn new(tag: &'a [u8]) -> Self {
        Self { rest: tag, is_closed: false }
    }

    /// The value after an equals sign, and what follows it.
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
