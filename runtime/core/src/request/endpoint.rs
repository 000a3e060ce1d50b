//! Endpoints as data ([`EndpointInfo`]) and as requests of them.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::batch::Batch;
use super::body::RequestBody;
use super::checks::Checks;
use super::response::ErasedResponse;
use super::targets::{HeaderPairs, QueryPairs, Target, Values};
use crate::catalogue::source::SourceChoice;
use crate::catalogue::{
    BodyFormat, ChoiceInfo, ErrorObject, ExampleInfo, FallbackInfo, Freshness, Host, PagesInfo, ParamInfo,
    ParamKind, ParamLocation, RawKind, RepeatInfo, SessionUse, StatusInfo, StatusMeaning, StepInfo,
    UntilInfo, ViewInfo, entries, meaning_of,
};
use crate::context::Context;
use crate::error::{ConversionError, RequestName};
use crate::params::{ParamErrors, ParamFault, ParamMap, Plain};
use crate::raw::{Conversion, RawReply};
use crate::segment::{self, Segment};
use crate::time::DateTime;

entries! {
    /// One endpoint of the table.
    #[derive(Debug)]
    EndpointInfo(name: &'static str, host: &'static Host) {
        /// The name of the request, for example `History`.
        must name: &'static str = name;
        /// Its name as a command, for example `history`.
        or command: &'static str = "";
        /// The table's doc of the request (Markdown; the first line is a summary).
        or doc: &'static str = "";
        /// The host that the request goes to.
        must host: &'static Host = host;
        /// All hosts of the table that the endpoint is declared in.
        code hosts: &'static [&'static Host] = &[];
        /// The path template below the host, for example `v8/finance/chart/{ticker}`.
        or path: &'static str = "";
        /// The HTTP method.
        or method: &'static str = "GET";
        /// True if the request only reads although its method may change something, so that it can be sent again.
        may safe: bool = false;
        /// The header for the key of a request, by which the host recognizes a repeated request: the client sends it again then.
        some idempotency: &'static str;
        /// The number of times that a client without a setting of its own sends the request again.
        some retries: u16;
        /// The maximum time for the request, and for silence of its host, where the client has no settings of its own.
        some deadline: Duration;
        /// The constants of the query: names, and values or `{param}` for the value of a parameter.
        list query: (&'static str, &'static str);
        /// The name of the list in the query or in the path that goes in several messages where an address would be too long.
        some split: &'static str;
        /// The constant headers: names, and values or `{param}` for the value of a parameter.
        list headers: (&'static str, &'static str);
        /// The headers of a good reply that are read, for the note `ReplyHeaders`.
        list reply_headers: &'static str;
        /// The format of the body; none if the request has no body.
        some body: BodyFormat;
        /// The document of a GraphQL request, whose body has the parameters as variables.
        some graphql: &'static str;
        /// The HTTP status of a good reply.
        or status: u16 = 200;
        /// The kind of the raw reply.
        or raw: RawKind = RawKind::Json;
        /// The place of the host's own error in a reply, if the table declares it.
        some error: ErrorObject;
        /// The values of parameters that the reply repeats.
        list repeats: RepeatInfo;
        /// The statuses with a meaning of their own, in table order.
        list statuses: StatusInfo;
        /// The cases in which a session goes along with the request.
        or session: SessionUse = SessionUse::Never;
        /// The requests behind the first, one after the other.
        list then: StepInfo;
        /// The other sources of the same data, in the order in which they are tried.
        list fallbacks: FallbackInfo;
        /// The time for which a reply is fresh; `None` if replies are not kept.
        some fresh_for: Freshness;
        /// The pages that the items come in; none if a request has one response.
        some pages: PagesInfo;
        /// The value of a reply that a response is waited for; none if each is ready.
        some until: UntilInfo;
        /// Hints for showing the response as tables.
        some view: ViewInfo;
        /// The group of endpoints that it belongs to, for lists of them; none if it has no group.
        some group: &'static str;
        /// Words that people try for it, each with the arguments that they stand for.
        list words: (&'static str, &'static str);
        /// The parameters, in table order.
        or params: &'static [ParamInfo] = &[];
        /// The name of the parameter that names the request in messages.
        some subject: &'static str;
        /// The groups of parameters that exclude each other, in table order.
        list choices: ChoiceInfo;
        /// The examples, in table order.
        list examples: ExampleInfo;
        /// The keys of `response` in the table beside `type`, as JSON; `None` if a converter makes the response.
        some declared: &'static str;
        /// True if the response that the table declares is read leniently (`replies: lenient`).
        may lenient: bool = false;
        /// Returns the JSON Schema (draft 2020-12) of the response; none if the client is built without schemas.
        may schema as "response": Option<fn() -> Value> = None;
        /// The advice what to use instead (Markdown), if it is deprecated.
        some deprecated: &'static str;
        /// Builds the request from named parameters; reports every error at once.
        code build: fn(&ParamMap) -> Result<Box<dyn ErasedRequest>, ParamErrors> =
            |_| Err(ParamErrors::new("", Vec::new()));
        /// The requests and the schema of an endpoint that is known at run time alone; none for generated code, which has
        /// `build` and `schema`.
        code by_data: Option<&'static dyn ByData> = None;
    }
}

