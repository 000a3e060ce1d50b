//! What the files of a table are made with beside the table.

/// The settings of a generator as the files need them.
pub(crate) struct Style<'g> {
    /// What makes the files, and from which table: their first line names both.
    pub(crate) command: &'g str,
    pub(crate) table: &'g str,
    /// The folder of the requests, with `/` between its parts.
    pub(crate) output: &'g str,
    /// Where the runtime is found, as a path of Rust.
    pub(crate) runtime: &'g str,
    /// Where the modules of the converters are found, as a path of Rust.
    pub(crate) converters: &'g str,
    /// Who declares those modules.
    pub(crate) declared: Declared<'g>,
    /// Whether `mod.rs` is included in another file, where it cannot have a doc of its own.
    pub(crate) included: bool,
    /// The traits that requests, choices and enumerations derive beside their own.
    pub(crate) derives: &'g [String],
    /// The enumerations that are defined elsewhere, by their names in the table: paths of Rust.
    pub(crate) extern_types: &'g [(String, String)],
    /// The crate whose names the examples in the docs use; without one they are not compiled.
    pub(crate) docs_crate: Option<&'g str>,
    /// Whether the catalogue has the schemas of the responses.
    pub(crate) schemas: bool,
}

/// Who declares the modules of the converters.
pub(crate) enum Declared<'g> {
    /// A generated `mod.rs` in their folder.
    Beside(&'g str),
    /// A generated module beside the requests; the converters' folder is that path.
    ByPath(&'g str),
    /// The crate's author.
    ByHand,
}

/// The paths of a style, parsed. They cannot go from one thread to another.
pub(crate) struct Paths {
    pub(crate) runtime: syn::Path,
    pub(crate) converters: syn::Path,
    pub(crate) derives: Vec<syn::Path>,
    pub(crate) extern_types: Vec<(String, syn::Path)>,
}

impl Paths {
    /// The paths, or which setting is none.
    pub(crate) fn new(style: &Style<'_>) -> Result<Self, String> {
        let derives = style.derives.iter().map(|given| path("derive", given));
        let extern_types = style.extern_types.iter();
        let extern_types = extern_types.map(|(name, given)| Ok((name.clone(), path("extern_type", given)?)));
        Ok(Self {
            runtime: path("runtime", style.runtime)?,
            converters: path("converters_module", style.converters)?,
            derives: derives.collect::<Result<_, _>>()?,
            extern_types: extern_types.collect::<Result<_, String>>()?,
        })
    }

    /// Where the enumeration of that name is defined, unless the table's client defines it.
    pub(crate) fn extern_type(&self, name: &str) -> Option<&syn::Path> {
        self.extern_types.iter().find(|(known, _)| known == name).map(|(_, path)| path)
    }
}

fn path(setting: &str, given: &str) -> Result<syn::Path, String> {
    syn::parse_str(given)
        .map_err(|_| format!("{setting}({given:?}) is not a path of Rust; write it like \"crate::name\""))
}
