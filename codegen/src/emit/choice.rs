//! The enumeration that a choice becomes: one variant for each set of parameters.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::emit::access::rust_type;
use crate::emit::argument::Arguments;
use crate::emit::{docs, quote_ident};
use crate::model::{Choice, ChoiceOption, Endpoint, Param};
use crate::names::camel;

/// The items of a choice.
pub(crate) fn choice(endpoint: &Endpoint<'_>, choice: &Choice<'_>) -> Vec<TokenStream> {
    let name = format_ident!("{}", choice.type_name());
    let about = docs(&format!(
        "{}\n\nIt is what [`{}::{}`] takes.",
        choice.table.doc.trim(),
        endpoint.name,
        choice.name
    ));
    let copy = choice.params().all(|param| param.kind.is_copy()).then(|| quote!(Copy,));
    let variants = choice.options.iter().map(variant);
    let constructors = choice.options.iter().map(|option| constructor(endpoint, option));
    let parts = parts(choice);
    vec![
        quote! {
            #about
            #[derive(Debug, Clone, #copy PartialEq)]
            pub enum #name { #(#variants),* }
        },
        quote! {
            impl #name {
                #(#constructors)*
                #parts
            }
        },
    ]
}

fn field_type(param: &Param<'_>, required: bool) -> TokenStream {
    let own = rust_type(&param.kind);
    if required { own } else { quote!(Option<#own>) }
}

fn variant(option: &ChoiceOption<'_>) -> TokenStream {
    let (name, about) = (format_ident!("{}", camel(option.name)), docs(&option.table.doc));
    if let Some(param) = option.single() {
        let own = rust_type(&param.kind);
        return quote! { #about #name(#own) };
    }
    let fields = option.params.iter().map(|(param, required)| {
        let (name, docs) = (format_ident!("{}", param.name), docs(&param.table.doc));
        let own = field_type(param, *required);
        quote! { #docs #name: #own }
    });
    quote! { #about #name { #(#fields),* } }
}

fn constructor(endpoint: &Endpoint<'_>, option: &ChoiceOption<'_>) -> TokenStream {
    let (name, variant) = (format_ident!("{}", option.name), format_ident!("{}", camel(option.name)));
    let about = docs(&option.table.doc);
    let needed: Vec<_> = option.params.iter().filter(|(_, required)| *required).collect();
    let arguments = Arguments::new(needed.iter().map(|(param, _)| param), quote_ident(endpoint.name));
    let (generics, bounds) = (arguments.generics(), arguments.bounds());
    let optional = option.params.iter().filter(|(_, required)| !required).map(|(param, _)| {
        let (name, own) = (format_ident!("{}", param.name), field_type(param, false));
        quote!(#name: #own)
    });
    let list = arguments.list().into_iter().chain(optional);
    let body = match option.single() {
        Some(param) => {
            let value = arguments.value(param.name);
            quote!(Self::#variant(#value))
        }
        None => {
            let fields = option.params.iter().map(|(param, required)| {
                let name = format_ident!("{}", param.name);
                let value = required.then(|| arguments.value(param.name));
                value.map_or_else(|| quote!(#name), |value| quote!(#name: #value))
            });
            quote!(Self::#variant { #(#fields),* })
        }
    };
    quote! {
        #about
        #[must_use]
        pub fn #name #generics (#(#list),*) -> Self where #bounds { #body }
    }
}

/// The method that gives the values of all sets, those of the sets that were not chosen as none.
fn parts(choice: &Choice<'_>) -> TokenStream {
    let all: Vec<&Param<'_>> = choice.params().collect();
    let types = all.iter().map(|param| {
        let own = rust_type(&param.kind);
        if param.kind.is_copy() { quote!(Option<#own>) } else { quote!(Option<&#own>) }
    });
    let arms = choice.options.iter().map(|option| {
        let variant = format_ident!("{}", camel(option.name));
        let names = option.params.iter().map(|(param, _)| format_ident!("{}", param.name));
        let pattern = match option.single() {
            Some(_) => quote!(Self::#variant(#(#names),*)),
            None => quote!(Self::#variant { #(#names),* }),
        };
        let values = all.iter().map(|param| {
            let name = format_ident!("{}", param.name);
            let found = option.params.iter().find(|(own, _)| own.name == param.name);
            match found.map(|(param, required)| (param.kind.is_copy(), *required)) {
                Some((true, true)) => quote!(Some(*#name)),
                Some((false, true)) => quote!(Some(#name)),
                Some((true, false)) => quote!(*#name),
                Some((false, false)) => quote!(#name.as_ref()),
                None => quote!(None),
            }
        });
        quote!(#pattern => (#(#values,)*))
    });
    let many = (all.len() > 4)
        .then(|| quote!(#[allow(clippy::type_complexity, reason = "one option for each parameter")]));
    quote! {
        /// The value of each parameter, none where it belongs to another variant.
        #many
        fn parts(&self) -> (#(#types,)*) {
            match self { #(#arms,)* }
        }
    }
}
