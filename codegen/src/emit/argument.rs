//! The traits of arguments: of each parameter, which the runtime's macro declares, and of choices. The compiler's
//! message for another type names the request and the parameter, and says what to write.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::feature::feature;
use super::kinds::{json_argument, kind_words, wanted};
use super::tokens::{article, escaped, float, ident, on_unimplemented, summary};
use virtual_finance_table::kind::Kind;
use virtual_finance_table::model::{Choice, ChoiceOption, Endpoint, Param};
use virtual_finance_table::names::camel;

/// Returns the argument of a function for a parameter: `ticker: impl param::ticker`.
pub(super) fn typed(param: &Param<'_>) -> TokenStream {
    let name = ident(param.name);
    match json_argument(&param.kind, param.required) {
        Some(own) => quote!(#name: #own),
        None => quote!(#name: impl param::#name),
    }
}

/// Returns true if arguments of a request have traits.
pub(super) fn has_traits(endpoint: &Endpoint<'_>) -> bool {
    endpoint.params.iter().any(|param| is_argument(endpoint, param))
}

/// Returns the declaration of the arguments of a request: each parameter with the compiler's message for a value
/// of another type and a note with its doc.
pub(super) fn arguments(endpoint: &Endpoint<'_>) -> TokenStream {
    let module = ident(&endpoint.module());
    let arguments = endpoint.params.iter().filter(|param| is_argument(endpoint, param));
    let arguments = arguments.map(|param| argument(endpoint, param));
    let feature = feature(endpoint);
    quote! { #feature rt::arguments! { #module: #(#arguments)* } }
}

/// Returns true if a constructor or a setter takes a parameter by its trait: the optional ones of a set are variables, and
/// values in JSON are taken by their type.
fn is_argument(endpoint: &Endpoint<'_>, param: &Param<'_>) -> bool {
    let options = endpoint.choices.iter().flat_map(|choice| &choice.options);
    let mut optional = options.flat_map(|option| &option.params).filter(|(_, required)| !required);
    param.kind.json().is_none() && !optional.any(|(known, _)| known.name == param.name)
}

fn argument(endpoint: &Endpoint<'_>, param: &Param<'_>) -> TokenStream {
    let (name, words, wanted) = (ident(param.name), kind_words(&param.kind), wanted(&param.kind));
    let message = format!("`{}` of `{}` takes {wanted}, not `{{Self}}`", param.name, endpoint.name);
    let label = param.kind.own_type().map(|_| format!("not {wanted}"));
    let doc = format!("`{}`: {}", param.name, summary(param.doc));
    let texts = label.into_iter().chain(advice(param)).chain([doc]).map(|text| escaped(&text));
    let is_list = matches!(param.kind, Kind::List { .. });
    let optional = (!param.required && param.choice.is_none() && !is_list).then(|| quote!(optional));
    quote!(#name(#optional #words) #message #(, #texts)*;)
}

/// Returns what to write for an argument where the table has an example of it; the runtime has one for the other
/// types.
fn advice(param: &Param<'_>) -> Option<String> {
    match &param.kind {
        Kind::Integer => {
            let sample = sample(param).unwrap_or(10.0);
            Some(format!(
                "write an `i64` such as `{sample}`; `i64::from` and `i64::try_from` make one of another integer"
            ))
        }
        Kind::Number => {
            let sample = float(sample(param).unwrap_or(1.5));
            Some(format!("write an `f64` such as `{sample}`; `f64::from` makes one of another number"))
        }
        Kind::Enum { name, open, .. } => {
            let (variant, wire) = *param.listed().first()?;
            let other = if *open {
                format!(", or `{name}::other(…)` for one that is not listed")
            } else {
                String::new()
            };
            Some(format!(
                "write a value such as `{name}::{variant}`{other}; `\"{wire}\".parse::<{name}>()?` reads a string"
            ))
        }
        Kind::Grammar { name } => {
            Some(format!("write a value that becomes a `{name}`; `\"…\".parse::<{name}>()?` reads a string"))
        }
        Kind::List { item, .. } => {
            let Kind::Enum { name, .. } = &**item else { return None };
            let (variant, _) = *param.listed().first()?;
            Some(format!("write a list such as `[{name}::{variant}]`, or another iterator of `{name}`"))
        }
        _ => None,
    }
}

/// Returns a number that the limits of a parameter allow, if it has any.
fn sample(param: &Param<'_>) -> Option<f64> {
    let default = param.default.as_ref().and_then(|default| default.text.parse().ok());
    default.or(param.limits.min).or(param.limits.max)
}

/// Returns the traits of the choices of a request.
pub(super) fn choice_traits(endpoint: &Endpoint<'_>) -> Vec<TokenStream> {
    let mut out = Vec::new();
    for choice in &endpoint.choices {
        let (own_name, takes) = (choice.type_name(), choice_trait(choice));
        let own = ident(&own_name);
        let bound = if choice.required { quote!(Into<#own>) } else { quote!(rt::Optional<#own>) };
        let calls: Vec<String> = choice.options.iter().map(|option| call(choice, option)).collect();
        let wanted = format!("{} `{own_name}`", article(&own_name));
        let about = format!(" An argument that is {wanted}.");
        let message = format!("`{}` of `{}` takes {wanted}, not `{{Self}}`", choice.name, endpoint.name);
        let notes = [format!("write {}", calls.join(" or "))];
        let unimplemented = on_unimplemented(&message, &format!("not {wanted}"), &notes);
        out.push(quote! {
            #[doc = #about]
            #unimplemented
            pub trait #takes: #bound {}
        });
        out.push(quote! {
            #[diagnostic::do_not_recommend]
            impl<V: #bound> #takes for V {}
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

/// Returns a call in backticks: `Span::dates(start, Some(end.into()))`.
fn call(choice: &Choice<'_>, option: &ChoiceOption<'_>) -> String {
    let argument = |(param, required): &(Param<'_>, bool)| {
        match (required, &param.kind) {
            (true, _) => param.name.to_owned(),
            // A timestamp that may be left out is of that type, and a date becomes one.
            (false, Kind::DateTime { .. }) => format!("Some({}.into())", param.name),
            (false, _) => format!("Some({})", param.name),
        }
    };
    let params: Vec<String> = option.params.iter().map(argument).collect();
    format!("`{}::{}({})`", choice.type_name(), option.name, params.join(", "))
}
