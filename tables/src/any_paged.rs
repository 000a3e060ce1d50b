//! Requests with pages whose endpoint is known only at run time.

use std::sync::Arc;

use virtual_finance_core::catalogue::PagesInfo;
use virtual_finance_core::params::{ParamMap, Plain};
use virtual_finance_core::request::{ErasedRequest, ErasedResponse, Request, Wrapper};
use virtual_finance_core::{Context, ConversionError, Converted, Endpoint, Paged, RawReply, Value};

use crate::tabular::at;

/// A request with pages whose endpoint is known only at run time. It is built again for each page.
#[derive(Clone)]
pub struct AnyPaged {
    paging: PagesInfo,
    params: ParamMap,
    request: Arc<Box<dyn ErasedRequest>>,
}

/// A page, and its items as JSON.
pub struct Page {
    /// The response.
    pub response: Box<dyn ErasedResponse>,
    /// The items in it.
    pub items: Vec<Value>,
}

impl AnyPaged {
    /// Returns the request that was built of some parameters; `None` if its items do not come in pages.
    pub fn new(request: Box<dyn ErasedRequest>, params: ParamMap) -> Option<Self> {
        let paging = request.info().pages?;
        Some(Self { paging, params, request: Arc::new(request) })
    }
}

impl Wrapper for AnyPaged {
    type Inner = dyn ErasedRequest;

    fn inner(&self) -> &Self::Inner {
        &**self.request
    }
}

impl Endpoint for AnyPaged {
    type Response = Page;

    fn convert(
        &self,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Converted<Page>, ConversionError> {
        let converted = self.request.convert_erased(cx, replies)?;
        let path = self.paging.items_in_json();
        Ok(converted.map(|response| {
            // What cannot be JSON is reported where it is written.
            let value = response.to_value().unwrap_or_default();
            let list = if path.is_empty() { Some(value) } else { at(&value, path).cloned() };
            let items = if let Some(Value::Array(items)) = list { items } else { Vec::new() };
            Page { response, items }
        }))
    }
}

impl Paged for AnyPaged {
    type Item = Value;

    fn items(page: Page) -> Vec<Value> {
        page.items
    }

    fn list(page: &Page) -> &[Value] {
        &page.items
    }

    fn at_page(mut self, page: &Plain<'_>) -> Option<Self> {
        self.params.insert(self.paging.next.parameter()?, page.to_string());
        self.request = Arc::new(self.info().request(&self.params).ok()?);
        Some(self)
    }
}
