//! Columns of the rows of a response.

use std::borrow::Borrow;

pub(crate) use polars_core::prelude::{Column, DataFrame};
pub(crate) use virtual_finance::responses;
use virtual_finance::responses::{Field, Map, Number, Value};

use crate::column::{days, floats, frame, instants, integers, texts, truths, whole_numbers};
pub(crate) use crate::error::Error;
pub(crate) use crate::zone::Zone;

/// A figure of a structure with its title.
pub(crate) type Figure<T> = (&'static str, fn(&T) -> Option<&Number>);

/// A value of a response, which may be missing.
pub(crate) trait Given {
    type Value;

    fn given(&self) -> Option<&Self::Value>;
}

impl<T> Given for Field<T> {
    type Value = T;

    fn given(&self) -> Option<&T> {
        self.get()
    }
}

impl<T> Given for Option<T> {
    type Value = T;

    fn given(&self) -> Option<&T> {
        self.as_ref()
    }
}

impl Given for String {
    type Value = Self;

    fn given(&self) -> Option<&Self> {
        Some(self)
    }
}

impl Given for i64 {
    type Value = Self;

    fn given(&self) -> Option<&Self> {
        Some(self)
    }
}

/// Returns a member that has no field of its own: a value, or the figure of an object.
pub(crate) fn other<'a>(members: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    let value = members.get(name)?;
    Some(value.get("raw").unwrap_or(value))
}

/// Rows whose fields become columns.
pub(crate) struct Rows<'a, T>(Vec<&'a T>);

impl<'a, T> Rows<'a, T> {
    pub(crate) fn of(rows: impl IntoIterator<Item = &'a T>) -> Self {
        Self(rows.into_iter().collect())
    }

    /// Returns the rows that have a figure.
    pub(crate) fn with(mut self, figure: impl Fn(&'a T) -> Option<&'a Number>) -> Self {
        self.0.retain(|row| figure(row).is_some());
        self
    }

    pub(crate) fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    pub(crate) fn sorted<K: Ord>(mut self, key: impl Fn(&'a T) -> K) -> Self {
        self.0.sort_by_key(|row| key(row));
        self
    }

    pub(crate) fn texts<V: AsRef<str> + ?Sized + 'a>(
        &self,
        name: &str,
        of: impl Fn(&'a T) -> Option<&'a V>,
    ) -> Column {
        texts(name, self.0.iter().map(|row| of(row)))
    }

    /// Doubles.
    pub(crate) fn floats(&self, name: &str, of: fn(&T) -> Option<&Number>) -> Column {
        floats(name, self.0.iter().map(|row| of(row)))
    }

    pub(crate) fn integers(&self, name: &str, of: fn(&T) -> Option<&Number>) -> Column {
        integers(name, self.0.iter().map(|row| of(row)))
    }

    /// Days in UTC, given in epoch seconds.
    pub(crate) fn days(&self, name: &str, of: fn(&T) -> Option<&i64>) -> Column {
        days(name, self.0.iter().map(|row| Zone::UTC.day(*of(row)?)))
    }

    /// Instants in a zone, given in epoch seconds.
    pub(crate) fn instants<V: Borrow<i64>>(
        &self,
        name: &str,
        of: impl Fn(&'a T) -> Option<V>,
        zone: Zone,
    ) -> Column {
        instants(name, self.0.iter().map(|row| Some(*of(row)?.borrow())), zone)
    }

    pub(crate) fn truths(&self, name: &str, of: fn(&T) -> Option<&bool>) -> Column {
        truths(name, self.0.iter().map(|row| of(row).copied()))
    }

    /// Integers that are typed already.
    pub(crate) fn whole_numbers(&self, name: &str, of: fn(&T) -> Option<&i64>) -> Column {
        whole_numbers(name, self.0.iter().map(|row| of(row).copied()))
    }

    /// Returns the frame of columns of these rows.
    pub(crate) fn frame(&self, columns: Vec<Column>) -> Result<DataFrame, Error> {
        frame(self.0.len(), columns)
    }
}
