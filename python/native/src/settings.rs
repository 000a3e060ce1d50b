//! The settings of a client as plain values, as Python and a pickle have them.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};
use virtual_finance_core::settings::{Cache, CircuitBreaker, RateLimit, Retries};
use virtual_finance_core::{Client, ClientBuilder, DateTime, Error, RequestParams};
use virtual_finance_sample_host::{DEFAULT_NOW, SampleHost};

use crate::hooks::Hooks;
use crate::package::package;
use crate::shared_rate::PythonRate;

/// The longest time that is taken: more would overflow somewhere.
const LONGEST: f64 = 1e9;

/// The words of serde in messages, each with those of Python.
const EXPECTED: &[(&str, &str)] = &[
    ("expected f64", "expected a number"),
    ("expected u32", "expected an integer"),
    ("expected u64", "expected an integer"),
    ("expected i64", "expected an integer"),
    ("expected usize", "expected an integer"),
    ("expected a boolean", "expected True or False"),
    ("expected a map", "expected a dictionary"),
    ("expected a tuple of size 2", "expected a tuple of two numbers"),
    ("expected struct RetrySettings", "expected an integer or Retries"),
    ("expected struct RateSettings", "expected an integer or RateLimit"),
    ("expected struct CacheSettings", "expected True, a folder or Cache"),
    ("data did not match any variant of untagged enum Proxy", "expected an address or False"),
];

/// The settings of a client by the names of their setters. Those that are not given are the defaults of Rust.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    hosts: BTreeMap<String, String>,
    #[serde(default)]
    query: Vec<(String, String)>,
    deadline: Option<f64>,
    timeout: Option<f64>,
    connect_timeout: Option<f64>,
    idle_timeout: Option<f64>,
    min_speed: Option<u32>,
    proxy: Option<Proxy>,
    retries: Option<RetrySettings>,
    max_age: Option<f64>,
    #[serde(default)]
    refresh: bool,
    stale_if_error: Option<f64>,
    rate_limit: Option<RateSettings>,
    circuit_breaker: Option<(u32, f64)>,
    cache: Option<CacheSettings>,
    source: Option<String>,
    session_file: Option<String>,
    record: Option<String>,
    replay: Option<String>,
    max_body: Option<usize>,
    idle_connections: Option<(usize, f64)>,
    #[serde(default)]
    https_only: bool,
    #[serde(default)]
    http1: bool,
    root_certificates: Option<String>,
    random_seed: Option<u64>,
    now: Option<i64>,
    #[serde(default)]
    sample: bool,
}

