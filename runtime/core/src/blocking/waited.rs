//! Asynchronous streams for programs that are not asynchronous.

use futures_util::{Stream, StreamExt as _};

use super::client::Client;
use crate::error::Error;

/// The items of an asynchronous stream, such as pages, for programs that block.
///
/// It is an iterator, which ends as the stream does. The stream goes on only while [`next`](Iterator::next) waits.
#[must_use = "nothing goes on before next() is called"]
pub struct Waited<S> {
    stream: S,
    client: Client,
    is_over: bool,
}

impl<S> Waited<S> {
    pub(super) const fn new(stream: S, client: Client) -> Self {
        Self { stream, client, is_over: false }
    }

    pub(super) fn map<T>(self, map: impl FnOnce(S) -> T) -> Waited<T> {
        Waited { stream: map(self.stream), client: self.client, is_over: self.is_over }
    }
}

impl<T, S: Stream<Item = Result<T, Error>> + Unpin> Iterator for Waited<S> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.client.wait(async { self.stream.next().await.transpose() }).transpose();
        self.is_over = matches!(next, None | Some(Err(Error::BlockingInAsync)));
        next
    }
}
