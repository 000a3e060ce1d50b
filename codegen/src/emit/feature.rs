//! The features of the crate that requests need.

use proc_macro2::TokenStream;
use quote::quote;
use virtual_finance_table::model::Endpoint;

/// Returns the attribute of what needs the feature of an endpoint.
pub(super) fn feature(endpoint: &Endpoint<'_>) -> Option<TokenStream> {
    let feature = endpoint.written.feature.as_deref()?;
    Some(quote!(#[cfg(feature = #feature)]))
}
