//! The names of fields.

use super::field::{FieldInfo, InstrumentKind};
use super::known::FIELDS;

impl FieldInfo {
    /// Returns the fields that are known, in groups by their meaning.
    ///
    /// ```
    /// # mod virtual_finance { use virtual_finance_runtime as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/docs/virtual_finance.rs")); }
    /// use virtual_finance::screening::{FieldInfo, InstrumentKind};
    ///
    /// let beta = FieldInfo::all().iter().find(|field| field.id == "beta").unwrap();
    /// assert_eq!(beta.kinds, [InstrumentKind::Equity]);
    /// ```
    pub const fn all() -> &'static [Self] {
        FIELDS
    }

    /// Returns the fields of a kind of instruments.
    pub(crate) fn of(kind: InstrumentKind) -> impl Iterator<Item = &'static Self> + Clone {
        Self::all().iter().filter(move |field| field.kinds.contains(&kind))
    }

    /// Returns the field of that name, in any case.
    pub(crate) fn named(kind: InstrumentKind, name: &str) -> Option<&'static Self> {
        let name = Self::full_name(name);
        Self::of(kind).find(|field| field.id.eq_ignore_ascii_case(name))
    }

    /// Returns the host's name of a field that people know by another one, such as `P/E`; any other name as it is.
    #[must_use]
    pub fn full_name(name: &str) -> &str {
        let known = OTHER_NAMES.iter().find(|(other, _)| name.eq_ignore_ascii_case(other));
        known.map_or(name, |(_, id)| id)
    }
}

/// The names that people know fields by: the columns and headings of tables of instruments, and usual words.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("cap", "intradaymarketcap"),
    ("change", "intradaypricechange"),
    ("change%", "percentchange"),
    ("eps", "netepsdiluted.lasttwelvemonths"),
    ("marketcap", "intradaymarketcap"),
    ("epsTrailingTwelveMonths", "netepsdiluted.lasttwelvemonths"),
    ("p/e", "peratio.lasttwelvemonths"),
    ("pe", "peratio.lasttwelvemonths"),
    ("price", "intradayprice"),
    ("regularMarketChange", "intradaypricechange"),
    ("regularMarketChangePercent", "percentchange"),
    ("regularMarketPrice", "intradayprice"),
    ("regularMarketVolume", "dayvolume"),
    ("trailingPE", "peratio.lasttwelvemonths"),
    ("volume", "dayvolume"),
    ("yield", "dividendyield"),
];

/// Returns the host's name of a value that people know by another one; any other value as it is.
pub(super) fn full_value<'v>(field: &str, value: &'v str) -> &'v str {
    const COUNTRIES: [(&str, &str); 2] = [("usa", "us"), ("uk", "gb")];
    let known = COUNTRIES.iter().find(|(other, _)| field == "region" && value.eq_ignore_ascii_case(other));
    match known {
        Some((_, code)) => code,
        None => value,
    }
}
