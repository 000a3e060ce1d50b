//! The one way in: the settings of a table's client, and what is done with them.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::diagnostic::{Diagnostic, Faults};
use crate::diagnostics_page::diagnostics_page;
use crate::emit::{Declared, Paths, Style};
use crate::parse::table::Table;
use crate::schema::table_schema;
use crate::write::{self, Changes, Mode, WriteError};
use crate::{check, emit, model, parse};

/// Where this workspace has the JSON Schema of tables; the first line of its table refers to it.
const SCHEMA_PATH: &str = "spec/endpoints.schema.json";

/// Where this workspace has the page that explains every [`Code`](crate::Code).
const DIAGNOSTICS_PATH: &str = "codegen/DIAGNOSTICS.md";

/// Makes the client of a table. Its paths are relative to the crate, or to the workspace, and have `/`
/// between their parts.
///
/// In a build script, [`run`](Self::run); in a program of your own that writes files to be committed,
/// [`write`](Self::write):
///
/// ```no_run
/// use std::path::Path;
/// use virtual_finance_codegen::{Generator, Mode};
///
/// let generator = Generator::new("api/endpoints.yaml").output("src/table").command("cargo xtask client");
/// let changes = generator.write(Path::new("."), Mode::Check)?;
/// assert!(changes.none(), "run `cargo xtask client` and commit the result");
/// # Ok::<(), virtual_finance_codegen::GeneratorError>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "a generator does nothing until it is run"]
pub struct Generator {
    table: String,
    converters: String,
    converters_module: Option<String>,
    runtime: String,
    output: String,
    command: Option<String>,
    derives: Vec<String>,
    extern_types: Vec<(String, String)>,
    docs_crate: Option<String>,
    schemas: bool,
    documents: bool,
}

