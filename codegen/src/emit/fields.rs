//! The fields of a request.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::argument;
use super::kinds::{absent, field_type, limits, rust_type, taken, takes, wanted_in_docs};
use super::tokens::{article, ident};
use virtual_finance_table::model::{Choice, Endpoint, Param};

/// A field of a request: of a parameter, or of a choice.
pub(super) struct Field<'e, 't> {
    pub(super) name: &'t str,
    pub(super) required: bool,
    pub(super) of: Of<'e, 't>,
}

/// The thing that a field has the value of.
#[derive(Clone, Copy)]
pub(super) enum Of<'e, 't> {
    Param(&'e Param<'t>),
    Choice(&'e Choice<'t>),
}

impl Field<'_, '_> {
    /// Returns the name of the field.
    pub(super) fn ident(&self) -> Ident {
        ident(self.name)
    }

    /// Returns the type of the value.
    pub(super) fn own(&self) -> TokenStream {
        match self.of {
            Of::Param(param) => rust_type(&param.kind),
            Of::Choice(choice) => {
                let own = ident(&choice.type_name());
                quote!(#own)
            }
        }
    }

    /// Returns the type of the field.
    pub(super) fn field_type(&self) -> TokenStream {
        match self.of {
            Of::Param(param) => field_type(&param.kind, self.required),
            Of::Choice(_) => {
                let own = self.own();
                if self.required { own } else { quote!(Option<#own>) }
            }
        }
    }

    /// Returns the value of a field that is not given.
    pub(super) fn absent(&self) -> TokenStream {
        match self.of {
            Of::Param(param) => absent(&param.kind),
            Of::Choice(_) => quote!(None),
        }
    }

    /// Returns the argument of a function for the value: `ticker: impl param::ticker`.
    pub(super) fn argument(&self) -> TokenStream {
        match self.of {
            Of::Param(param) => argument::typed(param),
            Of::Choice(choice) => {
                let (name, into) = (self.ident(), argument::choice_trait(choice));
                quote!(#name: impl #into)
            }
        }
    }

    /// Returns the value that the argument becomes.
    pub(super) fn taken(&self) -> TokenStream {
        match self.of {
            Of::Param(param) => taken(&param.kind, self.name),
            Of::Choice(_) => {
                let name = self.ident();
                quote!(#name.into())
            }
        }
    }

    pub(super) fn doc(&self) -> &str {
        match self.of {
            Of::Param(param) => param.doc,
            Of::Choice(choice) => choice.doc,
        }
    }

    /// Returns the sentences about what a setter takes.
    pub(super) fn takes(&self) -> String {
        match self.of {
            Of::Param(param) => takes(param),
            Of::Choice(_) => format!("Takes {}.", self.wanted()),
        }
    }

    /// Returns the words for what an argument is, for docs.
    pub(super) fn wanted(&self) -> String {
        match self.of {
            Of::Param(param) => wanted_in_docs(&param.kind),
            Of::Choice(choice) => {
                let own = choice.type_name();
                format!("{} [`{own}`]", article(&own))
            }
        }
    }

    /// Returns the limits of the value as sentences, each with a space before it.
    pub(super) fn limits(&self) -> String {
        match self.of {
            Of::Param(param) => limits(param),
            Of::Choice(_) => String::new(),
        }
    }
}

/// Returns the fields in table order; a choice stands where its first parameter does.
pub(super) fn fields<'e, 't>(endpoint: &'e Endpoint<'t>) -> Vec<Field<'e, 't>> {
    let mut out: Vec<Field<'_, '_>> = Vec::new();
    for param in &endpoint.params {
        let field = match choice_of(endpoint, param) {
            Some(choice) => Field { name: choice.name, required: choice.required, of: Of::Choice(choice) },
            None => Field { name: param.name, required: param.required, of: Of::Param(param) },
        };
        if out.iter().all(|known| known.name != field.name) {
            out.push(field);
        }
    }
    out
}

/// Returns the fields that every request has.
pub(super) fn required<'e, 't>(endpoint: &'e Endpoint<'t>) -> Vec<Field<'e, 't>> {
    fields(endpoint).into_iter().filter(|field| field.required).collect()
}

/// Returns the choice that a parameter belongs to.
pub(super) fn choice_of<'e, 't>(endpoint: &'e Endpoint<'t>, param: &Param<'_>) -> Option<&'e Choice<'t>> {
    param.choice.and_then(|index| endpoint.choices.get(index))
}
