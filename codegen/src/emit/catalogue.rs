//! Emits the `EndpointInfo` of an endpoint, its data at run time.

use proc_macro2::TokenStream;
use quote::quote;

use super::entry::constant;
use super::example;
use super::tokens::ident;
use virtual_finance_table::catalogue::Catalogue;
use virtual_finance_table::model::{Endpoint, Model, text};

/// Returns the entry of an endpoint; `schema` is the expression for the schema of its response.
pub(super) fn endpoint(
    endpoint: &Endpoint<'_>,
    model: &Model<'_>,
    schema: Option<TokenStream>,
) -> Option<TokenStream> {
    let request = ident(endpoint.name);
    let mut info = Catalogue::new(model.table).endpoint(endpoint.name, endpoint.written)?;
    let examples = info.examples.iter().zip(&endpoint.examples);
    let examples = examples.map(|(info, example)| info.rust(text(&example::call_text(endpoint, example))));
    info.examples = examples.collect::<Vec<_>>().leak();
    let entry = constant(&info);
    let schema = schema.map(|schema| quote!(.schema(#schema)));
    Some(quote! {
        static INFO: rt::EndpointInfo = #entry
            .hosts(super::hosts::HOSTS)
            #schema
            .build(|params| rt::erased(#request::from_params(params)));
    })
}
