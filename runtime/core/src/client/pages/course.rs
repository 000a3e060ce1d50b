//! The way through the pages: which one is next, and whether they still lead on. It does no input or output.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};

use super::seen::Seen;
use crate::catalogue::{NextPage, PagesInfo};
use crate::error::PagesFault;
use crate::notes::FewerItems;

/// The way through the pages of a request. It keeps a digest of each page, and none of their items.
pub(super) struct Course {
    pub(super) info: PagesInfo,
    pub(super) hasher: RandomState,
    /// The digests of the cursors and addresses so far.
    named: HashSet<u64>,
    /// The digest of the page before.
    before: Option<u64>,
    /// The number of items, each of them once.
    pub(super) items: u64,
    /// The number of items that the host gave, each counted once, the items that responses leave out included.
    given: u64,
    /// The offset of the first page.
    first: Option<i64>,
    /// The greatest number of all items that a page named.
    total: Option<i64>,
    pub(super) fewer: Option<FewerItems>,
}

/// The next page.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// That of a cursor.
    Cursor(String),
    /// That of an offset or a number.
    Number(i64),
    /// That of an address.
    Link(String),
}

/// The numbers of items of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Count {
    /// All that the response has.
    pub(super) all: u64,
    /// Those of them that the page before has, too.
    pub(super) repeated: u64,
}

impl Course {
    pub(super) fn new(info: PagesInfo) -> Self {
        Self {
            info,
            hasher: RandomState::new(),
            named: HashSet::new(),
            before: None,
            items: 0,
            given: 0,
            first: None,
            total: None,
            fewer: None,
        }
    }

    /// Notes the cursor that the caller's own request begins with.
    pub(super) fn start(&mut self, cursor: &str) {
        self.named.insert(self.hasher.hash_one(cursor));
    }

    /// Counts the page with the offset or the number `at` and returns the next one; `None` after the last one, and where
    /// the caller wants no more items.
    ///
    /// # Errors
    /// The pages do not lead on.
    pub(super) fn after(
        &mut self,
        seen: Seen,
        Count { all: count, repeated }: Count,
        at: i64,
        limit: Option<u64>,
    ) -> Result<Option<Turn>, PagesFault> {
        let new = count.saturating_sub(repeated);
        self.items = self.items.saturating_add(new);
        let given = seen.rows.unwrap_or(count);
        self.given = self.given.saturating_add(given.saturating_sub(repeated));
        self.first = self.first.or(Some(at));
        if seen.more == Some(false) || limit.is_some_and(|limit| self.items >= limit) {
            return Ok(None);
        }
        let next = match self.info.next {
            NextPage::Cursor { .. } => seen.next.map(Turn::Cursor),
            NextPage::Link { .. } => seen.next.map(Turn::Link),
            NextPage::Offset { parameter, .. } => {
                let step = i64::try_from(given).unwrap_or(i64::MAX);
                self.numbered(parameter, &seen, given, at, step)?
            }
            NextPage::Number { parameter, .. } => self.numbered(parameter, &seen, count, at, 1)?,
        };
        let Some(next) = next else {
            let is_lost = given == 0 && seen.more.is_some();
            return if is_lost { Err(PagesFault::EmptyPage) } else { Ok(None) };
        };
        if given == 0 || (count > 0 && new == 0) {
            return Err(PagesFault::EmptyPage);
        }
        if let Turn::Cursor(name) | Turn::Link(name) = &next
            && !self.named.insert(self.hasher.hash_one(name.as_str()))
        {
            return Err(PagesFault::Repeated);
        }
        if limit.is_none() && self.items >= PagesInfo::MAX_ITEMS {
            return Err(PagesFault::TooMany);
        }
        Ok(Some(next))
    }

    /// Returns the note about the items that are missing, where all pages have fewer than the host counts.
    fn fewer_than(&self, total: i64) -> Option<FewerItems> {
        let total = self.counted(total);
        (self.given < total).then_some(FewerItems { items: self.given, total })
    }

    /// Returns the number of items from the first page on, out of the number of all items.
    fn counted(&self, total: i64) -> u64 {
        u64::try_from(total.saturating_sub(self.first.unwrap_or(0))).unwrap_or(0)
    }

    /// Returns the page whose offset or number is the next.
    fn numbered(
        &mut self,
        parameter: &'static str,
        seen: &Seen,
        count: u64,
        at: i64,
        step: i64,
    ) -> Result<Option<Turn>, PagesFault> {
        let is_same = self.before.replace(seen.digest) == Some(seen.digest);
        let next = at.checked_add(step);
        // A page that names fewer than one before it has lost some.
        self.total = self.total.max(seen.end);
        // The total counts items from 0 on; pages have the number of the last one.
        let is_last = match (self.info.next, self.total, next) {
            (_, None, _) => count == 0,
            (NextPage::Offset { .. }, Some(total), Some(next)) => {
                // A host that gave more items than it counts may have others.
                let is_wrong = self.given > self.counted(total);
                let is_last = next >= total && !is_wrong || count == 0;
                self.fewer = is_last.then(|| self.fewer_than(total)).flatten();
                is_last
            }
            (_, Some(last), _) => at >= last,
        };
        if is_last {
            return Ok(None);
        }
        if count > 0 && is_same {
            return Err(PagesFault::SamePage { parameter });
        }
        match next {
            // A page without items is reported as such.
            _ if count == 0 => Ok(Some(Turn::Number(at))),
            Some(next) if next > at => Ok(Some(Turn::Number(next))),
            _ => Err(PagesFault::Stuck { parameter }),
        }
    }
}
