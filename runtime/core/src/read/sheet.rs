//! Replies that are CSV (RFC 4180): a list of objects, whose members the first line names.

use csv::{Reader, ReaderBuilder, StringRecord, StringRecordsIntoIter};
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IntoDeserializer as _, MapAccess, SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Error;

use super::cell::Cell;
use super::lines::ListReader;
use super::{json, refusal};
use crate::error::{ConversionError, Fault};
use crate::text::shortened;

/// The maximum length of the name of a column, in bytes. Each row is read with all of them.
const MAX_NAME: usize = 256;

/// A text with a header.
pub(super) struct Sheet<'t> {
    header: StringRecord,
    text: &'t str,
}

/// Reads the header of a text.
///
/// # Errors
/// 422: the text is JSON or a page, has no header, or is larger than any real one.
pub(super) fn sheet<'t>(text: &'t str, name: &'static str) -> Result<Sheet<'t>, ConversionError> {
    let is_line = !text.trim().contains('\n');
    match text.trim_start().as_bytes().first() {
        Some(b'<') => Err(refusal::of_page(text, "CSV").into()),
        Some(b'{' | b'[') => {
            Err(json::host_error_or(text, || Fault::WrongKind { expected: "CSV", found: "JSON" }))
        }
        _ if is_line && refusal::is_too_many(text) => Err(refusal::of_text(text, "CSV").into()),
        _ => Ok(Sheet::new(text, name)?),
    }
}

impl<'t> Sheet<'t> {
    /// Returns the reader of the rows as a list.
    pub(super) fn reader(&self) -> ListReader<Rows<'_>> {
        ListReader(Rows { header: &self.header, rows: reader(self.text).into_records() })
    }

    fn new(text: &'t str, name: &'static str) -> Result<Self, Fault> {
        json::check_row_count(text, name)?;
        let malformed = |reason| Fault::Malformed { path: name.into(), reason };
        let header =
            reader(text).headers().cloned().map_err(|error| malformed(shortened(error.to_string())))?;
        match header.iter().find(|column| column.len() > MAX_NAME) {
            Some(_) => Err(malformed(format!("the name of a column has more than {MAX_NAME} bytes"))),
            None => Ok(Self { header, text }),
        }
    }
}

/// Returns the reader of a text, in which every line has a cell for each column.
fn reader(text: &str) -> Reader<&[u8]> {
    ReaderBuilder::new().from_reader(text.as_bytes())
}

pub(super) struct Rows<'s> {
    header: &'s StringRecord,
    rows: StringRecordsIntoIter<&'s [u8]>,
}

impl<'de> SeqAccess<'de> for Rows<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some(row) = self.rows.next() else { return Ok(None) };
        let row = row.map_err(Error::custom)?;
        seed.deserialize(CellsOf { header: self.header, row: &row, next: 0 }).map(Some)
    }
}

/// A row as an object.
struct CellsOf<'s> {
    header: &'s StringRecord,
    row: &'s StringRecord,
    /// The index of the next cell.
    next: usize,
}

impl<'de> Deserializer<'de> for CellsOf<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for CellsOf<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        self.header.get(self.next).map(|name| seed.deserialize(name.trim().into_deserializer())).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let cell = self.row.get(self.next).unwrap_or_default();
        self.next = self.next.saturating_add(1);
        seed.deserialize(Cell(cell))
    }
}
