//! The names at the root of a crate: they hide names of a table that is re-exported beside them.

use syn::{Item, UseTree};

/// Returns the names that a file declares or imports. A file that is no Rust, perhaps because somebody is writing in
/// it, gives none: the compiler will say so.
pub(crate) fn names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for item in syn::parse_file(text).map(|file| file.items).unwrap_or_default() {
        let own = match item {
            Item::Use(item) => {
                imported(&item.tree, &mut names);
                continue;
            }
            Item::Struct(item) => item.ident,
            Item::Enum(item) => item.ident,
            Item::Union(item) => item.ident,
            Item::Trait(item) => item.ident,
            Item::Type(item) => item.ident,
            Item::Mod(item) => item.ident,
            _ => continue,
        };
        names.push(own.to_string());
    }
    names
}

fn imported(tree: &UseTree, names: &mut Vec<String>) {
    match tree {
        UseTree::Path(path) => imported(&path.tree, names),
        UseTree::Name(name) => names.push(name.ident.to_string()),
        UseTree::Rename(renamed) => names.push(renamed.rename.to_string()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| imported(tree, names)),
        UseTree::Glob(_) => {}
    }
}
