//! The entry point: [`Generator`] holds the settings of a client and runs parse, check, emit and write.

mod tools;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use virtual_finance_table::check::{self, Around};
use virtual_finance_table::diagnostic::{Diagnostic, Faults};
use virtual_finance_table::parse::table::Table;
use virtual_finance_table::{TableFile, model, parse, table_schema};

use crate::emit::{self, ConverterModules, Paths, Style};
use crate::error::GeneratorError;
use crate::file::{GeneratedFile, MARK};
use crate::origin::is_unpacked;
use crate::python::{self, Python};
use crate::root;
use crate::write::{self, Changes, Mode, Stale, WriteError};

/// A generator of the client for one table. Paths are relative to the root that the files are written
/// below and use `/`.
///
/// A build script calls [`run`](Self::run). A program that writes files to be committed calls
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
    deny_warnings: bool,
    root: Option<String>,
    editor_schema: Option<String>,
    records: Option<(String, String)>,
    python: Option<String>,
    complete: Option<Vec<String>>,
}

/// The files beside a table that it is checked against.
#[derive(Default)]
struct Beside {
    converters: Vec<String>,
    /// The names in the file that re-exports the table.
    root_names: Vec<String>,
}

/// The output of a generator for the text of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Generated {
    /// The files, in a fixed order.
    pub files: Vec<GeneratedFile>,
    /// The warnings of the table, in the order of its lines.
    pub warnings: Vec<Diagnostic>,
}

impl Generator {
    /// Creates a generator for a table.
    pub fn new(table: impl Into<String>) -> Self {
        Self {
            table: table.into(),
            converters: "src/converters".to_owned(),
            converters_module: None,
            runtime: "::virtual_finance_core".to_owned(),
            output: "table".to_owned(),
            command: None,
            derives: Vec::new(),
            extern_types: Vec::new(),
            docs_crate: None,
            schemas: false,
            deny_warnings: false,
            root: None,
            editor_schema: None,
            records: None,
            python: None,
            complete: None,
        }
    }

    /// Sets the folder of the converters, by default `src/converters`. The converter `prices` of the table is
    /// the file `prices.rs` in it. Modules that the table does not name belong elsewhere.
    pub fn converters(mut self, folder: impl Into<String>) -> Self {
        self.converters = folder.into();
        self
    }

    /// Sets the Rust path of the module that has the converters.
    ///
    /// It is for files that are written to be committed: the `mod.rs` of the folder is among them, and the default is
    /// `crate::converters`. A build script declares the converters beside the requests.
    pub fn converters_module(mut self, path: impl Into<String>) -> Self {
        self.converters_module = Some(path.into());
        self
    }

    /// Sets the Rust path of the runtime, by default `::virtual_finance_core`. A crate that adds to the core and
    /// re-exports it may stand in its place.
    pub fn runtime(mut self, path: impl Into<String>) -> Self {
        self.runtime = path.into();
        self
    }

    /// Sets the folder of the generated files, by default `table`; in a build script it is below `OUT_DIR`.
    /// The folder belongs to one table: generated files of an earlier run are removed.
    pub fn output(mut self, folder: impl Into<String>) -> Self {
        self.output = folder.into();
        self
    }

    /// Sets the command that the first line of every file names, by default `build.rs`.
    pub fn command(mut self, command: impl Into<String>) -> Self {
        self.command = Some(command.into());
        self
    }

    /// Adds a trait that every request, choice and enumeration derives in addition to `Debug`, `Clone` and
    /// `PartialEq`. Call it once for each trait. Types that derive it already stay as they are.
    ///
    /// Derive `Eq` and `Hash` to use requests as keys of a cache; `number` parameters do not allow it.
    pub fn derive(mut self, path: impl Into<String>) -> Self {
        self.derives.push(path.into());
        self
    }

    /// Uses a type at a Rust path for an enumeration of the table instead of generating it: the enumeration
    /// of another table with the same values, or a type with the methods of a generated enumeration.
    pub fn extern_type(mut self, name: impl Into<String>, path: impl Into<String>) -> Self {
        self.extern_types.push((name.into(), path.into()));
        self
    }

    /// Sets the crate that the examples in the docs of the requests import them from. Without it the
    /// examples are shown, and no documentation test compiles them.
    pub fn docs_crate(mut self, name: impl Into<String>) -> Self {
        self.docs_crate = Some(name.into());
        self
    }

    /// Sets whether the catalogue has the JSON Schema of every response, by default `false`. The responses
    /// must then implement `schemars::JsonSchema`.
    pub fn schemas(mut self, wanted: bool) -> Self {
        self.schemas = wanted;
        self
    }

    /// Sets the file that re-exports or includes the table, such as `src/lib.rs`. A name in it hides a request or a
    /// type of the same name, and with this setting the error is an error of the table. Without it no name is
    /// compared.
    pub fn root(mut self, file: impl Into<String>) -> Self {
        self.root = Some(file.into());
        self
    }

