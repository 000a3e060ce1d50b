//! The attributes, docs and entries of the catalogue about the versions of parts of the table.

use proc_macro2::TokenStream;
use quote::quote;

use super::tokens::{docs, optional};
use crate::markdown::for_rustdoc;
use crate::model::Availability;

/// Returns the doc of a part, written for rustdoc, with its version, and the attribute that warns its users.
pub(super) fn about(doc: &str, availability: Availability<'_>) -> TokenStream {
    let (docs, deprecated) = (docs(&versioned(doc, availability)), deprecated(availability));
    quote!(#docs #deprecated)
}

/// Returns a doc of the table, with the version of its part, and the attribute that warns its users.
pub(super) fn table_docs(doc: &str, availability: Availability<'_>) -> TokenStream {
    about(&for_rustdoc(doc), availability)
}

/// Returns a doc with the version of its part.
pub(super) fn versioned(doc: &str, availability: Availability<'_>) -> String {
    match availability.since {
        Some(version) => format!("{doc}\n\nSince version {version}."),
        None => doc.to_owned(),
    }
}

/// Returns the attribute that warns the users of a part.
pub(super) fn deprecated(availability: Availability<'_>) -> Option<TokenStream> {
    availability.deprecated.map(|note| quote!(#[deprecated(note = #note)]))
}

/// Returns the value of the field `availability` of a part of the catalogue, unless it is the default.
pub(super) fn entry(availability: Availability<'_>) -> Option<TokenStream> {
    let Availability { since, deprecated } = availability;
    (since.is_some() || deprecated.is_some()).then(|| {
        let (since, deprecated) = (optional(since), optional(deprecated));
        quote!(rt::Availability { since: #since, deprecated: #deprecated })
    })
}
