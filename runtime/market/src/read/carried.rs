//! Replies of JSON services that come by themselves, or within a quote page that carries them.

use std::borrow::Cow;

use virtual_finance_core::{ConversionError, Fault, RawReply};

use crate::fault::MarketFault;
use crate::read::script::{self, Embedded};
use crate::read::{Queries, json, page, refusal};

/// The JSON of a service.
pub(crate) struct Document<'a>(Cow<'a, [u8]>);

impl Document<'_> {
    /// Returns it as a reply.
    pub(crate) fn reply(&self) -> RawReply<'_> {
        RawReply::new(&self.0)
    }

    /// Returns true if a page carried it: that asked for what pages show, and not for what a request asks for.
    pub(crate) const fn is_of_page(&self) -> bool {
        matches!(self.0, Cow::Owned(_))
    }
}

/// Returns the JSON of a reply: the reply itself, or the body of the wanted script of a page. `name` names the part of
/// a page in messages.
///
/// # Errors
/// 422: the reply is neither JSON nor a page, or the page carries no such reply.
pub(crate) fn document<'a>(
    raw: RawReply<'a>,
    name: &'static str,
    is_wanted: impl Fn(&Embedded<'_>) -> bool,
) -> Result<Document<'a>, ConversionError> {
    if json::is_json(raw)? {
        return Ok(Document(raw.bytes().into()));
    }
    let mut page = page::page(raw)?;
    let body =
        script::body_of(&mut page, is_wanted).and_then(|body| body.ok_or_else(|| Fault::missing(name)));
    let body = body.map_err(|fault| refusal::of_page_without_data(page.text(), fault.into()))?;
    Ok(Document(body.into_bytes().into()))
}

/// Returns the query of the page, which has none, if the page carries what was asked for. `only` is what it carries, in
/// messages.
///
/// # Errors
/// 422: the page does not carry it.
pub(crate) fn page_query<'a>(is_there: bool, only: &'static str) -> Queries<'a> {
    if is_there { Ok(vec![Vec::new()]) } else { Err(MarketFault::OnPage { only }.into()) }
}
