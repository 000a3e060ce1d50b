//! The entries of the catalogue: structs whose fields are rows, so that code, documents and tables are written and read
//! by walking them.

use std::fmt;
use std::time::Duration;

use serde_json::Value;

/// A value of an entry.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Datum {
    /// `None`, or what no program writes.
    Absent,
    /// A bool.
    Flag(bool),
    /// An integer.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A span of time in whole seconds.
    Span(Duration),
    /// A string.
    Text(&'static str),
    /// A name and its value.
    Pair(&'static str, &'static str),
    /// A value of an option.
    Some(Box<Self>),
    /// A list.
    List(Vec<Self>),
    /// A value of an enumeration without fields: the names of type and value in Rust, and the word of the table.
    Word(&'static str, String, &'static str),
    /// A value of another enumeration: the names of type and value in Rust, and its fields, whose names are empty where they
    /// have none.
    Variant(&'static str, &'static str, Vec<(&'static str, Self)>),
    /// A value by reference.
    Reference(Box<Self>),
    /// An entry by reference. It may be a part of itself.
    Static(&'static dyn Entry),
    /// An entry.
    Entry(Described),
    /// A schema.
    Schema(Value),
}

/// An entry as rows.
#[derive(Debug, Clone)]
pub struct Described {
    /// The name of its type.
    pub name: &'static str,
    /// The arguments of `new`.
    pub given: Vec<Datum>,
    /// Its fields, in order.
    pub rows: Vec<Row>,
}

/// A field of an entry.
#[derive(Debug, Clone)]
pub struct Row {
    /// The name of the field, and of its setter.
    pub name: &'static str,
    /// The key in tables and documents.
    pub key: &'static str,
    /// The value.
    pub value: Datum,
    /// True if `new` gives it another value.
    pub is_set: bool,
    /// True if documents have it.
    pub is_shown: bool,
}

impl Datum {
    /// Returns the value of an option, or another value as it is.
    pub fn plain(&self) -> &Self {
        if let Self::Some(value) = self { value } else { self }
    }
}

/// A struct of the catalogue.
pub trait Entry: fmt::Debug {
    /// Returns its fields as rows.
    fn described(&self) -> Described;
}

/// A thing with the keys of a part of the table.
pub trait Keyed {
    /// Sets the field of that key. Keys and values that it does not have are left out.
    fn set(&mut self, key: &str, value: Datum);
}

/// A type of the fields of entries.
pub trait Catalogued: Sized {
    /// Returns the value.
    fn datum(&self) -> Datum;

    /// Reads a value that a table has; `None` for one of another type.
    fn of(value: Datum) -> Option<Self> {
        let _ = value;
        None
    }
}

/// Declares entries. A row is a field with its documentation, the key in tables and documents if that is another name, its
/// type, and its value in a new entry. The word before it says who gives the value, and if documents have it:
///
/// - `must`: an argument of `new`; always
/// - `or`: a setter; always
/// - `may`: a setter; unless the value is that of a new entry
/// - `some`: a setter of the value of an option; if there is one
/// - `list`: a setter of a list; unless it is empty
/// - `code`: a setter; never, and tables do not have it
macro_rules! entries {
    ($(
        $(#[$meta:meta])*
        $own:ident($($given:ident: $given_type:ty),*) {$(
            $(#[doc = $doc:literal])+
            $need:ident $name:ident $(as $key:literal)?: $type:ty $(= $value:expr)?;
        )+}
    )+) => {$(
        $(#[$meta])*
        pub struct $own {
            $($(#[doc = $doc])+ pub $name: $crate::catalogue::entries!(@type $need $type),)+
        }

        impl $own {
            #[doc = concat!("Creates a `", stringify!($own), "` with nothing else set.")]
            ///
            /// The other fields have setters, so that a catalogue keeps compiling when there are more of them.
            pub const fn new($($given: $given_type),*) -> Self {
                Self { $($name: $crate::catalogue::entries!(@value $need $($value)?),)+ }
            }

            $($crate::catalogue::entries! { @setter $need $name $type })+
        }

        impl $crate::catalogue::Entry for $own {
            fn described(&self) -> $crate::catalogue::Described {
                let new = Self::new($(self.$given),*);
                let given = vec![$($crate::catalogue::Catalogued::datum(&self.$given)),*];
                let mut rows = Vec::new();
                $($crate::catalogue::entries! { @row $need self new rows $name $($key)? })+
                $crate::catalogue::Described { name: stringify!($own), given, rows }
            }
        }

        impl $crate::catalogue::Keyed for $own {
            fn set(&mut self, key: &str, value: $crate::catalogue::Datum) {
                $($crate::catalogue::entries! { @set $need self key value $name $($key)? })+
            }
        }

        impl $crate::catalogue::Catalogued for $own {
            fn datum(&self) -> $crate::catalogue::Datum {
                $crate::catalogue::Datum::Entry($crate::catalogue::Entry::described(self))
            }
        }
    )+};
    (@type some $type:ty) => { Option<$type> };
    (@type list $type:ty) => { &'static [$type] };
    (@type $need:ident $type:ty) => { $type };
    (@value some) => { None };
    (@value list) => { &[] };
    (@value $need:ident $value:expr) => { $value };
    (@setter must $name:ident $type:ty) => {};
    (@setter some $name:ident $type:ty) => {
        $crate::catalogue::entries! { @method $name($type) => Some($name) }
    };
    (@setter $need:ident $name:ident $type:ty) => {
        $crate::catalogue::entries! { @method $name($crate::catalogue::entries!(@type $need $type)) => $name }
    };
    (@method $name:ident($type:ty) => $value:expr) => {
        #[doc = concat!("Sets [`", stringify!($name), "`](Self#structfield.", stringify!($name), ").")]
        #[must_use]
        pub const fn $name(mut self, $name: $type) -> Self {
            self.$name = $value;
            self
        }
    };
    (@key $name:ident) => { stringify!($name) };
    (@key $name:ident $key:literal) => { $key };
    (@row code $($rest:tt)*) => {};
    (@row $need:ident $self:ident $new:ident $rows:ident $name:ident $($key:literal)?) => {
        $rows.extend([$crate::catalogue::Row::new(
            stringify!($name),
            $crate::catalogue::entries!(@key $name $($key)?),
            [&$new.$name, &$self.$name].map($crate::catalogue::Catalogued::datum),
            $crate::catalogue::entries!(@always $need),
        )]);
    };
    (@set code $($rest:tt)*) => {};
    (@set $need:ident $self:ident $own:ident $value:ident $name:ident $($key:literal)?) => {
        if $own == $crate::catalogue::entries!(@key $name $($key)?) {
            if let Some(value) = $crate::catalogue::Catalogued::of($value) {
                $self.$name = value;
            }
            return;
        }
    };
    (@always must) => { true };
    (@always or) => { true };
    (@always $need:ident) => { false };
}

/// Declares enumerations with the word of the table for each value.
macro_rules! words {
    ($(
        $(#[$meta:meta])*
        $own:ident {$( $(#[doc = $doc:literal])+ $name:ident = $word:literal, )+}
    )+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $own {
            $($(#[doc = $doc])+ $name,)+
        }

        impl $own {
            /// Returns the word of the table for it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }
        }

        impl $crate::catalogue::Catalogued for $own {
            fn datum(&self) -> $crate::catalogue::Datum {
                $crate::catalogue::Datum::Word(stringify!($own), format!("{self:?}"), self.as_str())
            }

            fn of(value: $crate::catalogue::Datum) -> Option<Self> {
                match value {
                    $($crate::catalogue::Datum::Text($word) => Some(Self::$name),)+
                    _ => None,
                }
            }
        }
    )+};
}

/// Implements the type of fields for enumerations with fields: `Own: One, Two(value), Three { a, b }`.
macro_rules! variants {
    ($own:ident: $($name:ident $(($value:ident))? $({ $($member:ident),+ })?),+ $(,)?) => {
        impl $crate::catalogue::Catalogued for $own {
            fn datum(&self) -> $crate::catalogue::Datum {
                let (name, members) = match self {$(
                    Self::$name $(($value))? $({ $($member),+ })? => (stringify!($name), vec![
                        $(("", $crate::catalogue::Catalogued::datum($value)))?
                        $($((stringify!($member), $crate::catalogue::Catalogued::datum($member))),+)?
                    ]),
                )+};
                $crate::catalogue::Datum::Variant(stringify!($own), name, members)
            }
        }
    };
}

pub(crate) use {entries, variants, words};

impl Row {
    /// Creates a row of the values in a new entry and in this one.
    pub(crate) fn new(
        name: &'static str,
        key: &'static str,
        [new, value]: [Datum; 2],
        is_always: bool,
    ) -> Self {
        let is_set = format!("{new:?}") != format!("{value:?}");
        Self { name, key, value, is_set, is_shown: is_always || is_set }
    }
}

/// Implements the type of fields for types that a variant of [`Datum`] holds as they are.
macro_rules! held {
    ($($type:ty => $variant:ident;)+) => {$(
        impl Catalogued for $type {
            fn datum(&self) -> Datum {
                Datum::$variant(*self)
            }

            fn of(value: Datum) -> Option<Self> {
                match value {
                    Datum::$variant(value) => Some(value),
                    _ => None,
                }
            }
        }
    )+};
}

held! {
    bool => Flag;
    i64 => Integer;
    f64 => Number;
    &'static str => Text;
}

/// Implements the type of fields for integers that [`Datum`] holds with 64 bits.
macro_rules! integers {
    ($($type:ty)+) => {$(
        impl Catalogued for $type {
            fn datum(&self) -> Datum {
                i64::try_from(*self).map_or(Datum::Absent, Datum::Integer)
            }

            fn of(value: Datum) -> Option<Self> {
                Self::try_from(i64::of(value)?).ok()
            }
        }
    )+};
}

integers! { u16 usize }

impl Catalogued for (&'static str, &'static str) {
    fn datum(&self) -> Datum {
        Datum::Pair(self.0, self.1)
    }

    /// Reads `name=value`; of a name alone the value is empty.
    fn of(value: Datum) -> Option<Self> {
        let text: &'static str = Catalogued::of(value)?;
        Some(text.split_once('=').unwrap_or((text, "")))
    }
}

impl<T: Catalogued> Catalogued for Option<T> {
    fn datum(&self) -> Datum {
        self.as_ref().map_or(Datum::Absent, |value| Datum::Some(Box::new(value.datum())))
    }

    fn of(value: Datum) -> Option<Self> {
        T::of(value).map(Some)
    }
}

impl<T: Catalogued> Catalogued for &'static [T] {
    fn datum(&self) -> Datum {
        Datum::List(self.iter().map(T::datum).collect())
    }

    fn of(value: Datum) -> Option<Self> {
        let Datum::List(values) = value else { return None };
        let values = values.into_iter().map(T::of).collect::<Option<Vec<_>>>()?;
        Some(values.leak())
    }
}

impl<T: Entry> Catalogued for &'static T {
    fn datum(&self) -> Datum {
        Datum::Static(*self)
    }
}

impl Catalogued for fn() -> Value {
    fn datum(&self) -> Datum {
        Datum::Schema(self())
    }
}
