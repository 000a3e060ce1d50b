//! The address of a next page: it stays at the origin of its host, and carries nothing of the caller's.

use url::{Position, Url};

use crate::error::PagesFault;

/// Returns the path and the query of a next page below the address of its host, without the pairs of the query that
/// the client adds by itself. `current` is the address of this page.
///
/// # Errors
/// The text is not an address, or an address that is not below the host's.
pub(super) fn below_host(
    next: &str,
    current: &Url,
    home: &Url,
    is_own: impl Fn(&str) -> bool,
) -> Result<String, PagesFault> {
    let mut url = current.join(next.trim()).map_err(|_| PagesFault::NoAddress)?;
    let outside = || PagesFault::OtherOrigin { host: url.host_str().unwrap_or_default().to_owned() };
    if url.origin() != home.origin() || !url.username().is_empty() || url.password().is_some() {
        return Err(outside());
    }
    let base = home.path().trim_end_matches('/');
    let is_below = |path: &str| path.strip_prefix(base).is_some_and(|rest| rest.starts_with('/'));
    if !is_below(url.path()) {
        return Err(outside());
    }
    if url.query_pairs().any(|(name, _)| is_own(&name)) {
        let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        let kept = pairs.into_iter().filter(|(name, _)| !is_own(name));
        let kept: Vec<_> = kept.collect();
        url.set_query(None);
        if !kept.is_empty() {
            url.query_pairs_mut().extend_pairs(kept);
        }
    }
    let text = &url[Position::BeforePath..Position::AfterQuery];
    let below = text.strip_prefix(base).and_then(|text| text.strip_prefix('/'));
    below.map(str::to_owned).ok_or(PagesFault::NoAddress)
}