/// The requests of an endpoint that is known at run time alone, and the schema of its responses.
pub trait ByData: fmt::Debug + Sync {
    /// Builds a request of the endpoint from named parameters.
    ///
    /// # Errors
    /// Every fault of the parameters at once.
    fn request(
        &'static self,
        info: &'static EndpointInfo,
        params: &ParamMap,
    ) -> Result<Box<dyn ErasedRequest>, ParamErrors>;

    /// Returns the JSON Schema (draft 2020-12) of the response; none if it has no data.
    fn schema(&self) -> Option<Value>;
}

impl EndpointInfo {
    /// Builds the request from named parameters.
    ///
    /// # Errors
    /// Every fault of the parameters at once.
    pub fn request(&'static self, params: &ParamMap) -> Result<Box<dyn ErasedRequest>, ParamErrors> {
        self.by_data.map_or_else(|| (self.build)(params), |by_data| by_data.request(self, params))
    }

    /// Returns the JSON Schema (draft 2020-12) of the response; none if the client is built without schemas.
    pub fn response_schema(&self) -> Option<Value> {
        self.schema.map(|schema| schema()).or_else(|| self.by_data?.schema())
    }

    /// Returns the parameter of that name or alias.
    pub fn param(&self, name: &str) -> Option<&'static ParamInfo> {
        self.params.iter().find(|param| param.name == name || param.aliases.contains(&name))
    }

    /// Returns the parameter that names what the request is about, if the request requires no other one and the parameter
    /// has one value: of others nobody could tell further arguments from further subjects, and a query may stand in
    /// several words.
    pub fn sole_subject(&self) -> Option<&'static ParamInfo> {
        let subject = self.param(self.subject?)?;
        let is_alone = subject.required && self.params.iter().filter(|param| param.required).count() == 1;
        let is_one = !matches!(subject.kind, ParamKind::List { .. } | ParamKind::Grammar(_));
        (is_alone && is_one).then_some(subject)
    }

    /// Returns true if a request changes nothing, whatever its method.
    pub fn only_reads(&self) -> bool {
        self.safe || matches!(self.method, "GET" | "HEAD")
    }

    /// Returns the meaning of a status, if it has one of its own.
    pub fn meaning(&self, status: u16) -> Option<StatusMeaning> {
        meaning_of(self.statuses, status)
    }

    /// Returns true if the items of a reply can be read one by one while it comes.
    pub const fn has_events(&self) -> bool {
        self.raw.has_events() && self.declared.is_some()
    }

    /// Returns true for a media type of a reply that is a part of the response, or that is taken as another one.
    pub(crate) fn reads_media_type(&self, media_type: &str) -> bool {
        self.raw == RawKind::Bytes || (self.lenient && !self.raw.is_media_type(media_type))
    }

    /// Returns the parameters in a path of the endpoint with their values, both not encoded; `None` if it is a path
    /// of another endpoint.
    pub fn path_values<'p>(&self, path: &[&'p str]) -> Option<Vec<(&'static str, &'p str)>> {
        let templates: Vec<&'static str> = self.path.split('/').collect();
        if templates.len() != path.len() {
            return None;
        }
        let values = templates.into_iter().zip(path);
        let values = values.map(|(template, segment)| {
            segment::values(&segment::parts(template).collect::<Vec<_>>(), segment)
        });
        Some(values.collect::<Option<Vec<_>>>()?.concat())
    }

    /// Returns the choices of sources that these endpoints have: each kind, and each of another provider by name.
    pub fn source_choices(endpoints: &[&'static Self]) -> Vec<SourceChoice> {
        let fallbacks = endpoints.iter().flat_map(|info| info.fallbacks);
        let named = fallbacks.filter(|fallback| fallback.provider.is_some()).map(|fallback| fallback.name);
        let named: BTreeSet<&'static str> = named.collect();
        SourceChoice::ALL.into_iter().chain(named.into_iter().map(SourceChoice::Named)).collect()
    }

    /// Returns the steps behind its first request, and the steps of its fallbacks.
    pub fn steps(&self) -> impl Iterator<Item = &'static StepInfo> {
        self.then.iter().chain(self.fallbacks.iter().flat_map(|fallback| fallback.steps))
    }

    /// Returns a step by its name and the name of its source, which is empty for the endpoint's own.
    fn step(&self, source: &str, step: &str) -> Option<&'static StepInfo> {
        let of_source = |info: &&FallbackInfo| info.name == source;
        let steps = match source {
            "" => self.then,
            _ => self.fallbacks.iter().find(of_source)?.steps,
        };
        steps.iter().find(|info| info.name == step)
    }

    /// Returns true if a source of the endpoint may need a session.
    pub fn uses_session(&self) -> bool {
        self.steps()
            .map(|step| step.session)
            .chain([self.session])
            .any(|session| session != SessionUse::Never)
    }
}

