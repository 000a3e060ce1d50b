//! Queries of the custom screener: conditions on the fields of instruments, as typed functions and as text.
//!
//! [`and`], [`or`], [`eq`] and the other functions make a [`Condition`] on instruments of one kind. The compiler refuses a
//! field of another kind, and an order of strings. [`ScreenerQuery`] is the parameter that it becomes, and it can be read
//! from text.

mod condition;
mod field;
mod fields;
mod known;
mod lex;
mod parse;
mod query;
mod tree;
mod written;

pub use condition::{Condition, and, between, eq, gt, gte, is_in, lt, lte, or};
pub use field::{
    Equity, Etf, Field, FieldInfo, Instrument, InstrumentKind, MutualFund, NumberField, Operand, Ordered,
    StringField, Takes,
};
pub use query::ScreenerQuery;
pub use written::Figure;
