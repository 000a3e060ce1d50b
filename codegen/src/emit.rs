//! From the model to the text of every file: `quote` makes the tokens, `prettyplease` lays them out.

mod access;
mod argument;
mod builder;
mod catalogue;
mod choice;
mod derive;
mod example;
mod imports;
mod print;
mod query;
mod request;
mod style;
mod types;

use std::num::NonZero;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::GeneratedFile;
use crate::model::{Endpoint, Model};
use crate::names;

pub(crate) use self::print::MARK;
use self::print::Printer;
pub(crate) use self::style::{Declared, Paths, Style};

/// The files of a model, or why their tokens are not Rust.
pub(crate) fn emit(model: &Model<'_>, style: &Style<'_>) -> Result<Vec<GeneratedFile>, String> {
    let output = style.output;
    let printer = Printer::new(style)?;
    let mut files = Vec::new();
    let list = match style.declared {
        Declared::Beside(folder) => Some(format!("{folder}/mod.rs")),
        Declared::ByPath(_) => Some(format!("{output}/converters.rs")),
        Declared::ByHand => None,
    };
    if let Some(path) = list {
        files.push(printer.file(path, CONVERTERS_DOC, &[], converters(model, style))?);
    }
    files.push(printer.file(format!("{output}/mod.rs"), TABLE_DOC, &[], table(model, style))?);
    files.push(printer.file(format!("{output}/hosts.rs"), HOSTS_DOC, &[], hosts(model))?);
    if !model.types.is_empty() {
        let items = model.types.iter().flat_map(|found| match printer.paths.extern_type(found.name) {
            Some(path) => types::elsewhere(found, path),
            None => types::enumeration(found),
        });
        let items = items.collect();
        files.push(printer.file(format!("{output}/types.rs"), TYPES_DOC, &[], items)?);
    }
    files.extend(requests(model, style)?);
    let shown: Vec<&Endpoint<'_>> =
        model.endpoints.iter().filter(|endpoint| !endpoint.examples.is_empty()).collect();
    if !shown.is_empty() {
        let tests = |endpoint: &&Endpoint<'_>| -> Vec<TokenStream> {
            endpoint.examples.iter().map(|found| example::test(endpoint, found)).collect()
        };
        let used: Vec<TokenStream> = shown.iter().flat_map(tests).collect();
        let mut imports = vec![quote! { use ::std::error::Error; }];
        imports.extend(imports::imports(&printer.paths, &[], &used));
        imports.push(quote! { use super::*; });
        let modules = shown.iter().map(|endpoint| example::module(endpoint)).collect();
        files.push(printer.laid_out(format!("{output}/examples.rs"), EXAMPLES_DOC, imports, modules)?);
    }
    Ok(files)
}

/// The files of the requests. They are nearly all of the work, so every processor has its share.
fn requests(model: &Model<'_>, style: &Style<'_>) -> Result<Vec<GeneratedFile>, String> {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let share = model.endpoints.len().div_ceil(processors).max(1);
    let own: Vec<&str> = model.types.iter().map(|found| found.name).collect();
    std::thread::scope(|scope| {
        let work = |endpoints| {
            let own = &own;
            scope.spawn(move || -> Result<Vec<_>, String> {
                let printer = Printer::new(style)?;
                let file = |endpoint| request(&printer, endpoint, own);
                <[_]>::iter(endpoints).map(file).collect()
            })
        };
        let threads: Vec<_> = model.endpoints.chunks(share).map(work).collect();
        let mut files = Vec::new();
        for thread in threads {
            files.extend(thread.join().map_err(|_| "a thread of it panicked")??);
        }
        Ok(files)
    })
}