/// The values of the parameters of a request.
macro_rules! values {
    ($request:expr) => {
        Values($request.info().params, &|name| $request.value(name))
    };
}

/// Returns a request whose endpoint is known only at run time, for [`EndpointInfo::build`].
///
/// # Errors
/// Those of the request.
#[doc(hidden)]
pub fn erased<R: ErasedRequest + 'static>(
    request: Result<R, ParamErrors>,
) -> Result<Box<dyn ErasedRequest>, ParamErrors> {
    Ok(Box::new(request?))
}

/// Returns the constants of a request's query, for requests whose converter's module makes the rest.
#[doc(hidden)]
pub fn constants<R: Request>(request: &R) -> QueryPairs<'_> {
    values!(request).constants(request.info().query)
}

/// Returns the body that a converter's module made for a request.
///
/// # Errors
/// The module cannot make one of the values.
#[doc(hidden)]
pub fn made_body<R: Request>(
    request: &R,
    made: Result<Value, ParamFault>,
) -> Result<Option<RequestBody>, ParamErrors> {
    let body = made.map_err(|fault| ParamErrors::new(request.info().name, vec![fault]))?;
    Ok(Some(RequestBody::Json(body)))
}

/// Returns the name of a request, for messages.
pub(crate) fn request_name<R: Request + ?Sized>(request: &R) -> RequestName {
    let info = request.info();
    RequestName::new(info.name, request.subject().as_deref())
        .with_parameter(info.subject)
        .changing(!info.only_reads())
}

/// Returns what a request asks at its own host, without the headers of the host.
pub(crate) fn own_target<R: Request + ?Sized>(request: &R, now: DateTime) -> Result<Target<'_>, ParamErrors> {
    Ok(Target {
        path: request.path(),
        query: request.query(now),
        link: request.link(),
        headers: request.headers(),
        body: request.body(now)?,
    })
}

/// A request: the data of the table, and a value for each parameter that was given.
///
/// It is generated from the table. What it asks follows from the data and the values, so that a generated
/// request writes [`info`](Self::info) and [`value`](Self::value) alone.
pub trait Request: Send + Sync {
    /// Returns what the table says about the endpoint.
    fn info(&self) -> &'static EndpointInfo;

    /// Returns the value of the parameter of that name; none where it was not given.
    fn value(&self, param: &str) -> Option<Plain<'_>>;

    /// Returns what the request is about, for messages: the value of its subject.
    fn subject(&self) -> Option<Cow<'_, str>> {
        values!(self).subject(self.info().subject?)
    }

    /// Checks every value against the table. The client calls it before anything is sent.
    ///
    /// # Errors
    /// Every error at once.
    fn validate(&self) -> Result<(), ParamErrors> {
        let info = self.info();
        let mut checks = Checks::new(info.name, info.params);
        checks.values(&|name| self.value(name));
        checks.batches(&|name| self.value(name));
        checks.relations(&|name| self.value(name));
        checks.finish()
    }

    /// Returns the segments of the path, not yet encoded.
    fn path(&self) -> Vec<Segment<'_>> {
        values!(self).segments(self.info().path, &[])
    }

    /// Returns the query, not yet encoded. `now` is the client's clock.
    fn query(&self, now: DateTime) -> QueryPairs<'_> {
        let _ = now;
        values!(self).pairs(self.info().query, ParamLocation::Query)
    }

    /// Returns the address of a next page that the host named, below the host: its path and its query, encoded. It
    /// stands in the place of [`path`](Self::path) and [`query`](Self::query); every generated request has none.
    fn link(&self) -> Option<Cow<'_, str>> {
        None
    }

    /// Returns the headers that the table gives the request, beside the client's.
    fn headers(&self) -> HeaderPairs<'_> {
        values!(self).pairs(self.info().headers, ParamLocation::Header)
    }

    /// Returns the body; `None` if the endpoint has none. `now` is the client's clock.
    ///
    /// # Errors
    /// The converter's module cannot make a body of the values.
    fn body(&self, now: DateTime) -> Result<Option<RequestBody>, ParamErrors> {
        let _ = now;
        let info = self.info();
        Ok(info.body.and_then(|format| values!(self).body(format, info.graphql)))
    }

    /// Returns what a step of a fallback asks at its host, both by their names in the table; `replies` are
    /// those to the steps before it. Nothing where the endpoint has no such step.
    ///
    /// # Errors
    /// A reply to an earlier step does not have what this one needs.
    fn fallback(
        &self,
        fallback: &str,
        step: &str,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Vec<Target<'_>>, ConversionError> {
        let info = self.info();
        let Some(found) = info.step(fallback, step) else { return Ok(Vec::new()) };
        let queries =
            if found.prepared { self.queries(fallback, step, cx, replies)? } else { vec![QueryPairs::new()] };
        Ok(values!(self).targets(found, queries))
    }

    /// Returns the queries that the converter's module makes for a step, one for each message. A pair that is named after a
    /// placeholder of the path, such as `{ticker}`, has the value of that.
    ///
    /// # Errors
    /// A reply to an earlier step does not have what this one needs, or the source does not have what is asked for.
    fn queries(
        &self,
        fallback: &str,
        step: &str,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Vec<QueryPairs<'_>>, ConversionError> {
        let _ = (fallback, step, cx, replies);
        Ok(Vec::new())
    }
}

