//! The attributes that warn the users of deprecated parts.

use proc_macro2::TokenStream;
use quote::quote;

use super::tokens::docs;

/// Returns the doc of a part, written for rustdoc, and the attribute that warns its users.
pub(super) fn about(doc: &str, deprecated: Option<&str>) -> TokenStream {
    let (docs, warning) = (docs(doc), warning(deprecated));
    quote!(#docs #warning)
}

/// Returns the attribute that warns the users of a part.
pub(super) fn warning(deprecated: Option<&str>) -> Option<TokenStream> {
    deprecated.map(|note| quote!(#[deprecated(note = #note)]))
}
