//! The struct of a request, its constructors, setters and getters.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::fields::fields;
use super::getter::getters;
use super::kinds::{in_docs, limits, taken, taken_option, takes, takes_option};
use super::tokens::{article, docs, ident, with_sentence};
use super::{argument, builder, example};
use crate::markdown::for_rustdoc;
use crate::model::{Choice, Endpoint, Param};
use crate::names::camel;

/// Returns the struct of a request and its methods.
pub(super) fn request(endpoint: &Endpoint<'_>, docs_crate: Option<&str>) -> [TokenStream; 2] {
    [definition(endpoint, docs_crate), methods(endpoint)]
}

fn definition(endpoint: &Endpoint<'_>, docs_crate: Option<&str>) -> TokenStream {
    let name = ident(endpoint.name);
    let about = docs(&format!("{}{}", for_rustdoc(endpoint.doc), example::docs(endpoint, docs_crate)));
    let default = endpoint.required().next().is_none().then(|| quote!(, Default));
    // Without parameters the struct has no private field that would keep others from making it.
    let open = endpoint.params.is_empty().then(|| quote!(#[non_exhaustive]));
    let fields = fields(endpoint).into_iter().map(|field| {
        let (name, own) = (&field.name, field.field_type());
        quote!(#name: #own)
    });
    quote! {
        #about
        #[derive(Debug, Clone, PartialEq #default)]
        #[must_use = "a request does nothing until a client sends it"]
        #open
        pub struct #name { #(#fields),* }
    }
}

fn methods(endpoint: &Endpoint<'_>) -> TokenStream {
    let name = ident(endpoint.name);
    let status = Literal::i64_unsuffixed(endpoint.status);
    let start = if endpoint.has_builder() { builder::start(endpoint) } else { new(endpoint) };
    let from_params = from_params(endpoint);
    let setters = endpoint.settable().map(setter);
    let choices = endpoint.choices.iter().map(choice_setters);
    let getters = getters(endpoint);
    quote! {
        impl #name {
            /// The data of the table about the request.
            pub const INFO: &'static rt::EndpointInfo = &INFO;

            /// The HTTP status of a good reply.
            pub const EXPECTED_STATUS: u16 = #status;

            #start
            #(#choices)*
            #(#setters)*
            #from_params
            #(#getters)*
        }
    }
}

fn new(endpoint: &Endpoint<'_>) -> TokenStream {
    if endpoint.required().next().is_none() {
        return quote! {
            /// Creates a request without parameters.
            pub fn new() -> Self { Self::default() }
        };
    }
    let mut text =
        "Creates a request from its required parameters. Values are validated when the request is sent."
            .to_owned();
    for param in endpoint.required() {
        let (doc, takes) = (with_sentence(param.doc, &limits(param)), in_docs(&param.kind));
        text.push_str(&format!("\n\n`{}`, {takes}: {doc}", param.name));
    }
    let about = docs(&text);
    let arguments = endpoint.required().map(|param| argument(param));
    let values = fields(endpoint).into_iter().map(|field| {
        let name = &field.name;
        match endpoint.required().find(|param| *name == param.name) {
            Some(param) => {
                let value = taken(&param.kind, param.name);
                quote!(#name: #value)
            }
            None => quote!(#name: None),
        }
    });
    quote! {
        #about
        pub fn new(#(#arguments),*) -> Self { Self { #(#values),* } }
    }
}

/// Returns the argument of a function for a parameter: `ticker: impl param::ticker`.
pub(super) fn argument(param: &Param<'_>) -> TokenStream {
    let name = ident(param.name);
    quote!(#name: impl param::#name)
}

fn setter(param: &Param<'_>) -> TokenStream {
    let about = docs(&format!("{}\n\n{}", for_rustdoc(param.doc), takes_option(param)));
    let (name, argument) = (ident(param.name), argument(param));
    let value = taken_option(&param.kind, param.name);
    quote! {
        #about
        pub fn #name(mut self, #argument) -> Self {
            self.#name = #value;
            self
        }
    }
}

/// Returns the setter of a choice, the short form for each set of a single parameter, and what the compiler
/// finds where a parameter of a larger set is set by itself.
fn choice_setters(choice: &Choice<'_>) -> TokenStream {
    let (name, own_name) = (ident(choice.name), choice.type_name());
    let (own, into) = (ident(&own_name), argument::choice_trait(choice));
    let about = docs(&format!(
        "{}\n\nTakes {} [`{own_name}`], or an `Option` of it.",
        for_rustdoc(choice.doc),
        article(&own_name)
    ));
    let short = choice.options.iter().filter_map(|option| {
        let param = option.single()?;
        let about = docs(&format!(
            "{}\n\n{} Short for `{}({own}::{}(…))`.",
            for_rustdoc(param.doc),
            takes(param),
            choice.name,
            option.name
        ));
        let (setter, variant) = (ident(param.name), ident(&camel(option.name)));
        let (argument, value) = (argument(param), taken(&param.kind, param.name));
        Some(quote! {
            #about
            pub fn #setter(mut self, #argument) -> Self {
                self.#name = Some(#own::#variant(#value));
                self
            }
        })
    });
    let alone = argument::inseparable(choice).map(|param| {
        let (setter, takes) = (ident(param.name), argument::alone_name(param));
        quote! {
            #[doc(hidden)]
            pub fn #setter<V>(self, _: V) -> Self where Self: #takes<V> { self }
        }
    });
    quote! {
        #about
        pub fn #name(mut self, #name: impl #into) -> Self {
            self.#name = #name.into_option();
            self
        }
        #(#short)*
        #(#alone)*
    }
}

fn from_params(endpoint: &Endpoint<'_>) -> TokenStream {
    let body = if endpoint.params.is_empty() {
        quote!(rt::ParamReader::new(Self::INFO, params).map(|_| Self {}))
    } else {
        let values = fields(endpoint).into_iter().map(|field| {
            let name = field.name;
            let key = name.to_string();
            match endpoint.choices.iter().find(|choice| choice.name == key) {
                Some(choice) => read_choice(choice),
                None if field.required => quote!(#name: read.required(#key)?),
                None => quote!(#name: read.optional(#key)?),
            }
        });
        quote! {
            let read = rt::ParamReader::new(Self::INFO, params)?;
            Ok(Self { #(#values),* })
        }
    };
    quote! {
        /// Builds the request from named parameters, such as those of a command line or a JSON document.
        ///
        /// # Errors
        /// Every error of the parameters at once.
        pub fn from_params(params: &rt::ParamMap) -> Result<Self, rt::ParamErrors> { #body }
    }
}

fn read_choice(choice: &Choice<'_>) -> TokenStream {
    let (field, name, own) = (ident(choice.name), choice.name, ident(&choice.type_name()));
    let arms = choice.options.iter().map(|option| {
        let (name, variant) = (option.name, ident(&camel(option.name)));
        if let Some(param) = option.single() {
            let key = param.name;
            return quote!(Some(#name) => Some(#own::#variant(read.required(#key)?)));
        }
        let values = option.params.iter().map(|(param, required)| {
            let (field, key) = (ident(param.name), param.name);
            if *required {
                quote!(#field: read.required(#key)?)
            } else {
                quote!(#field: read.optional(#key)?)
            }
        });
        quote!(Some(#name) => Some(#own::#variant { #(#values),* }))
    });
    quote! { #field: match read.chosen(#name) { #(#arms,)* _ => None } }
}

/// Returns the enumerations of the table that the file of a request names.
pub(super) fn enumerations(endpoint: &Endpoint<'_>) -> Vec<Ident> {
    let mut out = Vec::new();
    for name in endpoint.params.iter().filter_map(|param| param.kind.enumeration()).map(ident) {
        if !out.contains(&name) {
            out.push(name);
        }
    }
    out
}
