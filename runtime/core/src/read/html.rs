//! The `<table>` elements of a page, found in one pass over its tags: each as a slice with the heading
//! before it. No tree of the whole page is built.

use memchr::{memchr, memchr_iter};

use super::markup::attributes_length;
use crate::error::{ConversionHookError, Fault};

/// A heading is a few words in a few tags; of longer ones only the beginning counts, in bytes.
const MAX_HEADING: usize = 1_000;

/// One table of a page, not yet parsed.
#[derive(Debug, Clone)]
pub struct TableSlice<'a> {
    /// From `<table` to `</table`.
    pub html: &'a str,
    /// The text of the last heading (h1 to h3) between the table before and this one. Smaller headings
    /// stand within a section and do not say what it is.
    pub heading: Option<String>,
}

/// The tables of a page, at most `limit`, in page order. A table within a table is part of it; what
/// stands in scripts, styles and comments is text.
///
/// # Errors
/// 422: a table has no end.
pub fn tables(page: &str, limit: usize) -> Result<Vec<TableSlice<'_>>, ConversionHookError> {
    let mut tables = Vec::new();
    let mut heading = None;
    let mut heading_start = None;
    // Where the outermost open table starts, and how many are open.
    let mut open: Option<(usize, usize)> = None;
    let mut tags = Tags { page, at: 0 };
    while let Some((start, tag)) = tags.next(open.is_some()) {
        match (tag, open) {
            (Tag::Table, None) => open = Some((start, 1)),
            (Tag::Table, Some((first, depth))) => open = Some((first, depth.saturating_add(1))),
            (Tag::TableEnd, Some((first, 1))) => {
                let html = page.get(first..start).unwrap_or_default();
                tables.push(TableSlice { html, heading: heading.take() });
                if tables.len() == limit {
                    return Ok(tables);
                }
                open = None;
            }
            (Tag::TableEnd, Some((first, depth))) => open = Some((first, depth.saturating_sub(1))),
            (Tag::Heading, None) => heading_start = Some(start),
            (Tag::HeadingEnd, None) => {
                if let Some(html) = heading_start.take().and_then(|from| page.get(from..start)) {
                    heading = Some(text_of(html));
                }
            }
            (Tag::Heading | Tag::HeadingEnd, Some(_)) | (Tag::TableEnd, None) => {}
        }
    }
    match open {
        Some(_) => Err(Fault::Cut("a table has no end").into()),
        None => Ok(tables),
    }
}

/// Whether a tag of that name, such as `<template`, begins anywhere in a piece of HTML.
pub fn contains_tag(html: &str, name: &str) -> bool {
    let bytes = html.as_bytes();
    memchr_iter(b'<', bytes).any(|start| bytes.get(start..).is_some_and(|rest| is_tag(rest, name)))
}

/// The tags that matter here.
#[derive(Debug, Clone, Copy)]
enum Tag {
    Table,
    TableEnd,
    Heading,
    HeadingEnd,
}

/// Walks the tags of a page, over scripts, styles and comments.
struct Tags<'a> {
    page: &'a str,
    at: usize,
}

impl Tags<'_> {
    /// The next tag that matters, and where it starts. Within a table the attributes of every tag are
    /// passed over, so that none of their values is taken for the table's end; outside, where most of a
    /// page lies, that would cost more than everything else.
    fn next(&mut self, in_table: bool) -> Option<(usize, Tag)> {
        loop {
            let start = self.seek(b'<')?;
            let rest = self.page.as_bytes().get(start..)?;
            self.at = start.checked_add(1)?;
            if rest.starts_with(b"<!--") {
                self.skip_to("-->")?;
                continue;
            }
            if in_table && rest.get(1).is_some_and(u8::is_ascii_alphabetic) {
                self.at = self.at.checked_add(attributes_length(rest.get(1..)?)?)?;
            }
            let tag = match rest {
                _ if is_tag(rest, "<table") => Tag::Table,
                _ if is_tag(rest, "</table") => Tag::TableEnd,
                [b'<', b'h' | b'H', b'1'..=b'3', ..] => Tag::Heading,
                [b'<', b'/', b'h' | b'H', b'1'..=b'3', ..] => Tag::HeadingEnd,
                _ => {
                    if let Some((_, end)) = RAW_TEXT.iter().find(|(begin, _)| is_tag(rest, begin)) {
                        self.skip_to(end)?;
                    }
                    continue;
                }
            };
            return Some((start, tag));
        }
    }

    /// Where the next such byte stands.
    fn seek(&self, byte: u8) -> Option<usize> {
        let rest = self.page.as_bytes().get(self.at..)?;
        memchr(byte, rest).and_then(|offset| self.at.checked_add(offset))
    }

    /// Goes on behind a text, in whichever case; without it everything to the end belongs to it.
    fn skip_to(&mut self, end: &str) -> Option<()> {
        let rest = self.page.as_bytes().get(self.at..)?;
        self.at = self.at.checked_add(find_end(rest, end)?)?;
        Some(())
    }
}

/// Where a text ends, in whichever case.
fn find_end(bytes: &[u8], text: &str) -> Option<usize> {
    let first = *text.as_bytes().first()?;
    memchr_iter(first, bytes).find_map(|start| {
        let end = start.checked_add(text.len())?;
        bytes.get(start..end)?.eq_ignore_ascii_case(text.as_bytes()).then_some(end)
    })
}

/// How many bytes the content of an element takes whose content is text, with its closing tag up to the
/// `>`; 0 for other elements, none where it has no end.
pub fn raw_text_length(name: &str, content: &[u8]) -> Option<usize> {
    let raw =
        RAW_TEXT.iter().find(|(begin, _)| begin.get(1..).is_some_and(|raw| raw.eq_ignore_ascii_case(name)));
    raw.map_or(Some(0), |(_, end)| find_end(content, end))
}

/// Elements whose content is text, and what ends it.
const RAW_TEXT: [(&str, &str); 3] =
    [("<script", "</script"), ("<style", "</style"), ("<textarea", "</textarea")];

/// Whether a tag of that name, in whichever case, begins here.
fn is_tag(rest: &[u8], name: &str) -> bool {
    rest.split_at_checked(name.len()).is_some_and(|(found, after)| {
        found.eq_ignore_ascii_case(name.as_bytes())
            && after.first().is_none_or(|byte| byte.is_ascii_whitespace() || b"/>".contains(byte))
    })
}

/// The text of a heading from its opening tag on, without tags.
fn text_of(html: &str) -> String {
    let end = (0..=html.len().min(MAX_HEADING)).rev().find(|end| html.is_char_boundary(*end));
    let mut rest = end.and_then(|end| html.get(..end)).unwrap_or_default();
    let mut text = String::new();
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let text = text.replace("&nbsp;", " ").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
