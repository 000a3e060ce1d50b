//! Rules for the items of statements, by the series of the host.

use serde_json::Number;

use crate::read::amounts;

pub(super) use Amount::{Of, Sum};
pub(super) use Operand::{Either, Item, Series};

/// The items of a statement by their names in the contract, each after the items that it is computed from.
pub(super) type Items = &'static [(&'static str, Amount)];

/// The rule that an item's amount follows.
pub(super) enum Amount {
    /// The figure of one series.
    Of(&'static str),
    /// The sum of several terms.
    Sum(&'static [Term]),
}

/// A term of a sum.
pub(super) struct Term {
    /// Adds the operand, or takes it away.
    pub(super) operation: fn(&Number, &Number) -> Option<Number>,
    pub(super) operand: Operand,
    /// Without an operand that is required the item is missing; one in brackets counts as zero.
    pub(super) required: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Operand {
    /// The figure of a series.
    Series(&'static str),
    /// The figure of the first of two series that is there.
    Either(&'static str, &'static str),
    /// An item of the same statement.
    Item(&'static str),
}

impl Amount {
    pub(super) fn series(&self) -> Vec<&'static str> {
        match self {
            Self::Of(name) => vec![name],
            Self::Sum(terms) => terms.iter().flat_map(|term| term.operand.series()).collect(),
        }
    }
}

impl Operand {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Series(name) | Self::Either(name, _) | Self::Item(name) => name,
        }
    }

    pub(super) fn series(self) -> Vec<&'static str> {
        match self {
            Self::Series(name) => vec![name],
            Self::Either(name, other) => vec![name, other],
            Self::Item(_) => Vec::new(),
        }
    }
}

impl Term {
    pub(super) const fn optional(mut self) -> Self {
        self.required = false;
        self
    }
}

pub(super) const fn plus(operand: Operand) -> Term {
    Term { operation: amounts::sum, operand, required: true }
}

pub(super) const fn minus(operand: Operand) -> Term {
    Term { operation: amounts::difference, operand, required: true }
}
