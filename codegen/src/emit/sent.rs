//! The constructors and setters of the records that requests send.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::limits::sentences;
use super::member::rust_type;
use super::tokens::{docs, ident, table_docs};
use virtual_finance_table::item::Item;
use virtual_finance_table::model::{Field, Presence, Record};
use virtual_finance_table::names;

/// The maximum number of required fields of `new`; a record with more takes them in a structure, by their names.
const MAX_IN_NEW: usize = 2;

/// Returns the constructor of a record and its setters, and the structure of its required fields if there are many.
pub(super) fn builder(record: &Record<'_>) -> Vec<TokenStream> {
    let name = ident(record.name);
    let (new, structure) = match structure(record) {
        Some(own) => of_structure(record, &own),
        None => (new(record), None),
    };
    let setters = record.fields.iter().filter(|field| !is_required(field)).map(setter);
    let own = quote! {
        impl #name {
            #new
            #(#setters)*
        }
    };
    structure.into_iter().chain([own]).collect()
}

/// Returns the name of the structure of a record's required fields, if it has one.
pub(super) fn structure(record: &Record<'_>) -> Option<Ident> {
    (required(record).count() > MAX_IN_NEW).then(|| format_ident!("{}Required", record.name))
}

fn is_required(field: &Field<'_>) -> bool {
    matches!(field.presence, Presence::Required | Presence::Nullable)
}

fn required<'r, 't>(record: &'r Record<'t>) -> impl Iterator<Item = &'r Field<'t>> {
    record.fields.iter().filter(|field| is_required(field))
}

