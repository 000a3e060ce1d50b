//! Emits the text of every file from the model: `quote` makes the tokens, `prettyplease` lays them out.

mod argument;
mod availability;
mod builder;
mod catalogue;
mod choice;
mod derive;
mod entry;
mod example;
mod fields;
mod getter;
mod implementation;
mod kinds;
mod layout;
mod pages;
mod print;
mod record;
mod request;
mod response;
mod style;
mod table;
mod tokens;
mod types;

use proc_macro2::TokenStream;
use quote::quote;

use self::entry::Fields;
use self::print::Printer;
pub(crate) use self::style::{Declared, Paths, Style};
use self::tokens::{docs, ident};
use crate::file::GeneratedFile;
use crate::model::{Endpoint, Host, Model, Response};
use crate::names;

const CONVERTERS_DOC: &str = "\
The converters, one module for each that the table names, which make the standardized structure of
an endpoint of its raw replies. The modules themselves are written by hand.";
const TABLE_DOC: &str = "The requests of the table, its enumerations and its hosts.";
const HOSTS_DOC: &str = "The data hosts that requests go to. A client can override the address of each.";
const PARAM_DOC: &str = "\
The arguments of constructors and setters: a module for each request, with a trait for each parameter. The
compiler shows their messages for a value of another type.";
const EXAMPLES_DOC: &str = "\
The examples of the table: parameters in, the same request in Rust, its exact address out; and what
the replies are converted to, where the table says so.";
const RECORDS_DOC: &str = "The structures of the responses that the table declares.";
const TYPES_DOC: &str = "The enumerations of the table. Each knows its text on the wire both ways.";

