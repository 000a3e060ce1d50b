//! Emits the text of every file from the model: `quote` makes the tokens, `prettyplease` lays them out.

mod argument;
mod builder;
mod catalogue;
mod choice;
mod deprecated;
mod derive;
mod entry;
mod example;
mod feature;
mod fields;
mod getter;
mod implementation;
mod kinds;
mod layout;
mod limits;
mod member;
mod pages;
mod parallel;
mod print;
mod record;
mod request;
mod response;
mod responses;
mod sent;
mod style;
mod table;
mod taken;
mod tokens;
mod types;

use proc_macro2::TokenStream;
use quote::quote;
use virtual_finance_core::Host;

use self::print::Printer;
pub(crate) use self::style::{ConverterModules, Paths, Style};
use self::tokens::{docs, ident};
use crate::file::GeneratedFile;
use virtual_finance_table::catalogue::Catalogue;
use virtual_finance_table::markdown::for_rustdoc;
use virtual_finance_table::model::{Endpoint, Model, Response};
use virtual_finance_table::names;

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
const RESPONSES_DOC: &str = "\
The structures that replies are converted to: a module for each request with a converter, and the records of the
others.";
const RECORDS_DOC: &str = "The structures of the responses that the table declares.";
const TYPES_DOC: &str = "The enumerations of the table. Each knows its text on the wire both ways.";

/// Returns the files of a model, or why their tokens are not Rust. Each is made by itself, so that all processors help.
pub(crate) fn emit(model: &Model<'_>, style: &Style<'_>) -> Result<Vec<GeneratedFile>, String> {
    let requests = model.endpoints.iter().map(Part::Request);
    let parts: Vec<Part<'_>> = Part::BEFORE_REQUESTS.into_iter().chain(requests).collect();
    let made = parallel::map(&parts, || Printer::new(style), |printer, part| part.file(printer, model))?;
    Ok(made.into_iter().flatten().collect())
}

/// The part of a model that one file has.
#[derive(Clone, Copy)]
enum Part<'m> {
    Converters,
    Table,
    Hosts,
    Types,
    Records,
    Responses,
    Params,
    Examples,
    Request(&'m Endpoint<'m>),
}

impl Part<'_> {
    /// The parts that grow with the table come before its requests: begun last, they would be waited for.
    const BEFORE_REQUESTS: [Self; 8] = [
        Self::Converters,
        Self::Table,
        Self::Hosts,
        Self::Types,
        Self::Records,
        Self::Responses,
        Self::Params,
        Self::Examples,
    ];

    /// Returns the file, if the model has anything for it.
    fn file(self, printer: &Printer<'_>, model: &Model<'_>) -> Result<Option<GeneratedFile>, String> {
        match self {
            Self::Converters => converters_file(printer, model),
            Self::Table => {
                printer.file(path(printer, "mod"), TABLE_DOC, table::table(model, printer)).map(Some)
            }
            Self::Hosts => {
                printer.file(path(printer, "hosts"), HOSTS_DOC, hosts(model, runtime(printer))).map(Some)
            }
            Self::Types => types_file(printer, model),
            Self::Records => records_file(printer, model),
            Self::Responses => responses_file(printer, model),
            Self::Params => params_file(printer, model),
            Self::Examples => examples_file(printer, model),
            Self::Request(endpoint) => request(printer, endpoint, model).map(Some),
        }
    }
}

fn path(printer: &Printer<'_>, name: &str) -> String {
    format!("{}/{name}.rs", printer.style.output)
}

fn converters_file(printer: &Printer<'_>, model: &Model<'_>) -> Result<Option<GeneratedFile>, String> {
    let list = match printer.style.declared {
        ConverterModules::Beside(folder) => format!("{folder}/mod.rs"),
        ConverterModules::ByPath(_) => path(printer, "converters"),
    };
    if !model.has_converters() {
        return Ok(None);
    }
    let modules = converters(model, printer.style).into_iter().chain(taken::module(model, printer));
    let modules = modules.chain(model.types.iter().filter_map(types::groups));
    printer.file(list, CONVERTERS_DOC, modules).map(Some)
}

fn types_file(printer: &Printer<'_>, model: &Model<'_>) -> Result<Option<GeneratedFile>, String> {
    if !model.has_types() {
        return Ok(None);
    }
    let grammars = model.grammars.iter().flat_map(|found| types::grammar(found, &printer.paths.converters));
    let items = model.types.iter().flat_map(|found| match printer.paths.extern_type(found.name) {
        Some(path) => types::elsewhere(found, path),
        None => types::enumeration(found, &printer.paths.derives, model.is_of_records(found.name)),
    });
    let items = std::iter::once(runtime(printer)).chain(items).chain(grammars);
    printer.file(path(printer, "types"), TYPES_DOC, items).map(Some)
}

