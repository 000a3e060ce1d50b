//! Examples: the request in Rust for the docs and the catalogue, and the test.

use proc_macro2::TokenStream;
use quote::quote;

use super::feature::feature;
use super::fields::{Of, required};
use super::kinds::expression;
use super::tokens::ident;
use virtual_finance_table::kind::Kind;
use virtual_finance_table::model::{Choice, ChoiceOption, Endpoint, Example};
use virtual_finance_table::value::Value;

/// Returns the examples as a part of the request's documentation; nothing where there are none.
///
/// They import from `docs_crate`; without it no documentation test compiles them.
pub(super) fn docs(endpoint: &Endpoint<'_>, docs_crate: Option<&str>) -> String {
    if endpoint.examples.is_empty() {
        return String::new();
    }
    let calls: Vec<String> = endpoint
        .examples
        .iter()
        .map(|example| {
            let comment: Vec<String> =
                example.doc.lines().map(|line| format!("// {line}").trim_end().to_owned()).collect();
            format!("{}\nlet request = {};\n", comment.join("\n"), call_text(endpoint, example))
        })
        .collect();
    let calls = calls.join("\n");
    let end = if calls.contains('?') { "# Ok::<(), Box<dyn std::error::Error>>(())\n" } else { "" };
    let begin =
        docs_crate.map_or_else(|| "```ignore".to_owned(), |name| format!("```rust\nuse {name}::*;\n"));
    format!("\n\n# Examples\n\n{begin}\n{calls}{end}```")
}

/// Returns the tests of an endpoint's examples, in a module of their own.
pub(super) fn module(endpoint: &Endpoint<'_>) -> TokenStream {
    let module = ident(&endpoint.module());
    let tests = endpoint.examples.iter().map(|example| test(endpoint, example));
    let feature = feature(endpoint);
    quote! {
        #feature
        mod #module {
            use super::*;

            rt::examples! { #(#tests)* }
        }
    }
}

/// Returns the request of an example, as its test has it.
fn test(endpoint: &Endpoint<'_>, example: &Example<'_>) -> TokenStream {
    let test = ident(example.name);
    let (request, call) = (ident(endpoint.name), call(endpoint, example, &quote!(rt::)));
    quote!(fn #test() -> #request { #call })
}

/// Returns the request in Rust, laid out.
pub(super) fn call_text(endpoint: &Endpoint<'_>, example: &Example<'_>) -> String {
    let call = call(endpoint, example, &TokenStream::new());
    let parsed = syn::parse2(quote!(fn example() { #call; }));
    let Ok(file) = parsed else { return call.to_string() };
    let text = prettyplease::unparse(&file);
    let lines = text.lines().skip(1).filter_map(|line| line.strip_prefix("    "));
    lines.collect::<Vec<_>>().join("\n").trim_end_matches(';').to_owned()
}

/// Returns the request in Rust; `at` stands before the names of the runtime.
fn call(endpoint: &Endpoint<'_>, example: &Example<'_>, at: &TokenStream) -> TokenStream {
    let name = ident(endpoint.name);
    let (setters, required): (Vec<_>, Vec<_>) = required(endpoint)
        .into_iter()
        .filter_map(|field| {
            let value = match field.of {
                Of::Param(param) => argument(&param.kind, example.value(param.name)?, at),
                Of::Choice(choice) => {
                    let option = example.given.iter().find_map(|given| chosen(choice, given.param))?.1;
                    set(choice, option, example, at)
                }
            };
            Some((field.ident(), value))
        })
        .unzip();
    let mut out = if endpoint.has_builder() {
        quote!(#name::builder() #(.#setters(#required))* .build())
    } else {
        quote!(#name::new(#(#required),*))
    };
    for given in &example.given {
        let Some(param) = endpoint.param(given.param).filter(|param| !param.required) else { continue };
        let (setter, value) = (ident(param.name), argument(&param.kind, &given.values, at));
        let found = param.choice.and_then(|place| endpoint.choices.get(place));
        let Some((choice, option)) = found.and_then(|choice| chosen(choice, param.name)) else {
            out.extend(quote!(.#setter(#value)));
            continue;
        };
        if choice.required {
            continue;
        }
        // A set is written where its first parameter stands.
        let first = example
            .given
            .iter()
            .find(|given| option.params.iter().any(|(param, _)| param.name == given.param));
        if option.single().is_some() {
            out.extend(quote!(.#setter(#value)));
        } else if first.is_some_and(|first| first.param == given.param) {
            let (setter, set) = (ident(choice.name), set(choice, option, example, at));
            out.extend(quote!(.#setter(#set)));
        }
    }
    out
}

/// Returns a choice with its set that has a parameter.
fn chosen<'c, 't>(choice: &'c Choice<'t>, param: &str) -> Option<(&'c Choice<'t>, &'c ChoiceOption<'t>)> {
    let has = |option: &&ChoiceOption<'_>| option.params.iter().any(|(own, _)| own.name == param);
    choice.options.iter().find(has).map(|option| (choice, option))
}

/// Returns a choice with one of its sets: `Span::dates(start, None)`.
fn set(
    choice: &Choice<'_>,
    option: &ChoiceOption<'_>,
    example: &Example<'_>,
    at: &TokenStream,
) -> TokenStream {
    let own = ident(&choice.type_name());
    let constructor = ident(option.name);
    let arguments = option.params.iter().map(|(param, required)| {
        let Some(values) = example.value(param.name) else { return quote!(None) };
        let value = argument(&param.kind, values, at);
        match (&param.kind, required) {
            (_, true) => value,
            (Kind::DateTime { .. }, false) => quote!(Some(#at DateTime::from(#value))),
            (Kind::String | Kind::Ticker, false) => quote!(Some(#value.into())),
            (Kind::List { item, .. }, false) if matches!(**item, Kind::String | Kind::Ticker) => {
                quote!(Some(#value.map(String::from).into()))
            }
            (Kind::List { .. }, false) => quote!(Some(#value.into())),
            (_, false) => quote!(Some(#value)),
        }
    });
    quote!(#own::#constructor(#(#arguments),*))
}

/// Returns the argument of a setter.
fn argument(kind: &Kind<'_>, values: &[Value<'_>], at: &TokenStream) -> TokenStream {
    match (kind, values) {
        (Kind::List { item, .. }, values) => {
            let values = values.iter().map(|value| match &**item {
                // A date and a number of seconds have one type only as timestamps.
                Kind::DateTime { .. } => {
                    let value = expression(item, value, at);
                    quote!(#at DateTime::from(#value))
                }
                item => expression(item, value, at),
            });
            quote!([#(#values),*])
        }
        (kind, [value]) => expression(kind, value, at),
        _ => quote!(()),
    }
}
