//! Requests of more values than their host takes at once: they are sent in batches, and the responses are joined.

use std::fmt;

use super::{Client, Reply};
use crate::error::{Error, ErrorKind};
use crate::params::Plain;
use crate::request::{Batch, Endpoint, Request, request_name};

/// The joined response to a request, from [`Client::batched`], and the batches that failed.
#[non_exhaustive]
pub struct Batched<E: Endpoint> {
    /// The response to the batches that did not fail.
    pub response: E::Response,
    /// What is known of each good reply beside its response, in the order of the batches.
    pub replies: Vec<Reply<()>>,
    /// The requests that failed, each with its values and its error. They may be sent again.
    pub failed: Vec<(E, Error)>,
}

impl Client {
    /// Sends a request of any number of values in as many batches as its host needs, 16 at once, and joins the
    /// responses. The table says how many values a host takes at once (`batch`).
    ///
    /// A batch that fails does not hold up the others: it is in [`failed`](Batched::failed). A batch of which the host
    /// knows no value is none that failed: its values are in the response, as those that a host does not know are. A
    /// request that its host takes at once is sent as it is.
    ///
    /// ```no_run
    /// # use virtual_finance_core::{Client, Endpoint, Error};
    /// # async fn example<E: Endpoint + 'static>(client: Client, of_200_symbols: &E) -> Result<(), Error> {
    /// let batched = client.batched(of_200_symbols).await?;
    /// for (request, error) in &batched.failed {
    ///     eprintln!("{:?}: {error}", request.subject());
    /// }
    /// let response = batched.response;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As for [`request`](Self::request), with the first error if every batch failed.
    pub async fn batched<E: Endpoint + 'static>(&self, endpoint: &E) -> Result<Batched<E>, Error> {
        let batches = endpoint.batches();
        if batches.is_empty() {
            let (response, reply) = self.reply(endpoint).await?.apart();
            return Ok(Batched { response, replies: vec![reply], failed: Vec::new() });
        }
        // Nothing is sent if one of them is wrong.
        batches.iter().try_for_each(Request::validate)?;
        let mut sent = self.many(batches).in_order();
        let (mut joined, mut replies, mut unknown, mut failed) = (vec![], vec![], None, vec![]);
        while let Some((request, result)) = sent.next().await {
            match result {
                Ok(reply) => {
                    let (response, reply) = reply.apart();
                    joined.push(Batch::Response(response));
                    replies.push(reply);
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    joined.push(Batch::Unknown(values(&request)));
                    unknown = unknown.or(Some(error));
                }
                Err(error) => failed.push((request, error)),
            }
        }
        if replies.is_empty() {
            let first = failed.into_iter().next().map(|(_, error)| error);
            return Err(first.or(unknown).unwrap_or_else(|| unjoined(endpoint)));
        }
        let response = endpoint.join(joined).ok_or_else(|| unjoined(endpoint))?;
        Ok(Batched { response, replies, failed })
    }
}

/// Returns the values of a batch, as texts.
fn values<E: Endpoint>(batch: &E) -> Vec<String> {
    let list = batch.info().params.iter().find(|param| param.batch.is_some());
    match list.and_then(|list| batch.value(list.name)) {
        Some(Plain::List(values)) => values.iter().map(Plain::to_string).collect(),
        _ => Vec::new(),
    }
}

/// Returns the error of a request by hand that has batches and does not join their responses.
fn unjoined<E: Endpoint>(request: &E) -> Error {
    let name = request_name(request);
    Error::Config { reason: format!("{name} has batches and joins no responses; implement `Endpoint::join`") }
}

impl<E> fmt::Debug for Batched<E>
where
    E: Endpoint + fmt::Debug,
    E::Response: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { response, replies, failed } = self;
        f.debug_struct("Batched")
            .field("response", response)
            .field("replies", replies)
            .field("failed", failed)
            .finish()
    }
}
