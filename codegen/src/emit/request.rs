//! The struct of a request, its constructors and setters.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::emit::access::{self, Access, rust_type};
use crate::emit::{choice, docs, example, query};
use crate::model::{Choice, Endpoint, Kind, Param};
use crate::names::{camel, screaming};

/// The items of a request: the struct, its methods, and what makes it an `Endpoint`.
pub(crate) fn request(endpoint: &Endpoint<'_>) -> Vec<TokenStream> {
    vec![definition(endpoint), methods(endpoint), query::endpoint(endpoint)]
}

fn definition(endpoint: &Endpoint<'_>) -> TokenStream {
    let name = format_ident!("{}", endpoint.name);
    let about = docs(&format!("{}{}", endpoint.table.doc.trim(), example::docs(endpoint)));
    let default = endpoint.required().next().is_none().then(|| quote!(, Default));
    // Without parameters the struct has no private field that would keep others from making it.
    let open = endpoint.params.is_empty().then(|| quote!(#[non_exhaustive]));
    let fields = fields(endpoint).into_iter().map(|(name, own)| quote!(#name: #own));
    quote! {
        #about
        #[derive(Debug, Clone, PartialEq #default)]
        #[must_use = "a request does nothing until a client sends it"]
        #open
        pub struct #name { #(#fields),* }
    }
}

/// The fields in table order; a choice stands where its first parameter does.
fn fields(endpoint: &Endpoint<'_>) -> Vec<(proc_macro2::Ident, TokenStream)> {
    let mut out: Vec<(proc_macro2::Ident, TokenStream)> = Vec::new();
    for param in &endpoint.params {
        let (name, own) = match param.choice.and_then(|place| endpoint.choices.get(place)) {
            Some(choice) => (choice.name, quote_ident(&camel(choice.name))),
            None => (param.name, rust_type(&param.kind)),
        };
        let name = format_ident!("{name}");
        if out.iter().all(|(other, _)| *other != name) {
            out.push((name, if param.table.required { own } else { quote!(Option<#own>) }));
        }
    }
    out
}

fn quote_ident(name: &str) -> TokenStream {
    let name = format_ident!("{name}");
    quote!(#name)
}

fn methods(endpoint: &Endpoint<'_>) -> TokenStream {
    let name = format_ident!("{}", endpoint.name);
    let status = Literal::i64_unsuffixed(endpoint.table.status);
    let (new, from_params) = (new(endpoint), from_params(endpoint));
    let setters = endpoint.settable().map(setter);
    let choices = endpoint.choices.iter().map(choice_setters);
    quote! {
        impl #name {
            /// The HTTP status of a good reply.
            pub const EXPECTED_STATUS: u16 = #status;

            #new
            #(#choices)*
            #(#setters)*
            #from_params
        }
    }
}

fn new(endpoint: &Endpoint<'_>) -> TokenStream {
    let mut text =
        "The request with what it cannot be made without; its values are checked before it is sent."
            .to_owned();
    if endpoint.required().next().is_none() {
        "The request with nothing set.".clone_into(&mut text);
    }
    for param in endpoint.required() {
        text.push_str("\n\n");
        text.push_str(&format!("`{}`: {}", param.name, param.table.doc.trim()));
    }
    let about = docs(&text);
    if endpoint.required().next().is_none() {
        return quote! { #about pub fn new() -> Self { Self::default() } };
    }
    let arguments = endpoint.required().map(|param| {
        let (name, (own, _)) = (format_ident!("{}", param.name), access::argument(param));
        quote!(#name: #own)
    });
    let values = fields(endpoint).into_iter().map(|(name, _)| {
        match endpoint.required().find(|param| name == param.name).map(access::argument) {
            Some((_, value)) if name == value.to_string() => quote!(#name),
            Some((_, value)) => quote!(#name: #value),
            None => quote!(#name: None),
        }
    });
    quote! {
        #about
        pub fn new(#(#arguments),*) -> Self { Self { #(#values),* } }
    }
}

fn setter(param: &Param<'_>) -> TokenStream {
    let name = format_ident!("{}", param.name);
    let mut text = param.table.doc.trim().to_owned();
    if let Some(default) = param.default() {
        text.push_str(&format!("\n\nDefault: `{default}`."));
    }
    let about = docs(&text);
    let (own, value) = access::argument(param);
    quote! {
        #about
        pub fn #name(mut self, #name: #own) -> Self {
            self.#name = Some(#value);
            self
        }
    }
}

/// The setter of a choice, and the short form for each set of a single parameter.
fn choice_setters(choice: &Choice<'_>) -> TokenStream {
    let (name, own) = (format_ident!("{}", choice.name), format_ident!("{}", camel(choice.name)));
    let about = docs(&choice.table.doc);
    let short = choice.options.iter().filter_map(|option| {
        let param = choice::single(option)?;
        let about = docs(&format!(
            "{}\n\nThe same as `{}({}::{}(…))`.",
            param.table.doc.trim(),
            choice.name,
            camel(choice.name),
            option.name
        ));
        let (setter, constructor) = (format_ident!("{}", param.name), format_ident!("{}", option.name));
        let argument = access::argument(param).0;
        Some(quote! {
            #about
            pub fn #setter(self, #setter: #argument) -> Self { self.#name(#own::#constructor(#setter)) }
        })
    });
    quote! {
        #about
        pub fn #name(mut self, #name: #own) -> Self {
            self.#name = Some(#name);
            self
        }
        #(#short)*
    }
}

fn from_params(endpoint: &Endpoint<'_>) -> TokenStream {
    let info = format_ident!("{}", screaming(endpoint.name));
    let about = quote! {
        /// Builds the request from named parameters, as a command line or a JSON document gives them.
        ///
        /// # Errors
        /// Every fault of the parameters at once.
    };
    if endpoint.params.is_empty() {
        return quote! {
            #about
            pub fn from_params(params: &ParamMap) -> Result<Self, ParamErrors> {
                ParamReader::new(&#info, params).finish(|| Some(Self {}))
            }
        };
    }
    let reads = endpoint.params.iter().map(|param| {
        let (ident, name, own) = (format_ident!("{}", param.name), param.name, rust_type(&param.kind));
        let method = if param.table.required { quote!(required) } else { quote!(optional) };
        quote! { let #ident = read.#method::<#own>(#name); }
    });
    let relations = relations(endpoint, Access::Local);
    let checks = (!relations.is_empty()).then(|| quote! { read.checks() #relations; });
    let choices = endpoint.choices.iter().map(read_choice);
    let values = fields(endpoint).into_iter().map(|(name, _)| {
        let required = endpoint.required().any(|param| name == param.name);
        if required { quote!(#name: #name?) } else { quote!(#name) }
    });
    quote! {
        #about
        pub fn from_params(params: &ParamMap) -> Result<Self, ParamErrors> {
            let mut read = ParamReader::new(&#info, params);
            #(#reads)*
            #checks
            #(#choices)*
            read.finish(|| Some(Self { #(#values),* }))
        }
    }
}

fn read_choice(choice: &Choice<'_>) -> TokenStream {
    let (ident, name, own) =
        (format_ident!("{}", choice.name), choice.name, format_ident!("{}", camel(choice.name)));
    let arms = choice.options.iter().map(|option| {
        let (name, variant) = (option.name, format_ident!("{}", camel(option.name)));
        if let Some(param) = choice::single(option) {
            let param = format_ident!("{}", param.name);
            return quote!(Some(#name) => #param.map(#own::#variant));
        }
        let all = option.params.iter().map(|(param, _)| format_ident!("{}", param.name));
        let required: Vec<_> = option
            .params
            .iter()
            .filter(|(_, required)| *required)
            .map(|(param, _)| format_ident!("{}", param.name))
            .collect();
        match required.as_slice() {
            [one] => quote!(Some(#name) => #one.map(|#one| #own::#variant { #(#all),* })),
            many => quote! {
                Some(#name) => match (#(#many),*) {
                    (#(Some(#many)),*) => Some(#own::#variant { #(#all),* }),
                    _ => None,
                }
            },
        }
    });
    quote! {
        let #ident = match read.choose(#name) {
            #(#arms,)*
            _ => None,
        };
    }
}

/// The checks between parameters, as calls to be chained.
pub(crate) fn relations(endpoint: &Endpoint<'_>, local: Access) -> TokenStream {
    let access =
        |param: &Param<'_>| if local == Access::Local { Access::Local } else { access::in_method(param) };
    let mut out = TokenStream::new();
    for param in &endpoint.params {
        let name = param.name;
        if let Some(earlier) = param.table.after.as_ref().and_then(|name| endpoint.param(name)) {
            let value = access::reference(param, access(param));
            let (earlier_name, earlier) = (earlier.name, access::reference(earlier, access(earlier)));
            out.extend(quote!(.after(#name, #value, #earlier_name, #earlier)));
        }
        for conflict in &param.table.conflicts {
            let (other, value) = conflict
                .split_once('=')
                .map_or((conflict.as_str(), None), |(other, value)| (other, Some(value)));
            let Some(other) = endpoint.param(other) else { continue };
            let given = access::given(param, access(param));
            let with = match value {
                Some(value) => is_value(other, access(other), value),
                None => access::given(other, access(other)),
            };
            out.extend(quote!(.conflict(#name, #given, #conflict, #with)));
        }
    }
    out
}

/// Whether a parameter was given with that value.
fn is_value(param: &Param<'_>, access: Access, value: &str) -> TokenStream {
    let value = match &param.kind {
        Kind::Boolean if value == "true" => quote!(true),
        Kind::Boolean => quote!(false),
        Kind::Integer => value.parse().map_or_else(
            |_| quote!(#value),
            |number| {
                let number = Literal::i64_unsuffixed(number);
                quote!(#number)
            },
        ),
        _ => quote!(#value),
    };
    if param.table.required && access == Access::Field {
        let plain = access::plain(param, access);
        return quote!(#plain == #value);
    }
    let plain = access::plain_option(param, access);
    quote!(#plain == Some(#value))
}
