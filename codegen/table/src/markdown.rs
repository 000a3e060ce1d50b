//! Docs of the table as docs of Rust: rustdoc tests blocks of code, resolves brackets as links, and warns of
//! HTML and of addresses without a link. A table's doc means none of these.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

/// The languages of blocks that are kept; a block of any other could be tested.
const LANGUAGES: &[&str] = &["text", "json", "yaml", "toml", "html", "xml", "csv", "sh", "http", "js", "sql"];

/// The Markdown that rustdoc reads.
fn parser(text: &str) -> Parser<'_> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    Parser::new_ext(text, options)
}

/// Returns a doc as rustdoc shows it without warnings and without tests. What is neither code, HTML, a bracket nor an
/// address stays as it is.
pub fn for_rustdoc(doc: &str) -> Cow<'_, str> {
    /// What was HTML can be a paragraph with more of it.
    const ROUNDS: usize = 8;
    let mut text = Cow::Borrowed(doc.trim());
    for _ in 0..ROUNDS {
        let edits = edits(&text);
        if edits.is_empty() {
            break;
        }
        text = Cow::Owned(edited(&text, edits));
    }
    text
}

/// A change: what a part of the text gives way to.
type Edit = (Range<usize>, String);

fn edited(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let (mut out, mut done) = (String::new(), 0);
    for (range, new) in edits {
        // A change within another one is made in the next round.
        if range.start < done {
            continue;
        }
        out.push_str(text.get(done..range.start).unwrap_or_default());
        out.push_str(&new);
        done = range.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

/// Returns the changes that a text needs.
fn edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let (mut links, mut is_code) = (0_usize, false);
    for (event, range) in parser(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                is_code = true;
                edits.extend(match kind {
                    CodeBlockKind::Fenced(info) => fence(text, range, &info),
                    CodeBlockKind::Indented => Some(fenced(text, range)),
                });
            }
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Start(Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. }) => {
                links = links.saturating_add(1);
                if !is_address(link_type, &dest_url) {
                    edits.extend(escaped(text, range, '['));
                }
            }
            Event::End(TagEnd::Link | TagEnd::Image) => links = links.saturating_sub(1),
            Event::Html(_) | Event::InlineHtml(_) => edits.extend(escaped(text, range, '<')),
            Event::Text(_) if !is_code && links == 0 => {
                edits.extend(escaped(text, range.clone(), '['));
                edits.extend(addresses(text, range));
            }
            _ => {}
        }
    }
    edits
}

/// Returns true if rustdoc takes a destination for an address and not for a path of Rust.
fn is_address(link_type: LinkType, to: &str) -> bool {
    matches!(link_type, LinkType::Autolink | LinkType::Email)
        || to.contains(['/', '.'])
        || to.starts_with('#')
        || to.starts_with("mailto:")
}

/// Returns the change of the first line of a block whose language rustdoc could test.
fn fence(text: &str, block: Range<usize>, info: &str) -> Option<Edit> {
    if LANGUAGES.contains(&info) {
        return None;
    }
    let line = text.get(block.start..)?.lines().next()?;
    let marks = line.chars().take_while(|letter| matches!(letter, '`' | '~')).count();
    let start = block.start.checked_add(marks)?;
    let end = block.start.checked_add(line.len())?;
    Some((start..end, "text".to_owned()))
}

/// Returns the change of an indented block into one between fences.
fn fenced(text: &str, block: Range<usize>) -> Edit {
    let code = text.get(block.clone()).unwrap_or_default();
    let longest = code.split(|letter| letter != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.saturating_add(1).max(3));
    // The text before the first line is that of the lists and quotes around the block.
    let before = text.get(..block.start).and_then(|before| before.rsplit('\n').next()).unwrap_or_default();
    let around: String = before.chars().map(|letter| if letter == '>' { '>' } else { ' ' }).collect();
    // Four spaces make it code; those before the first line are no part of the block.
    let indent = around.strip_suffix("    ").unwrap_or(&around);
    let spaces = around.strip_prefix(indent).unwrap_or_default();
    let code = code.trim_end();
    let new = format!("{fence}text\n{indent}{spaces}{code}\n{indent}{fence}\n");
    (block.start.saturating_sub(spaces.len())..block.end, new)
}

/// Returns the changes that put a `\` before each of these characters that has none.
fn escaped(text: &str, range: Range<usize>, letter: char) -> Vec<Edit> {
    let part = text.get(range.clone()).unwrap_or_default();
    let has_mark = text.get(..range.start).is_some_and(|before| before.ends_with('\\'));
    part.match_indices(letter)
        // A mark before the range is no part of it because it belongs to the character.
        .filter(|(place, _)| *place > 0 || !has_mark)
        .map(|(place, _)| {
            let place = range.start.saturating_add(place);
            (place..place, "\\".to_owned())
        })
        .collect()
}

/// Returns the changes that make links of the addresses in a text.
fn addresses(text: &str, range: Range<usize>) -> Vec<Edit> {
    let part = text.get(range.clone()).unwrap_or_default();
    let starts = ["http://", "https://"].into_iter().flat_map(|scheme| part.match_indices(scheme));
    starts
        .filter_map(|(place, _)| {
            let start = range.start.checked_add(place)?;
            // An address can go on behind the event, which ends at every mark of Markdown.
            let rest = text.get(start..)?;
            let is_end = |letter: char| letter.is_whitespace() || "<>`|\\[]\"*".contains(letter);
            let address =
                rest.split(is_end).next()?.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', ')', '_']);
            let end = start.checked_add(address.len())?;
            Some((start..end, format!("<{address}>")))
        })
        .collect()
}
