//! The builder of a request with more required parameters than `new` takes: its type says which have a value. A macro
//! of the runtime declares it from the parameters, each with the compiler's message for when it is missing.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::fields::{Field, fields, required};
use super::tokens::{docs, escaped, ident, summary};
use virtual_finance_table::markdown::for_rustdoc;
use virtual_finance_table::model::Endpoint;
use virtual_finance_table::names::camel;

/// Returns the declaration of a builder: Rust's own form of an implementation, in the runtime's macro.
pub(super) fn builder(endpoint: &Endpoint<'_>) -> TokenStream {
    let (name, request) = (name(endpoint), ident(endpoint.name));
    let optional: Vec<_> =
        fields(endpoint).iter().filter(|field| !field.required).map(Field::ident).collect();
    let optional = (!optional.is_empty()).then(|| quote!(#[optional(#(#optional),*)]));
    let params = required(endpoint).into_iter().zip(1_usize..).map(|(field, place)| {
        let state = format_ident!("S{place}");
        param(endpoint, &field, &state)
    });
    quote! {
        rt::builder! {
            #optional
            impl #name for #request { #(#params)* }
        }
    }
}

/// Returns the name of a request's builder.
pub(super) fn name(endpoint: &Endpoint<'_>) -> Ident {
    format_ident!("{}Builder", endpoint.name)
}

fn param(endpoint: &Endpoint<'_>, field: &Field<'_, '_>, state: &Ident) -> TokenStream {
    let about = docs(&format!("{}\n\n{}", for_rustdoc(field.doc()), field.takes()));
    let (name, has) = (field.name, format_ident!("Has{}", camel(field.name)));
    let message = escaped(&format!("`{}` has no `{name}` yet", endpoint.name));
    let note = escaped(&format!("call `.{name}(…)` before `.build()`: {}", summary(field.doc())));
    let (setter, argument, own, value) = (field.ident(), field.argument(), field.own(), field.taken());
    quote! {
        #about
        #[missing(#has, #message, #note)]
        fn #setter(self: #state, #argument) -> #own { #value }
    }
}
