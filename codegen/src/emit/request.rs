//! The struct of a request, its constructors and setters.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::emit::access::{self, Access, rust_type};
use crate::emit::argument::{self, Arguments, article, in_docs};
use crate::emit::{builder, docs, example, query, quote_ident};
use crate::model::{Choice, Endpoint, Kind, Param};
use crate::names::{camel, screaming};

/// The items of a request: the struct, its methods, and what makes it an `Endpoint`.
pub(crate) fn request(endpoint: &Endpoint<'_>, docs_crate: Option<&str>) -> Vec<TokenStream> {
    let mut items = vec![definition(endpoint, docs_crate), methods(endpoint)];
    items.extend(query::endpoint(endpoint));
    items
}

fn definition(endpoint: &Endpoint<'_>, docs_crate: Option<&str>) -> TokenStream {
    let name = format_ident!("{}", endpoint.name);
    let about = docs(&format!("{}{}", endpoint.table.doc.trim(), example::docs(endpoint, docs_crate)));
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
            Some(choice) => (choice.name, quote_ident(&choice.type_name())),
            None => (param.name, rust_type(&param.kind)),
        };
        let name = format_ident!("{name}");
        if out.iter().all(|(other, _)| *other != name) {
            out.push((name, if param.table.required { own } else { quote!(Option<#own>) }));
        }
    }
    out
}

/// The names of the fields in table order.
pub(crate) fn field_names(endpoint: &Endpoint<'_>) -> Vec<proc_macro2::Ident> {
    fields(endpoint).into_iter().map(|(name, _)| name).collect()
}

fn methods(endpoint: &Endpoint<'_>) -> TokenStream {
    let name = format_ident!("{}", endpoint.name);
    let status = Literal::i64_unsuffixed(endpoint.table.status);
    let start = if endpoint.has_builder() { builder::start(endpoint) } else { new(endpoint) };
    let from_params = from_params(endpoint);
    let setters = endpoint.settable().map(setter);
    let choices = endpoint.choices.iter().map(choice_setters);
    quote! {
        impl #name {
            /// The HTTP status of a good reply.
            pub const EXPECTED_STATUS: u16 = #status;

            #start
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
        let (doc, takes) = (param.table.doc.trim(), in_docs(&param.kind));
        text.push_str(&format!("\n\n`{}`, {takes}: {doc}", param.name));
    }
    let about = docs(&text);
    if endpoint.required().next().is_none() {
        return quote! { #about pub fn new() -> Self { Self::default() } };
    }
    let arguments = Arguments::new(endpoint.required(), quote!(Self));
    let (generics, list, bounds) = (arguments.generics(), arguments.list(), arguments.bounds());
    let values = field_names(endpoint).into_iter().map(|name| {
        if endpoint.required().any(|param| name == param.name) {
            let value = arguments.value(&name.to_string());
            quote!(#name: #value)
        } else {
            quote!(#name: None)
        }
    });
    quote! {
        #about
        pub fn new #generics (#(#list),*) -> Self where #bounds { Self { #(#values),* } }
    }
}

fn setter(param: &Param<'_>) -> TokenStream {
    let mut text = format!("{}\n\nIt takes {}.", param.table.doc.trim(), in_docs(&param.kind));
    if let Some(default) = param.default() {
        text.push_str(&format!("\n\nDefault: `{default}`."));
    }
    set_field(param.name, &text)
}

/// The method that sets the field of that name.
fn set_field(name: &str, about: &str) -> TokenStream {
    let (field, about) = (format_ident!("{name}"), docs(about));
    let arguments = Arguments::one(name, quote!(Self));
    let (generics, list, bounds) = (arguments.generics(), arguments.list(), arguments.bounds());
    let value = arguments.value(name);
    quote! {
        #about
        pub fn #field #generics (mut self, #(#list),*) -> Self where #bounds {
            self.#field = Some(#value);
            self
        }
    }
}

/// The setter of a choice, the short form for each set of a single parameter, and what the compiler finds
/// where a parameter of a larger set is set by itself.
fn choice_setters(choice: &Choice<'_>) -> TokenStream {
    let own = format_ident!("{}", choice.type_name());
    let text = format!("{}\n\nIt takes {} [`{own}`].", choice.table.doc.trim(), article(&own.to_string()));
    let whole = set_field(choice.name, &text);
    let short = choice.options.iter().filter_map(|option| {
        let param = option.single()?;
        let about = docs(&format!(
            "{}\n\nIt takes {}. The same as `{}({own}::{}(…))`.",
            param.table.doc.trim(),
            in_docs(&param.kind),
            choice.name,
            option.name
        ));
        let (setter, constructor) = (format_ident!("{}", param.name), format_ident!("{}", option.name));
        let (field, arguments) = (format_ident!("{}", choice.name), Arguments::one(param.name, quote!(Self)));
        let (generics, list, bounds) = (arguments.generics(), arguments.list(), arguments.bounds());
        Some(quote! {
            #about
            pub fn #setter #generics (self, #(#list),*) -> Self where #bounds {
                self.#field(#own::#constructor(#setter))
            }
        })
    });
    let alone = argument::inseparable(choice).map(|param| {
        let (setter, takes) = (format_ident!("{}", param.name), argument::alone_name(param));
        quote! {
            #[doc(hidden)]
            pub fn #setter<V>(self, _: V) -> Self where Self: #takes<V> { self }
        }
    });
    quote! {
        #whole
        #(#short)*
        #(#alone)*
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
        if let Some(param) = option.single() {
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
