//! The module of a table: its requests, its enumerations and the catalogue.

use proc_macro2::TokenStream;
use quote::quote;

use super::feature::feature;
use super::print::Printer;
use super::style::ConverterModules;
use super::tokens::ident;
use super::{builder, sent};
use virtual_finance_table::model::{Endpoint, Model};

/// The format of the generated code. The runtime refuses another one: raise both numbers where the two no
/// longer fit together.
const FORMAT: u32 = 4;

/// Returns the items of the module. It may be included into a file of its user, so that it imports nothing.
pub(super) fn table(model: &Model<'_>, printer: &Printer<'_>) -> Vec<TokenStream> {
    let allowed = model.deprecates().then(allowed);
    let converters = matches!(printer.style.declared, ConverterModules::ByPath(_)) && model.has_converters();
    let mut items = modules(model, converters, printer);
    items.extend(exports(model, printer));
    for item in &mut items {
        *item = quote!(#allowed #item);
    }
    let (runtime, format) = (&printer.paths.runtime, proc_macro2::Literal::u32_unsuffixed(FORMAT));
    let requests = model.endpoints.iter().map(|endpoint| {
        let (feature, request) = (feature(endpoint), ident(endpoint.name));
        quote!(#feature #request::INFO)
    });
    items.extend([
        quote! {
            /// The catalogue: every endpoint of the table, in its order.
            #allowed
            pub static ENDPOINTS: &[&#runtime::generated::EndpointInfo] = &[#(#requests),*];
        },
        quote! {
            const _: () = #runtime::generated::require::<#runtime::generated::Format<#format>>();
        },
    ]);
    items
}

/// Returns the attribute that lets generated code use what the table deprecates: only its users are warned.
fn allowed() -> TokenStream {
    quote!(#[allow(deprecated, reason = "only users of the table's parts are warned")])
}

fn modules(model: &Model<'_>, converters: bool, printer: &Printer<'_>) -> Vec<TokenStream> {
    let mut items = Vec::new();
    if converters {
        items.push(quote! { pub mod converters; });
    }
    items.push(quote! { pub mod hosts; });
    if model.has_types() {
        items.push(quote! { mod types; });
    }
    if !model.table.records.is_empty() {
        items.push(match &printer.paths.records {
            Some(elsewhere) => quote! { use #elsewhere as records; },
            None => quote! { mod records; },
        });
    }
    if printer.paths.records.is_some() {
        items.push(quote! {
            #[allow(dead_code, unused_imports, hidden_glob_reexports, reason = "names that hide functions are not used")]
            pub(crate) mod responses;
        });
    }
    if model.has_params() {
        items.push(quote! {
            #[allow(non_camel_case_types, reason = "they are the table's names")]
            pub mod param;
        });
    }
    items.extend(model.endpoints.iter().map(|endpoint| {
        let (feature, module) = (feature(endpoint), module(endpoint));
        quote! { #feature mod #module; }
    }));
    if model.endpoints.iter().any(|endpoint| !endpoint.examples.is_empty()) {
        items.push(quote! {
            #[cfg(test)]
            mod examples;
        });
    }
    items
}

fn exports(model: &Model<'_>, printer: &Printer<'_>) -> Vec<TokenStream> {
    let request = |endpoint: &Endpoint<'_>| {
        let (own, request) = (module(endpoint), ident(endpoint.name));
        let builder = endpoint.has_builder().then(|| builder::name(endpoint));
        let choices = endpoint.choices.iter().map(|choice| ident(&choice.type_name()));
        let others: Vec<_> = builder.into_iter().chain(choices).collect();
        if others.is_empty() { quote!(#own::#request) } else { quote!(#own::{#request, #(#others),*}) }
    };
    let (always, others): (Vec<_>, Vec<_>) =
        model.endpoints.iter().partition(|endpoint| endpoint.written.feature.is_none());
    let always = always.into_iter().map(request);
    let mut items = vec![quote! { pub use self::{hosts::HOSTS, #(#always),*}; }];
    items.extend(others.into_iter().map(|endpoint| {
        let (feature, request) = (feature(endpoint), request(endpoint));
        quote! { #feature pub use self::#request; }
    }));
    if model.has_types() {
        let types = model.types.iter().map(|found| found.name);
        let names = types.chain(model.grammars.iter().map(|found| found.name)).map(ident);
        items.push(quote! { pub use self::types::{#(#names),*}; });
    }
    // Records of another crate are among the responses, and what is sent here, too.
    let mut sent = model.sent_records().map(|found| ident(found.own)).peekable();
    if printer.paths.records.is_some() && sent.peek().is_some() {
        items.push(quote! { pub use self::records::{#(#sent),*}; });
    }
    if !model.table.records.is_empty() && printer.paths.records.is_none() {
        let own = model.records.iter().filter(|found| found.module.is_none()).map(|found| ident(found.own));
        let own = own.chain(model.one_ofs.iter().map(|found| ident(found.name)));
        let names = own.chain(model.sent_records().filter_map(sent::structure));
        items.push(quote! { pub use self::records::{#(#names),*}; });
    }
    items
}

fn module(endpoint: &Endpoint<'_>) -> proc_macro2::Ident {
    ident(&endpoint.module())
}
