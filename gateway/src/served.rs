//! A request whose response has an entity tag. The tag is known before the reply is converted, so that a caller who has
//! the response already costs no conversion.

use std::borrow::Cow;
use std::sync::Arc;

use http::HeaderValue;
use quick_cache::sync::Cache;
use virtual_finance_core::error::ConversionError;
use virtual_finance_core::params::{ParamMap, Plain};
use virtual_finance_core::request::{ErasedRequest, ErasedResponse, Request as _, Wrapper};
use virtual_finance_core::{
    Context, Converted, DateTime, Endpoint, FreshUntil, Notes, Paged, RawReply, Value,
};

use crate::apart::apart;
use crate::compressed::Coding;
use crate::headers::within_header;

/// The tags of the responses that were made, each with what its conversion said beside it. A tag that is not among them is
/// converted, whatever a caller says to have.
pub(crate) type Tags = Cache<String, Beside>;

/// The facts that a conversion has beside its response.
#[derive(Clone)]
pub(crate) struct Beside {
    /// The time until which the reply is fresh.
    fresh_until: Option<DateTime>,
    /// The other notes, as far as a header has them.
    notes: Vec<String>,
}

impl Beside {
    fn new(notes: &Notes) -> Self {
        let fresh_until = notes.get::<FreshUntil>().map(|note| note.0);
        // That one is for the cache.
        let freshness = fresh_until.map(|end| Notes::new().with(FreshUntil(end)));
        let freshness: Vec<String> = freshness.iter().flat_map(Notes::lines).collect();
        let notes = within_header(notes.lines().filter(|line| !freshness.contains(line)));
        Self { fresh_until, notes }
    }
}

/// A request with the entity tags of the responses that its caller has.
#[derive(Clone)]
pub(crate) struct Served {
    pub(crate) request: Arc<Box<dyn ErasedRequest>>,
    /// The parameters that the request was built of.
    pub(crate) params: ParamMap,
    /// The address of the page below its host, where the page before named it.
    pub(crate) link: Option<String>,
    /// The facts beside the reply that the bytes of the response depend on.
    pub(crate) form: String,
    /// The header `If-None-Match`.
    pub(crate) known: Option<String>,
    pub(crate) tags: Arc<Tags>,
}

/// A response with its entity tag.
pub(crate) struct Tagged {
    /// The tag, without quotes.
    pub(crate) tag: String,
    /// The time until which the reply is fresh, if its conversion tells.
    pub(crate) fresh_until: Option<DateTime>,
    /// The response; `None` if the caller has it.
    pub(crate) response: Option<Box<dyn ErasedResponse>>,
    /// The notes of the conversion before, if the caller has its response.
    pub(crate) notes: Vec<String>,
    /// The number of bytes of its replies.
    pub(crate) bytes: usize,
    /// The items of the response, if they come in pages.
    items: Vec<Value>,
}

impl Served {
    /// Returns the tag of a response to these replies.
    fn tag(&self, replies: &[RawReply<'_>]) -> String {
        let mut hash = hmac_sha256::Hash::new();
        let mut add = |bytes: &[u8]| {
            // The length keeps two parts from being taken for one.
            hash.update(bytes.len().to_le_bytes());
            hash.update(bytes);
        };
        add(self.form.as_bytes());
        add(self.link.as_deref().unwrap_or_default().as_bytes());
        for reply in replies {
            add(reply.bytes());
        }
        short(&hash.finalize())
    }

    /// Returns the items of a response that come in pages; none of another one.
    fn items_of(&self, response: &dyn ErasedResponse) -> Vec<Value> {
        let Some(paging) = self.info().pages else { return Vec::new() };
        // What cannot be JSON is reported where it is written.
        let mut value = response.to_value().unwrap_or_default();
        let path = paging.items_in_json();
        let mut names = path.split('.').filter(|name| !name.is_empty());
        let list = names.try_fold(&mut value, |value, name| value.get_mut(name));
        if let Some(Value::Array(items)) = list.map(Value::take) { items } else { Vec::new() }
    }
}

/// Returns the tag of several responses together.
pub(crate) fn tag_of_all<'t>(tags: impl Iterator<Item = &'t str>) -> String {
    let mut hash = hmac_sha256::Hash::new();
    // All tags have one length.
    tags.for_each(|tag| hash.update(tag.as_bytes()));
    short(&hash.finalize())
}

/// Returns the half of a digest as text, which is enough to tell texts from each other.
pub(crate) fn short(digest: &[u8; 32]) -> String {
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the tag of the header `ETag`, without quotes and without the coding of the body.
pub(crate) fn bare(tag: &HeaderValue) -> Option<&str> {
    let tag = tag.to_str().ok()?.trim_matches('"');
    // Tags without a coding have no dash.
    Some(tag.split_once('-').map_or(tag, |(tag, _)| tag))
}

/// Returns true if a header `If-None-Match` names a tag, in whatever coding the body was sent.
pub(crate) fn has_tag(known: &str, tag: &str) -> bool {
    known.split(',').map(str::trim).any(|known| {
        let known = known.strip_prefix("W/").unwrap_or(known).trim_matches('"');
        let is_coding = |rest: &str| Coding::ALL.iter().any(|coding| rest == coding.name());
        let coded =
            |known: &str| known.rsplit_once('-').is_some_and(|(known, rest)| known == tag && is_coding(rest));
        known == "*" || known == tag || coded(known)
    })
}

impl Endpoint for Served {
    type Response = Tagged;

    fn convert(
        &self,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Converted<Tagged>, ConversionError> {
        let tag = self.tag(replies);
        let bytes = replies.iter().map(|reply| reply.bytes().len()).fold(0, usize::saturating_add);
        if self.known.as_ref().is_some_and(|known| has_tag(known, &tag))
            && let Some(Beside { fresh_until, notes }) = self.tags.get(&tag)
        {
            let response = Tagged { tag, fresh_until, response: None, notes, bytes, items: Vec::new() };
            let notes = fresh_until.map(FreshUntil).into_iter().fold(Notes::new(), Notes::with);
            return Ok(Converted { response, notes });
        }
        let Converted { response, notes } = apart(bytes, || self.request.convert_erased(cx, replies))?;
        let beside = Beside::new(&notes);
        let fresh_until = beside.fresh_until;
        self.tags.insert(tag.clone(), beside);
        let (items, said) = (self.items_of(&*response), Vec::new());
        let response = Tagged { tag, fresh_until, response: Some(response), notes: said, bytes, items };
        Ok(Converted { response, notes })
    }
}

impl Wrapper for Served {
    type Inner = dyn ErasedRequest;

    fn inner(&self) -> &Self::Inner {
        &**self.request
    }

    fn page_link(&self) -> Option<Cow<'_, str>> {
        self.link.as_deref().map(Cow::Borrowed)
    }
}

impl Paged for Served {
    type Item = Value;

    fn items(page: Tagged) -> Vec<Value> {
        page.items
    }

    fn list(page: &Tagged) -> &[Value] {
        &page.items
    }

    fn at_page(mut self, page: &Plain<'_>) -> Option<Self> {
        self.params.insert(self.info().pages?.next.parameter()?, page.to_string());
        self.request = Arc::new(self.info().request(&self.params).ok()?);
        Some(self)
    }
}
