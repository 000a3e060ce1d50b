//! The responses that the table declares: their conversion, the host's own error, and the statuses with a meaning.

use proc_macro2::TokenStream;
use quote::quote;
use virtual_finance_core::catalogue::{Catalogued as _, RawKind};

use super::entry::{constant, value};
use super::member;
use super::tokens::ident;
use virtual_finance_table::catalogue;
use virtual_finance_table::item::Item;
use virtual_finance_table::model::{DeclaredResponse, Endpoint, Model, Presence};

/// Returns the members of `Endpoint` for a response that the table declares.
pub(super) fn declared(
    endpoint: &Endpoint<'_>,
    response: &DeclaredResponse<'_>,
    model: &Model<'_>,
) -> TokenStream {
    let Some(item) = &response.item else {
        return quote! {
            type Response = ();

            fn convert(&self, _: &rt::Context<'_>, _: &[rt::RawReply<'_>]) -> rt::Conversion<Self::Response> {
                Ok(().into())
            }
        };
    };
    let own = member::rust_type(item, &quote!(super::records::));
    let read = read(endpoint, response, model);
    let (own, read) = if response.may_be_empty() {
        let read = quote! {
            match rt::is_empty(replies, INFO.statuses) {
                Ok(true) => Ok(None.into()),
                Ok(false) => #read.map(|found| found.map(Some)),
                Err(error) => Err(error),
            }
        };
        (quote!(Option<#own>), read)
    } else {
        (own, read)
    };
    let read = beside_errors(endpoint, read);
    let (strict, read) = if endpoint.is_lenient {
        let strict = quote!(let strict = |replies: &[rt::RawReply<'_>]| #read;);
        (Some(strict), quote!(rt::leniently(&INFO, replies, strict)))
    } else {
        (None, read)
    };
    let mut read = quote!(rt::known(replies, #read));
    if !endpoint.written.repeats.is_empty() {
        read = quote!(rt::about(self, replies, #read));
    }
    quote! {
        type Response = #own;

        fn convert(
            &self,
            _: &rt::Context<'_>,
            replies: &[rt::RawReply<'_>],
        ) -> rt::Conversion<Self::Response> {
            #strict
            #read
        }
    }
}

/// Returns the implementation of `Evented`; none for replies that are read as a whole.
pub(super) fn events(endpoint: &Endpoint<'_>) -> Option<TokenStream> {
    let response = endpoint.response.declared().filter(|_| endpoint.raw.has_events())?;
    let (name, item) =
        (ident(endpoint.name), member::rust_type(response.list_item()?, &quote!(super::records::)));
    let items = response.into.as_ref().map(|_| quote!(rt::Holds::<#item>::into_parts(response).0));
    let events = match (items, response.may_be_empty()) {
        (None, false) => quote!(response),
        (None, true) => quote!(response.unwrap_or_default()),
        (Some(items), false) => items,
        (Some(items), true) => quote!(response.map(|response| #items).unwrap_or_default()),
    };
    Some(quote! {
        impl rt::Evented for #name {
            type Event = #item;

            fn events(response: Self::Response) -> Vec<Self::Event> { #events }
        }
    })
}

/// Returns a conversion whose reply may have errors beside its data.
pub(super) fn beside_errors(endpoint: &Endpoint<'_>, conversion: TokenStream) -> TokenStream {
    match &endpoint.written.graphql {
        Some(_) => quote!(rt::beside_errors(replies, #conversion)),
        None => conversion,
    }
}

/// Returns the call that reads the data of a response.
fn read(endpoint: &Endpoint<'_>, response: &DeclaredResponse<'_>, model: &Model<'_>) -> TokenStream {
    if endpoint.raw == RawKind::Text {
        return quote!(rt::declared_text(replies));
    }
    let (place, expected_values) = (place(endpoint, response), expected_values(endpoint, response));
    let item = response.list_item();
    let rust = item.map(|item| member::rust_type(item, &quote!(super::records::)));
    match (rust, expected_values) {
        (Some(item), expected_values) if expected_values.is_some() || response.items.has_rules() => {
            let rules = rules(response, expected_values, model);
            quote!(rt::declared_rows::<#item, _>(replies, #place, #rules))
        }
        (Some(item), _) if response.into.is_some() || response.items.is_bounded() => {
            quote!(rt::declared_list::<#item, _>(replies, #place))
        }
        (None, Some(expected_values)) => quote!(rt::declared_row(replies, #place, &#expected_values)),
        _ => quote!(rt::declared(replies, #place)),
    }
}

/// Returns the place of the data of a response.
fn place(endpoint: &Endpoint<'_>, response: &DeclaredResponse<'_>) -> TokenStream {
    let place = constant(&catalogue::place(endpoint.name, endpoint.written, response));
    if endpoint.raw == RawKind::Json {
        return quote!(&#place);
    }
    let raw = value(&endpoint.raw.datum());
    quote!(&#place.raw(#raw))
}

/// Returns the values that the data repeats, if it does.
fn expected_values(endpoint: &Endpoint<'_>, response: &DeclaredResponse<'_>) -> Option<TokenStream> {
    let param = endpoint.param(response.items.echoes?)?;
    let (name, is_ticker) = (param.name, param.kind.is_ticker());
    Some(quote!(rt::ExpectedValues::new(rt::Request::value(self, #name), #is_ticker)))
}

/// Returns the rules for the items of a list.
fn rules(
    response: &DeclaredResponse<'_>,
    expected_values: Option<TokenStream>,
    model: &Model<'_>,
) -> TokenStream {
    let record = response.list_item().and_then(Item::record);
    let record = record.and_then(|name| model.records.iter().find(|record| record.name == name));
    let field = |name: &str| record.and_then(|record| record.fields.iter().find(|field| field.name == name));
    let conditions: Vec<_> = response
        .items
        .gone
        .iter()
        .filter_map(|(name, value)| {
            let (field, own) = (field(name)?, ident(name));
            let found = match field.presence {
                Presence::Required => quote!(Some(&item.#own)),
                Presence::Nullable | Presence::Optional => quote!(item.#own.as_ref()),
                Presence::OptionalOrNull => quote!(item.#own.get()),
            };
            Some(match *value {
                "" if matches!(field.presence, Presence::Nullable | Presence::Optional) => {
                    quote!(item.#own.is_none())
                }
                "" => quote!(#found.is_none()),
                value => quote!(#found.is_some_and(|value| value == #value)),
            })
        })
        .collect();
    let is_gone = if conditions.is_empty() { quote!(|_| false) } else { quote!(|item| #(#conditions)&&*) };
    let expected_values =
        expected_values.map_or_else(|| quote!(None), |expected_values| quote!(Some(#expected_values)));
    let skips_unreadable = response.items.skips_unreadable;
    quote!(&rt::Rules { expected_values: #expected_values, is_gone: #is_gone, skips_unreadable: #skips_unreadable })
}

/// Returns the code that makes a record the body of an error, if a status of the table has it as its body.
pub(super) fn of_status(name: &str, model: &Model<'_>) -> Option<TokenStream> {
    let declared = model.endpoints.iter().filter_map(|endpoint| endpoint.response.declared());
    let mut meanings = declared.flat_map(|declared| &declared.statuses).map(|(_, meaning)| *meaning);
    if !meanings.any(|meaning| meaning.record() == Some(name)) {
        return None;
    }
    let own = ident(name);
    Some(quote! {
        impl rt::ErrorRecord for #own {
            const NAME: &'static str = #name;

            fn schema() -> rt::Value { rt::declared_schema::<Self>() }
        }
    })
}
