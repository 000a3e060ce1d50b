//! A response as the bytes of a format, for programs that serve responses.

use std::borrow::Cow;

use virtual_finance_core::request::{ErasedResponse, JsonStyle};

use super::{Lacking, part, value};
use crate::formats::{Format, encoded};
use crate::tabular::{Outline, Table, Tables, cut};
use crate::text::Failure;

/// The form in which a response is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendering {
    /// The format.
    pub format: Format,
    /// The name of the table, or the path of the part of JSON; `None` stands for the main table, and for the whole of JSON.
    pub table: Option<String>,
    /// The names of the columns in their order; none stands for all.
    pub columns: Vec<String>,
    /// The name of the column that orders the rows, with `-` before it for the greatest first.
    pub sort: Option<String>,
    /// The maximum number of rows: the first ones, and of bars in the order of time the newest.
    pub limit: Option<usize>,
    /// True if CSV begins with the names of the columns.
    pub has_header: bool,
}

impl Rendering {
    /// Returns the whole of a response in a format.
    pub const fn of(format: Format) -> Self {
        Self { format, table: None, columns: Vec::new(), sort: None, limit: None, has_header: true }
    }

    /// Returns the bytes of a response of that outline.
    ///
    /// # Errors
    /// The response has no such table, or cannot have the format. The exit code of the failure is 2 if the caller can
    /// ask better.
    pub fn render(&self, response: &dyn ErasedResponse, outline: &Outline) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        if self.format == Format::Json {
            let of_rows = [
                ("columns", !self.columns.is_empty()),
                ("sort", self.sort.is_some()),
                ("limit", self.limit.is_some()),
                ("header", !self.has_header),
            ];
            if let Some((name, _)) = of_rows.into_iter().find(|(_, is_given)| *is_given) {
                return Err(Failure::usage(format!("'{name}' is about rows: take csv or jsonl")));
            }
            let written = match &self.table {
                None => response.write_json(&mut bytes, JsonStyle::Compact),
                Some(path) => {
                    let part = part(value(response)?, path, outline)?;
                    ErasedResponse::write_json(&part, &mut bytes, JsonStyle::Compact)
                }
            };
            written.map_err(Failure::other)?;
            bytes.push(b'\n');
            return Ok(bytes);
        }
        let value = value(response)?;
        let tables = cut(&value, outline);
        let mut lacking = Lacking::default();
        let table = self.rows(&tables, None, &mut lacking)?;
        lacking.require()?;
        self.encoded(&table, &tables)
    }

    /// Returns the rows of the table that is wanted, by default of the main one or of that name.
    pub fn rows<'t, 'v>(
        &self,
        tables: &'t Tables<'v>,
        main: Option<&str>,
        lacking: &mut Lacking,
    ) -> Result<Cow<'t, Table<'v>>, Failure> {
        let chosen = tables.choose(self.table.as_deref().or(main))?;
        let mut absent = Vec::new();
        let chosen = self.arranged_where_known(chosen, tables.outline, &mut absent)?;
        lacking.add(self.names(), absent, chosen.rows);
        Ok(chosen)
    }

    fn encoded(&self, table: &Table<'_>, tables: &Tables<'_>) -> Result<Vec<u8>, Failure> {
        let encoded = match self.format.media_type() {
            Some(_) => encoded(self.format, table, tables, self.has_header)?,
            None => None,
        };
        let Some(write) = encoded else {
            let format = self.format.as_str();
            return Err(Failure::usage(format!("{format} is not served here; take json or csv")));
        };
        let mut bytes = Vec::new();
        write(&mut bytes).map_err(Failure::other)?;
        Ok(bytes)
    }
}
