//! The enumerations: closed ones, and open ones that also take values newer than the table. Beside them the types of
//! strings that code written by hand reads.

use proc_macro2::TokenStream;
use quote::quote;

use super::availability;
use super::entry::Fields;
use super::tokens::{docs, ident, optional};
use crate::model::{Enumeration, Grammar, Variant};
use crate::names;

/// Returns the items of an enumeration.
pub(super) fn enumeration(found: &Enumeration<'_>) -> Vec<TokenStream> {
    let name = ident(found.name);
    vec![
        definition(found),
        methods(found),
        quote! {
            impl ::std::fmt::Display for #name {
                fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                    f.pad(self.as_str())
                }
            }
        },
        quote! {
            impl ::std::str::FromStr for #name {
                type Err = rt::UnknownVariant;

                fn from_str(text: &str) -> Result<Self, Self::Err> {
                    rt::Enumeration::from_wire(text).ok_or_else(|| rt::UnknownVariant::of::<Self>(text))
                }
            }
        },
        conversions(found),
        info(found),
    ]
}

/// Returns the items for an enumeration that is defined elsewhere: its name, and what the table says of it.
pub(super) fn elsewhere(found: &Enumeration<'_>, path: &syn::Path) -> Vec<TokenStream> {
    let name = ident(found.name);
    let same = path.segments.last().is_some_and(|last| last.ident == name);
    let renamed = (!same).then(|| quote!(as #name));
    vec![quote! { pub use #path #renamed; }, info(found)]
}

/// Returns the items for a grammar: the type of the converter that reads it, and what the table says of it.
pub(super) fn grammar(found: &Grammar<'_>, converters: &syn::Path) -> Vec<TokenStream> {
    let (converter, name) = (ident(found.converter), ident(found.name));
    let (info, text, doc) = (ident(&names::screaming(found.name)), found.name, found.doc);
    let module = found.converter;
    let exported = quote! { pub use #converters::#converter::#name; };
    let described = quote! {
        pub(super) static #info: rt::GrammarInfo = rt::GrammarInfo {
            doc: #doc,
            converter: #module,
            check: |text| text.parse::<#name>().map(drop),
            ..rt::GrammarInfo::new(#text)
        };
    };
    vec![exported, described]
}

fn definition(found: &Enumeration<'_>) -> TokenStream {
    let name = ident(found.name);
    let about = availability::table_docs(found.doc, found.availability);
    let variants = found.variants.iter().map(|variant| {
        let ident = ident(variant.name);
        let docs = availability::table_docs(variant.doc, variant.availability);
        quote! { #docs #ident }
    });
    let (derive, other) = if found.other.is_some() {
        let doc = docs(&format!(
            "A value that the table does not list yet, made with [`other`]({}::other).",
            found.name
        ));
        (quote!(#[derive(Debug, Clone, PartialEq, Eq, Hash)]), quote! { #doc Other(String), })
    } else {
        (quote!(#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]), quote!())
    };
    quote! {
        #about
        #derive
        #[non_exhaustive]
        pub enum #name { #(#variants,)* #other }
    }
}

fn methods(found: &Enumeration<'_>) -> TokenStream {
    let name = ident(found.name);
    let idents: Vec<_> = found.variants.iter().map(|variant| ident(variant.name)).collect();
    let wires: Vec<_> = found.variants.iter().map(|variant| variant.wire).collect();
    let example = wires.first().copied().unwrap_or_default();
    let text_doc = docs(&format!("Returns the text on the wire, for example `{example}`."));
    let all = quote! {
        /// The values that the table lists, in its order.
        pub const ALL: &'static [Self] = &[#(Self::#idents),*];
    };
    if found.other.is_none() {
        return quote! {
            impl #name {
                #all

                #text_doc
                #[must_use]
                pub const fn as_str(self) -> &'static str {
                    match self { #(Self::#idents => #wires,)* }
                }
            }
        };
    }
    quote! {
        impl #name {
            #all

            /// Returns the value with that text on the wire, which the table need not list.
            ///
            /// It is checked before anything is sent: characters that such names do not have are refused.
            pub fn other(name: impl Into<String>) -> Self {
                let name = name.into();
                Self::listed(&name).unwrap_or(Self::Other(name))
            }

            #text_doc
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    #(Self::#idents => #wires,)*
                    Self::Other(name) => name,
                }
            }

            fn listed(text: &str) -> Option<Self> {
                Self::ALL.iter().find(|value| value.as_str() == text).cloned()
            }
        }
    }
}

fn conversions(found: &Enumeration<'_>) -> TokenStream {
    let name = ident(found.name);
    let info = ident(&names::screaming(found.name));
    let from_wire = if found.other.is_some() {
        quote! {
            match text.strip_prefix(rt::OTHER_PREFIX) {
                Some(name) => Some(Self::other(name)),
                None => Self::listed(text),
            }
        }
    } else {
        quote!(Self::ALL.iter().copied().find(|value| value.as_str() == text))
    };
    quote! {
        impl rt::Enumeration for #name {
            const INFO: &'static rt::EnumInfo = &#info;

            fn wire(&self) -> &str {
                self.as_str()
            }

            fn from_wire(text: &str) -> Option<Self> {
                #from_wire
            }
        }
    }
}

fn info(found: &Enumeration<'_>) -> TokenStream {
    let ident = ident(&names::screaming(found.name));
    let (name, doc) = (found.name, found.doc);
    let variants = found.variants.iter().map(|Variant { name, wire, doc, availability }| {
        Fields::default()
            .set_some("availability", availability::entry(*availability))
            .and("VariantInfo", &quote!(new(#name, #wire, #doc)))
    });
    let availability = availability::entry(found.availability).map(|entry| quote!(availability: #entry,));
    let other = found.other.map(|pattern| {
        let pattern = optional(Some(pattern));
        quote!(other: #pattern,)
    });
    quote! {
        pub(super) static #ident: rt::EnumInfo = rt::EnumInfo {
            doc: #doc,
            variants: &[#(#variants),*],
            #other
            #availability
            ..rt::EnumInfo::new(#name)
        };
    }
}