    /// Sets the file that gets the [JSON Schema of tables](crate::table_schema), by which editors complete and check the
    /// table; the first line of the table names it. In a build script it lies in the package. A package that cargo unpacked
    /// for somebody who depends on it gets none.
    pub fn editor_schema(mut self, file: impl Into<String>) -> Self {
        self.editor_schema = Some(file.into());
        self
    }

    /// Sets the file that gets the records of the table, and the Rust path of its module: for converters in a crate
    /// below the crate of the requests, which have records in their responses too. The crate re-exports the runtime,
    /// and its module `generated`. With [`schemas`](Self::schemas) it has `schemars` and the feature `schema`.
    pub fn records(mut self, file: impl Into<String>, module: impl Into<String>) -> Self {
        self.records = Some((file.into(), module.into()));
        self
    }

    /// Sets the folder that gets the requests as Python source: `endpoints.py`, a class for each request and the types of
    /// parameters, and `_methods.py`, the methods of clients. The classes `Request` and `Reply` and the dates that they
    /// name are those of the Python package of this project, or of one with the same names.
    pub fn python(mut self, folder: impl Into<String>) -> Self {
        self.python = Some(folder.into());
        self
    }

    /// Demands of every endpoint the time for which its reply is fresh, and an example with a reply. An endpoint that lacks
    /// one of them is an error, and so is a draft whose docs nobody has corrected. The endpoints of these names need no reply, because tests have
    /// theirs from elsewhere.
    pub fn complete<N: Into<String>>(mut self, replied_elsewhere: impl IntoIterator<Item = N>) -> Self {
        self.complete = Some(replied_elsewhere.into_iter().map(Into::into).collect());
        self
    }

    /// Sets whether the warnings of a table are errors, by default `false`.
    pub fn deny_warnings(mut self, denied: bool) -> Self {
        self.deny_warnings = denied;
        self
    }

    /// Returns the path of the table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Returns the folder of the converters, below the crate.
    #[must_use]
    pub fn converters_folder(&self) -> &str {
        &self.converters
    }

    /// Returns the files and folders that the output depends on: the table, the converters and the [`root`](Self::root),
    /// beside the files that the table [`includes`](Self::included).
    #[must_use]
    pub fn watched(&self) -> Vec<&str> {
        [&self.table, &self.converters].into_iter().chain(&self.root).map(String::as_str).collect()
    }

    /// Returns the paths of the files that the table below a folder includes (`include`), unreadable files too. An
    /// unreadable table includes none.
    #[must_use]
    pub fn included(&self, root: &Path) -> Vec<String> {
        self.file(root).included()
    }

    /// Returns the instructions of a build script to cargo: run again when the table or the [`root`](Self::root)
    /// changes, or when a converter changes, is added or is removed.
    #[must_use]
    pub fn instructions(&self) -> String {
        self.watched().iter().map(|path| format!("cargo::rerun-if-changed={path}\n")).collect()
    }

    /// Generates the files below `OUT_DIR`, for the `main` of a build script; `include!` the file
    /// `table/mod.rs` from there.
    ///
    /// Prints the [`instructions`](Self::instructions) for cargo, without a folder that does not exist and with the
    /// files that the table includes, and the warnings of the table as its own. An error is printed to stderr, which
    /// cargo shows, and ends the process with status 1.
    pub fn run(&self) {
        let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
        // For cargo a file that is missing has changed. A table without converters needs no folder of them.
        let converters = Some(&self.converters).filter(|folder| package.join(folder).exists());
        let watched = [&self.table].into_iter().chain(converters).chain(&self.root);
        for path in watched.cloned().chain(self.included(&package)) {
            // Without cargo there is nobody to report to.
            let _ = writeln!(io::stdout(), "cargo::rerun-if-changed={path}");
        }
        match self.in_build_script() {
            Ok(changes) => {
                for warning in changes.warnings {
                    let _ = writeln!(io::stdout(), "cargo::warning={}", warning.one_line());
                }
            }
            Err(error) => {
                let _ = writeln!(io::stderr(), "{error}");
                std::process::exit(1);
            }
        }
    }

    /// Writes the generated files below a root, or only compares them with the files there.
    ///
    /// # Errors
    /// The table has errors, a setting is wrong, or a file cannot be read, written or removed.
    pub fn write(&self, root: &Path, mode: Mode) -> Result<Changes, GeneratorError> {
        let schema = self.ensure_editor_schema(root, mode)?;
        let (text, load) = (self.text(root)?, self.included_files(root));
        let generated = self.files(&text, &load, &self.beside(root)?, &self.committed()?)?;
        let mut changes = self.ensure(root, generated, mode)?;
        changes.outdated.extend(schema.outdated);
        Ok(changes)
    }

    /// Returns the files for the text of a table, and its warnings. Pure: no file is read, so that the table includes
    /// none, and `converters` are the names of the modules that exist.
    ///
    /// # Errors
    /// Every error of the table in the order of its lines, or a wrong setting.
    pub fn generate(&self, table: &str, converters: &[String]) -> Result<Generated, GeneratorError> {
        let beside = Beside { converters: converters.to_vec(), ..Beside::default() };
        self.files(table, &parse::alone, &beside, &self.committed()?)
    }

