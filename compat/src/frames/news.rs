//! The news about an instrument.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::news::Response;

use crate::column::{frame, instants, texts, truths};
use crate::error::Error;
use crate::zone::Zone;

/// Returns the stories and videos in the host's order: `id`, `contentType` (`STORY` or `VIDEO`), `title`, `summary`
/// (texts), `pubDate`, `displayTime` (in UTC), `provider`, `url`, `thumbnail` (texts) and `isPremium`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn news(response: &Response) -> Result<DataFrame, Error> {
    let rows = response.news.iter();
    frame(
        response.news.len(),
        vec![
            texts("id", rows.clone().map(|row| Some(&row.id))),
            texts("contentType", rows.clone().map(|row| row.content_type.as_ref())),
            texts("title", rows.clone().map(|row| Some(&row.title))),
            texts("summary", rows.clone().map(|row| row.summary.as_ref())),
            instants("pubDate", rows.clone().map(|row| row.published_at), Zone::UTC),
            instants("displayTime", rows.clone().map(|row| row.displayed_at), Zone::UTC),
            texts("provider", rows.clone().map(|row| row.provider.as_ref())),
            texts("url", rows.clone().map(|row| row.url.as_ref())),
            texts("thumbnail", rows.clone().map(|row| row.thumbnail.as_ref())),
            truths("isPremium", rows.map(|row| row.is_premium)),
        ],
    )
}
