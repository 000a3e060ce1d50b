//! A response as the bytes of a format, for programs that serve responses.

use virtual_finance_core::request::{ErasedResponse, JsonStyle};

use crate::arrange::Arrangement;
use crate::cut::cut;
use crate::encoded::Encoded;
use crate::failure::Failure;
use crate::format::Format;
use crate::outline::Outline;
use crate::output::{part, value};

/// The form in which a response is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendering {
    /// The format.
    pub format: Format,
    /// The name of the table, or the path of the part of JSON; `None` stands for the main table, and for the whole of JSON.
    pub table: Option<String>,
    /// The names of the columns in their order; none stands for all.
    pub columns: Vec<String>,
    /// The maximum number of rows.
    pub limit: Option<usize>,
}

impl Rendering {
    /// Returns the bytes of a response of that outline.
    ///
    /// # Errors
    /// The response has no such table, or cannot have the format. The exit code of the failure is 2 if the caller can
    /// ask better.
    pub fn render(&self, response: &dyn ErasedResponse, outline: &Outline) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        if self.format == Format::Json {
            if !self.columns.is_empty() {
                return Err(Failure::usage("'columns' is about rows: take csv or jsonl"));
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
        let chosen = tables.choose(self.table.as_deref())?;
        let chosen = Arrangement::of_columns(self.columns.clone()).apply(chosen, &tables.view())?;
        let table = chosen.first(self.limit.unwrap_or(usize::MAX));
        let encoded = match self.format.media_type() {
            Some(_) => Encoded::of(self.format, &table, &tables, true)?,
            None => None,
        };
        let Some(mut encoded) = encoded else {
            let format = self.format.as_str();
            return Err(Failure::usage(format!("{format} is not served here; take json or csv")));
        };
        encoded.write(&mut bytes).map_err(Failure::other)?;
        Ok(bytes)
    }
}
