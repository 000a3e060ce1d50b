//! The class News.

use virtual_finance::NewsKind;
use virtual_finance::responses::news::Response;

use crate::frames;
use crate::requests::fetching::{frame_methods, frames_class, request_class};

request_class! {
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
    News -> NewsFrames, Response
}

impl News {
    /// Creates the request for the latest ten stories and videos about a ticker.
    pub fn new(ticker: impl Into<String>) -> Self {
        Self { request: virtual_finance::News::new(ticker.into()) }
    }

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

frames_class! {
    /// The frame of a [`News`] request. Without news it has no rows.
    NewsFrames of News, Response
}

frame_methods! {
    NewsFrames |response|
    /// Returns the stories and videos. See [`frames::news::news`].
    news: frames::news::news(response);
}
