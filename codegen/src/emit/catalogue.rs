//! What a generated client says about an endpoint at run time: its `EndpointInfo`.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::emit::{access, example};
use crate::model::{Choice, Endpoint, Fallback, Kind, Param};
use crate::names;
use crate::parse::table::View;

/// The entry of an endpoint; `schema` is the expression for the schema of its response.
pub(crate) fn endpoint(endpoint: &Endpoint<'_>, schema: &TokenStream) -> TokenStream {
    let (ident, request) =
        (format_ident!("{}", names::screaming(endpoint.name)), format_ident!("{}", endpoint.name));
    let (name, command, table) = (endpoint.name, names::kebab(endpoint.name), endpoint.table);
    let (doc, path, method) = (table.doc.trim(), &table.path, &table.method);
    let host = format_ident!("{}", names::screaming(&table.host));
    let status = Literal::i64_unsuffixed(table.status);
    let (raw, session) = (raw(&table.raw), session(table.session.as_deref()));
    let fallbacks = endpoint.fallbacks.iter().map(fallback);
    let view = optional(table.view.as_ref().map(view));
    let params = endpoint.params.iter().map(param);
    let choices = endpoint.choices.iter().map(choice);
    let examples = endpoint.examples.iter().map(|found| example::info(endpoint, found));
    quote! {
        pub(super) static #ident: EndpointInfo = EndpointInfo {
            name: #name,
            command: #command,
            doc: #doc,
            host: &super::hosts::#host,
            hosts: super::HOSTS,
            path: #path,
            method: #method,
            status: #status,
            raw: #raw,
            session: #session,
            fallbacks: &[#(#fallbacks),*],
            view: #view,
            params: &[#(#params),*],
            choices: &[#(#choices),*],
            examples: &[#(#examples),*],
            schema: #schema,
            build: |params| Ok(Box::new(#request::from_params(params)?)),
        };
    }
}

fn raw(raw: &str) -> TokenStream {
    if raw == "json" { quote!(RawKind::Json) } else { quote!(RawKind::Text) }
}

fn session(session: Option<&str>) -> TokenStream {
    match session {
        Some("always") => quote!(SessionUse::Always),
        Some("on_refusal") => quote!(SessionUse::OnRefusal),
        _ => quote!(SessionUse::Never),
    }
}

fn fallback(fallback: &Fallback<'_>) -> TokenStream {
    let (name, doc, raw) = (fallback.name, fallback.table.doc.trim(), raw(&fallback.table.raw));
    let steps = fallback.steps.iter().map(|step| {
        let (name, path, query) = (step.name, &step.table.path, &step.query);
        let (host, session) =
            (format_ident!("{}", names::screaming(&step.table.host)), session(step.table.session.as_deref()));
        let query = query.iter().map(|(name, value)| quote!((#name, #value)));
        let prepared = step.table.queries.is_some();
        quote! {
            StepInfo {
                name: #name,
                host: &super::hosts::#host,
                path: #path,
                query: &[#(#query),*],
                prepared: #prepared,
                session: #session,
            }
        }
    });
    quote! { FallbackInfo { name: #name, doc: #doc, raw: #raw, steps: &[#(#steps),*] } }
}

fn view(view: &View) -> TokenStream {
    let (main, zone, times) = (optional(view.main.as_ref()), optional(view.zone.as_ref()), &view.times);
    let (days, interval) = (&view.days, optional(view.interval.as_ref()));
    quote! {
        ViewInfo { main: #main, times: &[#(#times),*], days: &[#(#days),*], interval: #interval, zone: #zone }
    }
}

fn param(param: &Param<'_>) -> TokenStream {
    let (name, table, kind) = (param.name, param.table, kind(&param.kind));
    let (aliases, doc, wire, required) = (&table.aliases, table.doc.trim(), param.wire(), table.required);
    let place = match table.place.as_str() {
        "path" => quote!(Path),
        "query" => quote!(Query),
        _ => quote!(Client),
    };
    let default = optional(table.default.as_ref().map(ToString::to_string));
    let (min, max) = (optional(table.min.map(access::float)), optional(table.max.map(access::float)));
    let max_length = optional(table.max_length.map(Literal::i64_unsuffixed));
    let (pattern, after) = (optional(table.pattern.as_ref()), optional(table.after.as_ref()));
    let conflicts = &table.conflicts;
    quote! {
        ParamInfo {
            name: #name,
            aliases: &[#(#aliases),*],
            doc: #doc,
            kind: #kind,
            place: Place::#place,
            wire: #wire,
            required: #required,
            default: #default,
            min: #min,
            max: #max,
            max_length: #max_length,
            pattern: #pattern,
            conflicts: &[#(#conflicts),*],
            after: #after,
        }
    }
}

fn kind(kind: &Kind<'_>) -> TokenStream {
    match kind {
        Kind::String => quote!(ParamKind::String),
        Kind::Ticker => quote!(ParamKind::Ticker),
        Kind::Integer => quote!(ParamKind::Integer),
        Kind::Number => quote!(ParamKind::Number),
        Kind::Boolean => quote!(ParamKind::Boolean),
        Kind::Date => quote!(ParamKind::Date),
        Kind::DateTime => quote!(ParamKind::DateTime),
        Kind::Enum { name, .. } => {
            let info = format_ident!("{}", names::screaming(name));
            quote!(ParamKind::Enum(&super::types::#info))
        }
        Kind::List { item, separator } => {
            let item = self::kind(item);
            quote!(ParamKind::List { item: &#item, separator: #separator })
        }
    }
}

fn choice(choice: &Choice<'_>) -> TokenStream {
    let (name, doc) = (choice.name, choice.table.doc.trim());
    let options = choice.options.iter().map(|option| {
        let (name, required, optional) = (option.name, &option.table.required, &option.table.optional);
        quote! { ChoiceOption { name: #name, required: &[#(#required),*], optional: &[#(#optional),*] } }
    });
    quote! { ChoiceInfo { name: #name, doc: #doc, options: &[#(#options),*] } }
}

/// An option as an expression.
pub(crate) fn optional(value: Option<impl ToTokens>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}
