//! Bodies of responses by HTTP/2, whose connection counts what its caller has not read: many go over one connection, and
//! what a caller does not take of them waits behind the connection.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};

use crate::callers::held;
use crate::connections::{Admission, Unsent};
use crate::content::Sent;

/// A body, with its connection if that speaks HTTP/2.
pub(crate) struct Sending {
    body: Sent,
    place: Option<Arc<Admission>>,
    /// The part that nobody asked for yet; none while one is asked for and is not there.
    next: Option<Unsent>,
}

impl Sending {
    pub(crate) fn new(body: Sent, place: Option<Arc<Admission>>) -> Self {
        let next = place.as_ref().map(|place| place.unsent());
        Self { body, place, next }
    }
}

impl Body for Sending {
    type Data = Bytes;
    type Error = <Sent as Body>::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = self.get_mut();
        this.next = None;
        let frame = Pin::new(&mut this.body).poll_frame(cx);
        let Some(place) = this.place.as_ref().filter(|_| frame.is_ready()) else { return frame };
        this.next = Some(place.unsent());
        frame.map_ok(|frame| frame.map_data(|bytes| held(bytes, place.unsent())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
