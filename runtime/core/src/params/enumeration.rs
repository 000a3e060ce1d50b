//! Enumerations of the table: closed sets of texts, and open sets that also take newer values.

use crate::catalogue::EnumInfo;
use crate::text::nearest;

/// The prefix of a value that an open enumeration does not list, in text: `other:NEW_ONE`.
pub const OTHER_PREFIX: &str = "other:";

/// The number of values that a message lists, and how many it shows of a longer list.
const LISTED: usize = 24;
const FEW: usize = 8;

/// A generated enumeration. It knows its text on the wire both ways.
pub trait Enumeration: Sized {
    /// The data of the table about the enumeration.
    const INFO: &'static EnumInfo;

    /// Returns the text on the wire.
    fn wire(&self) -> &str;

    /// Returns the value with that text on the wire; with `other:` before it, any value of an open enumeration.
    fn from_wire(text: &str) -> Option<Self>;
}

/// A text that is not a value of an enumeration.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a value of {name}; write {allowed}")]
pub struct UnknownVariant {
    name: &'static str,
    text: String,
    allowed: String,
}

impl UnknownVariant {
    /// Returns the error for `text` where a value of `E` was wanted.
    pub fn of<E: Enumeration>(text: &str) -> Self {
        Self::new(E::INFO, text)
    }

    /// Returns the error for `text` where a value of `info` was wanted.
    pub fn new(info: &'static EnumInfo, text: &str) -> Self {
        Self { name: info.name, text: text.to_owned(), allowed: allowed(info, text) }
    }
}

/// "one of a, b, c", with the nearest value to `text` named when there is one.
pub(crate) fn allowed(info: &EnumInfo, text: &str) -> String {
    let wires: Vec<&str> = info.variants.iter().map(|variant| variant.wire).collect();
    let other = info.other.map(|_| format!(", or {OTHER_PREFIX}NAME for a newer one"));
    listed(&wires, text, &other.unwrap_or_default())
}

/// "one of a, b, c" with `other` behind it, and with the nearest value to `text` when there is one.
pub(crate) fn listed(wires: &[&str], text: &str, other: &str) -> String {
    let all = match wires.len() {
        few if few <= LISTED => format!("one of {}", wires.join(", ")),
        many => format!("one of {many} values, such as {}", alike(text, wires).join(", ")),
    };
    let near = meant(text, wires).map(|near| format!(" (did you mean {near:?}?)"));
    all + other + &near.unwrap_or_default()
}

/// Returns the listed value that a text means most likely.
pub(crate) fn near(info: &EnumInfo, text: &str) -> Option<&'static str> {
    let wires: Vec<&'static str> = info.variants.iter().map(|variant| variant.wire).collect();
    meant(text, &wires)
}

/// Returns the value that a text resembles, or the shortest value that contains it.
fn meant<'w>(text: &str, wires: &[&'w str]) -> Option<&'w str> {
    nearest(text, wires.iter().copied()).or_else(|| having(text, wires).first().copied())
}

/// Returns the values that a text is a part of, the shortest first.
fn having<'w>(text: &str, wires: &[&'w str]) -> Vec<&'w str> {
    let lower = text.to_lowercase();
    let has_it = |wire: &&str| lower.len() > 2 && wire.to_lowercase().contains(&lower);
    let mut having: Vec<&str> = wires.iter().copied().filter(has_it).collect();
    having.sort_by_key(|wire| wire.len());
    having
}

/// Returns a few values of many: the value that is meant, the values that contain the text, and then the first ones.
fn alike<'w>(text: &str, wires: &[&'w str]) -> Vec<&'w str> {
    let near = nearest(text, wires.iter().copied());
    let mut few: Vec<&str> = Vec::with_capacity(FEW);
    for wire in near.into_iter().chain(having(text, wires)).chain(wires.iter().copied()) {
        if few.len() < FEW && !few.contains(&wire) {
            few.push(wire);
        }
    }
    few
}