fn records_file(printer: &Printer<'_>, model: &Model<'_>) -> Result<Option<GeneratedFile>, String> {
    if model.table.records.is_empty() {
        return Ok(None);
    }
    // In another crate it is the runtime's own.
    let own: syn::Path = syn::parse_quote!(crate);
    let style = printer.style;
    let (path, home) = match style.records {
        Some((file, _)) => (file.to_owned(), &own),
        None => (path(printer, "records"), &printer.paths.runtime),
    };
    let (filled, plain): (Vec<_>, Vec<_>) = model.records.iter().partition(|found| found.module.is_some());
    let has_schema = style.records.is_some() && style.schemas;
    let items = plain.into_iter().flat_map(|found| {
        record::definitions(found, model, has_schema).chain(response::of_status(found.name, model))
    });
    let several = model.one_ofs.iter().flat_map(|found| {
        std::iter::once(record::one_of(found, has_schema)).chain(response::of_status(found.name, model))
    });
    let converters = model.converters().into_iter().filter_map(|(name, _)| {
        let own = filled.iter().filter(|found| found.module == Some(name));
        let items: Vec<_> = own.flat_map(|found| record::definitions(found, model, style.schemas)).collect();
        let (about, module) =
            (docs(&format!("The structures that the converter `{name}` fills.")), ident(name));
        (!items.is_empty()).then(|| quote!(#about pub mod #module { use super::*; #(#items)* }))
    });
    let import = quote!(use #home::generated as rt;);
    printer
        .file(path, RECORDS_DOC, std::iter::once(import).chain(items).chain(several).chain(converters))
        .map(Some)
}

fn responses_file(printer: &Printer<'_>, model: &Model<'_>) -> Result<Option<GeneratedFile>, String> {
    let items = responses::module(model, printer);
    if items.is_empty() {
        return Ok(None);
    }
    printer.file(path(printer, "responses"), RESPONSES_DOC, items).map(Some)
}

fn params_file(printer: &Printer<'_>, model: &Model<'_>) -> Result<Option<GeneratedFile>, String> {
    if !model.has_params() {
        return Ok(None);
    }
    let endpoints = model.endpoints.iter().filter(|endpoint| argument::has_traits(endpoint));
    let items = std::iter::once(runtime(printer)).chain(endpoints.map(argument::arguments));
    printer.file(path(printer, "param"), PARAM_DOC, items).map(Some)
}

fn examples_file(printer: &Printer<'_>, model: &Model<'_>) -> Result<Option<GeneratedFile>, String> {
    let mut shown = model.endpoints.iter().filter(|endpoint| !endpoint.examples.is_empty()).peekable();
    if shown.peek().is_none() {
        return Ok(None);
    }
    let imports = [
        runtime(printer),
        quote!(
            use super::*;
        ),
    ];
    let items = imports.into_iter().chain(shown.map(example::module));
    printer.file(path(printer, "examples"), EXAMPLES_DOC, items).map(Some)
}

/// Returns the import of everything that generated code names.
fn runtime(printer: &Printer<'_>) -> TokenStream {
    let path = &printer.paths.runtime;
    quote!(use #path::generated as rt;)
}

fn request(
    printer: &Printer<'_>,
    endpoint: &Endpoint<'_>,
    model: &Model<'_>,
) -> Result<GeneratedFile, String> {
    let path = path(printer, &endpoint.module());
    let mut items = imports(printer, endpoint);
    let more = implementation::request(endpoint);
    items.extend(request::request(endpoint, printer.style.docs_crate, more.is_some()));
    items.extend(more);
    items.push(implementation::endpoint(endpoint, model));
    items.extend(endpoint.pages.as_ref().map(|found| pages::implementation(endpoint, found)));
    items.extend(response::events(endpoint));
    items.extend(endpoint.choices.iter().flat_map(|found| choice::choice(endpoint, found)));
    items.extend(endpoint.has_builder().then(|| builder::builder(endpoint)));
    items.extend(argument::choice_traits(endpoint));
    let schema = match &endpoint.response {
        Response::Declared(declared) => Some(record::schema(declared)),
        Response::Bytes => Some(quote!(Some(rt::bytes_schema))),
        Response::Converter(module) => printer.style.schemas.then(|| {
            let converter = ident(module);
            quote!(rt::schema_of!(converters::#converter::Response))
        }),
    };
    items.extend(catalogue::endpoint(endpoint, model, schema));
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
    if argument::has_traits(endpoint) {
        let module = ident(&endpoint.module());
        out.push(quote!(use super::param::#module as param;));
    }
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
            ConverterModules::ByPath(folder) => {
                let path = format!("{folder}/{name}.rs");
                Some(quote! { #[path = #path] })
            }
            ConverterModules::Beside(_) => None,
        };
        let users: Vec<String> = users.iter().map(|user| format!("`{user}`")).collect();
        let docs = docs(&format!("The replies to {}.", users.join(" and ")));
        quote! { #docs #path pub mod #module; }
    };
    model.converters().into_iter().map(module).collect()
}

fn hosts(model: &Model<'_>, runtime: TokenStream) -> Vec<TokenStream> {
    let catalogue = Catalogue::new(model.table);
    let hosts: Vec<_> = model.table.hosts.keys().filter_map(|name| catalogue.host(name)).collect();
    let host = |host: &&'static Host| {
        let (own, docs) = (ident(&names::screaming(host.name)), docs(&for_rustdoc(host.doc)));
        let entry = entry::constant(*host);
        quote! {
            #docs
            pub static #own: rt::Host = #entry;
        }
    };
    let all = hosts.iter().map(|host| ident(&names::screaming(host.name)));
    let all = quote! {
        /// Every host of the table, in its order.
        pub static HOSTS: &[&rt::Host] = &[#(&#all),*];
    };
    std::iter::once(runtime).chain(hosts.iter().map(host)).chain([all]).collect()
}
