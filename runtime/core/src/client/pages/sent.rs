//! Asks for one page, and makes the request of the next one.

use std::borrow::Cow;

use super::super::handle::Client;
use super::super::{answer, compose};
use super::course::{Count, Course, Turn};
use super::link;
use super::previous::Previous;
use super::seen::Seen;
use crate::catalogue::{NextPage, PagesInfo, ParamKind};
use crate::context::Context;
use crate::error::{Error, PagesFault};
use crate::notes::RepeatedItems;
use crate::params::Plain;
use crate::raw::{Conversion, RawReply};
use crate::reply::Reply;
use crate::request::{Paged, Request, Target, Wrapper, request_name};

/// The walk through the pages of a request.
pub(super) struct Walk<E> {
    client: Client,
    request: E,
    /// The address of the page below its host, where the page before named it.
    link: Option<String>,
    course: Course,
    previous: Previous,
}

impl<E: Paged> Walk<E> {
    pub(super) fn new(client: Client, request: E) -> Self {
        // The generator writes the pages of the table and this trait together.
        let pages = request.info().pages.unwrap_or(const { PagesInfo::new(NextPage::Link { next: None }) });
        let mut course = Course::new(pages);
        if let NextPage::Cursor { parameter, .. } = pages.next
            && let Some(cursor) = request.value(parameter)
        {
            course.start(&cursor.to_string());
        }
        Self { client, request, link: None, course, previous: Previous::default() }
    }

    /// Returns the request of the page, and the address of the page if one is known.
    pub(super) fn upcoming(&self) -> (&E, Option<&str>) {
        (&self.request, self.link.as_deref())
    }

    /// Asks for the page. Returns its reply, and the walk to the next one, where there is one.
    pub(super) async fn page(
        mut self: Box<Self>,
        limit: Option<u64>,
    ) -> (Result<Reply<E::Response>, Error>, Result<Option<Box<Self>>, Error>) {
        match self.ask().await {
            Err(error) => (Err(error), Ok(None)),
            Ok((mut reply, seen)) => {
                let items = E::list(&reply.response);
                let repeated = self.previous.replace(items, &self.course.hasher);
                let next = self.turn(seen, [items.len(), repeated.len()], limit);
                if !repeated.is_empty() {
                    reply.notes.insert(RepeatedItems::new(repeated));
                }
                if let Some(fewer) = self.course.fewer {
                    reply.notes.insert(fewer);
                }
                (Ok(reply), next.map(|goes_on| goes_on.then_some(self)))
            }
        }
    }

    async fn ask(&self) -> Result<(Reply<E::Response>, Seen), Error> {
        let (pages, hasher) = (self.course.info, &self.course.hasher);
        let request = OnePage { request: &self.request, link: self.link.as_deref() };
        let convert = |cx: &Context<'_>, replies: &[RawReply<'_>]| -> Conversion<_> {
            let converted = self.request.convert(cx, replies)?;
            let seen = Seen::of(pages, replies, hasher)?;
            Ok(converted.map(|response| (response, seen)))
        };
        let reply = answer::ask(&self.client.inner, &self.client.params, &request, convert).await?;
        Ok(reply.parted(|parts| parts))
    }

    /// Makes the request of the next page, after one of so many items and so many repeated ones. Returns false after the
    /// last one.
    fn turn(&mut self, seen: Seen, counts: [usize; 2], limit: Option<u64>) -> Result<bool, Error> {
        let [count, repeated] = counts.map(|count| u64::try_from(count).unwrap_or(u64::MAX));
        let place = self.place();
        let next = self.course.after(seen, Count { all: count, repeated }, place, limit);
        match next.and_then(|next| next.map(|next| self.set(next)).transpose()) {
            Ok(next) => Ok(next.is_some()),
            Err(fault) => Err(self.failed(fault)),
        }
    }

    /// Returns the offset or the number of the page by the value of its parameter, or by its default; 0 where pages have
    /// none.
    fn place(&self) -> i64 {
        let number = |name: &str| match self.request.value(name) {
            Some(Plain::Integer(number)) => Some(number),
            _ => self.request.info().param(name)?.default?.parse().ok(),
        };
        match self.course.info.next {
            NextPage::Offset { parameter, .. } => number(parameter).unwrap_or(0),
            NextPage::Number { parameter, .. } => number(parameter).unwrap_or(1),
            NextPage::Cursor { .. } | NextPage::Link { .. } => 0,
        }
    }

    /// Sets the parameter that chooses the page, or the address of the page.
    fn set(&mut self, next: Turn) -> Result<(), PagesFault> {
        let Some(parameter) = self.course.info.next.parameter() else {
            if let Turn::Link(next) = next {
                self.link = Some(self.below_host(&next)?);
            }
            return Ok(());
        };
        let kind = self.request.info().param(parameter).map(|info| info.kind);
        let value = match &next {
            Turn::Number(number) => Some(Plain::Integer(*number)),
            Turn::Cursor(text) if matches!(kind, Some(ParamKind::Integer)) => {
                text.parse().ok().map(Plain::Integer)
            }
            Turn::Cursor(text) | Turn::Link(text) => Some(Plain::String(text)),
        };
        let request = value.and_then(|value| self.request.clone().at_page(&value));
        self.request = request.ok_or(PagesFault::NotAValue { parameter })?;
        Ok(())
    }

    /// Returns the address of the next page below its host.
    fn below_host(&self, next: &str) -> Result<String, PagesFault> {
        let (inner, info) = (&self.client.inner, self.request.info());
        let home = inner.address(info.host).map_err(|_| PagesFault::NoAddress)?;
        let page = OnePage { request: &self.request, link: self.link.as_deref() };
        let target = Target { path: page.path(), link: page.link(), ..Target::default() };
        let current = compose::url(&home, &target).map_err(|_| PagesFault::NoAddress)?;
        let own: Vec<&str> = self.client.params.query_pairs().map(|(name, _)| name).collect();
        link::below_host(next, &current, &home, |name| own.contains(&name) || info.host.is_key(name))
    }

    fn failed(&self, fault: PagesFault) -> Error {
        let request = request_name(&self.request);
        self.client.redacted(Error::Pages { request, fault, items: self.course.items })
    }
}

/// The request of one page: the caller's, or the address that the page before named.
struct OnePage<'a, E> {
    request: &'a E,
    link: Option<&'a str>,
}

impl<E: Request> Wrapper for OnePage<'_, E> {
    type Inner = E;

    fn inner(&self) -> &E {
        self.request
    }

    fn page_link(&self) -> Option<Cow<'_, str>> {
        self.link.map(Cow::Borrowed).or_else(|| self.request.link())
    }
}
