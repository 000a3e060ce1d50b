//! The implementations of `Request` and `Endpoint`: the calls of the converter's module of a request.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use virtual_finance_core::catalogue::ParamLocation;

use super::getter::{self, is_optional};
use super::kinds::{plain, plain_option};
use super::tokens::ident;
use super::{member, response};
use virtual_finance_table::kind::Kind;
use virtual_finance_table::model::{Endpoint, Model, Param, Response};

/// Returns the implementation of `Request` for one with more methods than all have; none for others.
pub(super) fn request(endpoint: &Endpoint<'_>) -> Option<TokenStream> {
    let name = ident(endpoint.name);
    let more: Vec<_> = [query(endpoint), body(endpoint), queries(endpoint)].into_iter().flatten().collect();
    (!more.is_empty()).then(|| {
        quote! {
            impl rt::Request for #name {
                fn info(&self) -> &'static rt::EndpointInfo { Self::INFO }

                fn value(&self, param: &str) -> Option<rt::Plain<'_>> { self.__value(param) }

                #(#more)*
            }
        }
    })
}

/// Returns the implementation of `Endpoint`.
pub(super) fn endpoint(endpoint: &Endpoint<'_>, model: &Model<'_>) -> TokenStream {
    let name = ident(endpoint.name);
    let conversion = match &endpoint.response {
        Response::Converter(module) => converted(endpoint, &ident(module)),
        Response::Declared(declared) => response::declared(endpoint, declared, model),
        Response::Bytes => bytes(),
    };
    let batches = batches(endpoint);
    quote! {
        impl rt::Endpoint for #name {
            #conversion
            #batches
        }
    }
}

