//! What makes a request an `Endpoint`: its checks, its path and query, and the call of its converter.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::emit::access::{self, Access, in_method};
use crate::emit::request::relations;
use crate::model::{Endpoint, Kind, Param};
use crate::names::screaming;

/// The implementation of `Endpoint`.
pub(crate) fn endpoint(endpoint: &Endpoint<'_>) -> TokenStream {
    let (name, info) = (format_ident!("{}", endpoint.name), format_ident!("{}", screaming(endpoint.name)));
    let converter = format_ident!("{}", endpoint.table.converter);
    let subject = match endpoint.subject.and_then(|place| endpoint.params.get(place)) {
        Some(param) => {
            let name = format_ident!("{}", param.name);
            let plain = access::plain(param, Access::Field);
            if matches!(param.kind, Kind::List { .. }) {
                quote!(Some(subject_of(&self.#name)))
            } else {
                quote!(Some(Cow::Borrowed(#plain)))
            }
        }
        None => quote!(None),
    };
    let (validate, path, query, convert) =
        (validate(endpoint), path(endpoint), query(endpoint), convert(endpoint));
    quote! {
        impl Endpoint for #name {
            type Response = converters::#converter::Response;

            fn info(&self) -> &'static EndpointInfo { &#info }

            fn subject(&self) -> Option<Cow<'_, str>> { #subject }

            #validate
            #path
            #query
            #convert
        }
    }
}

/// Takes the choices apart whose parameters a method uses.
fn parts<'t>(endpoint: &Endpoint<'t>, used: impl Fn(&Param<'t>) -> bool) -> TokenStream {
    let lets = endpoint.choices.iter().filter(|choice| choice.params().any(&used)).map(|choice| {
        let names = choice.params().map(|param| {
            let name = format_ident!("{}", param.name);
            if used(param) { quote!(#name) } else { quote!(_) }
        });
        let (field, own) =
            (format_ident!("{}", choice.name), format_ident!("{}", crate::names::camel(choice.name)));
        quote! { let (#(#names,)*) = self.#field.as_ref().map(#own::parts).unwrap_or_default(); }
    });
    quote!(#(#lets)*)
}

fn validate(endpoint: &Endpoint<'_>) -> TokenStream {
    let info = format_ident!("{}", screaming(endpoint.name));
    let parts = parts(endpoint, |_| true);
    let values = endpoint.params.iter().map(|param| {
        let (ident, name) = (format_ident!("{}", param.name), param.name);
        if param.table.required {
            quote!(.value(#name, &self.#ident))
        } else {
            let value = access::reference(param, in_method(param));
            quote!(.optional(#name, #value))
        }
    });
    let relations = relations(endpoint, Access::Field);
    quote! {
        fn validate(&self) -> Result<(), ParamErrors> {
            #parts
            Checks::new(&#info) #(#values)* #relations .finish()
        }
    }
}

fn path(endpoint: &Endpoint<'_>) -> TokenStream {
    let segments = endpoint.table.path.split('/').map(|segment| {
        let placeholder = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        match placeholder.and_then(|name| endpoint.param(name)) {
            Some(param) => wire_value(param),
            None => quote!(Cow::Borrowed(#segment)),
        }
    });
    quote! {
        fn path(&self) -> Vec<Cow<'_, str>> { Vec::from([#(#segments),*]) }
    }
}

/// The text on the wire of a value that there always is.
fn wire_value(param: &Param<'_>) -> TokenStream {
    match &param.kind {
        Kind::List { item, separator } => {
            let text = access::joined(item, separator, &access::list(param, Access::Field));
            quote!(Cow::Owned(#text))
        }
        kind => access::wire(kind, &access::plain(param, Access::Field)),
    }
}

fn query(endpoint: &Endpoint<'_>) -> TokenStream {
    let sent: Vec<&Param<'_>> = endpoint.params.iter().filter(|param| param.is_sent()).collect();
    let parts = parts(endpoint, Param::is_sent);
    let (now, body) = match &endpoint.table.prepare {
        Some(prepare) => {
            let prepare = format_ident!("{prepare}");
            let fields = literal(&sent);
            (
                quote!(now),
                quote! {
                    converters::#prepare::prepare(converters::#prepare::Query { #fields }, now)
                },
            )
        }
        None if sent.is_empty() => (quote!(_now), quote!(Vec::new())),
        None if sent.iter().all(|param| !access::is_optional(param)) => {
            let pairs = sent.iter().map(|param| {
                let (wire, value) = (param.wire(), wire_value(param));
                quote!((#wire, #value))
            });
            (quote!(_now), quote!(Vec::from([#(#pairs),*])))
        }
        None => {
            let pairs = sent.iter().map(|param| optional_pair(param));
            (quote!(_now), quote!([#(#pairs),*].into_iter().flatten().collect()))
        }
    };
    quote! {
        fn query(&self, #now: DateTime) -> Vec<(&'static str, Cow<'_, str>)> {
            #parts
            #body
        }
    }
}

/// A name and value of the query, or none.
fn optional_pair(param: &Param<'_>) -> TokenStream {
    let wire = param.wire();
    if !access::is_optional(param) {
        let value = wire_value(param);
        return quote!(Some((#wire, #value)));
    }
    let ident = format_ident!("{}", param.name);
    let (option, value) = match &param.kind {
        Kind::List { item, separator } => {
            let text = access::joined(item, separator, &quote!(#ident));
            (access::list(param, in_method(param)), quote!(Cow::Owned(#text)))
        }
        kind => (access::plain_option(param, in_method(param)), access::wire(kind, &quote!(#ident))),
    };
    quote!(#option.map(|#ident| (#wire, #value)))
}

fn convert(endpoint: &Endpoint<'_>) -> TokenStream {
    let converter = format_ident!("{}", endpoint.table.converter);
    let read: Vec<&Param<'_>> = endpoint.params.iter().filter(|param| param.is_converted()).collect();
    let parts = parts(endpoint, Param::is_converted);
    let fields = literal(&read);
    let params = (!read.is_empty()).then(|| quote!(, converters::#converter::Params { #fields }));
    quote! {
        fn convert(
            &self,
            cx: &Context<'_>,
            replies: &[RawReply<'_>],
        ) -> Result<Converted<Self::Response>, ConversionHookError> {
            #parts
            converters::#converter::convert(cx, replies #params)
        }
    }
}

/// The fields of a struct of plain values.
fn literal(params: &[&Param<'_>]) -> TokenStream {
    let fields = params.iter().map(|param| {
        let name = format_ident!("{}", param.name);
        let value = access::plain(param, in_method(param));
        if value.to_string() == param.name { quote!(#name) } else { quote!(#name: #value) }
    });
    quote!(#(#fields),*)
}
