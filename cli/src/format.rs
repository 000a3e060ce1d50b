//! The formats of the result.

/// A format of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Table,
    Csv,
    Parquet,
    Arrow,
}

impl Format {
    /// All formats, the default first.
    pub(crate) const ALL: [Self; 5] = [Self::Json, Self::Table, Self::Csv, Self::Parquet, Self::Arrow];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Table => "table",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
        }
    }
}