/// Returns the fields of a new record: the required ones as `of` says, the others absent.
fn values(record: &Record<'_>, of: impl Fn(&Field<'_>) -> TokenStream) -> TokenStream {
    let fields = record.fields.iter().map(|field| {
        let name = ident(field.name);
        match field.presence {
            Presence::Required | Presence::Nullable => of(field),
            Presence::Optional => quote!(#name: None),
            Presence::OptionalOrNull => quote!(#name: rt::Field::Absent),
        }
    });
    let other = record.is_open.then(|| quote!(other: rt::Map::new()));
    let fields = fields.chain(other);
    quote!(#(#fields),*)
}

fn new(record: &Record<'_>) -> TokenStream {
    let mut about = format!("Creates a `{}` from what every one has.", record.name);
    if required(record).next().is_none() {
        about = format!("Creates a `{}` without any member.", record.name);
    }
    for field in required(record) {
        about.push_str(&format!("\n\n`{}`: {}", field.name, described(field)));
    }
    let values = values(record, |field| {
        let (name, value) = (ident(field.name), taken(field));
        // A value that is taken as it is has the name of its field.
        if value.to_string() == field.name { quote!(#name) } else { quote!(#name: #value) }
    });
    let about = table_docs(&about);
    let arguments = required(record).map(argument);
    quote! {
        #about
        #[must_use]
        pub fn new(#(#arguments),*) -> Self { Self { #values } }
    }
}

/// Returns the constructor from a structure of all required fields: the compiler names missing fields.
fn of_structure(record: &Record<'_>, own: &Ident) -> (TokenStream, Option<TokenStream>) {
    let fields: Vec<_> = required(record)
        .map(|field| {
            let (name, about, of) = (ident(field.name), table_docs(&described(field)), field_type(field));
            quote!(#about pub #name: #of)
        })
        .collect();
    let about = docs(&format!("The members that every [`{0}`] has, for [`{0}::new`].", record.name));
    let structure = quote! {
        #about
        #[derive(Debug, Clone, PartialEq)]
        pub struct #own { #(#fields),* }
    };
    let values = values(record, |field| {
        let name = ident(field.name);
        quote!(#name: required.#name)
    });
    let about = docs(&format!("Creates a `{}` from what every one has.", record.name));
    let new = quote! {
        #about
        #[must_use]
        pub fn new(required: #own) -> Self { Self { #values } }
    };
    (new, Some(structure))
}

fn setter(field: &Field<'_>) -> TokenStream {
    let (name, about) =
        (ident(field.name), table_docs(&format!("Sets `{}`: {}", field.name, described(field))));
    // A setter beside a method of every type would hide it.
    let is_taken = names::method_fault(field.name, true).is_some();
    let setter = if is_taken { format_ident!("set_{}", field.name) } else { name.clone() };
    let (argument, value) = (argument(field), taken(field));
    let value = if field.presence == Presence::OptionalOrNull { value } else { quote!(Some(#value)) };
    quote! {
        #about
        #[must_use]
        pub fn #setter(mut self, #argument) -> Self {
            self.#name = #value;
            self
        }
    }
}

/// Returns the doc of a field with its limits as sentences: on the same line, if the doc is one.
fn described(field: &Field<'_>) -> String {
    let limits = sentences(field.limits, matches!(field.item, Item::List(_)));
    let gap = if limits.is_empty() || field.doc.lines().count() < 2 { "" } else { "\n\n" };
    format!("{}{gap}{}", field.doc, if gap.is_empty() { &limits } else { limits.trim() })
}

fn field_type(field: &Field<'_>) -> TokenStream {
    let own = rust_type(&field.item, &quote!());
    if field.presence == Presence::Nullable { quote!(Option<#own>) } else { own }
}

fn argument(field: &Field<'_>) -> TokenStream {
    let (name, of) = (ident(field.name), argument_type(&field.item, nullable(field.presence), &quote!()));
    quote!(#name: #of)
}

fn taken(field: &Field<'_>) -> TokenStream {
    value(&field.item, nullable(field.presence), field.name)
}

/// The way in which null is a value of an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nullable {
    No,
    /// A value or null.
    Null,
    /// A value, null or absent.
    Field,
}

const fn nullable(presence: Presence) -> Nullable {
    match presence {
        Presence::Required | Presence::Optional => Nullable::No,
        Presence::Nullable => Nullable::Null,
        Presence::OptionalOrNull => Nullable::Field,
    }
}

/// Returns what a function takes for a value; the records are in that module.
pub(super) fn argument_type(item: &Item<'_>, nullable: Nullable, module: &TokenStream) -> TokenStream {
    let own = rust_type(item, module);
    match (nullable, item) {
        (Nullable::Null, _) => quote!(impl Into<Option<#own>>),
        (Nullable::Field, _) => quote!(impl Into<rt::Field<#own>>),
        (Nullable::No, Item::String) => quote!(impl rt::IntoString),
        (Nullable::No, Item::Number) => quote!(impl rt::IntoDecimal),
        (Nullable::No, Item::Date) => quote!(impl rt::IntoDate),
        (Nullable::No, Item::DateTime) => quote!(impl rt::IntoDateTime),
        (Nullable::No, Item::Any) => quote!(impl Into<rt::Value>),
        (Nullable::No, Item::Bytes) => quote!(impl Into<rt::Upload>),
        (Nullable::No, Item::OneOf(_)) => quote!(impl Into<#own>),
        (Nullable::No, Item::Integer | Item::Boolean | Item::Record(_) | Item::Enum(_)) => own,
        (Nullable::No, Item::List(item)) if **item == Item::String => quote!(impl rt::IntoStrings),
        (Nullable::No, Item::List(item)) => {
            let item = rust_type(item, module);
            quote!(impl IntoIterator<Item = #item>)
        }
        (Nullable::No, Item::Map(item)) => {
            let item = rust_type(item, module);
            quote!(impl IntoIterator<Item = (String, #item)>)
        }
    }
}

/// Returns the value that an argument becomes.
pub(super) fn value(item: &Item<'_>, nullable: Nullable, argument: &str) -> TokenStream {
    let argument = ident(argument);
    match (nullable, item) {
        (Nullable::Null | Nullable::Field, _) | (Nullable::No, Item::Any | Item::Bytes | Item::OneOf(_)) => {
            quote!(#argument.into())
        }
        (Nullable::No, Item::Integer | Item::Boolean | Item::Record(_) | Item::Enum(_)) => quote!(#argument),
        (Nullable::No, Item::Number) => quote!(#argument.into_decimal()),
        (Nullable::No, Item::String | Item::Date | Item::DateTime) => quote!(#argument.into_value()),
        (Nullable::No, Item::List(item)) if **item == Item::String => quote!(#argument.into_value()),
        (Nullable::No, Item::List(_) | Item::Map(_)) => quote!(#argument.into_iter().collect()),
    }
}
