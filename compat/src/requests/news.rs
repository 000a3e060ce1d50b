//! The class News.

use virtual_finance::NewsKind;
use virtual_finance::responses::news::Response;

use crate::frames;
use crate::requests::fetching::{Fetch, Frames, frame_methods};

/// The news about an instrument.
///
/// ```no_run
/// # async fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::{Client, NewsKind};
/// use virtual_finance_compat::News;
///
/// let releases = News::new("IBM").tab(NewsKind::PressReleases).fetch(&Client::new()?).await?;
/// println!("{}", releases.news()?);
/// # Ok(())
/// # }
/// ```
pub type News = Fetch<virtual_finance::News>;

impl News {
    /// Sets the maximum number of stories and videos, 1 to 200; 10 without it.
    pub fn count(self, count: i64) -> Self {
        Self { request: self.request.count(count) }
    }

    /// Sets the kind of news. The tabs `news`, `all` and `press releases` of yfinance are [`NewsKind::Latest`],
    /// [`NewsKind::All`] and [`NewsKind::PressReleases`].
    pub fn tab(self, tab: NewsKind) -> Self {
        Self { request: self.request.kind(tab) }
    }
}

/// The frame of a [`News`] request. Without news it has no rows.
pub type NewsFrames = Frames<Response>;

frame_methods! {
    NewsFrames |response|
    /// Returns the stories and videos. See [`frames::news::news`].
    news: frames::news::news(response);
}
