//! The classes Sector and Industry.

use virtual_finance::responses::{Map, Value, industry, sector};
use virtual_finance::{IndustryKey, SectorKey};

use crate::frames::domain;
use crate::requests::fetching::{Fetch, Frames, frame_methods};

/// Declares a class of companies by its key, and its frames with what both classes have. The class gets the rest beside.
macro_rules! domain_class {
    (
        $(#[$doc:meta])* $class:ident($key:ty) -> $frames:ident, $response:ty;
        $key_example:literal, $name_example:literal
    ) => {
        $(#[$doc])*
        pub type $class = Fetch<virtual_finance::$class>;

        impl $class {
            /// Creates the request for a key.
            pub fn new(key: $key) -> Self {
                virtual_finance::$class::new(key).into()
            }
        }

        #[doc = concat!("The frames of a [`", stringify!($class), "`] request.")]
        pub type $frames = Frames<$response>;

        impl $frames {
            #[doc = concat!("Returns the key, for example `", $key_example, "`.")]
            pub fn key(&self) -> &str {
                &self.response.key
            }

            #[doc = concat!("Returns the name, for example `", $name_example, "`.")]
            pub fn name(&self) -> &str {
                &self.response.name
            }

            /// Returns the symbol of the host's index, if there is one, for example `^YH311`.
            pub fn symbol(&self) -> Option<&str> {
                self.response.symbol.as_deref()
            }

            /// Returns counts and sums over the companies. See [`frames::domain::overview`](crate::frames::domain::overview).
            pub fn overview(&self) -> Map<String, Value> {
                domain::overview(self.response.overview.as_ref())
            }
        }

        frame_methods! {
            $frames |response|
            /// Returns the research reports. See [`frames::domain::research_reports`](crate::frames::domain::research_reports).
            research_reports: domain::research_reports(response.research_reports.as_ref());
            /// Returns the largest companies. See [`frames::domain::top_companies`](crate::frames::domain::top_companies).
            top_companies: domain::top_companies(response.top_companies.as_ref());
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

frame_methods! {
    SectorFrames |response|
    /// Returns the largest exchange-traded funds. See [`frames::domain::funds`](crate::frames::domain::funds).
    top_etfs: domain::funds(response.top_etfs.as_ref());
    /// Returns the largest mutual funds. See [`frames::domain::funds`](crate::frames::domain::funds).
    top_mutual_funds: domain::funds(response.top_mutual_funds.as_ref());
    /// Returns the industries. See [`frames::domain::industries`](crate::frames::domain::industries).
    industries: domain::industries(response);
}

impl IndustryFrames {
    /// Returns the key of the sector, if the host says it.
    pub fn sector_key(&self) -> Option<&str> {
        self.response.sector_key.as_deref()
    }

    /// Returns the name of the sector, if the host says it.
    pub fn sector_name(&self) -> Option<&str> {
        self.response.sector_name.as_deref()
    }
}

frame_methods! {
    IndustryFrames |response|
    /// Returns the companies whose price rose most. See [`frames::domain::top_performing_companies`](crate::frames::domain::top_performing_companies).
    top_performing_companies: domain::top_performing_companies(response);
    /// Returns the companies that grow most. See [`frames::domain::top_growth_companies`](crate::frames::domain::top_growth_companies).
    top_growth_companies: domain::top_growth_companies(response);
}
