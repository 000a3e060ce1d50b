//! Additional traits that generated types derive.

use syn::punctuated::Punctuated;
use syn::{Attribute, Generics, Item, Path, Token, Visibility};

/// Adds the traits to the requests, choices and enumerations that do not derive them yet.
pub(super) fn add(traits: &[Path], items: &mut [Item]) {
    for item in items.iter_mut().filter(|_| !traits.is_empty()) {
        let attributes = match item {
            Item::Struct(item) if is_plain(&item.vis, &item.generics) => &mut item.attrs,
            Item::Enum(item) if is_plain(&item.vis, &item.generics) => &mut item.attrs,
            _ => continue,
        };
        let derive = attributes.iter_mut().find(|attribute| attribute.path().is_ident("derive"));
        if let Some(derive) = derive {
            extend(derive, traits);
        }
    }
}

fn extend(derive: &mut Attribute, traits: &[Path]) {
    let Ok(mut derived) = derive.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated) else {
        return;
    };
    for path in traits {
        if !derived.iter().any(|known| name(known) == name(path)) {
            derived.push(path.clone());
        }
    }
    *derive = syn::parse_quote!(#[derive(#derived)]);
}

/// Returns the last name of a path: `Hash` of `std::hash::Hash`.
fn name(path: &Path) -> Option<&syn::Ident> {
    path.segments.last().map(|segment| &segment.ident)
}

/// Returns true for a public type without type parameters; builders have some.
fn is_plain(visibility: &Visibility, generics: &Generics) -> bool {
    matches!(visibility, Visibility::Public(_)) && generics.params.is_empty()
}
