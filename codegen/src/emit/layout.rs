//! The layout of implementations: what fits on a line stands on one, and members have a blank line between
//! them. The printer breaks at 89 columns, and every struct literal and body. It fills the lines of macros, whose
//! parts stand on lines of their own.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;

/// The width of a line, as in this workspace's own code.
const WIDTH: usize = 110;

/// Lays the text of an implementation out.
pub(super) fn implementation(text: &str) -> String {
    with_blank_lines(&joined(text.lines().map(str::to_owned).collect()))
}

/// Lays the text of data out: what fits on a line stands on one, and so do several strings of a list and several calls of
/// a chain.
pub(super) fn data(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Inner lists come behind outer ones, and are moved to the left with them.
    for first in 0..lines.len() {
        unnest(&mut lines, first);
    }
    filled(joined(lines)).into_iter().map(|line| line + "\n").collect()
}

/// Returns the lines with each call, literal and body that fits on one line.
fn joined(mut lines: Vec<String>) -> Vec<String> {
    // What is inside of others comes behind their first line, and has to be joined before them.
    for first in (0..lines.len()).rev() {
        if let Some((last, joined)) = joinable(&lines, first) {
            lines.splice(first..=last, [joined]);
        }
    }
    lines
}

/// Joins the brackets of a list that is the argument of a call: `call(` and `&[` on a line, and `]` and `)`.
fn unnest(lines: &mut Vec<String>, first: usize) {
    let (Some(call), Some(list)) = (lines.get(first), lines.get(first.saturating_add(1))) else { return };
    if !call.ends_with('(') || list.trim_start() != "&[" {
        return;
    }
    let (own, inner) = (indent(call), indent(list));
    let ends = |depth: usize| {
        let from = first.saturating_add(2);
        lines.iter().skip(from).position(|line| indent(line) <= depth).and_then(|at| at.checked_add(from))
    };
    let (Some(list_end), Some(call_end)) = (ends(inner), ends(own)) else { return };
    let (Some(before), Some(after)) = (lines.get(list_end), lines.get(call_end)) else { return };
    if before.trim_start() != "]," || list_end.checked_add(1) != Some(call_end) {
        return;
    }
    let (opening, closing) = (format!("{call}&["), format!("{}]{}", " ".repeat(own), after.trim_start()));
    let items = lines.get(first.saturating_add(2)..list_end).unwrap_or_default();
    let moved = items.iter().map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned());
    let joined: Vec<_> = std::iter::once(opening).chain(moved).chain([closing]).collect();
    lines.splice(first..=call_end, joined);
}

/// Returns the lines with several strings of a list, or calls of a chain, on each.
fn filled(lines: Vec<String>) -> Vec<String> {
    let mut filled: Vec<String> = Vec::with_capacity(lines.len());
    for line in lines {
        let item = line.trim_start();
        let space = if is_string(item) { " " } else { "" };
        let follows = |last: &String| {
            let own = last.trim_start();
            let suits = match (indent(last), indent(&line)) {
                (before, here) if before == here => {
                    (is_string(own) && is_string(item)) || (is_call(own) && is_call(item))
                }
                // The first call stands behind what it is called on.
                (before, here) => before.saturating_add(4) == here && is_constructor(own) && is_call(item),
            };
            let width = [last, space, item].map(|part| part.chars().count()).iter().sum::<usize>();
            suits && width <= WIDTH
        };
        match filled.last_mut() {
            Some(last) if follows(last) => {
                last.push_str(space);
                last.push_str(item);
            }
            _ => filled.push(line),
        }
    }
    filled
}

/// Returns true if a line has nothing but strings of a list.
fn is_string(text: &str) -> bool {
    text.starts_with('"') && text.ends_with("\",")
}

/// Returns true if a line has nothing but whole calls of a chain.
fn is_call(text: &str) -> bool {
    text.starts_with('.') && is_whole(text)
}

/// Returns true if a line has the constructor of an item of a list and nothing else.
fn is_constructor(text: &str) -> bool {
    text.starts_with("rt::") && text.ends_with(')') && is_whole(text)
}

/// Returns true if every bracket outside of strings is closed.
fn is_whole(text: &str) -> bool {
    let (mut open, mut in_string, mut escaped) = (0_i32, false, false);
    for letter in text.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = in_string,
            '"' => in_string = !in_string,
            '(' | '[' | '{' if !in_string => open = open.saturating_add(1),
            ')' | ']' | '}' if !in_string => open = open.saturating_sub(1),
            _ => {}
        }
    }
    open == 0 && !in_string
}

/// Returns the last of the lines from `first` that fit on one, and that line.
fn joinable(lines: &[String], first: usize) -> Option<(usize, String)> {
    let opening = lines.get(first)?;
    let own = indent(opening);
    let (open, close) = match opening.trim_start() {
        text if text.starts_with("//") || text.starts_with('#') => return None,
        text if text.ends_with('(') => ("(", ')'),
        text if text.ends_with('{') && (is_function(text) || is_literal(text)) => ("{", '}'),
        _ => return None,
    };
    let rest = lines.iter().enumerate().skip(first).skip(1);
    let (last, closing) = rest.clone().find(|(_, line)| indent(line) <= own)?;
    if !closing.trim_start().starts_with(close) {
        return None;
    }
    let inner: Vec<&str> =
        rest.take_while(|(index, _)| *index < last).map(|(_, line)| line.as_str()).collect();
    let is_flat = inner.iter().all(|line| indent(line) == own.saturating_add(4));
    let is_body = is_function(opening.trim_start()) && open == "{";
    let suits = if is_body {
        inner.len() == 1 && inner.iter().all(|line| !line.ends_with([';', '{']))
    } else {
        inner.iter().all(|line| line.ends_with(','))
    };
    if !is_flat || !suits || inner.is_empty() {
        return None;
    }
    let inner = inner.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let inner = inner.trim_end_matches(',');
    let space = if open == "{" { " " } else { "" };
    let joined = format!("{opening}{space}{inner}{space}{}", closing.trim_start());
    (joined.chars().count() <= WIDTH).then_some((last, joined))
}

