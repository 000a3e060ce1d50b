//! Reads which items each file of a crate needs of its other files, from its `use` items and the paths in its code.
//!
//! A path is followed through re-exports and globs to the file that defines the item. What a file only re-exports it
//! does not need.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// That one file needs an item of another.
pub(crate) struct Need {
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    /// The path as it is written.
    pub(crate) path: String,
}

/// Returns what the files below `src` of a crate need of each other. Where `counts_re_exports`, a file needs also what it
/// only re-exports.
pub(crate) fn needs(folder: &Path, counts_re_exports: bool) -> Vec<Need> {
    let mut modules = Modules::default();
    let source = folder.join("src");
    for root in ["lib.rs", "main.rs"] {
        if source.join(root).is_file() {
            modules.read(folder, &source.join(root), vec![root.to_owned()], &source);
        }
    }
    let mut needs = Vec::new();
    for (path, module) in &modules.by_path {
        for written in module.needed(counts_re_exports) {
            if let Some(file) = modules.search().place_of(path, &segments(&written)).file()
                && file != module.file
            {
                needs.push(Need { from: module.file, to: file, path: written });
            }
        }
    }
    needs
}

/// The modules of a crate by their paths; the first segment is the file of the root.
#[derive(Default)]
struct Modules {
    by_path: BTreeMap<Vec<String>, Module>,
    /// The files of macros that are exported, by name: their paths begin at the root.
    macros: BTreeMap<String, &'static str>,
}

/// One module: a file, or a block within a file.
struct Module {
    file: &'static str,
    imports: Vec<Import>,
    /// The names of its own items.
    items: BTreeSet<String>,
    /// The paths and names in its code.
    paths: BTreeSet<String>,
}

struct Import {
    /// The name that it gets; [`GLOB`] for a glob.
    name: String,
    path: String,
    is_public: bool,
}

/// The name of an import of everything.
const GLOB: &str = "*";

impl Module {
    /// Returns the paths that the module needs: those of its imports, with or without mere re-exports, and those in its
    /// code.
    fn needed(&self, counts_re_exports: bool) -> Vec<String> {
        let is_used =
            |import: &Import| self.paths.iter().any(|path| path.split("::").next() == Some(&import.name));
        let imports =
            self.imports.iter().filter(|import| counts_re_exports || !import.is_public || is_used(import));
        let imports = imports.map(|import| &import.path);
        let named =
            |path: &&String| !self.imports.iter().any(|import| path.split("::").next() == Some(&import.name));
        imports.chain(self.paths.iter().filter(named)).cloned().collect()
    }
}

impl Modules {
    /// Reads a file as the module of that path, and the files of the modules that it declares.
    fn read(&mut self, crate_folder: &Path, file: &Path, path: Vec<String>, children: &Path) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let name = file.strip_prefix(crate_folder).expect("it is in the crate").display().to_string();
        // The names live as long as the test.
        let name: &'static str = Box::leak(name.replace('\\', "/").into_boxed_str());
        self.add(crate_folder, name, parsed.items, path, children);
    }

    fn add(
        &mut self,
        crate_folder: &Path,
        file: &'static str,
        items: Vec<syn::Item>,
        path: Vec<String>,
        children: &Path,
    ) {
        let mut module = Module { file, imports: Vec::new(), items: BTreeSet::new(), paths: BTreeSet::new() };
        for item in items {
            match item {
                syn::Item::Use(item) => {
                    let is_public = !matches!(item.vis, syn::Visibility::Inherited);
                    let start = if item.leading_colon.is_some() { "::" } else { "" };
                    flatten(&item.tree, start, is_public, &mut module.imports);
                }
                syn::Item::Mod(item) if is_test(&item.attrs) => {}
                syn::Item::Mod(item) => {
                    let name = item.ident.to_string();
                    let below = children.join(&name);
                    let inner: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
                    match item.content {
                        Some((_, items)) => self.add(crate_folder, file, items, inner, &below),
                        None => {
                            let own = [children.join(format!("{name}.rs")), below.join("mod.rs")];
                            if let Some(own) = own.into_iter().find(|own| own.is_file()) {
                                self.read(crate_folder, &own, inner, &below);
                            }
                        }
                    }
                }
                item => {
                    if let syn::Item::Macro(syn::ItemMacro { attrs, ident: Some(name), .. }) = &item
                        && attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"))
                    {
                        self.macros.insert(name.to_string(), file);
                    }
                    module.items.extend(name_of(&item));
                    Paths(&mut module.paths).visit_item(&item);
                }
            }
        }
        self.by_path.insert(path, module);
    }

    fn search(&self) -> Search<'_> {
        Search { modules: self, globs: BTreeSet::new() }
    }

    fn has_child(&self, module: &[String], name: &str) -> bool {
        let inner: Vec<String> = module.iter().cloned().chain([name.to_owned()]).collect();
        self.by_path.contains_key(&inner)
    }
}

/// The place of what a path names.
enum ParamLocation {
    /// The file that defines it.
    File(&'static str),
    /// A module of this file that has no such name: a macro may make it, or it is a name of another crate.
    Unknown(&'static str),
    /// Another crate, or no module at all.
    Elsewhere,
}

impl ParamLocation {
    fn file(self) -> Option<&'static str> {
        match self {
            Self::File(file) | Self::Unknown(file) => Some(file),
            Self::Elsewhere => None,
        }
    }
}

/// The search for the place of one path.
struct Search<'m> {
    modules: &'m Modules,
    /// The globs that were followed, by their module and the name that was looked for: globs may import each other.
    globs: BTreeSet<(Vec<String>, String)>,
}

