//! The builder of a request with more required parameters than `new` should take. Its type says which
//! were given; `build` has a bound for each, so that the compiler names every one that is missing.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::emit::access::rust_type;
use crate::emit::argument::{Arguments, in_docs, on_unimplemented};
use crate::emit::request::field_names;
use crate::emit::{docs, quote_ident};
use crate::model::{Endpoint, Param};
use crate::names::camel;

/// The items of a builder: the struct, its setters, and the traits that its bounds are made of.
pub(crate) fn builder(endpoint: &Endpoint<'_>) -> Vec<TokenStream> {
    let mut items = vec![definition(endpoint), setters(endpoint)];
    items.extend(endpoint.required().flat_map(|param| states(endpoint, param)));
    items
}

/// The type of a request's builder.
pub(crate) fn name(endpoint: &Endpoint<'_>) -> Ident {
    format_ident!("{}Builder", endpoint.name)
}

/// How a request is made: the method that gives its builder.
pub(crate) fn start(endpoint: &Endpoint<'_>) -> TokenStream {
    let (name, call) = (name(endpoint), call(endpoint));
    let about = docs(&format!(
        "Begins the request: every required parameter is given by name, once, in any order.\n\n\
         `{call}`\n\n\
         What is optional is set on the request itself, after `build`. Values are checked before it is sent."
    ));
    let fields = endpoint.required().map(|param| format_ident!("{}", param.name));
    quote! {
        #about
        pub fn builder() -> #name { #name { #(#fields: Missing),* } }
    }
}

/// `Order::builder().shop(…).build()`
fn call(endpoint: &Endpoint<'_>) -> String {
    let setters: String = endpoint.required().map(|param| format!(".{}(…)", param.name)).collect();
    format!("{}::builder(){setters}.build()", endpoint.name)
}

/// Each required parameter with the type parameter for its state.
fn slots<'e, 't>(endpoint: &'e Endpoint<'t>) -> Vec<(&'e Param<'t>, Ident)> {
    endpoint.required().zip(1_usize..).map(|(param, place)| (param, format_ident!("S{place}"))).collect()
}

fn definition(endpoint: &Endpoint<'_>) -> TokenStream {
    let name = name(endpoint);
    let about = docs(&format!(
        "Collects what [`{0}`] cannot be made without; [`{0}::builder`] begins it.\n\n\
         Its type says which parameters were given: it is built when all were, each once.",
        endpoint.name
    ));
    let states = slots(endpoint);
    let (generics, fields): (Vec<_>, Vec<_>) = states
        .iter()
        .map(|(param, state)| {
            let field = format_ident!("{}", param.name);
            (quote!(#state = Missing), quote!(#field: #state))
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
    let (name, request) = (name(endpoint), quote_ident(endpoint.name));
    let slots = slots(endpoint);
    let states: Vec<_> = slots.iter().map(|(_, state)| state).collect();
    let setters = slots.iter().map(|(param, _)| setter(endpoint, &slots, param));
    let bounds = slots.iter().map(|(param, state)| {
        let has = has(param);
        quote!(#state: #has)
    });
    let fields = field_names(endpoint).into_iter().map(|field| {
        let required = slots.iter().any(|(param, _)| field == param.name);
        if required { quote!(#field: self.#field.take()) } else { quote!(#field: None) }
    });
    quote! {
        impl<#(#states),*> #name<#(#states),*> {
            #(#setters)*

            /// The request, once every required parameter was given.
            pub fn build(self) -> #request where #(#bounds),* { #request { #(#fields),* } }
        }
    }
}

fn setter(endpoint: &Endpoint<'_>, slots: &[(&Param<'_>, Ident)], param: &Param<'_>) -> TokenStream {
    let (builder, field, own) = (name(endpoint), format_ident!("{}", param.name), rust_type(&param.kind));
    let about = docs(&format!("{}\n\nIt takes {}.", param.table.doc.trim(), in_docs(&param.kind)));
    let is_own = |other: &Param<'_>| other.name == param.name;
    let after =
        slots.iter().map(|(other, state)| if is_own(other) { quote!(Given<#own>) } else { quote!(#state) });
    let arguments = Arguments::one(param.name, quote_ident(endpoint.name));
    let (generics, list, takes) = (arguments.generics(), arguments.list(), arguments.bounds());
    let lacks = lacks(param);
    let state = slots.iter().find(|(other, _)| is_own(other)).map(|(_, state)| state);
    let value = arguments.value(param.name);
    let fields = slots.iter().map(|(other, _)| {
        let name = format_ident!("{}", other.name);
        if is_own(other) { quote!(#name: Given(#value)) } else { quote!(#name: self.#name) }
    });
    quote! {
        #about
        pub fn #field #generics (self, #(#list),*) -> #builder<#(#after),*>
        where
            #state: #lacks,
            #takes,
        {
            #builder { #(#fields),* }
        }
    }
}

/// The trait of the state of a parameter that was given.
fn has(param: &Param<'_>) -> Ident {
    format_ident!("Has{}", camel(param.name))
}

/// The trait of the state of a parameter that was not given yet.
fn lacks(param: &Param<'_>) -> Ident {
    format_ident!("Lacks{}", camel(param.name))
}

fn states(endpoint: &Endpoint<'_>, param: &Param<'_>) -> [TokenStream; 4] {
    let (request, name, own) = (endpoint.name, param.name, rust_type(&param.kind));
    let (has, lacks) = (has(param), lacks(param));
    let summary = param.table.doc.trim().lines().next().unwrap_or_default();
    let missing = on_unimplemented(
        &format!("`{request}` has no `{name}` yet"),
        &format!("`{name}` is missing"),
        &[format!("call `.{name}(…)` before `.build()`: {summary}")],
    );
    let twice = on_unimplemented(
        &format!("`{request}` has its `{name}` already"),
        &format!("`{name}` is given a second time"),
        &[format!("keep one call of `.{name}(…)`, and remove the other")],
    );
    let (has_doc, lacks_doc) =
        (format!(" A builder that was given `{name}`."), format!(" A builder that was not given `{name}`."));
    [
        quote! {
            #[doc = #has_doc]
            #missing
            pub trait #has {
                /// The value that was given.
                fn take(self) -> #own;
            }
        },
        quote! {
            #[diagnostic::do_not_recommend]
            impl #has for Given<#own> { fn take(self) -> #own { self.0 } }
        },
        quote! {
            #[doc = #lacks_doc]
            #twice
            pub trait #lacks {}
        },
        quote! {
            #[diagnostic::do_not_recommend]
            impl #lacks for Missing {}
        },
    ]
}