/// A request of one endpoint. Generated from the table; there is no need to implement it by hand.
pub trait Endpoint: Request {
    /// The standardized structure that the reply is converted to.
    type Response: Send + 'static;

    /// Converts the raw reply, or the replies to the steps of a fallback, into the standardized structure.
    /// Does no input or output and reads no clock.
    ///
    /// # Errors
    /// The endpoint cannot read the reply.
    fn convert(&self, cx: &Context<'_>, replies: &[RawReply<'_>]) -> Conversion<Self::Response>;

    /// Returns requests of at most so many values each, which together ask for the list that the table gives a `batch`,
    /// in its order, without the values at those positions, which are sorted; none for an endpoint without such a list, or a
    /// request without values.
    fn parts(&self, most: usize, without: &[usize]) -> Vec<Self>
    where
        Self: Sized,
    {
        let _ = (most, without);
        Vec::new()
    }

    /// Returns the requests that a request of more values than its host takes at once is sent as, in the order of the
    /// values; none for a request that is sent as it is. `Client::batched` sends them.
    fn batches(&self) -> Vec<Self>
    where
        Self: Sized,
    {
        let most = self.info().params.iter().find_map(|param| param.batch);
        let batches = most.map(|most| self.parts(most, &[])).unwrap_or_default();
        if batches.len() > 1 { batches } else { Vec::new() }
    }

    /// Joins the responses to the batches of the request, in their order. `None` for an endpoint without batches.
    fn join(&self, batches: Vec<Batch<Self::Response>>) -> Option<Self::Response> {
        let _ = batches;
        None
    }
}

/// A request whose endpoint is known only at run time. Every [`Endpoint`] with a serializable response is one.
pub trait ErasedRequest: Request {
    /// See [`Endpoint::convert`].
    ///
    /// # Errors
    /// The endpoint cannot read the reply.
    fn convert_erased(
        &self,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Conversion<Box<dyn ErasedResponse>>;

    /// See [`Endpoint::parts`].
    fn parts_erased(&self, most: usize, without: &[usize]) -> Vec<Box<dyn ErasedRequest>>;

    /// See [`Endpoint::join`]. `None` also if a response belongs to another endpoint.
    fn join_erased(&self, batches: Vec<Batch<Box<dyn ErasedResponse>>>) -> Option<Box<dyn ErasedResponse>>;
}

impl<E> ErasedRequest for E
where
    E: Endpoint + 'static,
    E::Response: Serialize,
{
    fn convert_erased(
        &self,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Conversion<Box<dyn ErasedResponse>> {
        let converted = self.convert(cx, replies)?;
        Ok(converted.map(|response| -> Box<dyn ErasedResponse> { Box::new(response) }))
    }

    fn parts_erased(&self, most: usize, without: &[usize]) -> Vec<Box<dyn ErasedRequest>> {
        // Loops are less code for each endpoint than iterators.
        let mut parts: Vec<Box<dyn ErasedRequest>> = Vec::new();
        for part in self.parts(most, without) {
            parts.push(Box::new(part));
        }
        parts
    }

    fn join_erased(&self, batches: Vec<Batch<Box<dyn ErasedResponse>>>) -> Option<Box<dyn ErasedResponse>> {
        let mut typed = Vec::new();
        for batch in batches {
            typed.push(match batch {
                Batch::Response(response) => {
                    let response: Box<dyn Any> = response;
                    Batch::Response(*response.downcast().ok()?)
                }
                Batch::Unknown(values) => Batch::Unknown(values),
            });
        }
        Some(Box::new(self.join(typed)?))
    }
}
