//! Tokens that more than one part of the generated code needs.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use virtual_finance_table::item::record_path;
use virtual_finance_table::markdown::for_rustdoc;

/// Returns a name as an identifier.
pub(super) fn ident(name: &str) -> Ident {
    format_ident!("{name}")
}

/// Returns the path of a record in the module of the records.
pub(super) fn record(name: &str) -> TokenStream {
    let (module, own) = record_path(name);
    let (module, own) = (module.map(ident).into_iter(), ident(own));
    quote!(#(#module::)*#own)
}

/// Returns a number as an expression of type `f64`.
pub(super) fn float(number: f64) -> TokenStream {
    let size = Literal::f64_unsuffixed(number.abs());
    if number.is_sign_negative() { quote!(-#size) } else { quote!(#size) }
}

/// Returns the article before a name.
pub(super) fn article(name: &str) -> &'static str {
    if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" }
}

/// Returns a doc comment.
pub(super) fn docs(text: &str) -> TokenStream {
    let lines = text.trim().lines().map(|line| {
        let line = line.trim_end();
        let line = if line.is_empty() { String::new() } else { format!(" {line}") };
        quote! { #[doc = #line] }
    });
    quote! { #(#lines)* }
}

/// Returns a doc of the table as a doc comment.
pub(super) fn table_docs(doc: &str) -> TokenStream {
    docs(&for_rustdoc(doc))
}

/// Returns a doc of the table with a sentence behind it: on the same line, if the doc is one paragraph.
pub(super) fn with_sentence(doc: &str, sentence: &str) -> String {
    let doc = for_rustdoc(doc);
    let sentence = sentence.trim();
    let is_paragraph = doc.lines().count() < 2 || sentence.is_empty();
    format!("{doc}{}{sentence}", if is_paragraph { " " } else { "\n\n" }).trim_end().to_owned()
}

/// Returns a string as code in Markdown.
pub(super) fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// Returns the first paragraph of a doc on one line.
pub(super) fn summary(doc: &str) -> String {
    let lines: Vec<&str> = doc.trim().lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// Returns the attribute with the compiler's message for a trait that is not implemented.
///
/// In `message` and `label` the compiler fills in the names in braces; in notes it finds none.
pub(super) fn on_unimplemented(message: &str, label: &str, notes: &[String]) -> TokenStream {
    let notes = notes.iter().map(|note| escaped(note));
    quote!(#[diagnostic::on_unimplemented(message = #message, label = #label, #(note = #notes),*)])
}

/// Returns a text in which the compiler finds nothing to fill in.
pub(super) fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}
