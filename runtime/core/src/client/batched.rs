//! Requests of more values than their host takes at once: they are sent in batches, and the responses are joined.

use std::cmp::Reverse;

use super::handle::Client;
use super::many::Answered;
use super::{compose, cut};
use crate::address::table_base;
use crate::error::{Error, ErrorKind, Fault};
use crate::http::may_be_of_length;
use crate::reply::Reply;
use crate::request::{Batch, Endpoint, Request, batch_values, own_target, request_name, wrong_values};
use crate::time::DateTime;

/// The maximum number of times that a batch is halved, on average over all of them: the refused values are found where two
/// of 256 are.
const HALVINGS: usize = 16;

/// The number of times that batches are halved before a host has answered any part of the request: it may refuse all.
const IN_VAIN: usize = 3;

/// The joined response to a request, from [`Client::batched`], and the batches that failed.
#[derive(Debug)]
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
    /// A value that is wrong, such as a blank symbol, is not sent: it fails alone. Batches are so short that their
    /// addresses have 8,000 bytes at most, unless one value is longer.
    ///
    /// A batch that fails does not hold up the others: it is in [`failed`](Batched::failed). One that the host refuses as a
    /// whole (400, 403, 404, 413, 414 or 422, an error of its own in the reply, or a part of the reply that cannot be read) is
    /// halved and sent again, until the values that it refuses fail alone: for one of 100 that takes 14 more requests. So is one
    /// whose address has more than 3,500 bytes after a time limit or a connection that ended.
    /// Batches are halved 16 times each on average, and three times in all while the host refuses everything.
    /// A batch of which the host knows no value is none that failed: its values are in the response, as those that a host
    /// does not know are. A request that its host takes at once is sent as it is.
    ///
    /// ```
    /// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// use virtual_finance::request::Request;
    /// use virtual_finance::{Client, Quote};
    ///
    /// let symbols: Vec<String> = std::fs::read_to_string("symbols.txt")?.lines().map(str::to_owned).collect();
    /// let batched = Client::new()?.batched(&Quote::new(symbols)).await?;
    /// for (request, error) in &batched.failed {
    ///     eprintln!("{:?}: {error}", request.subject());
    /// }
    /// let response = batched.response;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As for `request`, with the first error if every batch failed.
    pub async fn batched<E: Endpoint + 'static>(&self, endpoint: &E) -> Result<Batched<E>, Error> {
        let wrong = if is_right(endpoint) { Vec::new() } else { wrong_values(endpoint.parts(1, &[])) };
        let left_out: Vec<usize> = wrong.iter().map(|(position, ..)| *position).collect();
        let mut batches = if left_out.is_empty() {
            endpoint.batches()
        } else {
            let most = endpoint.info().params.iter().find_map(|param| param.batch);
            endpoint.parts(most.unwrap_or(usize::MAX), &left_out)
        };
        if batches.is_empty() && is_long(endpoint, cut::LONG) {
            batches = endpoint.parts(usize::MAX, &[]);
        }
        let batches: Vec<E> = batches.into_iter().flat_map(fitting).collect();
        let answered = if batches.is_empty() {
            let error = match self.reply(endpoint).await {
                Ok(reply) => {
                    let (response, reply) = reply.into_parts();
                    return Ok(Batched { response, replies: vec![reply], failed: Vec::new() });
                }
                Err(error) => error,
            };
            match endpoint.parts(usize::MAX, &[]).pop() {
                Some(same) => vec![(same, Err(error))],
                None => return Err(error),
            }
        } else {
            // Nothing is sent if one of them is wrong.
            batches.iter().try_for_each(Request::validate)?;
            self.each(batches).await
        };
        let (mut answered, refused) = self.halved(answered).await;
        answered.extend(wrong.into_iter().map(|(_, one, errors)| (one, Err(errors.into()))));
        joined(endpoint, answered, refused)
    }

    /// Sends requests, and returns them with their results in their order.
    async fn each<E: Endpoint + 'static>(&self, requests: Vec<E>) -> Vec<Answered<E>> {
        let mut answered = Vec::with_capacity(requests.len());
        let mut sent = self.many(requests).in_order();
        while let Some(one) = sent.next().await {
            answered.push(one);
        }
        answered
    }

    /// Sends the halves of those requests that may have failed because of some of their values, and their halves. Returns
    /// also the error of the first request that was halved before the host had answered any.
    async fn halved<E: Endpoint + 'static>(
        &self,
        mut answered: Vec<Answered<E>>,
    ) -> (Vec<Answered<E>>, Option<Error>) {
        let mut left = answered.len().saturating_mul(HALVINGS);
        let (mut in_vain, mut refused) = (0_usize, None);
        loop {
            let chosen: Vec<usize> = if answered.iter().any(is_answer) {
                let chosen = answered.iter().enumerate().filter(|(_, one)| can_be_halved(one));
                chosen.map(|(index, _)| index).take(left).collect()
            } else if in_vain < IN_VAIN {
                in_vain = in_vain.saturating_add(1);
                let chosen = answered.iter().enumerate().filter(|(_, one)| can_be_halved(one));
                let longest = chosen.min_by_key(|(_, (request, _))| Reverse(batch_values(request).len()));
                longest.map(|(index, _)| index).into_iter().collect()
            } else {
                Vec::new()
            };
            if chosen.is_empty() {
                return (answered, refused);
            }
            left = left.saturating_sub(chosen.len());
            let (mut places, mut sent) = (Vec::with_capacity(answered.len()), Vec::new());
            for (index, (request, result)) in answered.into_iter().enumerate() {
                if chosen.binary_search(&index).is_ok() {
                    let halves = halves(&request);
                    places.extend(halves.iter().map(|_| None));
                    sent.extend(halves);
                    refused = refused.or(result.err());
                } else {
                    places.push(Some((request, result)));
                }
            }
            let mut sent = self.each(sent).await.into_iter();
            answered = places.into_iter().filter_map(|place| place.or_else(|| sent.next())).collect();
        }
    }
}