fn request(printer: &Printer<'_>, endpoint: &Endpoint<'_>, own: &[&str]) -> Result<GeneratedFile, String> {
    let path = format!("{}/{}.rs", printer.style.output, endpoint.module());
    let mut items = request::request(endpoint, printer.style.docs_crate);
    items.extend(endpoint.choices.iter().flat_map(|choice| choice::choice(endpoint, choice)));
    if endpoint.has_builder() {
        items.extend(builder::builder(endpoint));
    }
    items.extend(argument::traits(endpoint));
    let schema = printer.style.schemas.then(|| {
        let (runtime, converter) = (&printer.paths.runtime, format_ident!("{}", endpoint.table.converter));
        quote!(#runtime::schema_of!(converters::#converter::Response))
    });
    items.push(catalogue::endpoint(endpoint, &schema.unwrap_or_else(|| quote!(None))));
    let doc = format!("The request [`{}`] and what the catalogue says about it.", endpoint.name);
    printer.file(path, &doc, own, items)
}

const CONVERTERS_DOC: &str = "\
The converters, one module for each that the table names: how the raw replies of an endpoint
become its standardized structure. The modules themselves are written by hand.";
const TABLE_DOC: &str = "The requests of the table, its enumerations and its hosts.";
const HOSTS_DOC: &str = "The data hosts that requests go to. A client can override the address of each.";
const EXAMPLES_DOC: &str = "\
The examples of the table: parameters in, the same request in Rust, its exact address out; and what
the replies are converted to, where the table says so.";
const TYPES_DOC: &str = "The enumerations of the table. Each knows its text on the wire both ways.";

fn converters(model: &Model<'_>, style: &Style<'_>) -> Vec<TokenStream> {
    let module = |(name, users): (&str, Vec<&str>)| {
        let module = format_ident!("{name}");
        let place = match style.declared {
            Declared::ByPath(folder) => {
                let path = format!("{folder}/{name}.rs");
                Some(quote! { #[path = #path] })
            }
            Declared::Beside(_) | Declared::ByHand => None,
        };
        let users: Vec<String> = users.iter().map(|user| format!("`{user}`")).collect();
        let docs = docs(&format!("The replies to {}.", users.join(" and ")));
        quote! { #docs #place pub mod #module; }
    };
    model.converters().into_iter().map(module).collect()
}

fn table(model: &Model<'_>, style: &Style<'_>) -> Vec<TokenStream> {
    let mut items = Vec::new();
    if matches!(style.declared, Declared::ByPath(_)) {
        items.push(quote! { pub mod converters; });
    }
    items.push(quote! { pub mod hosts; });
    if !model.types.is_empty() {
        items.push(quote! { mod types; });
    }
    let module = |endpoint: &Endpoint<'_>| format_ident!("{}", endpoint.module());
    items.extend(model.endpoints.iter().map(|endpoint| {
        let module = module(endpoint);
        quote! { mod #module; }
    }));
    if model.endpoints.iter().any(|endpoint| !endpoint.examples.is_empty()) {
        items.push(quote! {
            #[cfg(test)]
            mod examples;
        });
    }
    for endpoint in &model.endpoints {
        let own = module(endpoint);
        let request = format_ident!("{}", endpoint.name);
        let builder = endpoint.has_builder().then(|| builder::name(endpoint));
        let choices = endpoint.choices.iter().map(|choice| format_ident!("{}", choice.type_name()));
        let others: Vec<_> = builder.into_iter().chain(choices).collect();
        items.push(if others.is_empty() {
            quote! { pub use self::#own::#request; }
        } else {
            quote! { pub use self::#own::{#request, #(#others),*}; }
        });
    }
    if !model.types.is_empty() {
        let names = model.types.iter().map(|found| format_ident!("{}", found.name));
        items.push(quote! { pub use self::types::{#(#names),*}; });
    }
    let entries = model.endpoints.iter().map(|endpoint| {
        let (module, name) = (module(endpoint), format_ident!("{}", names::screaming(endpoint.name)));
        quote! { &#module::#name }
    });
    items.push(quote! {
        /// The catalogue: every endpoint of the table, in its order.
        pub static ENDPOINTS: &[&EndpointInfo] = &[#(#entries),*];
    });
    let entries = model.hosts.iter().map(|(name, _)| format_ident!("{}", names::screaming(name)));
    items.push(quote! {
        /// Every host of the table, in its order.
        pub static HOSTS: &[&Host] = &[#(&hosts::#entries),*];
    });
    items
}

fn hosts(model: &Model<'_>) -> Vec<TokenStream> {
    let host = |(name, host): &(&str, &crate::parse::table::Host)| {
        let ident = format_ident!("{}", names::screaming(name));
        let docs = docs(&host.doc);
        let (default, doc) = (host.default.as_str(), host.doc.trim());
        quote! {
            #docs
            pub static #ident: Host = Host { name: #name, default: #default, doc: #doc };
        }
    };
    model.hosts.iter().map(host).collect()
}

/// A name as tokens.
pub(crate) fn quote_ident(name: &str) -> TokenStream {
    let name = format_ident!("{name}");
    quote!(#name)
}

/// A doc comment.
pub(crate) fn docs(text: &str) -> TokenStream {
    let mut open = false;
    let lines = text.trim().lines().map(|line| {
        let line = line.trim_end();
        let is_fence = line.trim_start().starts_with("```");
        // A block without a language would be compiled as Rust.
        let line =
            if is_fence && !open && line.ends_with("```") { format!("{line}text") } else { line.to_owned() };
        open = open != is_fence;
        let line = if line.is_empty() { String::new() } else { format!(" {line}") };
        quote! { #[doc = #line] }
    });
    quote! { #(#lines)* }
}