/// The address of a proxy, or `false` for none.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Proxy {
    Address(String),
    Wanted(bool),
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RetrySettings {
    attempts: Option<u32>,
    base: Option<(f64, f64)>,
    max_wait: Option<f64>,
    max_retry_after: Option<f64>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RateSettings {
    requests: Option<(u32, f64)>,
    at_once: Option<u32>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct CacheSettings {
    memory: Option<usize>,
    folder: Option<String>,
    folder_limit: Option<u64>,
}

impl Settings {
    /// Reads settings.
    ///
    /// # Errors
    /// One of them is not known, or is not of its type.
    pub(crate) fn read(settings: Map<String, Value>) -> Result<Self, Error> {
        let read = |settings| serde_json::from_value::<Self>(Value::Object(settings));
        read(settings.clone()).map_err(|error| {
            let fault = |(name, value)| {
                let error = read(Map::from_iter([(String::clone(&name), value)])).err()?;
                Some(format!("'{name}': {error}"))
            };
            let reason = settings.into_iter().find_map(fault).unwrap_or_else(|| error.to_string());
            config(in_python(reason))
        })
    }

    /// Returns the clock of the client in epoch seconds.
    pub(crate) fn now(&self) -> i64 {
        let usual = || if self.sample { DEFAULT_NOW } else { DateTime::now().epoch_seconds() };
        self.now.unwrap_or_else(usual)
    }

    /// Makes the client, with its sample host if it has one.
    ///
    /// # Errors
    /// One of the settings cannot be used, or the sample host does not start.
    pub(crate) fn build(
        &self,
        hooks: &Hooks,
        rate: Option<&PythonRate>,
    ) -> Result<(Client, Option<SampleHost>), Error> {
        let host = match self.sample {
            true => Some(
                package()
                    .start_sample(0, DEFAULT_NOW)
                    .map_err(|error| config(format!("the sample host does not start: {error}")))?,
            ),
            false => None,
        };
        let builder = (package().client)(self.session_file.as_deref().map(Path::new))?;
        let builder = match &host {
            Some(host) => host.configure(builder, package().hosts()),
            None => builder,
        };
        let builder = match rate {
            Some(rate) => builder.shared_rate(rate.clone()),
            None => builder,
        };
        let builder = self.sending(builder.request_params(hooks.added(self.params()?)))?;
        Ok((self.keeping(builder)?.build()?, host))
    }

    /// Returns the settings of every request.
    ///
    /// # Errors
    /// One of the settings cannot be used.
    pub(crate) fn params(&self) -> Result<RequestParams, Error> {
        let mut params = RequestParams::new();
        params = match &self.proxy {
            Some(Proxy::Address(address)) => params.proxy(address),
            Some(Proxy::Wanted(false)) => params.no_proxy(),
            Some(Proxy::Wanted(true)) => params,
            // A proxy has no way to the loopback.
            None if self.sample => params.no_proxy(),
            None => params,
        };
        if let Some(limit) = time("deadline", self.deadline)? {
            params = params.deadline(limit);
        }
        if let Some(limit) = time("timeout", self.timeout)? {
            params = params.timeout(limit);
        }
        if let Some(limit) = time("connect_timeout", self.connect_timeout)? {
            params = params.connect_timeout(limit);
        }
        if let Some(limit) = time("idle_timeout", self.idle_timeout)? {
            params = params.idle_timeout(limit);
        }
        if let Some(bytes) = self.min_speed {
            params = params.min_speed(bytes);
        }
        if let Some(limit) = time("max_age", self.max_age)? {
            params = params.max_age(limit);
        }
        if self.refresh {
            params = params.refresh();
        }
        if let Some(limit) = time("stale_if_error", self.stale_if_error)? {
            params = params.stale_if_error(limit);
        }
        if let Some(retries) = &self.retries {
            params = params.retries(retries.rules()?);
        }
        Ok(self.query.iter().fold(params, |params, (name, value)| params.query(name, value)))
    }

    /// Adds how messages are sent.
    fn sending(&self, mut builder: ClientBuilder) -> Result<ClientBuilder, Error> {
        for (name, value) in &self.headers {
            builder = builder.header(name, value);
        }
        for (name, address) in &self.hosts {
            let hosts = package().hosts();
            let host = hosts.iter().find(|host| host.name == name).ok_or_else(|| {
                let names: Vec<&str> = hosts.iter().map(|host| host.name).collect();
                config(format!("there is no host {name:?}; write one of {}", names.join(", ")))
            })?;
            builder = builder.host(host, address);
        }
        if let Some(limit) = &self.rate_limit {
            builder = builder.rate_limit(limit.limit()?);
        }
        if let Some((failures, pause)) = self.circuit_breaker {
            builder =
                builder.circuit_breaker(CircuitBreaker::new(failures, seconds("circuit_breaker", pause)?));
        }
        if let Some((most, age)) = self.idle_connections {
            builder = builder.idle_connections(most, seconds("idle_connections", age)?);
        }
        if let Some(bytes) = self.max_body {
            builder = builder.max_body(bytes);
        }
        if self.https_only {
            builder = builder.https_only();
        }
        if self.http1 {
            builder = builder.http1();
        }
        if let Some(pem) = &self.root_certificates {
            builder = builder.root_certificates(pem);
        }
        if let Some(seed) = self.random_seed {
            builder = builder.random_seed(seed);
        }
        Ok(builder)
    }

    /// Adds what is kept between requests.
    fn keeping(&self, mut builder: ClientBuilder) -> Result<ClientBuilder, Error> {
        if let Some(source) = &self.source {
            builder = builder.source(source.parse().map_err(|error| config(format!("'source': {error}")))?);
        }
        if let Some(folder) = &self.record {
            builder = builder.record(folder);
        }
        if let Some(folder) = &self.replay {
            builder = builder.replay(folder);
        }
        if let Some(cache) = &self.cache {
            builder = builder.cache(cache.cache());
        }
        if let Some(now) = self.now {
            let now = DateTime::from(now);
            builder = builder.clock(move || now);
        }
        Ok(builder)
    }
}

impl RetrySettings {
    fn rules(&self) -> Result<Retries, Error> {
        let mut rules = Retries::new();
        if let Some(attempts) = self.attempts {
            rules = rules.attempts(attempts);
        }
        if let Some((fault, rate_limited)) = self.base {
            rules = rules.base(seconds("retries", fault)?, seconds("retries", rate_limited)?);
        }
        if let Some(limit) = time("retries", self.max_wait)? {
            rules = rules.max_wait(limit);
        }
        if let Some(limit) = time("retries", self.max_retry_after)? {
            rules = rules.max_retry_after(limit);
        }
        Ok(rules)
    }
}

impl RateSettings {
    fn limit(&self) -> Result<RateLimit, Error> {
        let mut limit = RateLimit::none();
        if let Some((requests, period)) = self.requests {
            limit = limit.requests(requests, seconds("rate_limit", period)?);
        }
        if let Some(requests) = self.at_once {
            limit = limit.at_once(requests);
        }
        Ok(limit)
    }
}

impl CacheSettings {
    fn cache(&self) -> Cache {
        let mut cache = Cache::new();
        if let Some(bytes) = self.memory {
            cache = cache.memory(bytes);
        }
        if let Some(folder) = &self.folder {
            cache = cache.folder(folder);
        }
        if let Some(bytes) = self.folder_limit {
            cache = cache.folder_limit(bytes);
        }
        cache
    }
}

fn time(name: &str, given: Option<f64>) -> Result<Option<Duration>, Error> {
    given.map(|given| seconds(name, given)).transpose()
}

/// Returns a time in seconds, which is neither negative nor endless.
fn seconds(name: &str, given: f64) -> Result<Duration, Error> {
    let limited = Some(given).filter(|given| *given <= LONGEST);
    limited
        .and_then(|given| Duration::try_from_secs_f64(given).ok())
        .ok_or_else(|| config(format!("'{name}' has {given} seconds; write a number from 0 to {LONGEST}")))
}

/// Returns what is wrong with a setting in the words of Python.
fn in_python(reason: String) -> String {
    EXPECTED.iter().fold(reason, |reason, (rust, python)| reason.replace(rust, python))
}

const fn config(reason: String) -> Error {
    Error::Config { reason }
}
