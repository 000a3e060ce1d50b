//! The types of members of records.

use proc_macro2::TokenStream;
use quote::quote;

use super::tokens::{ident, record};
use virtual_finance_table::item::Item;

/// Returns the type of an item in Rust; the records are in that module.
pub(super) fn rust_type(item: &Item<'_>, module: &TokenStream) -> TokenStream {
    match item {
        Item::String => quote!(String),
        Item::Integer => quote!(i64),
        Item::Number => quote!(rt::Number),
        Item::Boolean => quote!(bool),
        Item::Date => quote!(rt::Date),
        Item::DateTime => quote!(rt::DateTime),
        Item::Any => quote!(rt::Value),
        Item::Bytes => quote!(rt::Upload),
        Item::Enum(name) => {
            let name = ident(name);
            quote!(super::types::#name)
        }
        Item::Record(name) | Item::OneOf(name) => {
            let name = record(name);
            quote!(#module #name)
        }
        Item::List(item) => {
            let item = rust_type(item, module);
            quote!(Vec<#item>)
        }
        Item::Map(item) => {
            let item = rust_type(item, module);
            quote!(::std::collections::BTreeMap<String, #item>)
        }
    }
}
