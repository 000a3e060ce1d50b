//! The responses that the table declares: their conversion, the host's own error, and the statuses with a meaning.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::entry::Fields;
use super::record;
use super::tokens::{ident, optional};
use crate::model::{Declared, Meaning, Model, Record};
use crate::parse::table::ErrorObject;

/// Returns the members of `Endpoint` for a response that the table declares.
pub(super) fn declared(response: &Declared<'_>) -> TokenStream {
    let Some(item) = &response.item else {
        return quote! {
            type Response = ();

            fn convert(&self, _: &rt::Context<'_>, _: &[rt::RawReply<'_>]) -> rt::Conversion<Self::Response> {
                Ok(().into())
            }
        };
    };
    let (own, at) = (record::rust_type(item, &quote!(super::records::)), response.at);
    let error = optional(response.error.map(error_object));
    let place = quote!(&rt::Declared { at: #at, error: #error });
    let (own, read) = if response.may_be_empty() {
        (quote!(Option<#own>), quote!(rt::declared_or_empty(replies, #place, INFO.statuses)))
    } else {
        (own, quote!(rt::declared(replies, #place)))
    };
    quote! {
        type Response = #own;

        fn convert(
            &self,
            _: &rt::Context<'_>,
            replies: &[rt::RawReply<'_>],
        ) -> rt::Conversion<Self::Response> {
            #read
        }
    }
}

/// Returns the place of the host's own error.
pub(super) fn error_object(error: &ErrorObject) -> TokenStream {
    let ErrorObject { at, code, message } = error;
    let (code, message) = (optional(code.as_ref()), optional(message.as_ref()));
    quote!(rt::ErrorObject { at: #at, code: #code, message: #message })
}

/// Returns the entries of the catalogue for the statuses of a response.
pub(super) fn entries(declared: &Declared<'_>, model: &Model<'_>) -> Vec<TokenStream> {
    let entry = |(status, meaning): &(u16, Meaning<'_>)| {
        let (status, schema) = (Literal::u16_unsuffixed(*status), record_of(*meaning));
        let meaning = match meaning {
            Meaning::Empty => quote!(Empty),
            Meaning::NotFound => quote!(NotFound),
            Meaning::Unauthorized => quote!(Unauthorized),
            Meaning::RateLimited => quote!(RateLimited),
            Meaning::Record(name) => quote!(Record(#name)),
        };
        Fields::default()
            .set_some("schema", schema.map(|name| record::schema_of(name, model)))
            .and("StatusInfo", &quote!(new(#status, rt::StatusMeaning::#meaning)))
    };
    declared.statuses.iter().map(entry).collect()
}

/// Returns what makes a record one that an error has, if a status of the table has it as its body.
pub(super) fn of_status(record: &Record<'_>, model: &Model<'_>) -> Option<TokenStream> {
    let declared = model.endpoints.iter().filter_map(|endpoint| endpoint.response.declared());
    let mut meanings = declared.flat_map(|declared| &declared.statuses).map(|(_, meaning)| *meaning);
    if !meanings.any(|meaning| record_of(meaning) == Some(record.name)) {
        return None;
    }
    let (own, name) = (ident(record.name), record.name);
    Some(quote! {
        impl rt::ErrorRecord for #own {
            const NAME: &'static str = #name;
        }
    })
}

const fn record_of(meaning: Meaning<'_>) -> Option<&str> {
    match meaning {
        Meaning::Record(name) => Some(name),
        _ => None,
    }
}