impl Search<'_> {
    fn place_of(&mut self, from: &[String], path: &[String]) -> ParamLocation {
        let Some((first, rest)) = path.split_first() else { return ParamLocation::Elsewhere };
        match first.as_str() {
            "" => ParamLocation::Elsewhere,
            "crate" => match from.get(..1) {
                Some(root) => self.below(root, rest),
                None => ParamLocation::Elsewhere,
            },
            "self" => self.below(from, rest),
            "super" => match from.split_last() {
                Some((_, parent)) if rest.first().is_some_and(|next| next == "super") => {
                    self.place_of(parent, rest)
                }
                Some((_, parent)) => self.below(parent, rest),
                None => ParamLocation::Elsewhere,
            },
            // A plain name is a module below this one, or something of a glob, of another crate or of this file.
            _ if self.modules.has_child(from, first) => self.below(from, path),
            _ => self.through_globs(from, path).unwrap_or(ParamLocation::Elsewhere),
        }
    }

    fn below(&mut self, module: &[String], path: &[String]) -> ParamLocation {
        let Some(found) = self.modules.by_path.get(module) else { return ParamLocation::Elsewhere };
        let Some((first, rest)) = path.split_first() else { return ParamLocation::File(found.file) };
        if self.modules.has_child(module, first) {
            let inner: Vec<String> = module.iter().cloned().chain([first.clone()]).collect();
            return self.below(&inner, rest);
        }
        if let Some(import) = found.imports.iter().find(|import| import.name == *first) {
            let target: Vec<String> =
                segments(&import.path).into_iter().chain(rest.iter().cloned()).collect();
            return self.place_of(module, &target);
        }
        if found.items.contains(first) {
            return ParamLocation::File(found.file);
        }
        let exported =
            || Some(ParamLocation::File(self.modules.macros.get(first).filter(|_| module.len() == 1)?));
        let place = self.through_globs(module, path).or_else(exported);
        place.unwrap_or(ParamLocation::Unknown(found.file))
    }

    fn through_globs(&mut self, module: &[String], path: &[String]) -> Option<ParamLocation> {
        let (found, name) = (self.modules.by_path.get(module)?, path.first()?);
        if found.items.contains(name) || !self.globs.insert((module.to_vec(), name.clone())) {
            return None;
        }
        let globs = found.imports.iter().filter(|import| import.name == GLOB);
        globs
            .map(|glob| {
                let target: Vec<String> =
                    segments(&glob.path).into_iter().chain(path.iter().cloned()).collect();
                self.place_of(module, &target)
            })
            .find(|place| matches!(place, ParamLocation::File(_)))
    }
}

fn segments(path: &str) -> Vec<String> {
    path.split("::").map(str::to_owned).collect()
}

/// Collects the paths of code, also those in macros.
struct Paths<'a>(&'a mut BTreeSet<String>);

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item_mod(&mut self, _: &'ast syn::ItemMod) {}

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut imports = Vec::new();
        flatten(&item.tree, "", false, &mut imports);
        self.0.extend(imports.into_iter().map(|import| import.path));
    }

    // `pub(super)` names a module without needing it.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let start = if path.leading_colon.is_some() { "::" } else { "" };
        self.0.insert(format!("{start}{}", segments.join("::")));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        visit::visit_macro(self, item);
        // The tokens of `quote!` are code of another crate.
        if item.path.segments.last().is_none_or(|name| name.ident != "quote") {
            in_tokens(&item.tokens, self.0);
        }
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        in_tokens(&item.mac.tokens, self.0);
    }
}

/// Collects what looks like a path among tokens: names with `::` between them.
fn in_tokens(tokens: &TokenStream, found: &mut BTreeSet<String>) {
    let mut path = String::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(name) if path.is_empty() || path.ends_with("::") => {
                path.push_str(&name.to_string());
            }
            TokenTree::Ident(name) => found.extend([std::mem::replace(&mut path, name.to_string())]),
            TokenTree::Punct(sign) if sign.as_char() == ':' && !path.is_empty() => path.push(':'),
            other => {
                found.extend([std::mem::take(&mut path)]);
                if let TokenTree::Group(group) = other {
                    in_tokens(&group.stream(), found);
                }
            }
        }
    }
    found.extend([path]);
    // `pub(super)` names a module without needing it.
    found.retain(|path| !matches!(path.as_str(), "" | "crate" | "self" | "super"));
}

/// Lists the leaves of a `use` tree.
fn flatten(tree: &syn::UseTree, before: &str, is_public: bool, found: &mut Vec<Import>) {
    let mut add = |name: String, path: String| found.push(Import { name, path, is_public });
    match tree {
        syn::UseTree::Path(part) => {
            flatten(&part.tree, &format!("{before}{}::", part.ident), is_public, found);
        }
        syn::UseTree::Name(part) if part.ident == "self" => {
            let path = before.trim_end_matches("::").to_owned();
            add(path.rsplit("::").next().unwrap_or_default().to_owned(), path);
        }
        syn::UseTree::Name(part) => add(part.ident.to_string(), format!("{before}{}", part.ident)),
        syn::UseTree::Rename(part) => add(part.rename.to_string(), format!("{before}{}", part.ident)),
        syn::UseTree::Glob(_) => add(GLOB.to_owned(), before.trim_end_matches("::").to_owned()),
        syn::UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, before, is_public, found);
            }
        }
    }
}

fn name_of(item: &syn::Item) -> Option<String> {
    let name = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Macro(item) => item.ident.as_ref()?,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::TraitAlias(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}
