//! The struct of a request, its constructors, setters and getters.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::fields::{Field, Of, fields, required};
use super::getter::getters;
use super::kinds::{taken, taken_option, takes, takes_option};
use super::tokens::{article, docs, ident, with_sentence};
use super::{argument, deprecated, example, responses};
use crate::markdown::for_rustdoc;
use crate::model::{Choice, Endpoint, Param};
use crate::names::camel;

/// Returns the struct of a request and its methods.
pub(super) fn request(endpoint: &Endpoint<'_>, docs_crate: Option<&str>) -> [TokenStream; 2] {
    [definition(endpoint, docs_crate), methods(endpoint)]
}

fn definition(endpoint: &Endpoint<'_>, docs_crate: Option<&str>) -> TokenStream {
    let name = ident(endpoint.name);
    let doc = for_rustdoc(endpoint.doc);
    let (summary, rest) =
        doc.split_once("\n\n").map_or((&*doc, None), |(summary, rest)| (summary, Some(rest)));
    let rest = rest.map(|rest| format!("\n\n{rest}")).unwrap_or_default();
    let response = responses::sentence(endpoint);
    let about = docs(&format!("{summary}\n\n{response}{rest}{}", example::docs(endpoint, docs_crate)));
    let deprecated = deprecated::warning(endpoint.deprecated);
    let default = required(endpoint).is_empty().then(|| quote!(, Default));
    // Without parameters the struct has no private field that would keep others from making it.
    let open = endpoint.params.is_empty().then(|| quote!(#[non_exhaustive]));
    let fields = fields(endpoint).into_iter().map(|field| {
        let (name, own) = (field.ident(), field.field_type());
        quote!(#name: #own)
    });
    quote! {
        #about
        #deprecated
        #[derive(Debug, Clone, PartialEq #default)]
        #[must_use = "a request does nothing until a client sends it"]
        #open
        pub struct #name { #(#fields),* }
    }
}

fn methods(endpoint: &Endpoint<'_>) -> TokenStream {
    let name = ident(endpoint.name);
    let status = Literal::i64_unsuffixed(endpoint.status);
    let new = (!endpoint.has_builder()).then(|| new(endpoint));
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

            #new
            #(#choices)*
            #(#setters)*
            #from_params
            #(#getters)*
        }
    }
}

fn new(endpoint: &Endpoint<'_>) -> TokenStream {
    let required = required(endpoint);
    if required.is_empty() {
        return quote! {
            /// Creates a request without parameters.
            pub fn new() -> Self { Self::default() }
        };
    }
    let mut text =
        "Creates a request from its required parameters. Values are validated when the request is sent."
            .to_owned();
    for field in &required {
        let doc = with_sentence(field.doc(), &field.limits());
        text.push_str(&format!("\n\n`{}`, {}: {doc}", field.name, field.wanted()));
    }
    let about = docs(&text);
    let arguments = required.iter().map(Field::argument);
    let values = fields(endpoint).into_iter().map(|field| {
        let name = field.ident();
        if field.required {
            let value = field.taken();
            quote!(#name: #value)
        } else {
            let absent = field.absent();
            quote!(#name: #absent)
        }
    });
    quote! {
        #about
        pub fn new(#(#arguments),*) -> Self { Self { #(#values),* } }
    }
}

fn setter(param: &Param<'_>) -> TokenStream {
    let about = format!("{}\n\n{}", for_rustdoc(param.doc), takes_option(param));
    let about = deprecated::about(&about, param.deprecated);
    let (name, argument) = (ident(param.name), argument::typed(param));
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
    let optional = if choice.required { "" } else { ", or an `Option` of it" };
    let about = docs(&format!(
        "{}\n\nTakes {} [`{own_name}`]{optional}.",
        for_rustdoc(choice.doc),
        article(&own_name)
    ));
    let some = |value: TokenStream| if choice.required { value } else { quote!(Some(#value)) };
    let value = if choice.required { quote!(#name.into()) } else { quote!(#name.into_option()) };
    let short = choice.options.iter().filter_map(|option| {
        let param = option.single()?;
        let about = format!(
            "{}\n\n{} Short for `{}({own}::{}(…))`; the last one of both counts.",
            for_rustdoc(param.doc),
            takes(param),
            choice.name,
            option.name
        );
        let about = deprecated::about(&about, param.deprecated);
        let (setter, variant) = (ident(param.name), ident(&camel(option.name)));
        let (argument, value) = (argument::typed(param), taken(&param.kind, param.name));
        let value = some(quote!(#own::#variant(#value)));
        Some(quote! {
            #about
            pub fn #setter(mut self, #argument) -> Self {
                self.#name = #value;
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
            self.#name = #value;
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
            let (name, key) = (field.ident(), field.name);
            match field.of {
                Of::Choice(choice) => read_choice(choice),
                Of::Param(param) if param.kind.json().is_some() => {
                    match (field.required, param.kind.is_nullable()) {
                        (true, _) => quote!(#name: read.json(#key)?),
                        (false, true) => quote!(#name: read.json_field(#key)),
                        (false, false) => quote!(#name: read.optional_json(#key)),
                    }
                }
                Of::Param(_) if field.required => quote!(#name: read.required(#key)?),
                Of::Param(_) => quote!(#name: read.optional(#key)),
            }
        });
        quote! {
            let read = rt::ParamReader::new(Self::INFO, params)?;
            let request = Self { #(#values),* };
            read.finish(request)
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
    let some = |value: TokenStream| if choice.required { value } else { quote!(Some(#value)) };
    let arms = choice.options.iter().map(|option| {
        let (name, variant) = (option.name, ident(&camel(option.name)));
        if let Some(param) = option.single() {
            let key = param.name;
            let value = some(quote!(#own::#variant(read.required(#key)?)));
            return quote!(Some(#name) => #value);
        }
        let values = option.params.iter().map(|(param, required)| {
            let (field, key) = (ident(param.name), param.name);
            if *required { quote!(#field: read.required(#key)?) } else { quote!(#field: read.optional(#key)) }
        });
        let value = some(quote!(#own::#variant { #(#values),* }));
        quote!(Some(#name) => #value)
    });
    let otherwise = if choice.required { quote!(return Err(read.lacks(#name))) } else { quote!(None) };
    quote! { #field: match read.chosen(#name) { #(#arms,)* _ => #otherwise } }
}

/// Returns the types of the table that the file of a request names.
pub(super) fn own_types(endpoint: &Endpoint<'_>) -> Vec<Ident> {
    let mut out = Vec::new();
    for name in endpoint.params.iter().filter_map(|param| param.kind.own_type()).map(ident) {
        if !out.contains(&name) {
            out.push(name);
        }
    }
    out
}
