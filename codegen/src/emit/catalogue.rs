//! Emits the `EndpointInfo` of an endpoint, its data at run time. Fields with their
//! default are left out.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use virtual_finance_core::catalogue::{BodyFormat, SessionUse};

use super::entry::Fields;
use super::tokens::{ident, optional};
use super::{example, pages, response, sent, tokens};
use crate::freshness::Freshness;
use crate::kind::Kind;
use crate::model::{Auth, Choice, Endpoint, Fallback, Param, ParamLocation, Scheme, Step, View};
use crate::names;

/// Returns the entry of an endpoint; `schema` is the expression for the schema of its response.
pub(super) fn endpoint(endpoint: &Endpoint<'_>, schema: Option<TokenStream>) -> TokenStream {
    let declared = endpoint.response.declared();
    let subject = endpoint.subject.and_then(|index| endpoint.params.get(index)).map(|param| param.name);
    let (request, host) = (ident(endpoint.name), ident(&names::screaming(endpoint.host)));
    let fields = Fields::default()
        .set("command", names::kebab(endpoint.name))
        .set("doc", endpoint.doc)
        .set_some("deprecated", endpoint.deprecated)
        .set("hosts", quote!(super::hosts::HOSTS))
        .set("path", endpoint.path)
        .set_some("method", (endpoint.method != "GET").then_some(endpoint.method))
        .set_some("safe", endpoint.safe.then_some(true))
        .set_list("query", endpoint.query.iter().map(pair))
        .set_some("split", endpoint.split)
        .set_list("headers", endpoint.headers.iter().map(pair))
        .set_list("reply_headers", endpoint.reply_headers.iter())
        .set_some("body", endpoint.body.map(body))
        .set_some("graphql", endpoint.graphql)
        .set_some("status", (endpoint.status != 200).then(|| Literal::i64_unsuffixed(endpoint.status)))
        .set_some("raw", tokens::raw(endpoint.raw))
        .set_some("error", response::host_error(endpoint))
        .set_list("statuses", declared.into_iter().flat_map(|found| response::entries(found)))
        .set_some("session", session(endpoint.session))
        .set_list("fallbacks", endpoint.fallbacks.iter().map(fallback))
        .set_some("fresh_for", endpoint.fresh_for.map(fresh_for))
        .set_some("pages", endpoint.pages.as_ref().map(pages::info))
        .set_some("view", endpoint.view.as_ref().map(view))
        .set_some("group", endpoint.group)
        .set_list("words", endpoint.words.iter().map(pair))
        .set_list("params", endpoint.params.iter().map(param))
        .set_some("subject", subject)
        .set_list("choices", endpoint.choices.iter().map(choice))
        .set_list("examples", endpoint.examples.iter().map(|found| example::info(endpoint, found)))
        .set_some("declared", declared.map(response::keys))
        .set_some("lenient", endpoint.is_lenient.then_some(true))
        .set_some("schema", schema)
        .set("build", quote!(|params| rt::erased(#request::from_params(params))));
    let name = endpoint.name;
    let entry = fields.and("EndpointInfo", &quote!(new(#name, &super::hosts::#host)));
    quote! { static INFO: rt::EndpointInfo = #entry; }
}

/// Returns the credentials that a host wants.
pub(super) fn auth(auth: &Auth<'_>) -> TokenStream {
    let scheme = match &auth.scheme {
        Scheme::Header(name) => quote!(Header(#name)),
        Scheme::Query(name) => quote!(Query(#name)),
        Scheme::Bearer => quote!(Bearer),
        Scheme::Basic => quote!(Basic),
        Scheme::OAuth2 { host, path, scopes } => {
            quote!(OAuth2 { host: #host, path: #path, scopes: &[#(#scopes),*] })
        }
        Scheme::Custom => quote!(Custom),
    };
    Fields::default().set_some("env", auth.env).and("HostAuth", &quote!(new(rt::AuthScheme::#scheme)))
}

fn body(format: BodyFormat) -> TokenStream {
    let name = format_ident!("{format:?}");
    quote!(rt::BodyFormat::#name)
}

/// Returns a constant of a query or of headers.
pub(super) fn pair((name, value): &(&str, &str)) -> TokenStream {
    quote!((#name, #value))
}

fn session(session: SessionUse) -> Option<TokenStream> {
    let name = format_ident!("{session:?}");
    (session != SessionUse::Never).then(|| quote!(rt::SessionUse::#name))
}

fn fresh_for(found: Freshness<'_>) -> TokenStream {
    match found {
        Freshness::For(seconds) => {
            let seconds = Literal::u64_unsuffixed(seconds);
            quote!(rt::Freshness::for_seconds(#seconds))
        }
        Freshness::Until(word) => quote!(rt::Freshness::Until(#word)),
    }
}

fn fallback(fallback: &Fallback<'_>) -> TokenStream {
    Fields::default()
        .set("doc", fallback.doc)
        .set_some("raw", tokens::raw(fallback.raw))
        .set_list("steps", fallback.steps.iter().map(step))
        .named("FallbackInfo", fallback.name)
}

fn step(step: &Step<'_>) -> TokenStream {
    let host = ident(&names::screaming(step.host));
    let name = step.name;
    Fields::default()
        .set("path", step.path)
        .set_list("query", step.query.iter().map(pair))
        .set_some("split", step.split)
        .set_some("prepared", step.queries.map(|_| true))
        .set_some("session", session(step.session))
        .and("StepInfo", &quote!(new(#name, &super::hosts::#host)))
}

fn view(view: &View<'_>) -> TokenStream {
    let main = optional(view.main);
    Fields::default()
        .set_list("otherwise", view.otherwise.iter())
        .set_list("unfold", view.unfold.iter())
        .set_list("times", view.times.iter())
        .set_list("instants", view.instants.iter())
        .set_list("days", view.days.iter())
        .set_some("interval", view.interval)
        .set_some("zone", view.zone)
        .set_list("columns", view.columns.iter())
        .set_list("labels", view.labels.iter().map(pair))
        .set_list("whole", view.whole.iter())
        .set_some("head", view.head)
        .set_list("facts", view.facts.iter().map(pair))
        .set_some("beside", view.beside)
        .set_some("unknown", view.unknown)
        .set_list("percents", view.percents.iter())
        .set_list("fractions", view.fractions.iter())
        .set_list("prices", view.prices.iter())
        .set_list("chart", view.chart.iter())
        .set_some("decimals", view.decimals)
        .set_list("names", view.names.iter())
        .set_some("currency", view.currency)
        .and("ViewInfo", &quote!(new(#main)))
}

fn param(param: &Param<'_>) -> TokenStream {
    let place = match param.place {
        ParamLocation::Path => Some(quote!(rt::ParamLocation::Path)),
        ParamLocation::Query => None,
        ParamLocation::Header => Some(quote!(rt::ParamLocation::Header)),
        ParamLocation::Body => Some(quote!(rt::ParamLocation::Body)),
        ParamLocation::Client => Some(quote!(rt::ParamLocation::Client)),
    };
    Fields::default()
        .set_list("aliases", param.aliases.iter())
        .set("doc", param.doc)
        .set_some("deprecated", param.deprecated)
        .set_some("kind", (param.kind != Kind::String).then(|| kind(&param.kind)))
        .set_some("place", place)
        .set_some("wire", param.wire.as_deref())
        .set_some("repeated", matches!(param.kind, Kind::List { repeated: true, .. }).then_some(true))
        .set_some("required", param.required.then_some(true))
        .set_some("default", param.default.as_ref().map(|default| &default.text))
        .set_limits(param.limits)
        .set_some("batch", param.batch.map(Literal::i64_unsuffixed))
        .set_list("conflicts", param.conflicts.iter())
        .set_some("after", param.after)
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
        Kind::DateTime { is_iso: false } => quote!(rt::ParamKind::DateTime),
        Kind::DateTime { is_iso: true } => quote!(rt::ParamKind::IsoDateTime),
        Kind::Enum { name, .. } => {
            let info = ident(&names::screaming(name));
            quote!(rt::ParamKind::Enum(&super::types::#info))
        }
        Kind::Grammar { name } => {
            let info = ident(&names::screaming(name));
            quote!(rt::ParamKind::Grammar(&super::types::#info))
        }
        Kind::List { item, separator, .. } => {
            let item = self::kind(item);
            quote!(rt::ParamKind::List { item: &#item, separator: #separator })
        }
        Kind::Json { item, nullable } => {
            let kind = sent::json_kind(item, &quote!(super::records::sent::));
            quote!(rt::ParamKind::Json { kind: &#kind, nullable: #nullable })
        }
    }
}

fn choice(choice: &Choice<'_>) -> TokenStream {
    let options = choice.options.iter().map(|option| {
        let names = |required: bool| {
            option.params.iter().filter(move |(_, own)| *own == required).map(|(param, _)| param.name)
        };
        Fields::default()
            .set_list("required", names(true))
            .set_list("optional", names(false))
            .named("ChoiceOption", option.name)
    });
    Fields::default()
        .set("doc", choice.doc)
        .set_some("required", choice.required.then_some(true))
        .set_list("options", options)
        .named("ChoiceInfo", choice.name)
}