/// Returns the members of `Endpoint` for a converter.
fn converted(endpoint: &Endpoint<'_>, converter: &Ident) -> TokenStream {
    let params = params(endpoint, converter);
    let conversion = quote!(converters::#converter::convert(cx, replies #params));
    let conversion = response::beside_errors(endpoint, conversion);
    quote! {
        type Response = converters::#converter::Response;

        fn convert(
            &self,
            cx: &rt::Context<'_>,
            replies: &[rt::RawReply<'_>],
        ) -> rt::Conversion<Self::Response> {
            #conversion
        }
    }
}

/// Returns the members of `Endpoint` for a list of more values than one request has.
fn batches(endpoint: &Endpoint<'_>) -> Option<TokenStream> {
    let param = endpoint.params.iter().find(|param| param.batch.is_some())?;
    let joined = match &endpoint.response {
        Response::Converter(module) => {
            let converter = ident(module);
            quote!(converters::#converter::join(batches))
        }
        Response::Declared(declared) => {
            let item = member::rust_type(declared.list_item()?, &quote!(super::records::));
            quote!(rt::joined::<#item, _>(batches))
        }
        Response::Bytes => return None,
    };
    let field = ident(param.name);
    let (values, part) = if param.required {
        (quote!(&self.#field), quote!(#field: part))
    } else {
        (quote!(self.#field.as_deref().unwrap_or_default()), quote!(#field: Some(part)))
    };
    let rest = (endpoint.params.len() > 1).then(|| quote!(, ..self.clone()));
    Some(quote! {
        fn parts(&self, most: usize, without: &[usize]) -> Vec<Self> {
            rt::parts(#values, most, without, |part| Self { #part #rest })
        }

        fn join(&self, batches: Vec<rt::Batch<Self::Response>>) -> Option<Self::Response> {
            Some(#joined)
        }
    })
}

/// Returns the members of `Endpoint` for a reply that is the response itself.
fn bytes() -> TokenStream {
    quote! {
        type Response = rt::Bytes;

        fn convert(
            &self,
            _: &rt::Context<'_>,
            replies: &[rt::RawReply<'_>],
        ) -> rt::Conversion<Self::Response> {
            rt::Bytes::of(replies)
        }
    }
}

/// Returns the query of a request whose converter's module makes it.
fn query(endpoint: &Endpoint<'_>) -> Option<TokenStream> {
    let prepare = ident(endpoint.prepare?);
    let fields = literal(in_place(endpoint, ParamLocation::Query));
    let prepared =
        quote!(converters::#prepare::prepare(converters::params::#prepare::Query { #fields }, now));
    let pairs = if endpoint.written.query.is_empty() {
        prepared
    } else {
        quote! {
            let mut pairs = rt::constants(self);
            pairs.extend(#prepared);
            pairs
        }
    };
    Some(quote! {
        fn query(&self, now: rt::DateTime) -> rt::QueryPairs<'_> { #pairs }
    })
}

/// Returns the body of a request whose converter's module makes it.
fn body(endpoint: &Endpoint<'_>) -> Option<TokenStream> {
    let (converter, make) = (ident(endpoint.converter()?), ident(endpoint.make_body?));
    let fields = literal(in_place(endpoint, ParamLocation::Body));
    Some(quote! {
        fn body(&self, now: rt::DateTime) -> Result<Option<rt::RequestBody>, rt::ParamErrors> {
            rt::made_body(self, converters::#converter::#make(converters::params::#converter::Body { #fields }, now))
        }
    })
}

fn in_place<'e, 't>(endpoint: &'e Endpoint<'t>, place: ParamLocation) -> impl Iterator<Item = &'e Param<'t>> {
    endpoint.params.iter().filter(move |param| param.place == place)
}

/// Returns the queries that the converter's module makes for the steps of fallbacks.
fn queries(endpoint: &Endpoint<'_>) -> Option<TokenStream> {
    let converter = ident(endpoint.converter()?);
    let params = params(endpoint, &converter);
    let then = [("", &endpoint.written.then)];
    let fallbacks =
        endpoint.written.fallbacks.iter().map(|(fallback, found)| (fallback.as_str(), &found.steps));
    let all = then.into_iter().chain(fallbacks).flat_map(|(source, steps)| {
        let prepared = steps.iter().filter_map(|(step, found)| Some((step, found.queries.as_ref()?)));
        prepared.map(move |(step, queries)| (source, step, ident(queries)))
    });
    let arms: Vec<_> = all
        .map(|(source, step, queries)| {
            quote!((#source, #step) => converters::#converter::#queries(cx, replies #params))
        })
        .collect();
    (!arms.is_empty()).then(|| {
        quote! {
            fn queries(
                &self,
                fallback: &str,
                step: &str,
                cx: &rt::Context<'_>,
                replies: &[rt::RawReply<'_>],
            ) -> Result<Vec<rt::QueryPairs<'_>>, rt::ConversionError> {
                match (fallback, step) { #(#arms,)* _ => Ok(Vec::new()) }
            }
        }
    })
}

/// Returns the last argument of a function of the converter's module: the parameters that it reads, where
/// there are any.
fn params(endpoint: &Endpoint<'_>, converter: &Ident) -> Option<TokenStream> {
    let mut read = endpoint.params.iter().filter(|param| param.is_converted).peekable();
    read.peek()?;
    let fields = literal(read);
    Some(quote!(, converters::params::#converter::Params { #fields }))
}

/// Returns the fields of a struct of a converter's module, with the values of their parameters.
fn literal<'p, 't: 'p>(params: impl Iterator<Item = &'p Param<'t>>) -> TokenStream {
    let fields = params.map(|param| {
        let (name, getter) = (ident(param.name), getter::name(param.name));
        let value = match (&param.kind, &param.default) {
            // The getter's default could not be borrowed.
            (Kind::Enum { name: own, open: true, .. }, Some(default)) => {
                let (own, default) = (ident(own), default.text.as_str());
                quote!(self.#name.as_ref().map_or(#default, #own::as_str))
            }
            (kind, _) if is_optional(param) => plain_option(kind, &quote!(self.#getter())),
            (kind, _) => plain(kind, &quote!(self.#getter())),
        };
        quote!(#name: #value)
    });
    quote!(#(#fields),*)
}
