//! The fields of a request.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::kinds::rust_type;
use super::tokens::ident;
use crate::model::{Choice, Endpoint, Param};

/// A field of a request: of a parameter, or of a choice.
pub(super) struct Field {
    pub(super) name: Ident,
    /// The type of the value.
    pub(super) own: TokenStream,
    pub(super) required: bool,
}

impl Field {
    /// Returns the type of the field.
    pub(super) fn field_type(&self) -> TokenStream {
        let own = &self.own;
        if self.required { own.clone() } else { quote!(Option<#own>) }
    }
}

/// Returns the fields in table order; a choice stands where its first parameter does.
pub(super) fn fields(endpoint: &Endpoint<'_>) -> Vec<Field> {
    let mut out: Vec<Field> = Vec::new();
    for param in &endpoint.params {
        let field = match choice_of(endpoint, param) {
            Some(choice) => {
                let own = ident(&choice.type_name());
                Field { name: ident(choice.name), own: quote!(#own), required: false }
            }
            None => Field { name: ident(param.name), own: rust_type(&param.kind), required: param.required },
        };
        if out.iter().all(|known| known.name != field.name) {
            out.push(field);
        }
    }
    out
}

/// Returns the choice that a parameter belongs to.
pub(super) fn choice_of<'e, 't>(endpoint: &'e Endpoint<'t>, param: &Param<'_>) -> Option<&'e Choice<'t>> {
    param.choice.and_then(|index| endpoint.choices.get(index))
}
