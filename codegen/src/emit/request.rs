//! The struct of a request, its constructors, setters and getters.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::fields::{Field, Of, fields, required};
use super::getter::getters;
use super::kinds::{taken, taken_option, takes, takes_option};
use super::tokens::{article, docs, ident, with_sentence};
use super::{argument, deprecated, example, responses};
use virtual_finance_table::markdown::for_rustdoc;
use virtual_finance_table::model::{Choice, Endpoint, Param};
use virtual_finance_table::names::camel;

/// Returns the struct of a request and its methods.
pub(super) fn request(endpoint: &Endpoint<'_>, docs_crate: Option<&str>, has_more: bool) -> [TokenStream; 3] {
    [definition(endpoint, docs_crate), methods(endpoint), declaration(endpoint, has_more)]
}

fn definition(endpoint: &Endpoint<'_>, docs_crate: Option<&str>) -> TokenStream {
    let name = ident(endpoint.name);
    let doc = for_rustdoc(&endpoint.doc);
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
    let new = (!endpoint.has_builder()).then(|| new(endpoint));
    let setters = endpoint.settable().map(setter);
    let choices = endpoint.choices.iter().map(choice_setters);
    let getters = getters(endpoint);
    quote! {
        impl #name {
            #new
            #(#choices)*
            #(#setters)*
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

/// Returns the declaration of what every request has. One with more methods of `Request` than that implements it itself.
fn declaration(endpoint: &Endpoint<'_>, has_more: bool) -> TokenStream {
    let (name, status) = (ident(endpoint.name), Literal::i64_unsuffixed(endpoint.status));
    let part = has_more.then(|| quote!(part));
    let rows = fields(endpoint).into_iter().map(|field| {
        let name = field.ident();
        let keys = match field.of {
            Of::Choice(choice) => choice.params().map(|param| param.name).collect(),
            Of::Param(_) => Vec::new(),
        };
        let how = match field.of {
            Of::Choice(_) if field.required => "required_choice",
            Of::Choice(_) => "choice",
            Of::Param(param) => match (param.kind.json().is_some(), field.required, param.kind.is_nullable())
            {
                (true, true, _) => "json",
                (true, false, true) => "json_field",
                (true, false, false) => "optional_json",
                (false, true, _) => "required",
                (false, false, _) => "optional",
            },
        };
        let how = ident(how);
        quote!(#name(#how #(#keys),*);)
    });
    quote!(rt::request! { #part #name #status: #(#rows)* })
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