/// Returns the text of a macro of items: `path! { … }`.
pub(super) fn within(item: &syn::ItemMacro, items: &str) -> String {
    block(&head(item), items)
}

/// Returns the text of items in braces, of which the head has the first.
pub(super) fn block(head: &str, items: &str) -> String {
    let indented = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    let items: String = items.lines().map(indented).collect();
    format!("{head}\n{items}}}\n")
}

/// Returns the text of a macro of declarations: `path! { names: item; item; }`.
pub(super) fn declarations(item: &syn::ItemMacro) -> String {
    let mut head = head(item);
    let mut has_names = false;
    let mut lines: Vec<String> = Vec::new();
    let mut parts: Vec<String> = Vec::new();
    // True if what follows belongs to the last part, as in `Vec<String>`.
    let mut is_open = false;
    for token in item.mac.tokens.clone() {
        let (text, mark) = match &token {
            TokenTree::Group(group) => (format!("({})", words(group.stream())), '('),
            TokenTree::Punct(mark) => (mark.to_string(), mark.as_char()),
            other => (other.to_string(), ' '),
        };
        let is_arrow = parts.last().is_some_and(|part| part == "=>");
        match mark {
            ':' if !has_names => {
                has_names = true;
                head.push_str(&format!(" {}:", std::mem::take(&mut parts).join(" ")));
            }
            '=' => parts.push("=>".to_owned()),
            '>' if is_arrow && !is_open => {}
            _ => {
                match parts.last_mut() {
                    Some(part) if is_open || !(mark == ' ' || is_arrow) => part.push_str(&text),
                    _ => parts.push(text),
                }
                is_open = matches!(mark, '<' | ':');
                if mark == ';' {
                    lines.extend(wrapped(&std::mem::take(&mut parts)));
                }
            }
        }
    }
    let lines: String = lines.into_iter().map(|line| line + "\n").collect();
    format!("{head}\n{lines}}}\n")
}

/// Returns the beginning of a call of a macro: `path! {`, behind the feature that it needs.
fn head(item: &syn::ItemMacro) -> String {
    let feature = |attribute: &syn::Attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => Some(format!("#[cfg({})]\n", list.tokens)),
        _ => None,
    };
    let features: String = item.attrs.iter().filter_map(feature).collect();
    format!("{features}{}! {{", item.mac.path.to_token_stream().to_string().replace(' ', ""))
}

/// Returns the lines of a declaration; all but the first are indented.
fn wrapped(parts: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.chars().count().saturating_add(part.chars().count()) < WIDTH => {
                line.push_str(&format!(" {part}"));
            }
            Some(_) => lines.push(format!("        {part}")),
            None => lines.push(format!("    {part}")),
        }
    }
    lines
}

/// Returns tokens with a space between them, but before a comma or a colon, and in paths.
fn words(tokens: TokenStream) -> String {
    let mut out = String::new();
    for token in tokens {
        let is_mark = matches!(&token, TokenTree::Punct(mark) if matches!(mark.as_char(), ',' | ':'));
        if !(out.is_empty() || is_mark || out.ends_with("::")) {
            out.push(' ');
        }
        match token {
            TokenTree::Group(group) => out.push_str(&format!("({})", words(group.stream()))),
            other => out.push_str(&other.to_string()),
        }
    }
    out
}

fn indent(line: &str) -> usize {
    line.bytes().take_while(|byte| *byte == b' ').count()
}

fn is_function(text: &str) -> bool {
    ["pub fn ", "pub const fn ", "fn "].iter().any(|start| text.starts_with(start))
}

/// Returns true if a line ends in the beginning of a struct literal.
fn is_literal(text: &str) -> bool {
    let path = text.trim_end_matches(" {");
    let path = path.rsplit(['(', ' ']).next().unwrap_or_default();
    let name = path.rsplit("::").next().unwrap_or_default();
    let is_statement = ["match", "if", "impl", "for"].iter().any(|word| text.starts_with(word));
    !is_statement && name.starts_with(|letter: char| letter.is_ascii_uppercase()) && !path.contains("=>")
}

/// Puts a blank line between the members of an `impl`, which the printer sets without.
fn with_blank_lines(lines: &[String]) -> String {
    let mut out = String::new();
    let mut after_member = false;
    for line in lines {
        if after_member && line != "}" {
            out.push('\n');
        }
        out.push_str(line);
        out.push('\n');
        let at_member = indent(line) == 4;
        after_member =
            at_member && (line == "    }" || line == "    ];" || line.ends_with(';') || line.ends_with('}'));
    }
    out
}
