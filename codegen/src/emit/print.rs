//! Prints items as the text of a file.

use std::fmt::Write as _;

use proc_macro2::TokenStream;
use quote::ToTokens as _;

use super::{Paths, Style, derive, layout};
use crate::file::{GeneratedFile, MARK};

/// Prints files with the settings of a generator.
pub(super) struct Printer<'s> {
    pub(super) style: &'s Style<'s>,
    pub(super) paths: Paths,
}

impl<'s> Printer<'s> {
    pub(super) fn new(style: &'s Style<'_>) -> Result<Self, String> {
        Ok(Self { style, paths: Paths::new(style)? })
    }

    /// Prints a file: the first line, its doc, the items.
    pub(super) fn file(
        &self,
        path: String,
        doc: &str,
        items: impl IntoIterator<Item = TokenStream>,
    ) -> Result<GeneratedFile, String> {
        let mut text = format!("{MARK} `{}` from {}; do not edit.\n\n", self.style.command, self.style.table);
        // A doc of its own is an error in a file that is included.
        let comment = if self.style.included && path.ends_with("/mod.rs") { "//" } else { "//!" };
        for line in doc.lines() {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{comment} {line}");
        }
        let mut previous = String::new();
        for item in items {
            let laid_out = self.lay_out(&path, item)?;
            // Imports, and modules without docs, stand together.
            let key = |text: &str| text.split_once(' ').map(|(word, _)| word.to_owned()).unwrap_or_default();
            let together = laid_out.lines().count() == 1
                && previous.lines().count() == 1
                && key(&laid_out) == key(&previous)
                && group(&laid_out) == group(&previous);
            if !together {
                text.push('\n');
            }
            text.push_str(&laid_out);
            previous = laid_out;
        }
        Ok(GeneratedFile { path, text })
    }

    fn lay_out(&self, path: &str, item: TokenStream) -> Result<String, String> {
        // A clone for the message would make the parser copy every token.
        let mut parsed: syn::File =
            syn::parse2(item).map_err(|error| format!("an item of {path} is not Rust: {error}"))?;
        derive::add(&self.paths.derives, &mut parsed.items);
        Ok(match parsed.items.first() {
            Some(syn::Item::Macro(item)) => match syn::parse2(item.mac.tokens.clone()) {
                Ok(items) => layout::within(item, &prettyplease::unparse(&items)),
                Err(_) => layout::declarations(item),
            },
            // The printer has no lines for macros.
            Some(syn::Item::Mod(module)) if has_macro(module) => self.module(path, module)?,
            _ => prettyplease::unparse(&parsed),
        })
    }

    fn module(&self, path: &str, module: &syn::ItemMod) -> Result<String, String> {
        let items = module.content.iter().flat_map(|(_, items)| items);
        let items = items.map(|item| self.lay_out(path, item.to_token_stream()));
        let items = items.collect::<Result<Vec<_>, _>>()?.join("\n");
        let empty = syn::ItemMod { content: Some(Default::default()), ..module.clone() };
        let head = self.lay_out(path, empty.to_token_stream())?;
        Ok(layout::block(head.trim_end().trim_end_matches('}'), &items))
    }
}

fn has_macro(module: &syn::ItemMod) -> bool {
    module.content.iter().flat_map(|(_, items)| items).any(|item| matches!(item, syn::Item::Macro(_)))
}

/// Returns the part of a `use` line by which imports are grouped; nothing for other lines.
fn group(line: &str) -> &str {
    line.strip_prefix("use ")
        .and_then(|path| path.split("::").find(|part| !part.is_empty()))
        .unwrap_or_default()
}
