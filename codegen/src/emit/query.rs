//! What makes a request a `Request` and an `Endpoint`: its checks, its path and query, what its fallbacks
//! ask, and the call of its converter.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::emit::access::{self, Access, in_method};
use crate::emit::request::relations;
use crate::model::{Endpoint, Kind, Param, Step, placeholder};
use crate::names::screaming;

/// The implementations of `Request` and `Endpoint`.
pub(crate) fn endpoint(endpoint: &Endpoint<'_>) -> Vec<TokenStream> {
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
    let fallback = (!endpoint.fallbacks.is_empty()).then(|| fallback(endpoint));
    let request = quote! {
        impl Request for #name {
            fn info(&self) -> &'static EndpointInfo { &#info }

            fn subject(&self) -> Option<Cow<'_, str>> { #subject }

            #validate
            #path
            #query
            #fallback
        }
    };
    let endpoint = quote! {
        impl Endpoint for #name {
            type Response = converters::#converter::Response;

            #convert
        }
    };
    vec![request, endpoint]
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
    let segments = segments(endpoint, &endpoint.table.path);
    quote! {
        fn path(&self) -> Vec<Cow<'_, str>> { Vec::from([#(#segments),*]) }
    }
}

/// The segments of a path as expressions.
fn segments(endpoint: &Endpoint<'_>, path: &str) -> Vec<TokenStream> {
    path.split('/').map(|segment| filled(endpoint, segment)).collect()
}

/// A text, or the value of the parameter that it stands for.
fn filled(endpoint: &Endpoint<'_>, text: &str) -> TokenStream {
    match placeholder(text).and_then(|name| endpoint.param(name)) {
        Some(param) => wire_value(param),
        None => quote!(Cow::Borrowed(#text)),
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

fn fallback(endpoint: &Endpoint<'_>) -> TokenStream {
    let all: Vec<(&str, &Step<'_>)> = endpoint
        .fallbacks
        .iter()
        .flat_map(|fallback| fallback.steps.iter().map(|step| (fallback.name, step)))
        .collect();
    let makes = all.iter().any(|(_, step)| step.table.queries.is_some());
    let (cx, replies) = if makes { (quote!(cx), quote!(replies)) } else { (quote!(_cx), quote!(_replies)) };
    let arms = all.iter().map(|(fallback, step)| {
        let (name, targets) = (step.name, targets(endpoint, step));
        quote!((#fallback, #name) => #targets,)
    });
    quote! {
        fn fallback(
            &self,
            fallback: &str,
            step: &str,
            #cx: &Context<'_>,
            #replies: &[RawReply<'_>],
        ) -> Result<Vec<Target<'_>>, ConversionHookError> {
            Ok(match (fallback, step) {
                #(#arms)*
                _ => Vec::new(),
            })
        }
    }
}

/// What a step asks: one target, or one for each query that the converter's module makes.
fn targets(endpoint: &Endpoint<'_>, step: &Step<'_>) -> TokenStream {
    let path = segments(endpoint, &step.table.path);
    let path = quote!(Vec::from([#(#path),*]));
    let pairs: Vec<TokenStream> = step
        .query
        .iter()
        .map(|(name, value)| {
            let value = filled(endpoint, value);
            quote!((#name, #value))
        })
        .collect();
    let Some(queries) = &step.table.queries else {
        let query = if pairs.is_empty() { quote!(Vec::new()) } else { quote!(Vec::from([#(#pairs),*])) };
        return quote!(Vec::from([Target { path: #path, query: #query }]));
    };
    let (converter, queries) = (format_ident!("{}", endpoint.table.converter), format_ident!("{queries}"));
    // In the arm of the step, where a parameter may have the name of an argument.
    let (parts, params) = (parts(endpoint, Param::is_converted), params(endpoint));
    let query = if pairs.is_empty() {
        quote!(query)
    } else {
        quote!(query: [#(#pairs),*].into_iter().chain(query).collect())
    };
    let made = quote! {
        converters::#converter::#queries(cx, replies #params)?
            .into_iter()
            .map(|query| Target { path: #path, #query })
            .collect()
    };
    if parts.is_empty() { made } else { quote!({ #parts #made }) }
}

fn convert(endpoint: &Endpoint<'_>) -> TokenStream {
    let converter = format_ident!("{}", endpoint.table.converter);
    let (parts, params) = (parts(endpoint, Param::is_converted), params(endpoint));
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

/// The last argument of a function of the converter's module: the parameters that it reads, where there are any.
fn params(endpoint: &Endpoint<'_>) -> Option<TokenStream> {
    let converter = format_ident!("{}", endpoint.table.converter);
    let read: Vec<&Param<'_>> = endpoint.params.iter().filter(|param| param.is_converted()).collect();
    let fields = literal(&read);
    (!read.is_empty()).then(|| quote!(, converters::#converter::Params { #fields }))
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
