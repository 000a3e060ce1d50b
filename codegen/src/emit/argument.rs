//! What setters and constructors take. Each parameter has a trait of its own, `TakesTicker<V>`, which the
//! request implements for every type of value that the parameter takes: so the compiler's message for
//! another type names the request, the parameter and what to write.

use indexmap::IndexMap;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::emit::access::rust_type;
use crate::model::{Choice, ChoiceOption, Endpoint, Kind, Param};
use crate::names::camel;
use crate::parse::table::{Scalar, Variant};

/// The arguments of a function: a type parameter for each, with the bound that says what it may be.
pub(crate) struct Arguments {
    /// The type that implements the bounds.
    request: TokenStream,
    /// The name of each argument, its type and its trait.
    all: Vec<(String, Ident, Ident)>,
}

impl Arguments {
    /// The arguments for those parameters of a request.
    pub(crate) fn new<'p, 't: 'p>(params: impl Iterator<Item = &'p Param<'t>>, request: TokenStream) -> Self {
        let names: Vec<&str> = params.map(|param| param.name).collect();
        let single = names.len() == 1;
        let all = names.iter().zip(1_usize..).map(|(name, place)| {
            let own = if single { format_ident!("V") } else { format_ident!("V{place}") };
            ((*name).to_owned(), own, trait_name(name))
        });
        Self { all: all.collect(), request }
    }

    /// The one argument of that name.
    pub(crate) fn one(name: &str, request: TokenStream) -> Self {
        Self { request, all: vec![(name.to_owned(), format_ident!("V"), trait_name(name))] }
    }

    /// `<V>`
    pub(crate) fn generics(&self) -> TokenStream {
        let all = self.all.iter().map(|(_, own, _)| own);
        quote!(<#(#all),*>)
    }

    /// `ticker: V`
    pub(crate) fn list(&self) -> Vec<TokenStream> {
        let all = self.all.iter().map(|(name, own, _)| (format_ident!("{name}"), own));
        all.map(|(name, own)| quote!(#name: #own)).collect()
    }

    /// `Self: TakesTicker<V>`
    pub(crate) fn bounds(&self) -> TokenStream {
        let (request, all) = (&self.request, self.all.iter().map(|(_, own, takes)| quote!(#takes<#own>)));
        quote!(#request: #(#all)+*)
    }

    /// The value that the argument of that name becomes.
    pub(crate) fn value(&self, name: &str) -> TokenStream {
        let (request, ident) = (&self.request, format_ident!("{name}"));
        match self.all.iter().find(|(own, _, _)| own == name) {
            Some((_, own, takes)) => quote!(<#request as #takes<#own>>::take(#ident)),
            None => quote!(#ident),
        }
    }
}

/// The traits of all that can be set or has to be given.
pub(crate) fn traits(endpoint: &Endpoint<'_>) -> Vec<TokenStream> {
    let in_choices = endpoint.choices.iter().flat_map(|choice| &choice.options);
    let in_choices = in_choices.flat_map(|option| &option.params);
    let needed = in_choices.filter(|(_, required)| *required).map(|(param, _)| param);
    let mut all: Vec<&Param<'_>> = endpoint.required().chain(needed).chain(endpoint.settable()).collect();
    all.sort_by_key(|param| endpoint.params.iter().position(|other| other.name == param.name));
    let values = all.into_iter().flat_map(|param| value_traits(endpoint, param));
    let choices = endpoint.choices.iter().flat_map(|choice| choice_traits(endpoint, choice));
    values.chain(choices).collect()
}

/// The parameters of a set of several, which cannot be set by themselves.
pub(crate) fn inseparable<'o, 't>(choice: &'o Choice<'t>) -> impl Iterator<Item = &'o Param<'t>> {
    let several = choice.options.iter().filter(|option| option.single().is_none());
    several.flat_map(|option| &option.params).map(|(param, _)| param)
}

/// What a parameter takes, in words for the docs of its setter.
pub(crate) fn in_docs(kind: &Kind<'_>) -> String {
    match kind {
        Kind::String | Kind::Ticker => "a text (`&str` or `String`)".to_owned(),
        Kind::Integer => "a whole number (`i64`)".to_owned(),
        Kind::Number => "a number (`f64`)".to_owned(),
        Kind::Boolean => "`true` or `false`".to_owned(),
        Kind::Date => "a day (`Date`)".to_owned(),
        Kind::DateTime => "a point in time (epoch seconds, `Date` or `DateTime`)".to_owned(),
        Kind::Enum { name, .. } => format!("{} [`{name}`]", article(name)),
        Kind::List { item, .. } => match &**item {
            Kind::Enum { name, .. } => format!("a list of [`{name}`]"),
            item => format!("a list of `{}`", rust_type(item)),
        },
    }
}

/// The trait that says what a parameter or a choice takes.
fn trait_name(name: &str) -> Ident {
    format_ident!("Takes{}", camel(name))
}

/// The trait that nothing implements: a parameter that belongs to a set is not set alone.
pub(crate) fn alone_name(param: &Param<'_>) -> Ident {
    format_ident!("Sets{}", camel(param.name))
}

fn value_traits(endpoint: &Endpoint<'_>, param: &Param<'_>) -> [TokenStream; 2] {
    let wanted = what(&param.kind);
    let own = rust_type(&param.kind);
    let summary = param.table.doc.trim().lines().next().unwrap_or_default();
    let notes = [advice(param), format!("`{}`: {summary}", param.name)];
    let (bound, value) = conversion(&param.kind);
    takes(endpoint.name, param.name, &wanted, &notes, &own, (&bound, &value))
}

fn choice_traits(endpoint: &Endpoint<'_>, choice: &Choice<'_>) -> Vec<TokenStream> {
    let own_name = choice.type_name();
    let own = format_ident!("{own_name}");
    let calls: Vec<String> = choice.options.iter().map(|option| call(choice, option)).collect();
    let notes = [format!("write {}", calls.join(" or "))];
    let wanted = format!("{} `{own_name}`", article(&own_name));
    let into = (&quote!(Into<#own>), &quote!(value.into()));
    let mut out = takes(endpoint.name, choice.name, &wanted, &notes, &quote!(#own), into).to_vec();
    let sets: Vec<String> = choice.options.iter().map(|option| format!("`{}`", option.name)).collect();
    for option in choice.options.iter().filter(|option| option.single().is_none()) {
        out.extend(option.params.iter().map(|(param, _)| {
            let name = alone_name(param);
            let about = format!(" Says how `{}` is given, which is not by itself.", param.name);
            let message = format!("`{}` of `{}` is not set by itself", param.name, endpoint.name);
            let label = format!("`{}` belongs to `{own_name}::{}`", param.name, option.name);
            let notes = [
                format!("write `.{}({})`", choice.name, call(choice, option).trim_matches('`')),
                format!("a `{}` is one of {}, never two of them", choice.name, sets.join(" and ")),
            ];
            let unimplemented = on_unimplemented(&message, &label, &notes);
            quote! {
                #[doc = #about]
                #unimplemented
                pub trait #name<V> {}
            }
        }));
    }
    out
}

/// `Span::dates(start, Some(end))`
fn call(choice: &Choice<'_>, option: &ChoiceOption<'_>) -> String {
    let argument = |(param, required): &(Param<'_>, bool)| {
        if *required { param.name.to_owned() } else { format!("Some({})", param.name) }
    };
    let params: Vec<String> = option.params.iter().map(argument).collect();
    format!("`{}::{}({})`", choice.type_name(), option.name, params.join(", "))
}

/// The trait of what is set by that name, and its implementation.
fn takes(
    request: &str,
    name: &str,
    wanted: &str,
    notes: &[String],
    own: &TokenStream,
    (bound, value): (&TokenStream, &TokenStream),
) -> [TokenStream; 2] {
    let (takes, ident) = (trait_name(name), format_ident!("{request}"));
    let about = format!(" What `{name}` takes: {wanted}.");
    // The value's type is written by the compiler.
    let message = format!("{} not `{{V}}`", escaped(&format!("`{name}` of `{request}` takes {wanted},")));
    let label = escaped(&format!("not {wanted}"));
    let notes = notes.iter().map(|note| escaped(note));
    [
        quote! {
            #[doc = #about]
            #[diagnostic::on_unimplemented(message = #message, label = #label, #(note = #notes),*)]
            pub trait #takes<V> {
                /// The value of the parameter.
                fn take(value: V) -> #own;
            }
        },
        quote! {
            #[diagnostic::do_not_recommend]
            impl<V: #bound> #takes<V> for #ident {
                fn take(value: V) -> #own { #value }
            }
        },
    ]
}

/// What the compiler says where a trait is not implemented.
pub(crate) fn on_unimplemented(message: &str, label: &str, notes: &[String]) -> TokenStream {
    let (message, label) = (escaped(message), escaped(label));
    let notes = notes.iter().map(|note| escaped(note));
    quote!(#[diagnostic::on_unimplemented(message = #message, label = #label, #(note = #notes),*)])
}

/// A text in which the compiler finds nothing to fill in.
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// The bound of the types that a value may be made of, and how it is made.
fn conversion(kind: &Kind<'_>) -> (TokenStream, TokenStream) {
    let own = rust_type(kind);
    match kind {
        Kind::String | Kind::Ticker | Kind::Date | Kind::DateTime | Kind::Enum { .. } => {
            (quote!(Into<#own>), quote!(value.into()))
        }
        Kind::List { item, .. } => {
            let own = rust_type(item);
            match &**item {
                Kind::String | Kind::Ticker => (
                    quote!(IntoIterator<Item: Into<#own>>),
                    quote!(value.into_iter().map(Into::into).collect()),
                ),
                _ => (quote!(IntoIterator<Item = #own>), quote!(value.into_iter().collect())),
            }
        }
        Kind::Integer | Kind::Number | Kind::Boolean => (quote!(Exactly<#own>), quote!(value.into_exactly())),
    }
}

/// What a parameter takes, in words for messages.
fn what(kind: &Kind<'_>) -> String {
    match kind {
        Kind::String | Kind::Ticker => "a text".to_owned(),
        Kind::Integer => "a whole number".to_owned(),
        Kind::Number => "a number".to_owned(),
        Kind::Boolean => "`true` or `false`".to_owned(),
        Kind::Date => "a day".to_owned(),
        Kind::DateTime => "a point in time".to_owned(),
        Kind::Enum { name, .. } => format!("{} `{name}`", article(name)),
        Kind::List { item, .. } => format!("a list of `{}`", rust_type(item)),
    }
}

/// What to write where a value has the wrong type.
fn advice(param: &Param<'_>) -> String {
    let example = |number: &str| {
        let known = param.default().map(ToString::to_string);
        known.or_else(|| param.table.min.map(|min| min.to_string())).unwrap_or_else(|| number.to_owned())
    };
    match &param.kind {
        Kind::String | Kind::Ticker => "write a text in quotation marks, or a `String`".to_owned(),
        Kind::Integer => format!(
            "write an `i64` such as `{}`; `i64::from` and `i64::try_from` make one of another integer",
            example("10")
        ),
        Kind::Number => format!("write an `f64` such as `{}`", floating(&example("1.5"))),
        Kind::Boolean => "write `true` or `false`".to_owned(),
        Kind::Date => {
            "write `Date::new(2020, 1, 31)?`, or read a text with `\"2020-01-31\".parse::<Date>()?`"
                .to_owned()
        }
        Kind::DateTime => "write epoch seconds (an `i64`), a `Date` or a `DateTime`, \
             or read a text with `\"2020-01-31\".parse::<DateTime>()?`"
            .to_owned(),
        Kind::Enum { name, open, variants } => {
            let (variant, wire) = example_of(variants, param.default());
            let other = if *open {
                format!(", or `{name}::other(…)` for one that is not listed")
            } else {
                String::new()
            };
            format!(
                "write a value such as `{name}::{variant}`{other}; \
                 `\"{wire}\".parse::<{name}>()?` reads a text"
            )
        }
        Kind::List { item, .. } => match &**item {
            Kind::Enum { name, variants, .. } => {
                let (variant, _) = example_of(variants, None);
                format!("write a list such as `[{name}::{variant}]`, or another iterator of `{name}`")
            }
            item => format!("write a list `[…]`, or another iterator, of `{}`", rust_type(item)),
        },
    }
}

/// The variant that a message shows, with its text: the default, else the first.
fn example_of<'t>(variants: &'t IndexMap<String, Variant>, default: Option<&Scalar>) -> (&'t str, &'t str) {
    let default = default.map(ToString::to_string);
    let by_default = variants.iter().find(|(_, variant)| default.as_ref() == Some(&variant.wire));
    by_default
        .or_else(|| variants.first())
        .map_or(("", ""), |(name, variant)| (name.as_str(), variant.wire.as_str()))
}

/// A number as Rust writes a float.
fn floating(number: &str) -> String {
    if number.contains('.') { number.to_owned() } else { format!("{number}.0") }
}

/// The article before a name.
pub(crate) fn article(name: &str) -> &'static str {
    if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" }
}
