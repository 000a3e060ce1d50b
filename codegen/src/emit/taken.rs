//! The structs of parameters that the functions of converters take, beside the converters.

use proc_macro2::TokenStream;
use quote::quote;
use virtual_finance_core::catalogue::ParamLocation;

use super::getter::is_optional;
use super::print::Printer;
use super::tokens::{docs, ident, summary, table_docs};
use virtual_finance_table::kind::Kind;
use virtual_finance_table::model::{Endpoint, Model, Param};

/// Returns the module `params`, with a module for each converter that takes parameters; nothing if none does.
pub(super) fn module(model: &Model<'_>, printer: &Printer<'_>) -> Option<TokenStream> {
    let home = home(printer);
    let modules: Vec<_> = model
        .converters()
        .into_iter()
        .filter_map(|(name, _)| {
            let structs = structs(name, model, &home);
            let (own, about) = (ident(name), docs(&format!("The parameters that `{name}` takes.")));
            (!structs.is_empty()).then(|| quote!(#about pub mod #own { #(#structs)* }))
        })
        .collect();
    (!modules.is_empty()).then(|| {
        quote! {
            /// The parameters that converters take. Strings, tickers and enumerations are `&str`, and timestamps are
            /// epoch seconds.
            #[allow(dead_code, reason = "a converter need not read each of its parameters")]
            pub mod params { #(#modules)* }
        }
    })
}

/// Returns the path of the runtime in the crate of the converters.
fn home(printer: &Printer<'_>) -> syn::Path {
    let (runtime, converters) = (&printer.paths.runtime, &printer.paths.converters);
    let is_own = converters.segments.len() > runtime.segments.len()
        && runtime.segments.iter().zip(&converters.segments).all(|(one, other)| one.ident == other.ident);
    if is_own { syn::parse_quote!(crate) } else { runtime.clone() }
}

/// Returns the structs of a converter. Endpoints that share it have the same parameters.
fn structs(converter: &str, model: &Model<'_>, home: &syn::Path) -> Vec<TokenStream> {
    let first = |takes: &dyn Fn(&Endpoint<'_>) -> bool| model.endpoints.iter().find(|found| takes(found));
    let is_own = |endpoint: &Endpoint<'_>| endpoint.converter() == Some(converter);
    let converted = first(&|found| is_own(found) && found.params.iter().any(|param| param.is_converted));
    let prepared = first(&|found| found.prepare == Some(converter));
    let sent = first(&|found| is_own(found) && found.make_body.is_some());
    let structure = |endpoint: Option<&Endpoint<'_>>, name, about, is_taken: fn(&Param<'_>) -> bool| {
        let params = endpoint?.params.iter().filter(|param| is_taken(param));
        Some(structure(name, about, &params.collect::<Vec<_>>(), home))
    };
    let structs = [
        structure(converted, "Params", "The parameters that the conversion reads.", |param| {
            param.is_converted
        }),
        structure(prepared, "Query", "The parameters that the query is made of.", |param| {
            param.place == ParamLocation::Query
        }),
        structure(sent, "Body", "The parameters that the body is made of.", |param| {
            param.place == ParamLocation::Body
        }),
    ];
    structs.into_iter().flatten().collect()
}

fn structure(name: &str, about: &str, params: &[&Param<'_>], home: &syn::Path) -> TokenStream {
    let (name, about) = (ident(name), docs(about));
    let is_list = |param: &&Param<'_>| matches!(param.kind, Kind::List { .. });
    let copy = (!params.iter().any(is_list)).then(|| quote!(, Copy));
    let lifetime = params.iter().any(|param| borrows(&param.kind)).then(|| quote!(<'a>));
    let fields = params.iter().map(|param| {
        let (name, about, own) =
            (ident(param.name), table_docs(&summary(param.doc)), taken(&param.kind, home));
        let own = if is_optional(param) { quote!(Option<#own>) } else { own };
        quote!(#about pub #name: #own)
    });
    quote! {
        #about
        #[derive(Debug, Clone #copy)]
        pub struct #name #lifetime { #(#fields),* }
    }
}

/// Returns the type that converters take for a value.
fn taken(kind: &Kind<'_>, home: &syn::Path) -> TokenStream {
    match kind {
        Kind::String | Kind::Ticker | Kind::Enum { .. } | Kind::Grammar { .. } => quote!(&'a str),
        Kind::Integer => quote!(i64),
        Kind::Number => quote!(f64),
        Kind::Boolean => quote!(bool),
        Kind::Date => quote!(#home::generated::Date),
        Kind::DateTime { .. } => quote!(#home::generated::DateTime),
        Kind::List { item, .. } => {
            let item = taken(item, home);
            quote!(Vec<#item>)
        }
        Kind::Json { .. } => quote!(#home::generated::Value),
    }
}

fn borrows(kind: &Kind<'_>) -> bool {
    match kind {
        Kind::String | Kind::Ticker | Kind::Enum { .. } | Kind::Grammar { .. } => true,
        Kind::List { item, .. } => borrows(item),
        Kind::Integer
        | Kind::DateTime { .. }
        | Kind::Number
        | Kind::Boolean
        | Kind::Date
        | Kind::Json { .. } => false,
    }
}
