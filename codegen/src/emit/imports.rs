//! The imports of a generated file: only names that its items use.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::Paths;
use crate::names::RUNTIME_TYPES;

/// What the generated code takes from the standard library.
const STANDARD: [(&str, &str); 3] = [("Cow", "borrow"), ("fmt", ""), ("FromStr", "str")];

/// The imports that items need, of the runtime, the converters and the table's own types.
pub(super) fn imports(paths: &Paths, own: &[&str], items: &[TokenStream]) -> Vec<TokenStream> {
    let mut used = BTreeSet::new();
    // The names in these definitions are their own; the types of variants are used elsewhere too.
    for item in items.iter().filter(|item| !defines_names(item)) {
        collect(item.clone(), &mut used);
    }
    let mut out = Vec::new();
    for (name, module) in STANDARD.into_iter().filter(|(name, _)| used.contains(*name)) {
        let modules = (!module.is_empty()).then(|| format_ident!("{module}")).into_iter();
        let name = format_ident!("{name}");
        out.push(quote! { use std::#(#modules::)*#name; });
    }
    let mut runtime: Vec<TokenStream> = RUNTIME_TYPES
        .iter()
        .filter(|name| used.contains(**name))
        .map(|name| format_ident!("{name}").into_token_stream())
        .collect();
    let mut elsewhere = None;
    if used.contains("converters") {
        let (above, name) = last(&paths.converters);
        if above == paths.runtime.to_token_stream().to_string() {
            runtime.push(name);
        } else {
            let path = &paths.converters;
            let renamed = (name.to_string() != "converters").then(|| quote!(as converters));
            elsewhere = Some(quote! { use #path #renamed; });
        }
    }
    let path = &paths.runtime;
    out.extend(from(&quote!(#path), &runtime));
    out.extend(elsewhere);
    let types: Vec<_> = own
        .iter()
        .filter(|name| used.contains(**name))
        .map(|name| format_ident!("{name}").into_token_stream())
        .collect();
    out.extend(from(&quote!(super::types), &types));
    out
}

/// The import of names from one module, where there are any.
fn from(module: &TokenStream, names: &[TokenStream]) -> Option<TokenStream> {
    match names {
        [] => None,
        [one] => Some(quote! { use #module::#one; }),
        many => Some(quote! { use #module::{#(#many),*}; }),
    }
}

/// A path up to its last name, as text, and that name.
fn last(path: &syn::Path) -> (String, TokenStream) {
    let mut above = path.clone();
    let name = above.segments.pop().map(ToTokens::into_token_stream).unwrap_or_default();
    above.segments.pop_punct();
    (above.to_token_stream().to_string(), name)
}

/// The names that tokens use by themselves, not as parts of something else: of `Span::Date` only `Span`.
fn collect(tokens: TokenStream, used: &mut BTreeSet<String>) {
    let mut colons = 0_u8;
    for token in tokens {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == ':' => {
                colons = colons.saturating_add(1);
                continue;
            }
            TokenTree::Ident(ident) if colons < 2 => {
                used.insert(ident.to_string());
            }
            TokenTree::Group(group) => collect(group.stream(), used),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        colons = 0;
    }
}

/// Whether an item is an enumeration or the declaration of a module.
fn defines_names(item: &TokenStream) -> bool {
    let mut tokens = item.clone().into_iter();
    tokens.any(|token| matches!(token, TokenTree::Ident(word) if word == "enum" || word == "mod"))
}
