//! The enumerations: closed ones, and open ones that also take values newer than the table. Beside them the types of
//! strings that code written by hand reads. A macro of the core declares them.

use indexmap::IndexMap;
use proc_macro2::TokenStream;
use quote::quote;

use super::tokens::{docs, ident};
use virtual_finance_table::markdown::for_rustdoc;
use virtual_finance_table::model::{Enumeration, Grammar, Variant};
use virtual_finance_table::names;

/// The traits that every enumeration derives; closed ones are `Copy`, too.
const DERIVED: [&str; 5] = ["Debug", "Clone", "PartialEq", "Eq", "Hash"];

/// Those that one of records has besides.
const OF_RECORDS: [&str; 2] = ["Serialize", "Deserialize"];

/// Returns the items for an enumeration, which also derives the traits of `derives`.
pub(super) fn enumeration(
    found: &Enumeration<'_>,
    derives: &[syn::Path],
    is_of_records: bool,
) -> Vec<TokenStream> {
    let further: &[&str] = match found.other {
        Some(_) if is_of_records => &OF_RECORDS,
        Some(_) => &[],
        None => &["Copy"],
    };
    let known = [&DERIVED[..], further].concat();
    let is_new = |path: &&syn::Path| {
        path.segments.last().is_none_or(|last| !known.iter().any(|own| last.ident == own))
    };
    let derives: Vec<&syn::Path> = derives.iter().filter(is_new).collect();
    let derives = (!derives.is_empty()).then(|| quote!(derive(#(#derives),*)));
    let of_records = is_of_records.then(|| in_records(found.name)).into_iter().flatten();
    std::iter::once(declaration(found, derives, false)).chain(of_records).collect()
}

/// Returns the lists of the strings of an enumeration by their groups, for converters.
pub(super) fn groups(found: &Enumeration<'_>) -> Option<TokenStream> {
    let mut groups: IndexMap<&str, Vec<&str>> = IndexMap::new();
    for (group, wire) in found.variants.iter().filter_map(|variant| Some((variant.group?, variant.wire))) {
        groups.entry(group).or_default().push(wire);
    }
    let about = docs(&format!("The strings of `{}` by their groups, in the order of the table.", found.name));
    let lists = groups.iter().map(|(name, strings)| {
        let name = ident(&names::screaming(name));
        quote!(pub(crate) const #name: &[&str] = &[#(#strings),*];)
    });
    let (module, lists) = (ident(&names::module(found.name)), lists.collect::<Vec<_>>());
    (!lists.is_empty()).then(|| quote! { #about pub(crate) mod #module { #(#lists)* } })
}

/// Returns the implementations by which records have an open enumeration: it is read as its text on the wire, listed or
/// not, and written as the host wrote it.
fn in_records(name: &str) -> [TokenStream; 2] {
    let name = ident(name);
    let serialize = quote! {
        impl rt::serde::Serialize for #name {
            fn serialize<S: rt::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
    let deserialize = quote! {
        impl<'de> rt::serde::Deserialize<'de> for #name {
            fn deserialize<D: rt::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                <::std::string::String as rt::serde::Deserialize>::deserialize(deserializer).map(Self::other)
            }
        }
    };
    [serialize, deserialize]
}

/// Returns the items for an enumeration that is defined elsewhere: its name, and what the table says of it.
pub(super) fn elsewhere(found: &Enumeration<'_>, path: &syn::Path) -> Vec<TokenStream> {
    let name = ident(found.name);
    let same = path.segments.last().is_some_and(|last| last.ident == name);
    let renamed = (!same).then(|| quote!(as #name));
    vec![quote! { pub use #path #renamed; }, declaration(found, None, true)]
}

/// Returns the items for a grammar: the type of the converter that reads it, and what the table says of it.
pub(super) fn grammar(found: &Grammar<'_>, converters: &syn::Path) -> Vec<TokenStream> {
    let (converter, name) = (ident(found.converter), ident(found.name));
    let (info, text, doc) = (ident(&names::screaming(found.name)), found.name, found.doc);
    let module = found.converter;
    let exported = quote! { pub use #converters::#converter::#name; };
    let described = quote! {
        pub(super) static #info: rt::GrammarInfo = rt::GrammarInfo::new(#text)
            .doc(#doc)
            .converter(#module)
            .check(|text| text.parse::<#name>().map(drop));
    };
    vec![exported, described]
}

/// Returns the declaration that a macro of the core takes, or the declaration for the catalogue alone.
fn declaration(found: &Enumeration<'_>, derives: Option<TokenStream>, is_elsewhere: bool) -> TokenStream {
    let part = is_elsewhere.then(|| quote!(info));
    let (name, info) = (ident(found.name), ident(&names::screaming(found.name)));
    let other = found.other.map(|pattern| quote!(other #pattern));
    let options = in_brackets([other, derives, shown(found.doc)]);
    let doc = lines(found.doc);
    let values = found.variants.iter().map(|Variant { name, wire, doc, deprecated, .. }| {
        let name = ident(name);
        let options = in_brackets([deprecated.map(|note| quote!(deprecated #note)), shown(doc)]);
        let doc = (!doc.is_empty()).then(|| lines(doc));
        let doc = doc.iter();
        quote!(#name #options #wire #(, #doc)*;)
    });
    quote! { rt::enumeration! { #part #name #info #options: #doc; #(#values)* } }
}

/// Returns the options behind a name, if there are any.
fn in_brackets<const N: usize>(options: [Option<TokenStream>; N]) -> Option<TokenStream> {
    let options: TokenStream = options.into_iter().flatten().collect();
    (!options.is_empty()).then(|| quote!((#options)))
}

/// Returns the doc that rustdoc reads, if the doc of the table is none.
fn shown(doc: &str) -> Option<TokenStream> {
    let shown = for_rustdoc(doc);
    (shown != doc).then(|| {
        let shown = lines(&shown);
        quote!(shown(#shown))
    })
}

/// Returns the lines of a doc as literals.
fn lines(doc: &str) -> TokenStream {
    let lines = doc.split('\n');
    quote!(#(#lines),*)
}
