//! Values of the catalogue: a constructor, and a call for each field that does not have its default.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::tokens::ident;

/// The fields of a struct of the catalogue.
#[derive(Default)]
pub(super) struct Fields(TokenStream);

impl Fields {
    pub(super) fn set(mut self, name: &str, value: impl ToTokens) -> Self {
        let name = ident(name);
        self.0.extend(quote!(.#name(#value)));
        self
    }

    pub(super) fn set_some(self, name: &str, value: Option<impl ToTokens>) -> Self {
        match value {
            Some(value) => self.set(name, value),
            None => self,
        }
    }

    pub(super) fn set_list(self, name: &str, values: impl Iterator<Item = impl ToTokens>) -> Self {
        let mut values = values.peekable();
        if values.peek().is_none() { self } else { self.set(name, quote!(&[#(#values),*])) }
    }

    /// Returns the struct of a name, with its other fields as they are by default.
    pub(super) fn named(self, own: &str, name: &str) -> TokenStream {
        self.and(own, &quote!(new(#name)))
    }

    /// Returns the struct of a constructor, with its other fields as they are by default.
    pub(super) fn and(self, own: &str, constructor: &TokenStream) -> TokenStream {
        let (own, fields) = (ident(own), self.0);
        quote!(rt::#own::#constructor #fields)
    }
}