/// A file that the generator makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// The path from the folder that files are written below, with `/` between its parts.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// Why there are no files.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GeneratorError {
    /// The table has faults, in the order of its lines.
    #[error("{}", faults_text(.0, ToString::to_string))]
    Table(Vec<Diagnostic>),
    /// The table could not be read.
    #[error("the table {} cannot be read: {source}; check the path", path.display())]
    NoTable {
        /// Where it was looked for.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A setting of the generator is at fault.
    #[error("{0}")]
    Setting(String),
    /// A file or folder could not be read, written or removed.
    #[error(transparent)]
    Files(#[from] WriteError),
}

impl GeneratorError {
    /// The error as [`Display`](std::fmt::Display) shows it, with colours for a terminal.
    #[must_use]
    pub fn coloured(&self) -> String {
        match self {
            Self::Table(faults) => faults_text(faults, Diagnostic::coloured),
            other => other.to_string(),
        }
    }
}

impl Generator {
    /// A generator for a table.
    pub fn new(table: impl Into<String>) -> Self {
        Self {
            table: table.into(),
            converters: "src/converters".to_owned(),
            converters_module: None,
            runtime: "::virtual_finance_runtime".to_owned(),
            output: "table".to_owned(),
            command: None,
            derives: Vec::new(),
            extern_types: Vec::new(),
            docs_crate: None,
            schemas: false,
            documents: false,
        }
    }

    /// The generator of this workspace, which `cargo regen` runs.
    pub fn workspace() -> Self {
        let generator = Self::new("spec/endpoints.yaml")
            .converters("runtime/src/converters")
            .converters_module("::virtual_finance_runtime::converters")
            .output("generated/src/table")
            .command("cargo regen")
            .docs_crate("virtual_finance")
            .schemas(true);
        Self { documents: true, ..generator }
    }

    /// The folder of the converters, by default `src/converters`: the table's converter `prices` is the
    /// file `prices.rs` in it. Modules that the table does not name belong elsewhere.
    pub fn converters(mut self, folder: impl Into<String>) -> Self {
        self.converters = folder.into();
        self
    }

    /// Where generated code finds the modules of the converters, as a path of Rust.
    ///
    /// Without it a build script declares them beside the requests, so that a new converter is one new
    /// file; with it they are yours to declare. Elsewhere it is `crate::converters` by default, and their
    /// `mod.rs` is generated.
    pub fn converters_module(mut self, path: impl Into<String>) -> Self {
        self.converters_module = Some(path.into());
        self
    }

    /// Where generated code finds the runtime, as a path of Rust, by default `::virtual_finance_runtime`.
    pub fn runtime(mut self, path: impl Into<String>) -> Self {
        self.runtime = path.into();
        self
    }

    /// The folder of the generated files, by default `table`: below `OUT_DIR` in a build script. It belongs
    /// to one table; what an earlier run left there is removed.
    pub fn output(mut self, folder: impl Into<String>) -> Self {
        self.output = folder.into();
        self
    }

    /// The command that the first line of every file names, by default `build.rs`.
    pub fn command(mut self, command: impl Into<String>) -> Self {
        self.command = Some(command.into());
        self
    }

    /// A trait that every request, choice and enumeration derives beside `Debug`, `Clone` and `PartialEq`;
    /// once for each trait. Where one has it already, nothing is added.
    ///
    /// Requests that are keys of a cache derive `Eq` and `Hash`, which `number` parameters cannot.
    pub fn derive(mut self, path: impl Into<String>) -> Self {
        self.derives.push(path.into());
        self
    }

    /// An enumeration of the table that is not generated but defined elsewhere, at a path of Rust: that of
    /// another table with the same values, or one of your own that has the methods of a generated one.
    pub fn extern_type(mut self, name: impl Into<String>, path: impl Into<String>) -> Self {
        self.extern_types.push((name.into(), path.into()));
        self
    }

    /// The crate that has the requests at its root, as the examples in their docs import them. Without it
    /// these are shown, but no documentation test compiles them.
    pub fn docs_crate(mut self, name: impl Into<String>) -> Self {
        self.docs_crate = Some(name.into());
        self
    }

    /// Whether the catalogue has the JSON Schema of every response, by default not: the responses must
    /// implement `schemars::JsonSchema` then.
    pub fn schemas(mut self, wanted: bool) -> Self {
        self.schemas = wanted;
        self
    }

    /// The table's path, as it was given.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// What a build script tells cargo: to run it again when the table changes, or when a converter
    /// changes, comes or goes.
    #[must_use]
    pub fn instructions(&self) -> String {
        let watched = [&self.table, &self.converters];
        watched.map(|path| format!("cargo::rerun-if-changed={path}\n")).concat()
    }

    /// Generates below `OUT_DIR`, for a build script's `main`; `include!` takes `table/mod.rs` from there.
    ///
    /// Tells cargo what to watch. What is wrong goes to stderr, which cargo shows, and ends the process with
    /// status 1.
    pub fn run(&self) {
        // Nothing can be said when cargo is gone.
        let _ = io::stdout().write_all(self.instructions().as_bytes());
        if let Err(error) = self.in_build_script() {
            let _ = writeln!(io::stderr(), "{error}");
            std::process::exit(1);
        }
    }

    /// Makes the files below a folder those that the table gives, or reports what would change.
    ///
    /// # Errors
    /// The table has faults, a setting is wrong, or a file cannot be read, written or removed.
    pub fn write(&self, root: &Path, mode: Mode) -> Result<Changes, GeneratorError> {
        let mut files = self.generate(&self.text(root)?, &self.known_converters(root)?)?;
        if self.documents {
            let documents = [(SCHEMA_PATH, table_schema()), (DIAGNOSTICS_PATH, diagnostics_page())];
            files.extend(documents.map(|(path, text)| GeneratedFile { path: path.to_owned(), text }));
        }
        Ok(write::ensure(root, &self.output, &files, mode)?)
    }

    /// The files that a table's text gives, in a fixed order, as [`write`](Self::write) makes them. Pure:
    /// `converters` are the names of the modules that exist.
    ///
    /// # Errors
    /// Every fault of the table, in the order of its lines, or a wrong setting.
    pub fn generate(&self, table: &str, converters: &[String]) -> Result<Vec<GeneratedFile>, GeneratorError> {
        let module = self.converters_module.as_deref().unwrap_or("crate::converters");
        let style = self.style(module, Declared::Beside(&self.converters), false)?;
        self.files(table, converters, &style)
    }

    fn in_build_script(&self) -> Result<Changes, GeneratorError> {
        let folder = |name: &str| {
            std::env::var_os(name).map(PathBuf::from).ok_or_else(|| {
                GeneratorError::Setting(format!("there is no {name}; call run() in a build script"))
            })
        };
        let (package, out) = (folder("CARGO_MANIFEST_DIR")?, folder("OUT_DIR")?);
        self.claim_output()?;
        let (table, known) = (self.text(&package)?, self.known_converters(&package)?);
        let converters = package.join(&self.converters);
        let converters = converters.to_str().ok_or_else(|| {
            GeneratorError::Setting(format!(
                "the folder {} is not UTF-8; rename it, or set converters_module and declare the modules",
                converters.display()
            ))
        })?;
        let style = match &self.converters_module {
            Some(module) => self.style(module, Declared::ByHand, true)?,
            None => self.style("super::converters", Declared::ByPath(converters), true)?,
        };
        let files = self.files(&table, &known, &style)?;
        Ok(write::ensure(&out, &self.output, &files, Mode::Write)?)
    }

    /// Two tables with one output would remove each other's files.
    fn claim_output(&self) -> Result<(), GeneratorError> {
        static CLAIMED: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());
        let mut claimed = CLAIMED.lock().unwrap_or_else(PoisonError::into_inner);
        let (table, output) = (&self.table, &self.output);
        if let Some((other, _)) = claimed.iter().find(|(other, taken)| taken == output && other != table) {
            return Err(GeneratorError::Setting(format!(
                "{output:?} is the output of {other} already, and {table} would remove its files; \
                 give each table its own with output(…)"
            )));
        }
        claimed.push((table.clone(), output.clone()));
        Ok(())
    }

    fn text(&self, root: &Path) -> Result<String, GeneratorError> {
        let path = root.join(&self.table);
        std::fs::read_to_string(&path).map_err(|source| GeneratorError::NoTable { path, source })
    }

    fn known_converters(&self, root: &Path) -> Result<Vec<String>, GeneratorError> {
        let mut names = write::rust_files(&root.join(&self.converters))?;
        names.retain(|name| name != "mod");
        Ok(names)
    }

    fn style<'g>(
        &'g self,
        converters: &'g str,
        declared: Declared<'g>,
        included: bool,
    ) -> Result<Style<'g>, GeneratorError> {
        let style = Style {
            command: self.command.as_deref().unwrap_or("build.rs"),
            table: &self.table,
            output: &self.output,
            runtime: &self.runtime,
            converters,
            declared,
            included,
            derives: &self.derives,
            extern_types: &self.extern_types,
            docs_crate: self.docs_crate.as_deref(),
            schemas: self.schemas,
        };
        // A setting at fault is no fault of the table.
        Paths::new(&style).map_err(GeneratorError::Setting)?;
        Ok(style)
    }

    fn files(
        &self,
        table: &str,
        converters: &[String],
        style: &Style<'_>,
    ) -> Result<Vec<GeneratedFile>, GeneratorError> {
        let mut faults = Faults::new(&self.table, table);
        let Some(parsed) = parse::parse(table, &mut faults) else {
            return Err(GeneratorError::Table(faults.into_sorted()));
        };
        check::check(&parsed, converters, &self.converters, &mut faults);
        if !faults.any() {
            self.check_extern_types(&parsed.table)?;
            let files = match model::Model::new(&parsed.table) {
                Some(model) => emit::emit(&model, style),
                None => Err("the checks let a reference through that the model cannot follow".to_owned()),
            };
            match files {
                Ok(files) => return Ok(files),
                Err(reason) => faults.internal(&reason),
            }
        }
        Err(GeneratorError::Table(faults.into_sorted()))
    }

    fn check_extern_types(&self, table: &Table) -> Result<(), GeneratorError> {
        let unknown = self.extern_types.iter().find(|(name, _)| !table.types.contains_key(name));
        unknown.map_or(Ok(()), |(name, _)| {
            Err(GeneratorError::Setting(format!(
                "extern_type({name:?}, …) names no type of {}; remove it, or write the table's name",
                self.table
            )))
        })
    }
}

fn faults_text(faults: &[Diagnostic], shown: impl Fn(&Diagnostic) -> String) -> String {
    let mut text = String::new();
    for fault in faults {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}\n", shown(fault));
    }
    let (count, plural) = (faults.len(), if faults.len() == 1 { "" } else { "s" });
    let _ = write!(text, "{count} fault{plural} in the table; nothing was written");
    text
}