/// Declares the enumerations of a table: each with its doc and its values, and each of these with its text on the
/// wire and its doc. A list of literals is the lines of a doc.
///
/// In brackets behind a name stands what few have: the pattern of values that are not listed (`other`), the
/// advice what to use instead of one that is deprecated (`deprecated`), further traits (`derive`), and the lines that rustdoc shows, where
/// it would read those of the doc in another way (`shown`). `info` before a name declares only what the catalogue says
/// of a type that is defined elsewhere.
#[doc(hidden)]
#[macro_export]
macro_rules! enumeration {
    (info
        $name:ident $info:ident $((
            $(other $other:literal)?
            $(derive $derived:tt)? $(shown $shown:tt)?
        ))?: $($doc:literal),+;
        $($value:ident $((
            $(deprecated $instead:literal)? $(shown $as:tt)?
        ))? $wire:literal $(, $about:literal)*;)+
    ) => {
        pub(super) static $info: $crate::catalogue::EnumInfo = $crate::catalogue::EnumInfo {
            doc: $crate::enumeration!(lines $($doc)+),
            variants: &[$($crate::catalogue::VariantInfo {
                deprecated: $crate::enumeration!(option $($($instead)?)?),
                ..$crate::catalogue::VariantInfo::new(
                    stringify!($value), $wire, $crate::enumeration!(lines $($about)*),
                )
            }),+],
            other: $crate::enumeration!(option $($($other)?)?),
            ..$crate::catalogue::EnumInfo::new(stringify!($name))
        };
    };
    (definition
        $name:ident $info:ident $((
            $(other $other:literal)?
            $(derive($($derived:path),+))? $(shown($($shown:literal),+))?
        ))?: $($doc:literal),+;
        $($value:ident $((
            $(deprecated $instead:literal)? $(shown($($as:literal),+))?
        ))? $wire:literal $(, $about:literal)*;)+
    ) => {
        $crate::enumeration!(of $name [$($($other)?)?] [$($wire)+]
            [
                #[doc = $crate::enumeration!(shown [$($($($shown)+)?)?] [$($doc)+] "")]
                $($($(#[derive($derived)])+)?)?
            ]
            [$(
                #[doc = $crate::enumeration!(shown [$($($($as)+)?)?] [$($about)*] $wire)]
                $($(#[deprecated(note = $instead)])?)?
                $value,
            )+]
            [$($value $wire)+]
        );

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = $crate::params::UnknownVariant;

            fn from_str(text: &str) -> ::core::result::Result<Self, Self::Err> {
                $crate::params::Enumeration::from_wire(text)
                    .ok_or_else(|| $crate::params::UnknownVariant::of::<Self>(text))
            }
        }

        impl $crate::params::Enumeration for $name {
            const INFO: &'static $crate::catalogue::EnumInfo = &$info;

            fn wire(&self) -> &str {
                self.as_str()
            }

            fn from_wire(text: &str) -> ::core::option::Option<Self> {
                Self::read(text)
            }
        }
    };
    (of $name:ident [] [$example:literal $($wires:literal)*] [$($head:tt)+] [$($values:tt)+]
        [$($value:ident $wire:literal)+]
    ) => {
        $($head)+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name { $($values)+ }

        impl $name {
            /// The values that the table lists, in its order.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            #[doc = concat!("Returns the text on the wire, for example `", $example, "`.")]
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$value => $wire),+ }
            }

            fn read(text: &str) -> ::core::option::Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == text)
            }
        }
    };
    (of $name:ident [$other:literal] [$example:literal $($wires:literal)*] [$($head:tt)+] [$($values:tt)+]
        [$($value:ident $wire:literal)+]
    ) => {
        $($head)+
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($values)+
            #[doc = concat!(
                "A value that the table does not list yet, made with [`other`](", stringify!($name), "::other)."
            )]
            Other(::std::string::String),
        }

        impl $name {
            /// The values that the table lists, in its order.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// Returns the value with that text on the wire, which the table need not list.
            ///
            /// It is checked before anything is sent: characters that such names do not have are refused.
            pub fn other(name: impl ::core::convert::Into<::std::string::String>) -> Self {
                let name = name.into();
                Self::listed(&name).unwrap_or(Self::Other(name))
            }

            #[doc = concat!("Returns the text on the wire, for example `", $example, "`.")]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$value => $wire,)+
                    Self::Other(name) => name,
                }
            }

            fn listed(text: &str) -> ::core::option::Option<Self> {
                Self::ALL.iter().find(|value| value.as_str() == text).cloned()
            }

            fn read(text: &str) -> ::core::option::Option<Self> {
                match text.strip_prefix($crate::params::OTHER_PREFIX) {
                    ::core::option::Option::Some(name) => ::core::option::Option::Some(Self::other(name)),
                    ::core::option::Option::None => Self::listed(text),
                }
            }
        }
    };
    (shown [] [] $wire:literal) => { concat!("Sent as `", $wire, "`.") };
    (shown [] [$($doc:literal)+] $wire:literal) => { $crate::enumeration!(lines $($doc)+) };
    (shown [$($doc:literal)+] $about:tt $wire:literal) => { $crate::enumeration!(lines $($doc)+) };
    (lines) => { "" };
    (lines $first:literal $($line:literal)*) => { concat!($first $(, "\n", $line)*) };
    (option) => { ::core::option::Option::None };
    (option $given:literal) => { ::core::option::Option::Some($given) };
    ($name:ident $info:ident $($declared:tt)+) => {
        $crate::enumeration!(definition $name $info $($declared)+);
        $crate::enumeration!(info $name $info $($declared)+);
    };
}
