//! The classes Sector and Industry.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::{Map, Value, industry, sector};
use virtual_finance::{IndustryKey, Reply, SectorKey};

use crate::error::Error;
use crate::frames::domain;
use crate::requests::fetching::request_class;

/// Declares a class of companies by its key, and its frames with what both classes have. The class gets the rest beside.
macro_rules! domain_class {
    (
        $(#[$doc:meta])* $class:ident($key:ty) -> $frames:ident, $response:ty;
        $key_example:literal, $name_example:literal
    ) => {
        request_class! {
            $(#[$doc])*
            $class -> $frames, $response
        }

        impl $class {
            /// Creates the request for a key.
            pub fn new(key: $key) -> Self {
                Self { request: virtual_finance::$class::new(key) }
            }
        }

        #[doc = concat!("The frames of a [`", stringify!($class), "`] request. A part that the response lacks has no rows.")]
        #[derive(Debug, Clone, PartialEq)]
        pub struct $frames {
            response: $response,
        }

        impl $frames {
            #[doc = concat!("Returns the key, for example `", $key_example, "`.")]
            #[must_use]
            pub fn key(&self) -> &str {
                &self.response.key
            }

            #[doc = concat!("Returns the name, for example `", $name_example, "`.")]
            #[must_use]
            pub fn name(&self) -> &str {
                &self.response.name
            }

            /// Returns the symbol of the host's index, if there is one, for example `^YH311`.
            #[must_use]
            pub fn symbol(&self) -> Option<&str> {
                self.response.symbol.as_deref()
            }

            /// Returns counts and sums over the companies. See [`frames::domain::overview`](crate::frames::domain::overview).
            #[must_use]
            pub fn overview(&self) -> Map<String, Value> {
                domain::overview(self.response.overview.as_ref())
            }

            /// Returns the research reports. See [`frames::domain::research_reports`](crate::frames::domain::research_reports).
            ///
            /// # Errors
            /// [`Error::Frame`] if polars rejects a column.
            pub fn research_reports(&self) -> Result<DataFrame, Error> {
                domain::research_reports(self.response.research_reports.as_ref())
            }

            /// Returns the largest companies. See [`frames::domain::top_companies`](crate::frames::domain::top_companies).
            ///
            /// # Errors
            /// [`Error::Frame`] if polars rejects a column.
            pub fn top_companies(&self) -> Result<DataFrame, Error> {
                domain::top_companies(self.response.top_companies.as_ref())
            }

            fn of_reply(
                _: &$class,
                reply: Result<Reply<$response>, virtual_finance::Error>,
            ) -> Result<Self, Error> {
                Ok(reply?.response.into())
            }
        }

        impl From<$response> for $frames {
            fn from(response: $response) -> Self {
                Self { response }
            }
        }
    };
}

domain_class! {
    /// A sector of the market: its companies, funds and industries.
    Sector(SectorKey) -> SectorFrames, sector::Response;
    "technology", "Technology"
}

domain_class! {
    /// An industry of a sector: its companies.
    Industry(IndustryKey) -> IndustryFrames, industry::Response;
    "semiconductors", "Semiconductors"
}

impl SectorFrames {
    /// Returns the largest exchange-traded funds. See [`frames::domain::funds`](crate::frames::domain::funds).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn top_etfs(&self) -> Result<DataFrame, Error> {
        domain::funds(self.response.top_etfs.as_ref())
    }

    /// Returns the largest mutual funds. See [`frames::domain::funds`](crate::frames::domain::funds).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn top_mutual_funds(&self) -> Result<DataFrame, Error> {
        domain::funds(self.response.top_mutual_funds.as_ref())
    }

    /// Returns the industries. See [`frames::domain::industries`](crate::frames::domain::industries).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn industries(&self) -> Result<DataFrame, Error> {
        domain::industries(&self.response)
    }
}

impl IndustryFrames {
    /// Returns the key of the sector, if the host says it.
    #[must_use]
    pub fn sector_key(&self) -> Option<&str> {
        self.response.sector_key.as_deref()
    }

    /// Returns the name of the sector, if the host says it.
    #[must_use]
    pub fn sector_name(&self) -> Option<&str> {
        self.response.sector_name.as_deref()
    }

    /// Returns the companies whose price rose most. See [`frames::domain::top_performing_companies`](crate::frames::domain::top_performing_companies).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn top_performing_companies(&self) -> Result<DataFrame, Error> {
        domain::top_performing_companies(&self.response)
    }

    /// Returns the companies that grow most. See [`frames::domain::top_growth_companies`](crate::frames::domain::top_growth_companies).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn top_growth_companies(&self) -> Result<DataFrame, Error> {
        domain::top_growth_companies(&self.response)
    }
}
