//! The builder of a request with more required parameters than `new` takes. Its type says which have a value;
//! `build` has a bound for each, so that the compiler names every one that is missing.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::fields::{Field, fields, required};
use super::tokens::{docs, escaped, ident, on_unimplemented, summary};
use crate::markdown::for_rustdoc;
use crate::model::Endpoint;
use crate::names::camel;

/// Returns the items of a builder: the struct, its setters, and the traits that its bounds are made of.
pub(super) fn builder(endpoint: &Endpoint<'_>) -> Vec<TokenStream> {
    let mut items = vec![definition(endpoint), setters(endpoint)];
    items.extend(required(endpoint).iter().flat_map(|field| states(endpoint, field)));
    items
}

/// Returns the name of a request's builder.
pub(super) fn name(endpoint: &Endpoint<'_>) -> Ident {
    format_ident!("{}Builder", endpoint.name)
}

/// Returns the method of the request that creates its builder.
pub(super) fn start(endpoint: &Endpoint<'_>) -> TokenStream {
    let (name, call) = (name(endpoint), call(endpoint));
    let about = docs(&format!(
        "Creates a builder that takes every required parameter by name, once, in any order.\n\n\
         `{call}`\n\n\
         Optional parameters are set on the request itself, after `build`. Values are validated when it is sent."
    ));
    let fields = required(endpoint).into_iter().map(|field| field.ident());
    quote! {
        #about
        pub fn builder() -> #name { #name { #(#fields: rt::Missing),* } }
    }
}

/// Returns the whole call: `Order::builder().shop(…).build()`.
fn call(endpoint: &Endpoint<'_>) -> String {
    let setters: String = required(endpoint).iter().map(|field| format!(".{}(…)", field.name)).collect();
    format!("{}::builder(){setters}.build()", endpoint.name)
}

/// Returns each required field with the type parameter for its state.
fn slots<'e, 't>(endpoint: &'e Endpoint<'t>) -> Vec<(Field<'e, 't>, Ident)> {
    required(endpoint)
        .into_iter()
        .zip(1_usize..)
        .map(|(field, place)| (field, format_ident!("S{place}")))
        .collect()
}

fn definition(endpoint: &Endpoint<'_>) -> TokenStream {
    let name = name(endpoint);
    let about = docs(&format!(
        "Collects the required parameters of a [`{0}`]; [`{0}::builder`] creates it.\n\n\
         Its type says which parameters have a value: it is built when all have one, each given once.",
        endpoint.name
    ));
    let states = slots(endpoint);
    let (generics, fields): (Vec<_>, Vec<_>) = states
        .iter()
        .map(|(field, state)| {
            let field = field.ident();
            (quote!(#state = rt::Missing), quote!(#field: #state))
        })
        .unzip();
    quote! {
        #about
        #[derive(Debug, Clone)]
        #[must_use = "a builder does nothing until `build` makes the request"]
        pub struct #name<#(#generics),*> { #(#fields),* }
    }
}

fn setters(endpoint: &Endpoint<'_>) -> TokenStream {
    let (name, request) = (name(endpoint), ident(endpoint.name));
    let slots = slots(endpoint);
    let states: Vec<_> = slots.iter().map(|(_, state)| state).collect();
    let setters = slots.iter().map(|(param, _)| setter(endpoint, &slots, param));
    let bounds = slots.iter().map(|(param, state)| {
        let has = has(param);
        quote!(#state: #has)
    });
    let fields = fields(endpoint).into_iter().map(|field| {
        let name = field.ident();
        let absent = field.absent();
        if field.required { quote!(#name: self.#name.take()) } else { quote!(#name: #absent) }
    });
    quote! {
        impl<#(#states),*> #name<#(#states),*> {
            #(#setters)*

            /// Returns the request, once every required parameter has a value.
            pub fn build(self) -> #request where #(#bounds),* { #request { #(#fields),* } }
        }
    }
}

fn setter(endpoint: &Endpoint<'_>, slots: &[(Field<'_, '_>, Ident)], param: &Field<'_, '_>) -> TokenStream {
    let (builder, field, own) = (name(endpoint), param.ident(), param.own());
    let about = docs(&format!("{}\n\n{}", for_rustdoc(param.doc()), param.takes()));
    let is_own = |other: &Field<'_, '_>| other.name == param.name;
    let after = slots
        .iter()
        .map(|(other, state)| if is_own(other) { quote!(rt::Given<#own>) } else { quote!(#state) });
    let (argument, value) = (param.argument(), param.taken());
    let lacks = lacks(param);
    let state = slots.iter().find(|(other, _)| is_own(other)).map(|(_, state)| state);
    let fields = slots.iter().map(|(other, _)| {
        let name = other.ident();
        if is_own(other) { quote!(#name: rt::Given(#value)) } else { quote!(#name: self.#name) }
    });
    quote! {
        #about
        pub fn #field(self, #argument) -> #builder<#(#after),*> where #state: #lacks {
            #builder { #(#fields),* }
        }
    }
}

/// Returns the trait of the state of a parameter that has a value.
fn has(param: &Field<'_, '_>) -> Ident {
    format_ident!("Has{}", camel(param.name))
}

/// Returns the trait of the state of a parameter that has no value.
fn lacks(param: &Field<'_, '_>) -> Ident {
    format_ident!("Lacks{}", camel(param.name))
}

fn states(endpoint: &Endpoint<'_>, param: &Field<'_, '_>) -> [TokenStream; 4] {
    let (request, name, own) = (endpoint.name, param.name, param.own());
    let (has, lacks) = (has(param), lacks(param));
    let summary = summary(param.doc());
    let missing = on_unimplemented(
        &escaped(&format!("`{request}` has no `{name}` yet")),
        &escaped(&format!("`{name}` is missing")),
        &[format!("call `.{name}(…)` before `.build()`: {summary}")],
    );
    let twice = on_unimplemented(
        &escaped(&format!("`{request}` has its `{name}` already")),
        &escaped(&format!("`{name}` is given a second time")),
        &[format!("keep one call of `.{name}(…)`, and remove the other")],
    );
    let (has_doc, lacks_doc) = (
        format!(" A builder that has a value of `{name}`."),
        format!(" A builder that has no value of `{name}`."),
    );
    [
        quote! {
            #[doc = #has_doc]
            #missing
            pub trait #has {
                /// Returns the value.
                fn take(self) -> #own;
            }
        },
        quote! {
            #[diagnostic::do_not_recommend]
            impl #has for rt::Given<#own> { fn take(self) -> #own { self.0 } }
        },
        quote! {
            #[doc = #lacks_doc]
            #twice
            pub trait #lacks {}
        },
        quote! {
            #[diagnostic::do_not_recommend]
            impl #lacks for rt::Missing {}
        },
    ]
}
