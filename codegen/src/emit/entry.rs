//! Values of the catalogue as constants: a constructor, and a call for each field that does not have its default.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use virtual_finance_core::catalogue::{Datum, Described, Entry};

use super::tokens::{float, ident, record};
use virtual_finance_table::names::screaming;

/// Returns the constant of an entry.
pub(super) fn constant(entry: &impl Entry) -> TokenStream {
    described(&entry.described())
}

fn described(entry: &Described) -> TokenStream {
    let set = entry.rows.iter().filter(|row| row.is_set);
    let (names, values): (Vec<_>, Vec<_>) =
        set.map(|row| (ident(row.name), value(row.value.plain()))).unzip();
    let given = entry.given.iter().map(value);
    let own = ident(entry.name);
    // The body of an error is a type, too.
    if let [Datum::Integer(first), Datum::Variant("StatusMeaning", "Record", record)] = entry.given.as_slice()
        && let [(_, Datum::Text(name))] = record.as_slice()
    {
        let record = self::record(name);
        let last = entry.rows.iter().find(|row| row.name == "last").map(|row| value(&row.value));
        let first = Literal::i64_unsuffixed(*first);
        return quote!(rt::#own::record::<super::records::#record>(#first, #last));
    }
    quote!(rt::#own::new(#(#given),*) #(.#names(#values))*)
}

pub(super) fn value(datum: &Datum) -> TokenStream {
    match datum {
        Datum::Flag(flag) => quote!(#flag),
        Datum::Integer(number) => {
            let number = Literal::i64_unsuffixed(*number);
            quote!(#number)
        }
        Datum::Number(number) => float(*number),
        Datum::Span(time) => {
            let seconds = Literal::u64_unsuffixed(time.as_secs());
            quote!(rt::Duration::from_secs(#seconds))
        }
        Datum::Text(text) => quote!(#text),
        Datum::Pair(name, value) => quote!((#name, #value)),
        Datum::Some(inner) => {
            let inner = value(inner);
            quote!(Some(#inner))
        }
        Datum::List(values) => {
            let values = values.iter().map(value);
            quote!(&[#(#values),*])
        }
        // Constants of the core's features: without one the compiler names it.
        Datum::Word("RawKind", _, "csv") => quote!(rt::CSV),
        Datum::Word("RawKind", _, "xml") => quote!(rt::XML),
        Datum::Word(own, name, _) => {
            let (own, name) = (ident(own), ident(name));
            quote!(rt::#own::#name)
        }
        // A record may be a part of itself, so its type has its data.
        Datum::Variant("JsonKind", "Record" | "OneOf", members) => {
            let [(_, Datum::Static(entry))] = members.as_slice() else { return TokenStream::new() };
            let described = entry.described();
            let Some(Datum::Text(name)) = described.given.first() else { return TokenStream::new() };
            let name = record(name);
            quote!(<super::records::#name as rt::JsonType>::KIND)
        }
        Datum::Variant(own, name, members) => {
            let (own, name) = (ident(own), ident(name));
            let members = fields(members);
            quote!(rt::#own::#name #members)
        }
        Datum::Reference(inner) => {
            let inner = value(inner);
            quote!(&#inner)
        }
        Datum::Static(entry) => place(&entry.described()),
        Datum::Entry(entry) => described(entry),
        _ => quote!(None),
    }
}

/// Returns the fields of a value of an enumeration.
fn fields(members: &[(&'static str, Datum)]) -> Option<TokenStream> {
    let values = members.iter().map(|(_, own)| value(own));
    match members {
        [] => None,
        [("", _), ..] => Some(quote!((#(#values),*))),
        _ => {
            let names = members.iter().map(|(name, _)| ident(name));
            Some(quote!({ #(#names: #values),* }))
        }
    }
}

/// Returns a reference to the constant of an entry.
fn place(entry: &Described) -> TokenStream {
    let Some(Datum::Text(name)) = entry.given.first() else { return TokenStream::new() };
    let constant = ident(&screaming(name));
    match entry.name {
        "Host" => quote!(&super::hosts::#constant),
        _ => quote!(&super::types::#constant),
    }
}
