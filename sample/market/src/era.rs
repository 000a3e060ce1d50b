//! The page formats of the real hosts over time, and the defects that a page can have.

/// The time whose page format a host uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Era {
    /// To 2022: data in a store or in tables.
    #[default]
    Stores,
    /// 2023: stores that are encrypted.
    Sealed,
    /// Today: replies of the JSON sources in scripts.
    Scripts,
}

/// A defect of a page of today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    None,
    /// The replies in it are 404.
    Gone,
    /// They are 401.
    Locked,
    /// They are about another ticker.
    Other,
    /// Their JSON is cut.
    Cut,
}
