//! Examples: the request in Rust, as the docs show it, what the catalogue says of it, and its test.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::emit::{access, catalogue::optional};
use crate::model::{Choice, ChoiceOption, Endpoint, Example, Kind};
use crate::value::Value;

/// The entry of an example in the catalogue.
pub(crate) fn info(endpoint: &Endpoint<'_>, example: &Example<'_>) -> TokenStream {
    let (name, doc, url) = (example.name, example.table.doc.trim(), example.table.url.as_str());
    let params = example.given.iter().map(|given| {
        let (name, text) = (given.param, given.text.as_str());
        quote!((#name, #text))
    });
    let rust = call_text(endpoint, example);
    let now = optional(example.now.map(Literal::i64_unsuffixed));
    let (reply, response) =
        (optional(example.table.reply.as_ref()), optional(example.table.response.as_ref()));
    quote! {
        ExampleInfo {
            name: #name,
            doc: #doc,
            params: &[#(#params),*],
            rust: #rust,
            now: #now,
            url: #url,
            reply: #reply,
            response: #response,
        }
    }
}

/// The examples as a part of the request's documentation; nothing where there are none.
///
/// `docs_crate` is where they are imported from; without it they are shown only.
pub(crate) fn docs(endpoint: &Endpoint<'_>, docs_crate: Option<&str>) -> String {
    let mut out = String::new();
    let begin =
        docs_crate.map_or_else(|| "```ignore".to_owned(), |name| format!("```rust\n# use {name}::*;"));
    for example in &endpoint.examples {
        let heading = if out.is_empty() { "\n\n# Examples" } else { "" };
        let (doc, call) = (example.table.doc.trim(), call_text(endpoint, example));
        let end = if call.contains('?') { "\n# Ok::<(), TimeError>(())" } else { "" };
        out.push_str(&format!("{heading}\n\n{doc}\n\n{begin}\nlet request = {call};{end}\n```"));
    }
    out
}

/// The tests of an endpoint's examples, in a module of their own.
pub(crate) fn module(endpoint: &Endpoint<'_>) -> TokenStream {
    let module = format_ident!("{}", endpoint.module());
    let tests = endpoint.examples.iter().map(|example| test(endpoint, example));
    quote! {
        mod #module {
            use super::*;

            #(#tests)*
        }
    }
}

/// The test of an example.
pub(crate) fn test(endpoint: &Endpoint<'_>, example: &Example<'_>) -> TokenStream {
    let test = format_ident!("{}", example.name);
    let (request, name, call) = (format_ident!("{}", endpoint.name), example.name, call(endpoint, example));
    quote! {
        #[test]
        fn #test() -> Result<(), Box<dyn Error>> {
            let request = #call;
            Ok(check_example(#name, &request, #request::from_params)?)
        }
    }
}

/// The request in Rust, laid out.
fn call_text(endpoint: &Endpoint<'_>, example: &Example<'_>) -> String {
    let call = call(endpoint, example);
    let parsed = syn::parse2(quote!(fn example() { #call; }));
    let Ok(file) = parsed else { return call.to_string() };
    let text = prettyplease::unparse(&file);
    let lines = text.lines().skip(1).filter_map(|line| line.strip_prefix("    "));
    lines.collect::<Vec<_>>().join("\n").trim_end_matches(';').to_owned()
}

fn call(endpoint: &Endpoint<'_>, example: &Example<'_>) -> TokenStream {
    let name = format_ident!("{}", endpoint.name);
    let (setters, required): (Vec<_>, Vec<_>) = endpoint
        .required()
        .filter_map(|param| {
            let value = argument(&param.kind, example.value(param.name)?);
            Some((format_ident!("{}", param.name), value))
        })
        .unzip();
    let mut out = if endpoint.has_builder() {
        quote!(#name::builder() #(.#setters(#required))* .build())
    } else {
        quote!(#name::new(#(#required),*))
    };
    for given in &example.given {
        let Some(param) = endpoint.param(given.param).filter(|param| !param.table.required) else { continue };
        let (setter, value) = (format_ident!("{}", param.name), argument(&param.kind, &given.values));
        let found = param.choice.and_then(|place| endpoint.choices.get(place));
        let Some((choice, option)) = found.and_then(|choice| chosen(choice, param.name)) else {
            out.extend(quote!(.#setter(#value)));
            continue;
        };
        // A set is written where its first parameter stands.
        let first = example
            .given
            .iter()
            .find(|given| option.params.iter().any(|(param, _)| param.name == given.param));
        if option.single().is_some() {
            out.extend(quote!(.#setter(#value)));
        } else if first.is_some_and(|first| first.param == given.param) {
            out.extend(set(choice, option, example));
        }
    }
    out
}

/// The choice with its set that has a parameter.
fn chosen<'c, 't>(choice: &'c Choice<'t>, param: &str) -> Option<(&'c Choice<'t>, &'c ChoiceOption<'t>)> {
    let has = |option: &&ChoiceOption<'_>| option.params.iter().any(|(own, _)| own.name == param);
    choice.options.iter().find(has).map(|option| (choice, option))
}

/// The setter of a choice with one of its sets.
fn set(choice: &Choice<'_>, option: &ChoiceOption<'_>, example: &Example<'_>) -> TokenStream {
    let (setter, own) = (format_ident!("{}", choice.name), format_ident!("{}", choice.type_name()));
    let constructor = format_ident!("{}", option.name);
    let arguments = option.params.iter().map(|(param, required)| {
        let Some(values) = example.value(param.name) else { return quote!(None) };
        let value = argument(&param.kind, values);
        match (&param.kind, required) {
            (_, true) => value,
            (Kind::DateTime, false) => quote!(Some(DateTime::from(#value))),
            (Kind::String | Kind::Ticker, false) => quote!(Some(#value.into())),
            (Kind::List { item, .. }, false) if matches!(**item, Kind::String | Kind::Ticker) => {
                quote!(Some(#value.map(String::from).into()))
            }
            (Kind::List { .. }, false) => quote!(Some(#value.into())),
            (_, false) => quote!(Some(#value)),
        }
    });
    quote!(.#setter(#own::#constructor(#(#arguments),*)))
}

/// The argument of a setter.
fn argument(kind: &Kind<'_>, values: &[Value<'_>]) -> TokenStream {
    match (kind, values) {
        (Kind::List { item, .. }, values) => {
            let values = values.iter().map(|value| match &**item {
                // A day and a number of seconds are of one type only as points in time.
                Kind::DateTime => {
                    let value = expression(item, value);
                    quote!(DateTime::from(#value))
                }
                item => expression(item, value),
            });
            quote!([#(#values),*])
        }
        (kind, [value]) => expression(kind, value),
        _ => quote!(()),
    }
}

fn expression(kind: &Kind<'_>, value: &Value<'_>) -> TokenStream {
    let own = access::rust_type(kind);
    match value {
        Value::Text(text) => quote!(#text),
        Value::Integer(number) | Value::Moment(number, None) => {
            let number = Literal::i64_unsuffixed(*number);
            quote!(#number)
        }
        Value::Number(number) => access::float(*number),
        Value::Flag(flag) => quote!(#flag),
        Value::Day(day) | Value::Moment(_, Some(day)) => {
            let (year, month) = (Literal::i16_unsuffixed(day.year()), Literal::i8_unsuffixed(day.month()));
            let day = Literal::i8_unsuffixed(day.day());
            quote!(Date::new(#year, #month, #day)?)
        }
        Value::Variant(name) => {
            let name = format_ident!("{name}");
            quote!(#own::#name)
        }
        Value::Other(name) => quote!(#own::other(#name)),
    }
}
