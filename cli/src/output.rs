//! The result in its format, at its destination.

use clap::ArgMatches;
use virtual_finance::catalogue::ViewInfo;
use virtual_finance::request::{ErasedResponse, JsonStyle};
#[cfg(feature = "frames")]
use virtual_finance_compat::polars::prelude::DataFrame;

use crate::cut::{Tables, cut};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::format::Format;
#[cfg(feature = "frames")]
use crate::frames;
use crate::ids::{FORMAT, OUTPUT, TABLE};
use crate::table::Table;
use crate::time::Zone;
use crate::{csv, text};

/// The format and the destination of the result.
#[derive(Debug)]
pub(crate) struct Output {
    format: Format,
    table: Option<String>,
    destination: Destination,
}

impl Output {
    /// Reads the options; called before anything is sent.
    pub(crate) fn of(arguments: &ArgMatches) -> Result<Self, Failure> {
        let format = arguments.get_one::<Format>(FORMAT).copied().unwrap_or(Format::Json);
        let table = arguments.get_one::<String>(TABLE).cloned();
        let destination = Destination::named(arguments.get_one(OUTPUT));
        if format == Format::Json && table.is_some() {
            return Err(Failure::usage(
                "--table chooses one of the tables: add --format table or --format csv",
            ));
        }
        if matches!(format, Format::Parquet | Format::Arrow) {
            check_binary(format, &destination)?;
        }
        Ok(Self { format, table, destination })
    }

    /// Writes JSON, whatever the format is.
    pub(crate) fn json(&self, json: &dyn ErasedResponse) -> Result<(), Failure> {
        let style = if self.destination.is_terminal() { JsonStyle::Pretty } else { JsonStyle::Compact };
        self.destination.write(|out| {
            json.write_json(out, style)?;
            writeln!(out)
        })
    }

    /// Writes a response; its view says how it is cut into tables.
    pub(crate) fn response(
        &self,
        response: &dyn ErasedResponse,
        view: Option<&ViewInfo>,
    ) -> Result<(), Failure> {
        if self.format == Format::Json {
            return self.json(response);
        }
        let value = response
            .to_value()
            .map_err(|error| Failure::other(format!("the response cannot be cut into tables: {error}")))?;
        self.tables(&cut(&value, view))
    }

    /// Writes tables in a format that has tables.
    fn tables(&self, tables: &Tables<'_>) -> Result<(), Failure> {
        let name = self.table.as_deref();
        match self.format {
            Format::Table | Format::Json => {
                if name.is_some() {
                    tables.choose(name)?;
                }
                let width = self.destination.width();
                self.destination.write(|out| text::write_all(tables, name, width, out))
            }
            Format::Csv => {
                let table = tables.choose(name)?;
                self.destination.write(|out| csv::write(table, &tables.zone, out))
            }
            format @ (Format::Parquet | Format::Arrow) => {
                let table = tables.choose(name)?;
                binary(table, &tables.zone, format, &self.destination)
            }
        }
    }

    /// Writes frames with their names; the first is the main one.
    #[cfg(feature = "frames")]
    pub(crate) fn frames(&self, parts: &[(&str, DataFrame)]) -> Result<(), Failure> {
        let tables = frames::tables(parts);
        match self.format {
            Format::Json => self.json(&frames::json(&tables)),
            Format::Table | Format::Csv => self.tables(&tables),
            format @ (Format::Parquet | Format::Arrow) => {
                let chosen = &tables.choose(self.table.as_deref())?.name;
                let frame = parts.iter().find(|(name, _)| name == chosen).map(|(_, frame)| frame.clone());
                // An empty frame would lose its types as a table.
                let mut frame = frame.unwrap_or_default();
                self.destination.write(|out| frames::write(&mut frame, format, out))
            }
        }
    }
}

/// Writes a table in a binary format.
#[cfg(feature = "frames")]
fn binary(table: &Table<'_>, zone: &Zone, format: Format, destination: &Destination) -> Result<(), Failure> {
    let frame = frames::frame(table, zone);
    let mut frame =
        frame.map_err(|error| Failure::other(format!("{} is no frame: {error}; take csv", table.name)))?;
    destination.write(|out| frames::write(&mut frame, format, out))
}

#[cfg(not(feature = "frames"))]
fn binary(_: &Table<'_>, _: &Zone, format: Format, _: &Destination) -> Result<(), Failure> {
    Err(missing(format.as_str()))
}

/// Checks that this build can write a binary format and that the destination is no terminal.
fn check_binary(format: Format, destination: &Destination) -> Result<(), Failure> {
    if cfg!(not(feature = "frames")) {
        return Err(missing(format.as_str()));
    }
    if destination.is_terminal() {
        let name = format.as_str();
        return Err(Failure::usage(format!("{name} is not for a terminal: add -o FILE")));
    }
    Ok(())
}

/// Returns the failure of a build without the feature `frames`.
pub(crate) fn missing(what: &str) -> Failure {
    Failure::usage(format!(
        "this vfapi was built without {what}; get one with it: cargo install --path cli --features frames"
    ))
}