/// Returns the files of a model, or why their tokens are not Rust.
pub(crate) fn emit(model: &Model<'_>, style: &Style<'_>) -> Result<Vec<GeneratedFile>, String> {
    let (printer, output) = (Printer::new(style)?, style.output);
    let path = |name: &str| format!("{output}/{name}.rs");
    let runtime = runtime(&printer);
    let mut files = Vec::new();
    let list = match style.declared {
        Declared::Beside(folder) => Some(format!("{folder}/mod.rs")),
        Declared::ByPath(_) => Some(path("converters")),
        Declared::ByHand => None,
    };
    if let Some(path) = list.filter(|_| model.has_converters()) {
        files.push(printer.file(path, CONVERTERS_DOC, converters(model, style))?);
    }
    files.push(printer.file(path("mod"), TABLE_DOC, table::table(model, &printer))?);
    files.push(printer.file(path("hosts"), HOSTS_DOC, hosts(model, runtime.clone()))?);
    if model.has_types() {
        let grammars =
            model.grammars.iter().flat_map(|found| types::grammar(found, &printer.paths.converters));
        let items = model.types.iter().flat_map(|found| match printer.paths.extern_type(found.name) {
            Some(path) => types::elsewhere(found, path),
            None => types::enumeration(found),
        });
        let items = [runtime.clone()].into_iter().chain(items).chain(grammars);
        files.push(printer.file(path("types"), TYPES_DOC, items)?);
    }
    if !model.records.is_empty() {
        // In another crate it is the runtime's own.
        let own: syn::Path = syn::parse_quote!(crate);
        let (path, home) = match style.records {
            Some((file, _)) => (file.to_owned(), &own),
            None => (path("records"), &printer.paths.runtime),
        };
        let has_schema = style.records.is_some() && style.schemas;
        let items = model.records.iter().flat_map(|found| {
            let schema = has_schema.then(|| record::schema_implementation(found));
            let own = record::definitions(found, model, home);
            own.chain(response::of_status(found, model)).chain(schema)
        });
        let import = quote!(use #home::generated as rt;);
        files.push(printer.file(path, RECORDS_DOC, [import].into_iter().chain(items))?);
    }
    if model.has_params() {
        let endpoints = model.endpoints.iter().filter(|endpoint| !endpoint.params.is_empty());
        let items = [runtime.clone()].into_iter().chain(endpoints.map(argument::arguments));
        files.push(printer.file(path("param"), PARAM_DOC, items)?);
    }
    files.extend(requests(style, model)?);
    let shown: Vec<_> = model.endpoints.iter().filter(|endpoint| !endpoint.examples.is_empty()).collect();
    if !shown.is_empty() {
        let imports = [
            runtime,
            quote!(
                use super::*;
            ),
        ];
        let modules = shown.into_iter().map(example::module);
        files.push(printer.file(path("examples"), EXAMPLES_DOC, imports.into_iter().chain(modules))?);
    }
    Ok(files)
}

/// Returns the import of everything that generated code names.
fn runtime(printer: &Printer<'_>) -> TokenStream {
    let path = &printer.paths.runtime;
    quote!(use #path::generated as rt;)
}

/// Returns the files of all requests, in the order of the table. Each is made by itself, so that all processors help.
fn requests(style: &Style<'_>, model: &Model<'_>) -> Result<Vec<GeneratedFile>, String> {
    /// Fewer requests are not worth a thread.
    const MIN_EACH: usize = 16;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let each = model.endpoints.len().div_ceil(threads.max(1)).max(MIN_EACH);
    let made = |part: &[Endpoint<'_>]| {
        let printer = Printer::new(style)?;
        part.iter().map(|endpoint| request(&printer, endpoint, model)).collect::<Result<Vec<_>, String>>()
    };
    std::thread::scope(|scope| {
        let parts: Vec<_> =
            model.endpoints.chunks(each).map(|part| scope.spawn(move || made(part))).collect();
        let mut files = Vec::new();
        for part in parts {
            files.extend(part.join().map_err(|_| "a thread panicked".to_owned())??);
        }
        Ok(files)
    })
}

fn request(
    printer: &Printer<'_>,
    endpoint: &Endpoint<'_>,
    model: &Model<'_>,
) -> Result<GeneratedFile, String> {
    let path = format!("{}/{}.rs", printer.style.output, endpoint.module());
    let mut items = imports(printer, endpoint);
    items.extend(request::request(endpoint, printer.style.docs_crate));
    items.extend(implementation::implementations(endpoint, model));
    items.extend(endpoint.pages.as_ref().map(|found| pages::implementation(endpoint, found)));
    items.extend(endpoint.choices.iter().flat_map(|found| choice::choice(endpoint, found)));
    if endpoint.has_builder() {
        items.extend(builder::builder(endpoint));
    }
    items.extend(argument::choice_traits(endpoint));
    let schema = match &endpoint.response {
        Response::Declared(declared) => Some(record::schema(declared, model)),
        Response::Bytes => Some(quote!(Some(rt::bytes_schema))),
        Response::Converter(module) => printer.style.schemas.then(|| {
            let converter = ident(module);
            quote!(rt::schema_of!(converters::#converter::Response))
        }),
    };
    items.push(catalogue::endpoint(endpoint, model, schema));
    let doc = format!("The request [`{}`] and what the catalogue says about it.", endpoint.name);
    printer.file(path, &doc, items)
}

/// Returns the imports of the file of a request.
fn imports(printer: &Printer<'_>, endpoint: &Endpoint<'_>) -> Vec<TokenStream> {
    let mut out = vec![runtime(printer)];
    if endpoint.converter().is_some() || endpoint.prepare.is_some() {
        let converters = &printer.paths.converters;
        let renamed = converters.segments.last().is_some_and(|last| last.ident != "converters");
        let renamed = renamed.then(|| quote!(as converters));
        out.insert(0, quote!(use #converters #renamed;));
    }
    if endpoint.params.is_empty() {
        return out;
    }
    let module = ident(&endpoint.module());
    out.push(quote!(use super::param::#module as param;));
    let types: Vec<_> = request::own_types(endpoint).into_iter().collect();
    match types.as_slice() {
        [] => {}
        [one] => out.push(quote!(use super::types::#one;)),
        many => out.push(quote!(use super::types::{#(#many),*};)),
    }
    out
}

fn converters(model: &Model<'_>, style: &Style<'_>) -> Vec<TokenStream> {
    let module = |(name, users): (&str, Vec<&str>)| {
        let module = ident(name);
        let path = match style.declared {
            Declared::ByPath(folder) => {
                let path = format!("{folder}/{name}.rs");
                Some(quote! { #[path = #path] })
            }
            Declared::Beside(_) | Declared::ByHand => None,
        };
        let users: Vec<String> = users.iter().map(|user| format!("`{user}`")).collect();
        let docs = docs(&format!("The replies to {}.", users.join(" and ")));
        quote! { #docs #path pub mod #module; }
    };
    model.converters().into_iter().map(module).collect()
}

fn hosts(model: &Model<'_>, runtime: TokenStream) -> Vec<TokenStream> {
    let host = |Host { name, doc, availability, address, auth }: &Host<'_>| {
        let own = ident(&names::screaming(name));
        let docs = availability::table_docs(doc, *availability);
        let entry = Fields::default()
            .set("doc", doc)
            .set_some("availability", availability::entry(*availability))
            .set_some("auth", auth.as_ref().map(catalogue::auth))
            .and("Host", &quote!(new(#name, #address)));
        quote! {
            #docs
            pub static #own: rt::Host = #entry;
        }
    };
    let all = model.hosts.iter().map(|host| ident(&names::screaming(host.name)));
    let all = quote! {
        /// Every host of the table, in its order.
        pub static HOSTS: &[&rt::Host] = &[#(&#all),*];
    };
    std::iter::once(runtime).chain(model.hosts.iter().map(host)).chain([all]).collect()
}