    /// Returns the style of files that are committed.
    fn committed(&self) -> Result<Style<'_>, GeneratorError> {
        let module = self.converters_module.as_deref().unwrap_or("crate::converters");
        self.style(module, ConverterModules::Beside(&self.converters), false)
    }

    fn in_build_script(&self) -> Result<Changes, GeneratorError> {
        let folder = |name: &str| {
            std::env::var_os(name).map(PathBuf::from).ok_or_else(|| {
                GeneratorError::Setting(format!("there is no {name}; call run() in a build script"))
            })
        };
        let (package, out) = (folder("CARGO_MANIFEST_DIR")?, folder("OUT_DIR")?);
        self.claim_output()?;
        // Editors help with a table that has errors.
        if !is_unpacked(&package) {
            self.ensure_editor_schema(&package, Mode::Write)?;
        }
        let (table, beside) = (self.text(&package)?, self.beside(&package)?);
        let converters = package.join(&self.converters);
        let converters = converters.to_str().ok_or_else(|| {
            GeneratorError::Setting(format!("the folder {} is not UTF-8; rename it", converters.display()))
        })?;
        if self.converters_module.is_some() {
            let message = "a build script declares the converters itself; leave converters_module out";
            return Err(GeneratorError::Setting(message.to_owned()));
        }
        let style = self.style("super::converters", ConverterModules::ByPath(converters), true)?;
        let generated = self.files(&table, &self.included_files(&package), &beside, &style)?;
        self.ensure(&out, generated, Mode::Write)
    }

    fn ensure(&self, root: &Path, generated: Generated, mode: Mode) -> Result<Changes, GeneratorError> {
        let stale = Stale { folder: &self.output, extension: "rs", mark: MARK };
        let changes = write::ensure(root, &generated.files, Some(stale), mode)?;
        Ok(Changes { warnings: generated.warnings, ..changes })
    }

    fn ensure_editor_schema(&self, root: &Path, mode: Mode) -> Result<Changes, WriteError> {
        let file = |path: &String| GeneratedFile { path: path.clone(), text: table_schema() };
        let files: Vec<GeneratedFile> = self.editor_schema.iter().map(file).collect();
        write::ensure(root, &files, None, mode)
    }

    /// Reserves the output folder: two tables with one output would remove each other's files.
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
        Ok(self.file(root).text()?)
    }

    fn included_files(&self, root: &Path) -> impl Fn(&str) -> io::Result<String> + use<> {
        self.file(root).included_files()
    }

    const fn file<'g>(&'g self, root: &'g Path) -> TableFile<'g> {
        TableFile { root, path: self.table.as_str() }
    }

    /// Returns the names of the converters below a root.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn converter_names(&self, root: &Path) -> Result<Vec<String>, GeneratorError> {
        let mut converters = write::file_stems(&root.join(&self.converters), "rs")?;
        converters.retain(|name| name != "mod");
        Ok(converters)
    }

    fn beside(&self, root: &Path) -> Result<Beside, GeneratorError> {
        let converters = self.converter_names(root)?;
        let text = self.root.as_ref().and_then(|file| std::fs::read_to_string(root.join(file)).ok());
        Ok(Beside { converters, root_names: text.map(|text| root::names(&text)).unwrap_or_default() })
    }

    fn style<'g>(
        &'g self,
        converters: &'g str,
        declared: ConverterModules<'g>,
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
            records: self.records.as_ref().map(|(file, module)| (file.as_str(), module.as_str())),
        };
        // A setting at fault is no fault of the table.
        Paths::new(&style).map_err(GeneratorError::Setting)?;
        Ok(style)
    }

    fn files(
        &self,
        table: &str,
        load: &parse::Load<'_>,
        beside: &Beside,
        style: &Style<'_>,
    ) -> Result<Generated, GeneratorError> {
        let read = parse::read(&self.table, table, load);
        let mut faults = Faults::of_files(&read.files, read.faults);
        let Some(parsed) = read.parsed else {
            return Err(GeneratorError::Table(faults.into_sorted()));
        };
        let around = Around {
            converters: &beside.converters,
            folder: &self.converters,
            root: self.root.as_deref().unwrap_or_default(),
            root_names: &beside.root_names,
            complete: self.complete.as_deref(),
        };
        check::check(&parsed, around, &mut faults);
        if !faults.any() {
            self.check_extern_types(&parsed.table)?;
            let files = match model::Model::new(&parsed.table) {
                Some(model) => emit::emit(&model, style).map(|mut files| {
                    let settings = |folder| Python { folder, command: style.command, table: style.table };
                    let python = self.python.as_deref().map(settings);
                    files.extend(python.iter().flat_map(|python| python::files(&model, python)));
                    files
                }),
                None => Err("the checks let a reference through that the model cannot follow".to_owned()),
            };
            match files {
                Ok(files) => {
                    check::warn(&parsed, around, &mut faults);
                    let warnings = faults.into_sorted();
                    if self.deny_warnings && !warnings.is_empty() {
                        return Err(GeneratorError::Table(warnings));
                    }
                    return Ok(Generated { files, warnings });
                }
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