/// Joins the responses of batches; `refused` is the error of a whole request that was sent in parts.
fn joined<E: Endpoint>(
    endpoint: &E,
    answered: Vec<Answered<E>>,
    refused: Option<Error>,
) -> Result<Batched<E>, Error> {
    let (mut joined, mut replies, mut unknown, mut failed) = (vec![], vec![], None, vec![]);
    for (request, result) in answered {
        match result {
            Ok(reply) => {
                let (response, reply) = reply.into_parts();
                joined.push(Batch::Response(response));
                replies.push(reply);
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                joined.push(Batch::Unknown(batch_values(&request)));
                unknown = unknown.or(Some(error));
            }
            Err(error) => failed.push((request, error)),
        }
    }
    if replies.is_empty() {
        let first = failed.into_iter().next().map(|(_, error)| error);
        return Err(refused.or(first).or(unknown).unwrap_or_else(|| unjoined(endpoint)));
    }
    let response = endpoint.join(joined).ok_or_else(|| unjoined(endpoint))?;
    Ok(Batched { response, replies, failed })
}

/// Returns true if a host said something of the values of a request, if only that it knows none.
fn is_answer<E: Endpoint>((_, result): &Answered<E>) -> bool {
    match result {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::NotFound && !is_of_whole(error),
    }
}

/// Returns true if a request failed as a whole and has several values.
fn can_be_halved<E: Endpoint>((request, result): &Answered<E>) -> bool {
    let is_of_request = |error| is_of_whole(error) || may_be_of_length(error) && is_long(request, cut::SHORT);
    result.as_ref().is_err_and(is_of_request) && batch_values(request).len() > 1
}

/// Returns true if every request that an endpoint is sent as is right.
fn is_right<E: Endpoint>(endpoint: &E) -> bool {
    let batches = endpoint.batches();
    batches.iter().all(is_valid) && (!batches.is_empty() || is_valid(endpoint))
}

fn is_valid<E: Endpoint>(request: &E) -> bool {
    request.validate().is_ok()
}

/// Returns a request in parts whose addresses are short enough.
fn fitting<E: Endpoint>(request: E) -> Vec<E> {
    if batch_values(&request).len() > 1 && is_long(&request, cut::LONG) {
        return halves(&request).into_iter().flat_map(fitting).collect();
    }
    vec![request]
}

/// Returns a request in two parts.
fn halves<E: Endpoint>(request: &E) -> Vec<E> {
    request.parts(batch_values(request).len().div_ceil(2), &[])
}

/// Returns true if the address of a request may be longer than the limit.
fn is_long<E: Endpoint>(request: &E, limit: usize) -> bool {
    let address = || {
        let target = own_target(request, DateTime::from(0)).ok()?;
        compose::url(&table_base(request.info().host).ok()?, &target).ok()
    };
    address().is_some_and(|address| cut::is_long(&address, limit))
}

/// Returns true if some values alone may cause an error of the whole request. They do not if the network or the host
/// failed, or if the host wants credentials or fewer requests.
fn is_of_whole(error: &Error) -> bool {
    match error {
        Error::Api(_) => matches!(error.status(), Some(400 | 403 | 404 | 413 | 414 | 422)),
        Error::Conversion(failed) => matches!(
            failed.fault(),
            Fault::NotFound { .. }
                | Fault::ErrorReply { .. }
                | Fault::AboutOther { .. }
                | Fault::Malformed { .. }
                | Fault::Missing { .. }
                | Fault::WrongType { .. }
        ),
        _ => false,
    }
}

/// Returns the error of a request by hand that has batches and does not join their responses.
fn unjoined<E: Endpoint>(request: &E) -> Error {
    let name = request_name(request);
    Error::Config { reason: format!("{name} has batches and joins no responses; implement `Endpoint::join`") }
}
