//! Enumerations of a host that may get new members: numbers, some of which have names.

/// Declares an enumeration as a number with named constants. As JSON a member is its name, or its number where it has
/// none.
macro_rules! open_enum {
    ($(#[$doc:meta])+ $type:ident($raw:ty) { $($(#[$member_doc:meta])+ $member:ident = $number:literal,)+ }) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $type(pub $raw);

        impl $type {
            $($(#[$member_doc])+ pub const $member: Self = Self($number);)+

            /// Returns the host's name for the member; `None` for a number that is not known.
            #[must_use]
            pub const fn name(self) -> Option<&'static str> {
                match self {
                    $(Self::$member => Some(stringify!($member)),)+
                    Self(_) => None,
                }
            }
        }

        impl From<$raw> for $type {
            fn from(number: $raw) -> Self {
                Self(number)
            }
        }

        impl From<$type> for $raw {
            fn from(member: $type) -> Self {
                member.0
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.name() {
                    Some(name) => f.pad(name),
                    None => self.0.fmt(f),
                }
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({self})", stringify!($type))
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self.name() {
                    Some(name) => serializer.serialize_str(name),
                    None => self.0.serialize(serializer),
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                #[serde(untagged)]
                enum Written {
                    Number($raw),
                    Name(String),
                }
                match Written::deserialize(deserializer)? {
                    Written::Number(number) => Ok(Self(number)),
                    Written::Name(name) => match name.as_str() {
                        $(stringify!($member) => Ok(Self::$member),)+
                        _ => Err(serde::de::Error::custom(format!("no {} has the name {name:?}", stringify!($type)))),
                    },
                }
            }
        }
    };
}

pub(super) use open_enum;
