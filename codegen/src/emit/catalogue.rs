//! Emits the `EndpointInfo` of an endpoint, its data at run time. Fields with their
//! default are left out.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::entry::Fields;
use super::example;
use super::tokens::{float, ident, optional};
use crate::kind::Kind;
use crate::model::{Choice, Endpoint, Fallback, Param, Place, RawKind, SessionUse, Step};
use crate::names;
use crate::parse::table::View;

/// Returns the entry of an endpoint; `schema` is the expression for the schema of its response.
pub(super) fn endpoint(endpoint: &Endpoint<'_>, schema: Option<TokenStream>) -> TokenStream {
    let table = endpoint.table;
    let subject = endpoint.subject.and_then(|index| endpoint.params.get(index)).map(|param| param.name);
    let (request, host) = (ident(endpoint.name), ident(&names::screaming(&table.host)));
    let fields = Fields::default()
        .set("command", names::kebab(endpoint.name))
        .set("doc", endpoint.doc)
        .set("hosts", quote!(super::hosts::HOSTS))
        .set("path", &table.path)
        .set_some("method", (table.method != "GET").then_some(&table.method))
        .set_some("status", (table.status != 200).then(|| Literal::i64_unsuffixed(table.status)))
        .set_some("raw", raw(endpoint.raw))
        .set_some("session", session(endpoint.session))
        .set_list("fallbacks", endpoint.fallbacks.iter().map(fallback))
        .set_some("view", table.view.as_ref().map(|found| optional(Some(view(found)))))
        .set_list("params", endpoint.params.iter().map(param))
        .set_some("subject", subject.map(|name| optional(Some(name))))
        .set_list("choices", endpoint.choices.iter().map(choice))
        .set_list("examples", endpoint.examples.iter().map(|found| example::info(endpoint, found)))
        .set_some("schema", schema)
        .set("build", quote!(|params| Ok(Box::new(#request::from_params(params)?))));
    let name = endpoint.name;
    let entry = fields.and("EndpointInfo", &quote!(new(#name, &super::hosts::#host)));
    quote! { static INFO: rt::EndpointInfo = #entry; }
}

fn raw(raw: RawKind) -> Option<TokenStream> {
    match raw {
        RawKind::Json => None,
        RawKind::Text => Some(quote!(rt::RawKind::Text)),
    }
}

fn session(session: SessionUse) -> Option<TokenStream> {
    match session {
        SessionUse::Never => None,
        SessionUse::OnRefusal => Some(quote!(rt::SessionUse::OnRefusal)),
        SessionUse::Always => Some(quote!(rt::SessionUse::Always)),
    }
}

fn fallback(fallback: &Fallback<'_>) -> TokenStream {
    Fields::default()
        .set("doc", fallback.doc)
        .set_some("raw", raw(fallback.raw))
        .set_list("steps", fallback.steps.iter().map(step))
        .named("FallbackInfo", fallback.name)
}

fn step(step: &Step<'_>) -> TokenStream {
    let host = ident(&names::screaming(&step.table.host));
    let name = step.name;
    Fields::default()
        .set("path", &step.table.path)
        .set_list("query", step.query.iter().map(|(name, value)| quote!((#name, #value))))
        .set_some("prepared", step.table.queries.as_ref().map(|_| quote!(true)))
        .set_some("session", session(step.session))
        .and("StepInfo", &quote!(new(#name, &super::hosts::#host)))
}

fn view(view: &View) -> TokenStream {
    let main = optional(view.main.as_ref());
    Fields::default()
        .set_list("times", view.times.iter())
        .set_list("days", view.days.iter())
        .set_some("interval", view.interval.as_ref().map(|path| optional(Some(path))))
        .set_some("zone", view.zone.as_ref().map(|zone| optional(Some(zone))))
        .set_list("columns", view.columns.iter())
        .set_some("head", view.head.as_ref().map(|name| optional(Some(name))))
        .set_list("percents", view.percents.iter())
        .set_list("prices", view.prices.iter())
        .set_some("decimals", view.decimals.as_ref().map(|path| optional(Some(path))))
        .and("ViewInfo", &quote!(new(#main)))
}

fn param(param: &Param<'_>) -> TokenStream {
    let table = param.table;
    let place = match param.place {
        Place::Path => Some(quote!(rt::Place::Path)),
        Place::Query => None,
        Place::Client => Some(quote!(rt::Place::Client)),
    };
    Fields::default()
        .set_list("aliases", table.aliases.iter())
        .set("doc", param.doc)
        .set_some("kind", (param.kind != Kind::String).then(|| kind(&param.kind)))
        .set_some("place", place)
        .set_some("wire", table.wire.as_ref())
        .set_some("required", param.required.then(|| quote!(true)))
        .set_some("default", table.default.as_ref().map(|value| optional(Some(value.to_string()))))
        .set_some("min", table.min.map(|min| optional(Some(float(min)))))
        .set_some("max", table.max.map(|max| optional(Some(float(max)))))
        .set_some("max_length", table.max_length.map(|most| optional(Some(Literal::i64_unsuffixed(most)))))
        .set_some("pattern", table.pattern.as_ref().map(|pattern| optional(Some(pattern))))
        .set_list("conflicts", table.conflicts.iter())
        .set_some("after", table.after.as_ref().map(|name| optional(Some(name))))
        .named("ParamInfo", param.name)
}

fn kind(kind: &Kind<'_>) -> TokenStream {
    match kind {
        Kind::String => quote!(rt::ParamKind::String),
        Kind::Ticker => quote!(rt::ParamKind::Ticker),
        Kind::Integer => quote!(rt::ParamKind::Integer),
        Kind::Number => quote!(rt::ParamKind::Number),
        Kind::Boolean => quote!(rt::ParamKind::Boolean),
        Kind::Date => quote!(rt::ParamKind::Date),
        Kind::DateTime => quote!(rt::ParamKind::DateTime),
        Kind::Enum { name, .. } => {
            let info = ident(&names::screaming(name));
            quote!(rt::ParamKind::Enum(&super::types::#info))
        }
        Kind::List { item, separator } => {
            let item = self::kind(item);
            quote!(rt::ParamKind::List { item: &#item, separator: #separator })
        }
    }
}

fn choice(choice: &Choice<'_>) -> TokenStream {
    let options = choice.options.iter().map(|option| {
        Fields::default()
            .set_list("required", option.table.required.iter())
            .set_list("optional", option.table.optional.iter())
            .named("ChoiceOption", option.name)
    });
    Fields::default().set("doc", choice.doc).set_list("options", options).named("ChoiceInfo", choice.name)
}
