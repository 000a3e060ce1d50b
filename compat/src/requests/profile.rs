//! The class Profile.

use virtual_finance::notes::Currencies;
use virtual_finance::responses::profile::Response;
use virtual_finance::responses::{Map, Value};

use crate::frames::profile::{self, Calendar, Sustainability};
use crate::requests::fetching::{Fetch, Frames, frame_methods};

/// The sections that a profile is made of, as the hosts name them.
pub const COMPONENTS: [&str; 15] = [
    "defaultKeyStatistics",
    "details",
    "summaryProfile",
    "recommendationTrend",
    "financialsTemplate",
    "earnings",
    "price",
    "financialData",
    "quoteType",
    "calendarEvents",
    "summaryDetail",
    "symbol",
    "esgScores",
    "upgradeDowngradeHistory",
    "pageViews",
];

/// The profile of an instrument: `info`, `recommendations`, `calendar`, `sustainability`.
///
/// Parts that a page lacks are empty instead of an error (`partial`), so that a fund, which has no calendar, has an
/// info; ESG scores are empty from all sources of today. A request of your own that wants all parts is `Profile::from(virtual_finance::Profile::new("IBM"))`.
///
/// ```no_run
/// # async fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::Client;
/// use virtual_finance_compat::Profile;
///
/// let profile = Profile::new("IBM").fetch(&Client::new()?).await?;
/// println!("{:?}", profile.info().get("sector"));
/// println!("{}", profile.recommendations()?);
/// # Ok(())
/// # }
/// ```
pub type Profile = Fetch<virtual_finance::Profile>;

impl Profile {
    /// The sections that a profile is made of.
    pub const COMPONENTS: &'static [&'static str] = &COMPONENTS;

    /// Creates the request for a ticker, whose page may lack parts.
    pub fn new(ticker: impl Into<String>) -> Self {
        Self { request: virtual_finance::Profile::new(ticker.into()).partial(true) }
    }
}

/// The frames of a [`Profile`] request. A part that the page does not have is empty.
pub type ProfileFrames = Frames<Response>;

impl ProfileFrames {
    /// Returns the currencies of the amounts, as far as the reply says them.
    pub fn currencies(&self) -> Currencies {
        self.noted()
    }
}

frame_methods! {
    ProfileFrames |response|
    /// Grades by analysts, oldest first. See [`frames::profile::recommendations`](profile::recommendations).
    recommendations: profile::recommendations(response);
    /// Returns the next earnings. See [`frames::profile::calendar`](profile::calendar).
    calendar: profile::calendar(response);
    /// Returns the ESG scores, as texts. See [`frames::profile::sustainability`](profile::sustainability).
    sustainability: profile::sustainability(response);
}

impl ProfileFrames {
    /// Facts and figures by name. See [`frames::profile::info`](profile::info).
    pub fn info(&self) -> Map<String, Value> {
        profile::info(&self.response)
    }

    /// Returns the next earnings, typed.
    pub fn calendar_values(&self) -> Calendar {
        profile::calendar_values(&self.response)
    }

    /// Returns the ESG scores, typed; none where there are no scores.
    pub fn sustainability_values(&self) -> Option<Sustainability> {
        profile::sustainability_values(&self.response)
    }
}
