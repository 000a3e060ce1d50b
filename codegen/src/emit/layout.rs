//! The layout of macros, for which the printer has no lines.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;

/// The width of a line, as in this workspace's own code.
const WIDTH: usize = 110;

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
