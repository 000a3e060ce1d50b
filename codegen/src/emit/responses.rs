//! The module of the responses, for crates whose converters and records are in another one: what they are made of,
//! without the functions that make them.

use proc_macro2::TokenStream;
use quote::quote;

use super::feature::feature;
use super::member;
use super::print::Printer;
use super::tokens::{docs, ident};
use virtual_finance_table::model::{Endpoint, Model, Response};

/// Returns the items of the module; none where responses are in the crate itself.
pub(super) fn module(model: &Model<'_>, printer: &Printer<'_>) -> Vec<TokenStream> {
    let Some(records) = &printer.paths.records else { return Vec::new() };
    let converters = &printer.paths.converters;
    let structures = |(name, users): (&str, Vec<&str>)| {
        let functions = functions(model, name);
        // What only prepares queries has no response.
        functions.iter().find(|function| **function == "convert")?;
        let links: Vec<_> = users.iter().map(|user| format!("[`{user}`](super::super::{user})")).collect();
        let about = docs(&format!("The response to {}.", links.join(" and ")));
        let (module, functions) = (ident(name), functions.into_iter().map(ident));
        let of_user = |endpoint: &&Endpoint<'_>| users.contains(&endpoint.name);
        let feature = model.endpoints.iter().find(of_user).and_then(feature);
        // A name of the module goes before that of the glob.
        Some(quote! {
            #about
            #feature
            pub mod #module {
                pub use #converters::#module::*;
                use super::{#(hidden as #functions),*};
            }
        })
    };
    let records = (!model.table.records.is_empty()).then(|| quote! { pub use #records::*; });
    let hidden = model.has_converters().then(|| {
        quote! {
            /// Stands in the place of the functions of converters, which are for requests.
            const fn hidden() {}
        }
    });
    records.into_iter().chain(hidden).chain(model.converters().into_iter().filter_map(structures)).collect()
}

/// Returns the names of the functions that requests call in a module.
fn functions<'t>(model: &Model<'t>, module: &str) -> Vec<&'t str> {
    let mut names: Vec<&str> = Vec::new();
    for endpoint in &model.endpoints {
        if endpoint.prepare == Some(module) {
            names.push("prepare");
        }
        if endpoint.converter() != Some(module) {
            continue;
        }
        names.push("convert");
        names.extend(endpoint.make_body);
        names.extend(endpoint.params.iter().any(|param| param.batch.is_some()).then_some("join"));
        names.extend(endpoint.written.steps().filter_map(|step| step.queries.as_deref()));
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the sentence of a request's docs that leads to its response.
pub(super) fn sentence(endpoint: &Endpoint<'_>) -> String {
    match &endpoint.response {
        Response::Converter(module) => {
            format!("Its response is [`{module}::Response`](converters::{module}::Response).")
        }
        Response::Bytes => "Its response is the body, as [`Bytes`](rt::Bytes).".to_owned(),
        Response::Declared(declared) => match &declared.item {
            None => "Its response has no data.".to_owned(),
            Some(item) => {
                let named = member::rust_type(item, &quote!()).to_string().replace(' ', "");
                let named = named.replace("rt::", "").replace("::std::collections::", "");
                let empty = if declared.may_be_empty() { ", or `None`" } else { "" };
                match item.record() {
                    Some(record) => {
                        let record = record.replace('.', "::");
                        format!("Its response is [`{named}`](super::records::{record}){empty}.")
                    }
                    None => format!("Its response is `{named}`{empty}."),
                }
            }
        },
    }
}
