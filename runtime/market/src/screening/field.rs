//! Fields by which instruments are found: of which kinds of instruments they are, and what they are compared with.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use super::written::{Figure, OTHER, quoted};

/// A kind of instruments that the custom screener finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InstrumentKind {
    /// Stocks.
    Equity,
    /// Mutual funds.
    MutualFund,
    /// Exchange-traded funds.
    Etf,
}

impl InstrumentKind {
    /// All kinds.
    pub const ALL: &'static [Self] = &[Self::Equity, Self::MutualFund, Self::Etf];

    /// Returns the host's name, for example `EQUITY`. Before the `:` of a query it is written in any case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Equity => "EQUITY",
            Self::MutualFund => "MUTUALFUND",
            Self::Etf => "ETF",
        }
    }

    /// Returns the kind of a host's name, in any case.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.as_str().eq_ignore_ascii_case(name))
    }
}

/// Writes the kind as messages name its instruments, for example `mutual funds`.
impl fmt::Display for InstrumentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Equity => "equities",
            Self::MutualFund => "mutual funds",
            Self::Etf => "ETFs",
        })
    }
}

/// The values that a field is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Takes {
    /// Numbers.
    Number,
    /// Any string.
    String,
    /// One of these strings. The host may have more; `other:` stands before those.
    OneOf(&'static [&'static str]),
}

/// A field that the host is known to have.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct FieldInfo {
    /// The host's name.
    pub id: &'static str,
    /// The meaning of its values.
    pub doc: &'static str,
    /// The kinds of instruments that have it.
    pub kinds: &'static [InstrumentKind],
    /// The values that it is compared with.
    pub takes: Takes,
}

impl FieldInfo {
    pub(super) const fn new(
        id: &'static str,
        doc: &'static str,
        kinds: &'static [InstrumentKind],
        takes: Takes,
    ) -> Self {
        Self { id, doc, kinds, takes }
    }

    /// Returns the values that the field is known to have, where they are fixed.
    pub const fn values(&self) -> &'static [&'static str] {
        match self.takes {
            Takes::OneOf(values) => values,
            Takes::Number | Takes::String => &[],
        }
    }
}

mod sealed {
    pub trait Sealed {}
}

/// The type of a kind of instruments, so that a field of one is not compared in a query for another.
pub trait Instrument: sealed::Sealed {
    /// The kind.
    const KIND: InstrumentKind;
}

/// Declares the types of kinds of instruments.
macro_rules! instruments {
    ($($(#[$doc:meta])* $kind:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $kind {}

        impl sealed::Sealed for $kind {}

        impl Instrument for $kind {
            const KIND: InstrumentKind = InstrumentKind::$kind;
        }
    )+};
}

instruments! {
    /// Stocks. Its constants are the fields that they have.
    Equity;
    /// Mutual funds. Its constants are the fields that they have.
    MutualFund;
    /// Exchange-traded funds. Its constants are the fields that they have.
    Etf;
}

/// A field of a kind of instruments, with the type of the values that it is compared with.
pub trait Field: sealed::Sealed {
    /// The kind of instruments.
    type Kind: Instrument;
    /// The type of its values.
    type Value: Operand;

    /// Returns the name as queries write it.
    fn name(&self) -> &str;
}

/// A field whose values have an order.
#[diagnostic::on_unimplemented(
    message = "this field has strings, which have no order",
    label = "not a field of numbers",
    note = "compare it with `eq` or `is_in`"
)]
pub trait Ordered: Field<Value = Figure> {}

/// A value that fields are compared with.
pub trait Operand: sealed::Sealed {
    /// Returns the value as queries write it.
    fn text(&self) -> String;
}

impl sealed::Sealed for String {}

impl Operand for String {
    fn text(&self) -> String {
        quoted(self)
    }
}

impl sealed::Sealed for Figure {}

impl Operand for Figure {
    fn text(&self) -> String {
        self.to_string()
    }
}

/// Declares the types of fields.
macro_rules! field_types {
    ($($(#[$doc:meta])* $name:ident of $value:ty;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name<K> {
            name: Cow<'static, str>,
            kind: PhantomData<K>,
        }

        impl<K> $name<K> {
            pub(super) const fn known(name: &'static str) -> Self {
                Self { name: Cow::Borrowed(name), kind: PhantomData }
            }

            /// Returns a field that is not listed here, by the host's name.
            pub fn other(name: impl AsRef<str>) -> Self {
                let name = Cow::Owned(format!("{OTHER}{}", name.as_ref()));
                Self { name, kind: PhantomData }
            }
        }

        impl<K> sealed::Sealed for $name<K> {}

        impl<K: Instrument> Field for $name<K> {
            type Kind = K;
            type Value = $value;

            fn name(&self) -> &str {
                &self.name
            }
        }
    )+};
}

field_types! {
    /// A field of numbers.
    NumberField of Figure;
    /// A field of strings.
    StringField of String;
}

impl<K: Instrument> Ordered for NumberField<K> {}

/// Declares fields: each with its meaning, the constant, the host's name, what it takes, and the kinds that have it.
macro_rules! fields {
    ($(#[doc = $doc:literal] $name:ident $id:literal $takes:ident $(in $values:path)?: $($kind:ident)+;)+) => {
        /// The fields.
        pub(super) const FIELDS: &[FieldInfo] = &[$(FieldInfo::new(
            $id,
            $doc,
            &[$(InstrumentKind::$kind),+],
            fields!(@takes $takes $($values)?),
        )),+];

        $($(
            impl $kind {
                #[doc = $doc]
                #[doc = concat!("\n\nThe host's name is `", $id, "`.")]
                pub const $name: fields!(@type $takes $kind) = <fields!(@type $takes $kind)>::known($id);
            }
        )+)+
    };
    (@takes number) => { Takes::Number };
    (@takes string) => { Takes::String };
    (@takes string $values:path) => { Takes::OneOf($values) };
    (@type number $kind:ident) => { NumberField<$kind> };
    (@type string $kind:ident) => { StringField<$kind> };
}

pub(super) use fields;
