//! How generated code gets at the value of a parameter, as a plain value and as text on the wire.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::model::{Kind, Param};
use crate::parse::table::Scalar;

/// Where a value stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// In a field of the request, by `self`.
    Field,
    /// In a variable of its own name, an option of the value itself.
    Local,
    /// In a variable of its own name, an option of the value, or of a reference where it is not `Copy`.
    Part,
}

/// Where the value of a parameter stands in a method of the request.
pub(crate) const fn in_method(param: &Param<'_>) -> Access {
    if param.choice.is_some() { Access::Part } else { Access::Field }
}

/// The type of a value in Rust.
pub(crate) fn rust_type(kind: &Kind<'_>) -> TokenStream {
    match kind {
        Kind::String | Kind::Ticker => quote!(String),
        Kind::Integer => quote!(i64),
        Kind::Number => quote!(f64),
        Kind::Boolean => quote!(bool),
        Kind::Date => quote!(Date),
        Kind::DateTime => quote!(DateTime),
        Kind::Enum { name, .. } => {
            let name = format_ident!("{name}");
            quote!(#name)
        }
        Kind::List { item, .. } => {
            let item = rust_type(item);
            quote!(Vec<#item>)
        }
    }
}

/// The option that holds a value: of the value where it is `Copy`, else of a reference.
fn option(param: &Param<'_>, access: Access) -> TokenStream {
    let name = format_ident!("{}", param.name);
    match (access, param.kind.is_copy()) {
        (Access::Field, true) => quote!(self.#name),
        (Access::Field, false) => quote!(self.#name.as_ref()),
        (Access::Local, false) => quote!(#name.as_ref()),
        (Access::Local, true) | (Access::Part, _) => quote!(#name),
    }
}

/// An option of a reference to the value, as checks take it.
pub(crate) fn reference(param: &Param<'_>, access: Access) -> TokenStream {
    let name = format_ident!("{}", param.name);
    if param.table.required && access == Access::Field {
        return quote!(Some(&self.#name));
    }
    match (access, param.kind.is_copy()) {
        (Access::Part, false) => quote!(#name),
        (Access::Field, _) => quote!(self.#name.as_ref()),
        (Access::Local | Access::Part, _) => quote!(#name.as_ref()),
    }
}

/// Whether a value is given.
pub(crate) fn given(param: &Param<'_>, access: Access) -> TokenStream {
    let name = format_ident!("{}", param.name);
    match access {
        Access::Field if param.table.required => quote!(true),
        Access::Field => quote!(self.#name.is_some()),
        Access::Local | Access::Part => quote!(#name.is_some()),
    }
}

/// The plain form of one value: texts and enumerations as `&str`, points in time as seconds.
fn plain_value(kind: &Kind<'_>, value: &TokenStream, borrowed: bool) -> TokenStream {
    match kind {
        Kind::String | Kind::Ticker | Kind::Enum { .. } => quote!(#value.as_str()),
        Kind::DateTime => quote!(#value.epoch_seconds()),
        Kind::Integer | Kind::Number | Kind::Boolean | Kind::Date if borrowed => quote!(*#value),
        Kind::Integer | Kind::Number | Kind::Boolean | Kind::Date => quote!(#value),
        Kind::List { item, .. } => plain_list(item, value),
    }
}

/// Whether the plain form of a type is the type itself.
const fn is_plain(kind: &Kind<'_>) -> bool {
    matches!(kind, Kind::Integer | Kind::Number | Kind::Boolean | Kind::Date)
}

fn plain_list(item: &Kind<'_>, list: &TokenStream) -> TokenStream {
    match plain_path(item, true) {
        Some(path) => quote!(#list.iter().map(#path).collect()),
        None if matches!(item, Kind::Enum { .. } | Kind::DateTime) => {
            let plain = plain_value(item, &quote!(value), true);
            quote!(#list.iter().map(|value| #plain).collect())
        }
        None => quote!(#list.clone()),
    }
}

/// The function that makes the plain form, where one is needed and there is one by that signature.
fn plain_path(kind: &Kind<'_>, by_reference: bool) -> Option<TokenStream> {
    match kind {
        Kind::String | Kind::Ticker => Some(quote!(String::as_str)),
        Kind::Enum { name, open, .. } if *open || !by_reference => {
            let name = format_ident!("{name}");
            Some(quote!(#name::as_str))
        }
        Kind::DateTime if !by_reference => Some(quote!(DateTime::epoch_seconds)),
        _ => None,
    }
}

/// The plain form of a value that may not be given: an option.
pub(crate) fn plain_option(param: &Param<'_>, access: Access) -> TokenStream {
    let name = format_ident!("{}", param.name);
    let option = option(param, access);
    match (&param.kind, access) {
        (Kind::String | Kind::Ticker, Access::Field) => quote!(self.#name.as_deref()),
        (Kind::String | Kind::Ticker, Access::Local) => quote!(#name.as_deref()),
        (Kind::List { item, .. }, Access::Part) if is_plain(item) => quote!(#name.cloned()),
        (Kind::List { item, .. }, Access::Field) if is_plain(item) => quote!(self.#name.clone()),
        (Kind::List { item, .. }, _) => {
            let list = plain_list(item, &quote!(values));
            quote!(#option.map(|values| #list))
        }
        (kind, _) => match plain_path(kind, false) {
            Some(path) => quote!(#option.map(#path)),
            None => option,
        },
    }
}

/// The plain form of a value: itself where it is required or has a default, else an option.
pub(crate) fn plain(param: &Param<'_>, access: Access) -> TokenStream {
    if param.table.required && access == Access::Field {
        let name = format_ident!("{}", param.name);
        return plain_value(&param.kind, &quote!(self.#name), false);
    }
    let Some(default) = param.default() else { return plain_option(param, access) };
    let default = literal(&param.kind, default);
    let option = option(param, access);
    match plain_path(&param.kind, false) {
        Some(path) if !matches!(param.kind, Kind::String | Kind::Ticker) => {
            quote!(#option.map_or(#default, #path))
        }
        _ => {
            let option = plain_option(param, access);
            quote!(#option.unwrap_or(#default))
        }
    }
}

/// Whether [`plain`] gives an option.
pub(crate) const fn is_optional(param: &Param<'_>) -> bool {
    !param.table.required && param.default().is_none()
}

/// The text on the wire of a plain value.
pub(crate) fn wire(kind: &Kind<'_>, plain: &TokenStream) -> TokenStream {
    match kind {
        Kind::String | Kind::Ticker | Kind::Enum { .. } => quote!(Cow::Borrowed(#plain)),
        Kind::Integer | Kind::Number | Kind::Boolean | Kind::Date | Kind::DateTime => {
            quote!(Cow::Owned(#plain.to_string()))
        }
        Kind::List { .. } => quote!(Cow::Owned(#plain)),
    }
}

/// The text of a list on the wire, from the list itself.
pub(crate) fn joined(item: &Kind<'_>, separator: &str, list: &TokenStream) -> TokenStream {
    let text = match item {
        Kind::String | Kind::Ticker => return quote!(#list.join(#separator)),
        Kind::Enum { .. } => match plain_path(item, true) {
            Some(path) => quote!(map(#path)),
            None => quote!(map(|value| value.as_str())),
        },
        Kind::DateTime => quote!(map(|value| value.epoch_seconds().to_string())),
        _ => quote!(map(ToString::to_string)),
    };
    quote!(#list.iter().#text.collect::<Vec<_>>().join(#separator))
}

/// The option of a list, or the list where it is required.
pub(crate) fn list(param: &Param<'_>, access: Access) -> TokenStream {
    if param.table.required && access == Access::Field {
        let name = format_ident!("{}", param.name);
        return quote!(self.#name);
    }
    option(param, access)
}

/// A default as an expression in the plain form of its type.
pub(crate) fn literal(kind: &Kind<'_>, value: &Scalar) -> TokenStream {
    let text = value.to_string();
    match (kind, value) {
        (Kind::Boolean, Scalar::Flag(flag)) => quote!(#flag),
        (Kind::Integer, Scalar::Integer(number)) => {
            let number = proc_macro2::Literal::i64_unsuffixed(*number);
            quote!(#number)
        }
        (Kind::Number, _) => match text.parse() {
            Ok(number) => float(number),
            Err(_) => quote!(#text),
        },
        _ => quote!(#text),
    }
}

/// A number as an expression of type `f64`.
pub(crate) fn float(number: f64) -> TokenStream {
    let size = proc_macro2::Literal::f64_unsuffixed(number.abs());
    if number.is_sign_negative() { quote!(-#size) } else { quote!(#size) }
}
