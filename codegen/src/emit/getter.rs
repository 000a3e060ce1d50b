//! The getters of a request. Their names begin with `get_`, because the setter has the bare name.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::deprecated;
use super::fields::choice_of;
use super::kinds::{borrowed, borrowed_option, borrowed_type, constant, field_type, rust_type};
use super::tokens::{code, docs, ident};
use virtual_finance_table::kind::Kind;
use virtual_finance_table::model::{Choice, Endpoint, Param};
use virtual_finance_table::names::camel;

/// Returns the getters of every parameter and choice.
pub(super) fn getters(endpoint: &Endpoint<'_>) -> Vec<TokenStream> {
    let params = endpoint.params.iter().map(|param| match choice_of(endpoint, param) {
        Some(choice) => of_choice(choice, param),
        None => of_field(param),
    });
    params.chain(endpoint.choices.iter().map(whole)).collect()
}

/// Returns the name of a getter.
pub(super) fn name(param: &str) -> Ident {
    format_ident!("get_{param}")
}

/// Returns true if the getter of a parameter returns an option.
pub(super) const fn is_optional(param: &Param<'_>) -> bool {
    !param.required && param.default.is_none()
}

fn of_field(param: &Param<'_>) -> TokenStream {
    let (kind, getter, name) = (&param.kind, name(param.name), ident(param.name));
    let field = quote!(self.#name);
    let (about, own, value) = if kind.is_nullable() {
        let own = field_type(kind, param.required);
        (String::new(), quote!(&#own), quote!(&#field))
    } else if param.required {
        (String::new(), borrowed_type(kind), borrowed(kind, &field))
    } else if let Some(default) = &param.default {
        let option = borrowed_option(kind, &field);
        let value = constant(kind, &default.value);
        let about = format!(", by default {}", code(&default.text));
        match kind {
            // A default that is made in the getter cannot be borrowed.
            Kind::Enum { open: true, .. } => {
                (about, rust_type(kind), quote!(#field.clone().unwrap_or(#value)))
            }
            _ => (about, borrowed_type(kind), quote!(#option.unwrap_or(#value))),
        }
    } else {
        let own = borrowed_type(kind);
        (", if it was set".to_owned(), quote!(Option<#own>), borrowed_option(kind, &field))
    };
    let about = docs(&format!("Returns `{name}`{about}."));
    let deprecated = deprecated::warning(param.deprecated);
    quote! {
        #about
        #deprecated
        pub fn #getter(&self) -> #own { #value }
    }
}

fn of_choice(choice: &Choice<'_>, param: &Param<'_>) -> TokenStream {
    let (kind, getter, name) = (&param.kind, name(param.name), ident(param.name));
    let (field, own, result) = (ident(choice.name), ident(&choice.type_name()), borrowed_type(kind));
    let has = |(known, _): &&(Param<'_>, bool)| known.name == param.name;
    let found = choice.options.iter().find_map(|option| {
        let (_, required) = option.params.iter().find(has)?;
        Some((option, *required))
    });
    let some = |pattern: TokenStream| if choice.required { pattern } else { quote!(Some(#pattern)) };
    let arm = found.map(|(option, required)| {
        let variant = ident(&camel(option.name));
        let pattern = match option.single() {
            Some(_) => quote!(#own::#variant(#name)),
            None => quote!(#own::#variant { #name, .. }),
        };
        // Both are references here.
        let value = match (kind, required) {
            (kind, true) if kind.is_copy() => quote!(Some(*#name)),
            (_, true) => quote!(Some(#name)),
            (kind, false) if kind.is_copy() => quote!(*#name),
            (kind, false) => borrowed_option(kind, &quote!(#name)),
        };
        let pattern = some(pattern);
        quote!(#pattern => #value,)
    });
    // A parameter is in one option. The others are named where they are all that is left.
    let others = choice.options.iter().filter(|option| !option.params.iter().any(|known| has(&known)));
    let others = others.map(|option| {
        let variant = ident(&camel(option.name));
        quote!(#own::#variant { .. })
    });
    let rest = if choice.required { quote!(#(#others)|*) } else { quote!(_) };
    let about = docs(&format!("Returns `{name}`, if it was set."));
    let deprecated = deprecated::warning(param.deprecated);
    quote! {
        #about
        #deprecated
        pub fn #getter(&self) -> Option<#result> {
            match &self.#field { #arm #rest => None }
        }
    }
}

fn whole(choice: &Choice<'_>) -> TokenStream {
    let (getter, field, own) = (name(choice.name), ident(choice.name), ident(&choice.type_name()));
    if choice.required {
        let about = docs(&format!("Returns `{field}`."));
        return quote! {
            #about
            pub fn #getter(&self) -> &#own { &self.#field }
        };
    }
    let about = docs(&format!("Returns `{field}`, if it was set."));
    quote! {
        #about
        pub fn #getter(&self) -> Option<&#own> { self.#field.as_ref() }
    }
}
