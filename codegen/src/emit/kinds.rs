//! The types of parameters in Rust: what a field holds, what a setter takes and what a getter returns.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use super::limits::sentences;
use super::member;
use super::sent::{self, Nullable};
use super::tokens::{article, code, float, ident};
use virtual_finance_table::item::Item;
use virtual_finance_table::kind::Kind;
use virtual_finance_table::model::Param;
use virtual_finance_table::value::Value;

/// Returns the type of a value.
pub(super) fn rust_type(kind: &Kind<'_>) -> TokenStream {
    match kind {
        Kind::String | Kind::Ticker => quote!(String),
        Kind::Integer => quote!(i64),
        Kind::Number => quote!(f64),
        Kind::Boolean => quote!(bool),
        Kind::Date => quote!(rt::Date),
        Kind::DateTime { .. } => quote!(rt::DateTime),
        Kind::Enum { name, .. } | Kind::Grammar { name } => {
            let name = ident(name);
            quote!(#name)
        }
        Kind::List { item, .. } => {
            let item = rust_type(item);
            quote!(Vec<#item>)
        }
        Kind::Json { item, nullable } => {
            let own = member::rust_type(item, &records());
            if *nullable { quote!(Option<#own>) } else { own }
        }
    }
}

/// Returns the type of a field or a variable that need not be given.
pub(super) fn field_type(kind: &Kind<'_>, required: bool) -> TokenStream {
    let own = rust_type(kind);
    match kind {
        _ if required => own,
        Kind::Json { item, nullable: true } => {
            let own = member::rust_type(item, &records());
            quote!(rt::Field<#own>)
        }
        _ => quote!(Option<#own>),
    }
}

/// Returns the value of a field that is not given.
pub(super) fn absent(kind: &Kind<'_>) -> TokenStream {
    if kind.is_nullable() { quote!(rt::Field::Absent) } else { quote!(None) }
}

/// Returns the module of the records.
fn records() -> TokenStream {
    quote!(super::records::)
}

/// Returns what a function takes for a value in JSON; `None` for the other types, which have a trait.
pub(super) fn json_argument(kind: &Kind<'_>, required: bool) -> Option<TokenStream> {
    Some(sent::argument_type(kind.json()?, nullable(kind, required), &records()))
}

/// Returns the way in which null is a value of a parameter.
const fn nullable(kind: &Kind<'_>, required: bool) -> Nullable {
    match kind.is_nullable() {
        false => Nullable::No,
        true if required => Nullable::Null,
        true => Nullable::Field,
    }
}

/// Returns the words for a type in the declaration of arguments.
pub(super) fn kind_words(kind: &Kind<'_>) -> TokenStream {
    match kind {
        Kind::String | Kind::Ticker => quote!(string),
        Kind::Integer => quote!(integer),
        Kind::Number => quote!(number),
        Kind::Boolean => quote!(bool),
        Kind::Date => quote!(date),
        Kind::DateTime { .. } => quote!(datetime),
        Kind::Enum { name, .. } | Kind::Grammar { name } => ident(name).into_token_stream(),
        Kind::List { item, .. } => {
            let item = kind_words(item);
            quote!(list #item)
        }
        // Its argument has no trait.
        Kind::Json { .. } => TokenStream::new(),
    }
}

/// Returns what an argument has to be, for the compiler's messages.
pub(super) fn wanted(kind: &Kind<'_>) -> String {
    match kind {
        Kind::String | Kind::Ticker => "a string".to_owned(),
        Kind::Integer => "an integer".to_owned(),
        Kind::Number => "a number".to_owned(),
        Kind::Boolean => "a bool".to_owned(),
        Kind::Date => "a date".to_owned(),
        Kind::DateTime { .. } => "a timestamp".to_owned(),
        Kind::Enum { name, .. } | Kind::Grammar { name } => format!("{} `{name}`", article(name)),
        Kind::List { item, .. } => match &**item {
            Kind::Enum { name, .. } | Kind::Grammar { name } => format!("a list of `{name}`"),
            Kind::String | Kind::Ticker | Kind::List { .. } => "a list of strings".to_owned(),
            Kind::Integer => "a list of `i64`".to_owned(),
            Kind::Number => "a list of `f64`".to_owned(),
            Kind::Boolean => "a list of bools".to_owned(),
            Kind::Date => "a list of dates".to_owned(),
            Kind::DateTime { .. } => "a list of timestamps".to_owned(),
            Kind::Json { item, .. } => format!("a list of {}", json_words(item)),
        },
        Kind::Json { item, .. } => json_words(item),
    }
}

/// Returns the value that an argument becomes.
pub(super) fn taken(kind: &Kind<'_>, argument: &str) -> TokenStream {
    let argument = ident(argument);
    match kind {
        Kind::Json { item, .. } => sent::value(item, nullable(kind, true), &argument.to_string()),
        Kind::Enum { .. } | Kind::Grammar { .. } => quote!(#argument.into()),
        Kind::List { item, .. } if !matches!(**item, Kind::String | Kind::Ticker) => {
            quote!(#argument.into_iter().collect())
        }
        _ => quote!(#argument.into_value()),
    }
}

/// Returns the option that an argument becomes which need not be given.
pub(super) fn taken_option(kind: &Kind<'_>, argument: &str) -> TokenStream {
    if let Kind::Json { item, nullable: is_nullable } = kind {
        let value = sent::value(item, nullable(kind, false), argument);
        return if *is_nullable { value } else { quote!(Some(#value)) };
    }
    if matches!(kind, Kind::List { .. }) {
        let value = taken(kind, argument);
        return quote!(Some(#value));
    }
    let argument = ident(argument);
    quote!(#argument.into_option())
}

/// Returns what the setter of an optional parameter takes, as [`takes`] does: an option of it, too.
pub(super) fn takes_option(param: &Param<'_>) -> String {
    let option = match param.kind {
        Kind::List { .. } | Kind::Json { nullable: false, .. } => "",
        Kind::Json { nullable: true, .. } => ", or `Field::Null` for null",
        _ => ", or an `Option` of it",
    };
    let taken = wanted_in_docs(&param.kind);
    takes(param).replacen(&taken, &format!("{taken}{option}"), 1)
}

/// Returns what a setter takes with its default and limits, for its docs: `Takes an integer (`i64`). Minimum: `1`.`
pub(super) fn takes(param: &Param<'_>) -> String {
    let default = param.default.as_ref().map(|default| format!(" Default: {}.", code(&default.text)));
    let default = default.unwrap_or_default();
    format!("Takes {}.{default}{}", wanted_in_docs(&param.kind), limits(param))
}

/// Returns the limits of a parameter as sentences, each with a space before it.
pub(super) fn limits(param: &Param<'_>) -> String {
    let batch = param.batch.map(|most| {
        format!(" Maximum length in one request: {most} values; send more with `Client::batched`.")
    });
    sentences(param.limits, param.kind.is_list()) + &batch.unwrap_or_default()
}

/// Returns in words what a setter takes, for its docs.
pub(super) fn wanted_in_docs(kind: &Kind<'_>) -> String {
    match kind {
        Kind::String | Kind::Ticker => "a string (`&str` or `String`)".to_owned(),
        Kind::Integer => "an integer (`i64`)".to_owned(),
        Kind::Number => "a number (`f64`)".to_owned(),
        Kind::Boolean => "a bool".to_owned(),
        Kind::Date => "a date (`Date`)".to_owned(),
        Kind::DateTime { .. } => "a timestamp (epoch seconds, `Date` or `DateTime`)".to_owned(),
        Kind::Enum { name, .. } | Kind::Grammar { name } => format!("{} [`{name}`]", article(name)),
        Kind::List { item, .. } => match &**item {
            Kind::Enum { name, .. } => format!("a list of [`{name}`]"),
            Kind::String | Kind::Ticker => "a list of strings".to_owned(),
            Kind::Integer => "a list of integers (`i64`)".to_owned(),
            Kind::Number => "a list of numbers (`f64`)".to_owned(),
            Kind::Boolean => "a list of bools".to_owned(),
            Kind::Date => "a list of dates (`Date`)".to_owned(),
            _ => "a list of timestamps (`DateTime`)".to_owned(),
        },
        Kind::Json { item, .. } => json_words(item),
    }
}

/// Returns in words what a value in JSON is, for docs.
fn json_words(item: &Item<'_>) -> String {
    match item {
        Item::String => "a string".to_owned(),
        Item::Integer => "an integer (`i64`)".to_owned(),
        Item::Number => "a number (`Number`)".to_owned(),
        Item::Boolean => "a bool".to_owned(),
        Item::Date => "a date (`Date`)".to_owned(),
        Item::DateTime => "a timestamp (`DateTime`)".to_owned(),
        Item::Any => "any JSON (`Value`)".to_owned(),
        Item::Bytes => "a file ([`Upload`](rt::Upload))".to_owned(),
        Item::Record(name) | Item::OneOf(name) => {
            format!("{} [`{name}`](super::records::{name})", article(name))
        }
        Item::Enum(name) => format!("{} [`{name}`](super::types::{name})", article(name)),
        Item::List(item) => format!("a list, each {}", json_words(item)),
        Item::Map(item) => format!("a map by strings, each {}", json_words(item)),
    }
}

/// Returns the type that a getter returns for a value that is there: borrowed unless it is `Copy`.
pub(super) fn borrowed_type(kind: &Kind<'_>) -> TokenStream {
    let own = rust_type(kind);
    match kind {
        Kind::String | Kind::Ticker => quote!(&str),
        Kind::List { item, .. } => {
            let item = rust_type(item);
            quote!(&[#item])
        }
        kind if kind.is_copy() => own,
        _ => quote!(&#own),
    }
}

/// Returns the value of a required field as a getter returns it.
pub(super) fn borrowed(kind: &Kind<'_>, field: &TokenStream) -> TokenStream {
    if kind.is_copy() { quote!(#field) } else { quote!(&#field) }
}

/// Returns the option of a field as a getter returns it.
pub(super) fn borrowed_option(kind: &Kind<'_>, field: &TokenStream) -> TokenStream {
    match kind {
        Kind::String | Kind::Ticker | Kind::List { .. } => quote!(#field.as_deref()),
        kind if kind.is_copy() => quote!(#field),
        _ => quote!(#field.as_ref()),
    }
}

/// Returns what a getter returned in the form that converters take: enumerations as strings, lists as
/// `Vec`.
pub(super) fn plain(kind: &Kind<'_>, value: &TokenStream) -> TokenStream {
    match kind {
        Kind::Enum { .. } | Kind::Grammar { .. } => quote!(#value.as_str()),
        Kind::Json { .. } => quote!(#value.clone()),
        Kind::List { item, .. } => plain_list(item, value),
        _ => value.clone(),
    }
}

/// Returns the option that a getter returned in the form that converters take.
pub(super) fn plain_option(kind: &Kind<'_>, option: &TokenStream) -> TokenStream {
    match kind {
        Kind::Enum { name, .. } | Kind::Grammar { name } => {
            let name = ident(name);
            quote!(#option.map(#name::as_str))
        }
        Kind::List { item, .. } if is_plain(item) => {
            let item = rust_type(item);
            quote!(#option.map(<[#item]>::to_vec))
        }
        Kind::List { item, .. } => {
            let list = plain_list(item, &quote!(values));
            quote!(#option.map(|values| #list))
        }
        _ => option.clone(),
    }
}

/// Returns true if converters take values of the type as they are.
const fn is_plain(kind: &Kind<'_>) -> bool {
    matches!(kind, Kind::Integer | Kind::Number | Kind::Boolean | Kind::Date | Kind::DateTime { .. })
}

fn plain_list(item: &Kind<'_>, list: &TokenStream) -> TokenStream {
    match item {
        Kind::String | Kind::Ticker => quote!(#list.iter().map(String::as_str).collect()),
        Kind::Enum { name, open: true, .. } => {
            let name = ident(name);
            quote!(#list.iter().map(#name::as_str).collect())
        }
        Kind::Enum { .. } => quote!(#list.iter().map(|value| value.as_str()).collect()),
        _ => quote!(#list.to_vec()),
    }
}

/// Returns a default as an expression of the parameter's type that cannot fail.
pub(super) fn constant(kind: &Kind<'_>, value: &Value<'_>) -> TokenStream {
    match value {
        Value::Date(day) => {
            let (year, month) = (Literal::i16_unsuffixed(day.year()), Literal::i8_unsuffixed(day.month()));
            let day = Literal::i8_unsuffixed(day.day());
            quote!(const { rt::Date::constant(#year, #month, #day) })
        }
        Value::Timestamp(seconds, _) => {
            let seconds = Literal::i64_unsuffixed(*seconds);
            quote!(rt::DateTime::from(#seconds))
        }
        value => expression(kind, value, &quote!(rt::)),
    }
}

/// Returns a value as an expression of the parameter's type; a string is borrowed. `at` stands before the names of
/// the runtime.
pub(super) fn expression(kind: &Kind<'_>, value: &Value<'_>, at: &TokenStream) -> TokenStream {
    let own = rust_type(kind);
    match value {
        Value::String(text) => quote!(#text),
        Value::Integer(number) | Value::Timestamp(number, None) => {
            let number = Literal::i64_unsuffixed(*number);
            quote!(#number)
        }
        Value::Number(number) => float(*number),
        Value::Bool(flag) => quote!(#flag),
        Value::Date(day) | Value::Timestamp(_, Some(day)) => {
            let (year, month) = (Literal::i16_unsuffixed(day.year()), Literal::i8_unsuffixed(day.month()));
            let day = Literal::i8_unsuffixed(day.day());
            quote!(#at Date::new(#year, #month, #day)?)
        }
        Value::Json(text) if kind.is_nullable() && text.trim() == "null" => quote!(#at Field::Null),
        Value::Json(text) => {
            let own = kind.json().map(|item| member::rust_type(item, &TokenStream::new()));
            match at.is_empty() {
                true => quote!(serde_json::from_str::<#own>(#text)?),
                false => quote!(rt::parsed::<#own>(#text)?),
            }
        }
        Value::Variant(name) => {
            let name = ident(name);
            quote!(#own::#name)
        }
        Value::Other(name) => quote!(#own::other(#name)),
        Value::Grammar(text) => quote!(#text.parse::<#own>()?),
    }
}
