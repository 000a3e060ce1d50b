//! Columns of the rows of a response.

use polars_core::prelude::{Column, DataFrame};
use virtual_finance::responses::{Field, Number};

use crate::column::{days, floats, frame, instants, integers, texts, truths, whole_numbers};
use crate::error::Error;
use crate::zone::Zone;

/// Rows whose fields become columns.
pub(crate) struct Rows<'a, T>(Vec<&'a T>);

impl<'a, T> Rows<'a, T> {
    /// Returns the rows of a list; none where there is no list.
    pub(crate) fn of(list: Option<&'a Vec<T>>) -> Self {
        Self(list.into_iter().flatten().collect())
    }

    /// Returns the rows that have a figure.
    pub(crate) fn with<const N: usize>(
        mut self,
        figures: impl Fn(&T) -> Option<[&Field<Number>; N]>,
    ) -> Self {
        self.0.retain(|row| figures(row).is_some_and(|all| all.iter().any(|figure| figure.get().is_some())));
        self
    }

    /// Texts.
    pub(crate) fn texts(&self, name: &str, of: fn(&T) -> &Field<String>) -> Column {
        texts(name, self.0.iter().map(|row| of(row).get()))
    }

    /// Texts of a part that rows may lack.
    pub(crate) fn texts_of(&self, name: &str, of: fn(&T) -> Option<&String>) -> Column {
        texts(name, self.0.iter().map(|row| of(row)))
    }

    /// Doubles.
    pub(crate) fn floats(&self, name: &str, of: fn(&T) -> Option<&Number>) -> Column {
        floats(name, self.0.iter().map(|row| of(row)))
    }

    /// Integers.
    pub(crate) fn integers(&self, name: &str, of: fn(&T) -> Option<&Number>) -> Column {
        integers(name, self.0.iter().map(|row| of(row)))
    }

    /// Days in UTC, given in epoch seconds.
    pub(crate) fn days(&self, name: &str, of: fn(&T) -> &Field<i64>) -> Column {
        days(name, self.0.iter().map(|row| Zone::UTC.day(*of(row).get()?)))
    }

    /// Instants in a zone, given in epoch seconds.
    pub(crate) fn instants(&self, name: &str, of: fn(&T) -> &Field<i64>, zone: Zone) -> Column {
        instants(name, self.0.iter().map(|row| of(row).get().copied()), zone)
    }

    /// True and false.
    pub(crate) fn truths(&self, name: &str, of: fn(&T) -> &Field<bool>) -> Column {
        truths(name, self.0.iter().map(|row| of(row).get().copied()))
    }

    /// Integers that are typed already.
    pub(crate) fn whole_numbers(&self, name: &str, of: fn(&T) -> &Field<i64>) -> Column {
        whole_numbers(name, self.0.iter().map(|row| of(row).get().copied()))
    }

    /// Returns the frame of columns of these rows.
    pub(crate) fn frame(&self, columns: Vec<Column>) -> Result<DataFrame, Error> {
        frame(self.0.len(), columns)
    }
}
