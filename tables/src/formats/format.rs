//! The formats of the result.

use std::path::Path;

use crate::text::Content;

/// A format of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The response as it is.
    Json,
    /// A table for people, as text.
    Table,
    /// Comma-separated values with a header.
    Csv,
    /// A JSON object on a line for each row.
    JsonLines,
    /// A Parquet file.
    Parquet,
    /// An Arrow file.
    Arrow,
    /// A chart in characters.
    Chart,
    /// A chart as a vector image.
    Svg,
    /// A chart as pixels.
    Png,
    /// A page with the image of a chart, whose bars can be read.
    Html,
}

impl Format {
    /// All formats, the default first.
    pub const ALL: [Self; 10] = [
        Self::Json,
        Self::Table,
        Self::Csv,
        Self::JsonLines,
        Self::Parquet,
        Self::Arrow,
        Self::Chart,
        Self::Svg,
        Self::Png,
        Self::Html,
    ];

    /// Returns the name, for example `csv`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Table => "table",
            Self::Csv => "csv",
            Self::JsonLines => "jsonl",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::Chart => "chart",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Html => "html",
        }
    }

    /// Returns the media type with which programs ask for the format; none for a format for a terminal.
    #[must_use]
    pub const fn media_type(self) -> Option<&'static str> {
        match self {
            Self::Json => Some("application/json"),
            Self::Csv => Some("text/csv"),
            Self::JsonLines => Some("application/x-ndjson"),
            Self::Parquet => Some("application/vnd.apache.parquet"),
            Self::Arrow => Some("application/vnd.apache.arrow.file"),
            Self::Svg => Some("image/svg+xml"),
            Self::Png => Some("image/png"),
            Self::Table | Self::Chart | Self::Html => None,
        }
    }

    /// Returns the formats that programs ask for by a media type and that this build has, the default first.
    pub fn served() -> impl Iterator<Item = Self> {
        let is_built = |format: &Self| {
            (cfg!(feature = "frames") || !format.is_frame()) && (cfg!(feature = "plot") || !format.is_drawn())
        };
        Self::ALL.into_iter().filter(move |format| is_built(format) && format.media_type().is_some())
    }

    /// Returns true if a table other than the main one can be in the format, or all of them.
    pub const fn takes(self, all: bool) -> bool {
        match self {
            Self::Json | Self::Table => true,
            Self::Chart | Self::Svg | Self::Png | Self::Html => false,
            Self::Csv | Self::JsonLines | Self::Parquet | Self::Arrow => !all,
        }
    }

    /// Returns true if the format draws the bars of the main table.
    #[must_use]
    pub const fn is_drawn(self) -> bool {
        matches!(self, Self::Chart | Self::Svg | Self::Png | Self::Html)
    }

    /// Returns true for the format of a frame.
    pub const fn is_frame(self) -> bool {
        matches!(self, Self::Parquet | Self::Arrow)
    }

    /// Returns true if the format is no text.
    #[must_use]
    pub const fn is_binary(self) -> bool {
        self.is_frame() || matches!(self, Self::Png)
    }

    /// Returns the kind of its content.
    #[must_use]
    pub const fn content(self) -> Content {
        if matches!(self, Self::Json | Self::JsonLines) { Content::Json } else { Content::Text }
    }

    /// Returns the extension of a file in the format.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Table | Self::Chart => "txt",
            format => format.as_str(),
        }
    }

    /// Returns the extensions of formats that name them, for messages.
    pub fn extensions(formats: impl Iterator<Item = Self>) -> String {
        let named = formats.filter(|format| !format.is_for_people());
        named.map(|format| format!(".{}", format.extension())).collect::<Vec<_>>().join(", ")
    }

    /// Returns true if the format is for people, and for no program.
    const fn is_for_people(self) -> bool {
        matches!(self, Self::Table | Self::Chart)
    }

    /// Returns the format that the extension of a file names, in letters of any case.
    pub fn of_file(file: &Path) -> Option<Self> {
        let extension = file.extension()?.to_str()?;
        let named =
            |format: &Self| !format.is_for_people() && extension.eq_ignore_ascii_case(format.as_str());
        Self::ALL.into_iter().find(named)
    }
}
