//! The pages of an endpoint.

use proc_macro2::TokenStream;
use quote::quote;

use super::member;
use super::tokens::ident;
use virtual_finance_table::model::{Endpoint, Pages, Presence};

/// Returns the implementation of `Paged`.
pub(super) fn implementation(endpoint: &Endpoint<'_>, pages: &Pages<'_>) -> TokenStream {
    let name = ident(endpoint.name);
    let item = match (&pages.item, endpoint.converter()) {
        (Some(item), _) => member::rust_type(item, &quote!(super::records::)),
        (None, module) => {
            let module = ident(module.unwrap_or_default());
            quote!(converters::#module::Item)
        }
    };
    let path = pages.items.split('.').filter(|word| !word.is_empty()).map(ident);
    let list = quote!(response #(.#path)*);
    let (items, list) = match pages.presence {
        Presence::Required => {
            let borrowed = if pages.items.is_empty() { list.clone() } else { quote!(&#list) };
            (list, borrowed)
        }
        Presence::Nullable | Presence::Optional => {
            (quote!(#list.unwrap_or_default()), quote!(#list.as_deref().unwrap_or_default()))
        }
        Presence::OptionalOrNull => {
            (quote!(#list.into_value().unwrap_or_default()), quote!(#list.get().map_or(&[], Vec::as_slice)))
        }
    };
    let at_page = pages.next.parameter().and_then(|name| endpoint.param(name)).map(|param| {
        let field = ident(param.name);
        let value = quote!(rt::ParamValue::from_plain(page)?);
        let value = if param.required { value } else { quote!(Some(#value)) };
        quote! {
            fn at_page(mut self, page: &rt::Plain<'_>) -> Option<Self> {
                self.#field = #value;
                Some(self)
            }
        }
    });
    quote! {
        impl rt::Paged for #name {
            type Item = #item;

            fn items(response: Self::Response) -> Vec<Self::Item> { #items }

            fn list(response: &Self::Response) -> &[Self::Item] { #list }

            #at_page
        }
    }
}
