//! The settings of a generator that the files depend on.

/// The settings of a generator that the files depend on.
pub(crate) struct Style<'g> {
    /// The command that makes the files, and the table: the first line of a file names both.
    pub(crate) command: &'g str,
    pub(crate) table: &'g str,
    /// The folder of the requests, with `/` between its parts.
    pub(crate) output: &'g str,
    /// The path of the runtime in Rust.
    pub(crate) runtime: &'g str,
    /// The path of the modules of the converters in Rust.
    pub(crate) converters: &'g str,
    /// The place of the declarations of those modules.
    pub(crate) declared: ConverterModules<'g>,
    /// True if `mod.rs` is included into another file, where it cannot have a doc of its own.
    pub(crate) included: bool,
    /// The additional traits that requests, choices and enumerations derive.
    pub(crate) derives: &'g [String],
    /// The enumerations that are defined elsewhere, by their names in the table: paths of Rust.
    pub(crate) extern_types: &'g [(String, String)],
    /// The crate that the examples in the docs import from; without one they are not compiled.
    pub(crate) docs_crate: Option<&'g str>,
    /// True if the catalogue has the schemas of the responses.
    pub(crate) schemas: bool,
    /// The file of the records and the path of its module in Rust, if they are in another crate.
    pub(crate) records: Option<(&'g str, &'g str)>,
}

/// The place of the declarations of the converters' modules.
pub(crate) enum ConverterModules<'g> {
    /// A generated `mod.rs` in this folder of theirs.
    Beside(&'g str),
    /// A generated module beside the requests; the path is the converters' folder.
    ByPath(&'g str),
}

/// The parsed paths of a style.
pub(crate) struct Paths {
    pub(crate) runtime: syn::Path,
    pub(crate) converters: syn::Path,
    pub(crate) derives: Vec<syn::Path>,
    pub(crate) extern_types: Vec<(String, syn::Path)>,
    /// The module of the records, if they are in another crate.
    pub(crate) records: Option<syn::Path>,
}

impl Paths {
    /// Parses the paths, or says which setting is not a path.
    pub(crate) fn new(style: &Style<'_>) -> Result<Self, String> {
        let derives = style.derives.iter().map(|given| path("derive", given));
        let extern_types = style.extern_types.iter();
        let extern_types = extern_types.map(|(name, given)| Ok((name.clone(), path("extern_type", given)?)));
        Ok(Self {
            runtime: path("runtime", style.runtime)?,
            converters: path("converters_module", style.converters)?,
            derives: derives.collect::<Result<_, _>>()?,
            extern_types: extern_types.collect::<Result<_, String>>()?,
            records: style.records.map(|(_, given)| path("records", given)).transpose()?,
        })
    }

    /// Returns the path of the enumeration of that name, if it is defined elsewhere.
    pub(crate) fn extern_type(&self, name: &str) -> Option<&syn::Path> {
        self.extern_types.iter().find(|(known, _)| known == name).map(|(_, path)| path)
    }
}

fn path(setting: &str, given: &str) -> Result<syn::Path, String> {
    syn::parse_str(given)
        .map_err(|_| format!("{setting}({given:?}) is not a path of Rust; write it like \"crate::name\""))
}
