//! The tools for people who write a table: its layout, its changes, drafts of endpoints, and its Python alone.

use std::io;
use std::path::Path;

use virtual_finance_core::request::ReplyInfo;

use super::Generator;
use crate::error::GeneratorError;
use crate::file::GeneratedFile;
use virtual_finance_table::Severity;
use virtual_finance_table::catalogue::Catalogue;
use virtual_finance_table::compare::{self, TableChange};
use virtual_finance_table::diagnostic::{Diagnostic, Faults};
use virtual_finance_table::parse;
use virtual_finance_table::parse::table::Table;
use virtual_finance_table::read_table;

impl Generator {
    /// Returns the text of a table in its usual layout: two spaces for each level, one blank line at most, and blanks in
    /// brackets. Only blanks change, and no value.
    ///
    /// ```
    /// use virtual_finance_codegen::Generator;
    ///
    /// let table = "hosts:   {} # none\nendpoints: {  }\n";
    /// let formatted = Generator::new("t.yaml").format(table)?;
    /// assert_eq!(formatted, "hosts: {} # none\nendpoints: {}\n");
    /// # Ok::<(), virtual_finance_codegen::GeneratorError>(())
    /// ```
    ///
    /// # Errors
    /// The text is not YAML, or not every YAML reader reads the same in it.
    pub fn format(&self, table: &str) -> Result<String, GeneratorError> {
        let mut faults = Faults::new(&self.table, table);
        let formatted = virtual_finance_table::format::format(table, &mut faults);
        formatted.ok_or_else(|| GeneratorError::Table(faults.into_sorted()))
    }

    /// Returns the table below a folder and the files that it includes in their usual layout, as
    /// [`format`](Self::format) does.
    ///
    /// # Errors
    /// A file cannot be read, its text is not YAML, or not every YAML reader reads the same in it.
    pub fn formatted(&self, root: &Path) -> Result<Vec<GeneratedFile>, GeneratorError> {
        let paths = std::iter::once(self.table.clone()).chain(self.included(root));
        let formatted = paths.map(|path| {
            let own = Self { table: path.clone(), ..self.clone() };
            Ok(GeneratedFile { text: own.format(&own.text(root)?)?, path })
        });
        formatted.collect()
    }

    /// Returns the folder of [`python`](Self::python) and the files in it alone, for a Python package beside a crate whose
    /// build script generates the client.
    ///
    /// # Errors
    /// The table has errors, there is no such folder, or a file cannot be read.
    pub fn python_files(&self, root: &Path) -> Result<(&str, Vec<GeneratedFile>), GeneratorError> {
        let no_folder = || GeneratorError::Setting("there is no folder for Python; set python(…)".to_owned());
        let folder = self.python.as_deref().ok_or_else(no_folder)?;
        let (text, load) = (self.text(root)?, self.included_files(root));
        let mut files = self.files(&text, &load, &self.beside(root)?, &self.committed()?)?.files;
        files.retain(|file| file.path.starts_with(&format!("{folder}/")));
        Ok((folder, files))
    }

    /// Returns what a change of the table means for programs that use the client, the gravest first. Neither table
    /// includes a file; [`diff_files`](Self::diff_files) compares others.
    ///
    /// ```
    /// use virtual_finance_codegen::Generator;
    ///
    /// let (old, new) = ("hosts: {}\nendpoints: {}\n", "hosts: {}\ntypes: {}\nendpoints: {}\n");
    /// assert_eq!(Generator::new("t.yaml").diff(old, new)?, []);
    /// # Ok::<(), virtual_finance_codegen::GeneratorError>(())
    /// ```
    ///
    /// # Errors
    /// One of the tables cannot be read.
    pub fn diff(&self, old: &str, new: &str) -> Result<Vec<TableChange>, GeneratorError> {
        Ok(compare::compare(&self.read(old, &parse::alone)?, &self.read(new, &parse::alone)?))
    }

    /// Returns what a change of the table and of the files that it includes means, as [`diff`](Self::diff) does. Each
    /// function returns the text of the file at a path.
    ///
    /// # Errors
    /// One of the tables cannot be read.
    pub fn diff_files(
        &self,
        old: impl Fn(&str) -> io::Result<String>,
        new: impl Fn(&str) -> io::Result<String>,
    ) -> Result<Vec<TableChange>, GeneratorError> {
        let table = |load: &parse::Load<'_>| {
            let unread = |source| GeneratorError::NoTable { path: self.table.clone().into(), source };
            self.read(&load(&self.table).map_err(unread)?, load)
        };
        Ok(compare::compare(&table(&old)?, &table(&new)?))
    }

    /// Returns the errors of a table that includes no file; none, if a client can be made of it. `converters` are the names
    /// of the modules that exist.
    ///
    /// ```
    /// use virtual_finance_codegen::Generator;
    ///
    /// let errors = Generator::new("t.yaml").check("hosts: {}\nendpoints: {}\ntype: {}\n", &[]);
    /// assert_eq!(errors[0].code.as_str(), "V010");
    /// ```
    #[must_use]
    pub fn check(&self, table: &str, converters: &[String]) -> Vec<Diagnostic> {
        let mut told = self.diagnostics(table, converters);
        told.retain(|one| one.code.severity() == Severity::Error);
        told
    }

    /// Returns the errors of a table without includes, or its warnings if it has no errors.
    #[doc(hidden)]
    #[must_use]
    pub fn diagnostics(&self, table: &str, converters: &[String]) -> Vec<Diagnostic> {
        virtual_finance_table::diagnostics(&self.table, table, converters, &self.converters)
    }

    /// Returns what the replies of the endpoints below a root have, as data, where the table declares it.
    ///
    /// # Errors
    /// The table cannot be read.
    #[doc(hidden)]
    pub fn replies(&self, root: &Path) -> Result<Vec<(String, ReplyInfo)>, GeneratorError> {
        let table = self.read(&self.text(root)?, &self.included_files(root))?;
        let mut catalogue = Catalogue::new(&table);
        let reply = |(name, endpoint): (&String, _)| Some((name.clone(), catalogue.reply(name, endpoint)?));
        Ok(table.endpoints.iter().filter_map(reply).collect())
    }

    /// Reads a table without the checks beyond its shape.
    fn read(&self, text: &str, load: &parse::Load<'_>) -> Result<Table, GeneratorError> {
        Ok(read_table(&self.table, text, load)?)
    }
}
