//! The traits of arguments that the runtime does not have: of the table's enumerations and of choices. The
//! compiler's message for another type names the request, the parameter and what to write.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::kinds::list_trait;
use super::tokens::{article, escaped, ident, on_unimplemented};
use crate::kind::Kind;
use crate::model::{Choice, ChoiceOption, Endpoint, Enumeration, Model, Param};
use crate::names::camel;

/// Returns the traits of the arguments that are values of an enumeration, or lists of them.
pub(super) fn enumeration_traits(model: &Model<'_>, found: &Enumeration<'_>) -> Vec<TokenStream> {
    let params = || model.endpoints.iter().flat_map(|endpoint| &endpoint.params);
    let of_kind = |one: bool| {
        params().any(|param| {
            param.kind.enumeration() == Some(found.name) && matches!(param.kind, Kind::Enum { .. }) == one
        })
    };
    let default = params()
        .filter(|param| param.kind.enumeration() == Some(found.name))
        .find_map(|param| param.default().map(ToString::to_string));
    let variants = &found.table.variants;
    let by_default = variants.iter().find(|(_, variant)| default.as_ref() == Some(&variant.wire));
    let Some((variant, value)) = by_default.or_else(|| variants.first()) else { return Vec::new() };
    let (name, own) = (found.name, ident(found.name));
    let mut out = Vec::new();
    if of_kind(true) {
        let takes = format_ident!("Into{name}");
        let other = if found.table.other.is_some() {
            format!(", or `{name}::other(…)` for one that is not listed")
        } else {
            String::new()
        };
        let wanted = format!("{} `{name}`", article(name));
        let note = format!(
            "write a value such as `{name}::{variant}`{other}; `\"{}\".parse::<{name}>()?` reads a string",
            value.wire
        );
        out.extend(argument_trait(&takes, &quote!(Into<#own>), &wanted, note));
    }
    if of_kind(false) {
        let takes = list_trait(name);
        let note = format!("write a list such as `[{name}::{variant}]`, or another iterator of `{name}`");
        let wanted = format!("a list of `{name}`");
        out.extend(argument_trait(&takes, &quote!(IntoIterator<Item = #own>), &wanted, note));
    }
    out
}

fn argument_trait(takes: &Ident, bound: &TokenStream, wanted: &str, note: String) -> [TokenStream; 2] {
    let about = format!(" An argument that is {wanted}.");
    let message = format!("`{{P}}` of `{{R}}` takes {wanted}, not `{{Self}}`");
    let unimplemented = on_unimplemented(&message, &format!("not {wanted}"), &[note]);
    [
        quote! {
            #[doc = #about]
            #unimplemented
            pub trait #takes<R, P>: #bound {}
        },
        quote! {
            #[diagnostic::do_not_recommend]
            impl<R, P, V: #bound> #takes<R, P> for V {}
        },
    ]
}

/// Returns the traits of the choices of a request.
pub(super) fn choice_traits(endpoint: &Endpoint<'_>) -> Vec<TokenStream> {
    let mut out = Vec::new();
    for choice in &endpoint.choices {
        let (own_name, takes) = (choice.type_name(), choice_trait(choice));
        let own = ident(&own_name);
        let calls: Vec<String> = choice.options.iter().map(|option| call(choice, option)).collect();
        let wanted = format!("{} `{own_name}`", article(&own_name));
        let about = format!(" An argument that is {wanted}.");
        let message = format!("`{}` of `{}` takes {wanted}, not `{{Self}}`", choice.name, endpoint.name);
        let notes = [format!("write {}", calls.join(" or "))];
        let unimplemented = on_unimplemented(&message, &format!("not {wanted}"), &notes);
        out.push(quote! {
            #[doc = #about]
            #unimplemented
            pub trait #takes: Into<#own> {}
        });
        out.push(quote! {
            #[diagnostic::do_not_recommend]
            impl<V: Into<#own>> #takes for V {}
        });
        let several = choice.options.iter().filter(|option| option.single().is_none());
        out.extend(several.flat_map(|option| alone(endpoint, choice, option)));
    }
    out
}

/// Returns the trait of what the setter of a choice takes.
pub(super) fn choice_trait(choice: &Choice<'_>) -> Ident {
    format_ident!("Into{}", choice.type_name())
}

/// Returns the parameters of sets of several, which cannot be set by themselves.
pub(super) fn inseparable<'o, 't>(choice: &'o Choice<'t>) -> impl Iterator<Item = &'o Param<'t>> {
    let several = choice.options.iter().filter(|option| option.single().is_none());
    several.flat_map(|option| &option.params).map(|(param, _)| param)
}

/// Returns the trait without implementations of a parameter that is not set by itself.
pub(super) fn alone_name(param: &Param<'_>) -> Ident {
    format_ident!("Sets{}", camel(param.name))
}

/// Returns traits without implementations: they make the compiler explain that a parameter is set through
/// its choice.
fn alone<'o>(
    endpoint: &'o Endpoint<'_>,
    choice: &'o Choice<'_>,
    option: &'o ChoiceOption<'_>,
) -> impl Iterator<Item = TokenStream> + 'o {
    let sets: Vec<String> = choice.options.iter().map(|option| format!("`{}`", option.name)).collect();
    let notes = [
        format!("write `.{}({})`", choice.name, call(choice, option).trim_matches('`')),
        format!("a `{}` is one of {}, never two of them", choice.name, sets.join(" and ")),
    ];
    option.params.iter().map(move |(param, _)| {
        let name = alone_name(param);
        let about = format!(" Explains that `{}` is set with `{}`.", param.name, choice.name);
        let message = format!("`{}` of `{}` is not set by itself", param.name, endpoint.name);
        let label = format!("`{}` belongs to `{}::{}`", param.name, choice.type_name(), option.name);
        let unimplemented = on_unimplemented(&escaped(&message), &escaped(&label), &notes);
        quote! {
            #[doc = #about]
            #unimplemented
            pub trait #name<V> {}
        }
    })
}

/// Returns a call in backticks: `Span::dates(start, Some(end))`.
fn call(choice: &Choice<'_>, option: &ChoiceOption<'_>) -> String {
    let argument = |(param, required): &(Param<'_>, bool)| {
        if *required { param.name.to_owned() } else { format!("Some({})", param.name) }
    };
    let params: Vec<String> = option.params.iter().map(argument).collect();
    format!("`{}::{}({})`", choice.type_name(), option.name, params.join(", "))
}
