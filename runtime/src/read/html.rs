//! The `<table>` elements of a page, found by bytes: each as a slice with the headings before it. No
//! tree of the whole page is built.

use memchr::memmem;

use crate::error::{ConversionHookError, Fault};

/// One table of a page, not yet parsed.
#[derive(Debug, Clone)]
pub(crate) struct TableSlice<'a> {
    /// From `<table` to `</table>`.
    pub(crate) html: &'a str,
    /// The texts of the headings (h1 to h6) between the table before and this one, in page order.
    pub(crate) headings: Vec<String>,
}

/// The tables of a page, at most `limit`, in page order. What stands in scripts and comments is text, not tables.
///
/// # Errors
/// 422: a table has no end.
pub(crate) fn tables(page: &str, limit: usize) -> Result<Vec<TableSlice<'_>>, ConversionHookError> {
    let mut tables = Vec::new();
    let mut rest = page;
    while tables.len() < limit {
        let Some(start) = next_table(rest) else { break };
        let (before, table) = split(rest, start);
        let Some(end) = memmem::find(table.as_bytes(), b"</table>") else {
            return Err(Fault::Cut("a table has no end").into());
        };
        let (html, after) = split(table, end.saturating_add("</table>".len()));
        tables.push(TableSlice { html, headings: headings(before) });
        rest = after;
    }
    Ok(tables)
}

/// Where the next table starts that is not inside a script, a style or a comment.
fn next_table(page: &str) -> Option<usize> {
    const RAW: [(&str, &str); 3] = [("<script", "</script"), ("<style", "</style"), ("<!--", "-->")];
    let mut from = 0;
    for start in memmem::find_iter(page.as_bytes(), b"<table") {
        if start < from {
            continue;
        }
        let before = page.get(from..start)?;
        // The outermost raw text that is open here decides where to go on.
        let open = RAW.iter().find_map(|(begin, end)| {
            let begin = last(before, begin)?;
            memmem::find(before.get(begin..)?.as_bytes(), end.as_bytes()).is_none().then_some(*end)
        });
        match open {
            None => return Some(start),
            Some(end) => {
                from = start.checked_add(memmem::find(page.get(start..)?.as_bytes(), end.as_bytes())?)?;
            }
        }
    }
    None
}

/// The texts of the headings in a piece of a page.
fn headings(html: &str) -> Vec<String> {
    memmem::find_iter(html.as_bytes(), b"</h")
        .filter_map(|end| {
            let close = html.get(end..)?.get(..5)?;
            let level = close.get(3..4).filter(|level| "123456".contains(level))?;
            if !close.ends_with('>') {
                return None;
            }
            // The opening tag is near, so that searching backward is the shorter way.
            let start = memmem::rfind(html.get(..end)?.as_bytes(), format!("<h{level}").as_bytes())?;
            Some(text_of(html.get(start..end)?))
        })
        .collect()
}

/// The text of a piece of HTML without its tags.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        let (before, tag) = split(rest, open);
        text.push_str(before);
        rest = tag.find('>').map_or("", |close| split(tag, close.saturating_add(1)).1);
    }
    text.push_str(rest);
    text.trim().to_owned()
}

/// Where a needle stands last. Searching forward is many times faster than backward.
fn last(text: &str, needle: &str) -> Option<usize> {
    memmem::find_iter(text.as_bytes(), needle.as_bytes()).last()
}

fn split(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}
