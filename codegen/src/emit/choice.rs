//! The enumeration of a choice: one variant for each set of parameters.

use proc_macro2::TokenStream;
use quote::quote;

use super::argument::typed;
use super::kinds::{field_type, rust_type, taken};
use super::tokens::{docs, ident, table_docs};
use virtual_finance_table::markdown::for_rustdoc;
use virtual_finance_table::model::{Choice, ChoiceOption, Endpoint, Param};
use virtual_finance_table::names::camel;

/// Returns the items of a choice.
pub(super) fn choice(endpoint: &Endpoint<'_>, choice: &Choice<'_>) -> Vec<TokenStream> {
    let name = ident(&choice.type_name());
    let about =
        docs(&format!("{}\n\n[`{}::{}`] takes it.", for_rustdoc(choice.doc), endpoint.name, choice.name));
    let copy = choice.params().all(|param| param.kind.is_copy()).then(|| quote!(Copy,));
    let variants = choice.options.iter().map(variant);
    let constructors = choice.options.iter().map(|option| constructor(option));
    let (value, read) = (value(choice), read(choice));
    vec![
        quote! {
            #about
            #[derive(Debug, Clone, #copy PartialEq)]
            pub enum #name { #(#variants),* }
        },
        quote! {
            impl #name {
                #(#constructors)*
            }
        },
        quote! {
            impl rt::Choice for #name {
                #value
                #read
            }
        },
    ]
}

fn variant(option: &ChoiceOption<'_>) -> TokenStream {
    let (name, about) = (ident(&camel(option.name)), table_docs(option.doc));
    if let Some(param) = option.single() {
        let own = rust_type(&param.kind);
        return quote! { #about #name(#own) };
    }
    let fields = option.params.iter().map(|(param, required)| {
        let (name, docs) = (ident(param.name), table_docs(param.doc));
        let own = field_type(&param.kind, *required);
        quote! { #docs #name: #own }
    });
    quote! { #about #name { #(#fields),* } }
}

fn constructor(option: &ChoiceOption<'_>) -> TokenStream {
    let (name, variant) = (ident(option.name), ident(&camel(option.name)));
    let about = table_docs(option.doc);
    let arguments = option.params.iter().map(|(param, required)| {
        if *required {
            return typed(param);
        }
        let (name, own) = (ident(param.name), field_type(&param.kind, false));
        quote!(#name: #own)
    });
    let value = |(param, required): &(Param<'_>, bool)| {
        let name = ident(param.name);
        if *required { taken(&param.kind, param.name) } else { quote!(#name) }
    };
    let body = match option.single() {
        Some(param) => {
            let value = taken(&param.kind, param.name);
            quote!(Self::#variant(#value))
        }
        None => {
            let fields = option.params.iter().map(|found| {
                let (name, value) = (ident(found.0.name), value(found));
                if found.1 { quote!(#name: #value) } else { quote!(#name) }
            });
            quote!(Self::#variant { #(#fields),* })
        }
    };
    quote! {
        #about
        #[must_use]
        pub fn #name(#(#arguments),*) -> Self { #body }
    }
}

/// Returns the method with the values of the set that was chosen.
fn value(choice: &Choice<'_>) -> TokenStream {
    let arms = choice.options.iter().flat_map(|option| {
        let variant = ident(&camel(option.name));
        option.params.iter().map(move |(param, _)| {
            let (name, key) = (ident(param.name), param.name);
            let pattern = match option.single() {
                Some(_) => quote!(Self::#variant(#name)),
                None => quote!(Self::#variant { #name, .. }),
            };
            quote!((#pattern, #key) => rt::plain(#name))
        })
    });
    quote! {
        fn value(&self, param: &str) -> Option<rt::Plain<'_>> {
            match (self, param) { #(#arms,)* _ => None }
        }
    }
}

/// Returns the method that reads the set of a name.
fn read(choice: &Choice<'_>) -> TokenStream {
    let arms = choice.options.iter().map(|option| {
        let (name, variant) = (option.name, ident(&camel(option.name)));
        if let Some(param) = option.single() {
            let key = param.name;
            return quote!(#name => Self::#variant(read.required(#key)?));
        }
        let values = option.params.iter().map(|(param, required)| {
            let (field, key) = (ident(param.name), param.name);
            if *required { quote!(#field: read.required(#key)?) } else { quote!(#field: read.optional(#key)) }
        });
        quote!(#name => Self::#variant { #(#values),* })
    });
    quote! {
        fn read(read: &rt::ParamReader<'_>, option: &str) -> Result<Option<Self>, rt::ParamErrors> {
            Ok(Some(match option { #(#arms,)* _ => return Ok(None) }))
        }
    }
}
