//! Checks that the sections of a summary describe the requested instrument: some of them name theirs.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, StrDeserializer};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use virtual_finance_core::{Fault, expecting};

use crate::read::{Key, instrument, members};

/// The members that name the instrument: a symbol, and sections that have one.
const NAMING: [&str; 3] = [SYMBOL, "quoteType", "price"];
const SYMBOL: &str = "symbol";

/// The symbols that the members of a summary give it, at most a few: one or two each.
#[derive(Debug, Default)]
pub(crate) struct Symbols(Vec<Names>);

members! {
    #[derive(Debug, Default)]
    struct Names {
        symbol: "symbol" => Option<String>,
        underlying: "underlyingSymbol" => Option<String>,
        kind: "quoteType" => Option<String>,
    }
}

/// The type of the instruments that are asked for by what is below them.
const FUTURE: &str = "FUTURE";

impl Symbols {
    /// Returns the name of a member, if it may name the instrument.
    pub(crate) fn naming(name: &str) -> Option<&'static str> {
        NAMING.into_iter().find(|naming| *naming == name)
    }

    /// Adds the symbols of the member of that name; an unreadable member has none.
    pub(crate) fn add(&mut self, name: &str, member: &str) {
        let names = match name {
            SYMBOL => serde_json::from_str(member).map(|symbol| Names { symbol, ..Names::default() }),
            _ => serde_json::from_str(member),
        };
        self.0.extend(names);
    }

    /// Adds the symbols of another part of the same summary.
    pub(crate) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Refuses a summary one of whose members names another instrument. One that names none may be of any.
    ///
    /// A future is asked for by its series (`GC=F`), and its members may name the contract of the month (`GCJ25.CMX`) beside it
    /// or instead. What one of them names beside the ticker is therefore the same instrument.
    ///
    /// # Errors
    /// A member names others only.
    pub(crate) fn require(&self, ticker: &str) -> Result<(), Fault> {
        let is_own = |name: &str| instrument::is_same(name, ticker);
        let own = || self.0.iter().filter(|names| names.all().any(is_own)).flat_map(Names::all);
        let is_known =
            |names: &Names| names.all().any(|name| own().any(|own| instrument::is_same(name, own)));
        match self.0.iter().find(|names| names.all().next().is_some() && !is_known(names)) {
            Some(names) => instrument::require_same(names.all(), ticker),
            None => Ok(()),
        }
    }
}

impl Names {
    fn all(&self) -> impl Iterator<Item = &str> {
        // An option has an underlying, too, and is not the same instrument.
        let is_series = self.kind.as_deref().is_none_or(|kind| kind == FUTURE);
        let underlying = self.underlying.as_deref().filter(|_| is_series);
        [self.symbol.as_deref(), underlying].into_iter().flatten().filter(|name| !name.is_empty())
    }
}

/// An object with the symbols that its members give it.
pub(crate) struct About<T> {
    symbols: Symbols,
    value: T,
}

impl<T> About<T> {
    /// Returns the object, if it is about that ticker.
    ///
    /// # Errors
    /// It is about another one.
    pub(crate) fn required(self, ticker: &str) -> Result<T, Fault> {
        self.symbols.require(ticker).map(|()| self.value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for About<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = About<T>;

            expecting!("an object");

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<About<T>, A::Error> {
                let mut symbols = Symbols::default();
                let members = Listening { members, symbols: &mut symbols, naming: None };
                let value = T::deserialize(MapAccessDeserializer::new(members))?;
                Ok(About { symbols, value })
            }
        }

        deserializer.deserialize_map(Object(PhantomData))
    }
}

/// A `MapAccess` that records the symbols of the members that name an instrument, and passes all members on.
struct Listening<'s, A> {
    members: A,
    symbols: &'s mut Symbols,
    naming: Option<&'static str>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Listening<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let Some(Key(key)) = self.members.next_key()? else { return Ok(None) };
        self.naming = Symbols::naming(&key);
        match key {
            Cow::Borrowed(key) => seed.deserialize(BorrowedStrDeserializer::new(key)),
            Cow::Owned(key) => seed.deserialize(StrDeserializer::new(&key)),
        }
        .map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        let Some(naming) = self.naming else { return self.members.next_value_seed(seed) };
        let member: &'de RawValue = self.members.next_value()?;
        self.symbols.add(naming, member.get());
        seed.deserialize(member).map_err(A::Error::custom)
    }
}
