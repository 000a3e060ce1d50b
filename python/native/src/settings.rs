//! The settings of a client as plain values, as Python and a pickle have them.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::settings::{Cache, CircuitBreaker, RateLimit, Retries};
use virtual_finance_core::{Client, ClientBuilder, DateTime, Error, RequestParams};
use virtual_finance_sample_host::{DEFAULT_NOW, SampleHost};

use crate::hooks::Hooks;
use crate::package::{Package, package_of};
use crate::shared_rate::PythonRate;

/// The longest time that is taken: more would overflow somewhere.
const LONGEST: f64 = 1e9;

/// The words of serde in messages, each with Python's.
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
    ("data did not match any variant of untagged enum Sample", "expected True or an address"),
];

/// Calls the setters of those settings that are given: each has the name of its setting.
macro_rules! set {
    ($built:ident, $given:ident: $($setter:ident)*) => {
        $(let $built = match $given.$setter {
            Some(value) => $built.$setter(value.into()),
            None => $built,
        };)*
    };
}

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
    deadline: Option<Seconds>,
    timeout: Option<Seconds>,
    connect_timeout: Option<Seconds>,
    idle_timeout: Option<Seconds>,
    min_speed: Option<u32>,
    proxy: Option<Proxy>,
    retries: Option<RetrySettings>,
    max_age: Option<Seconds>,
    #[serde(default)]
    refresh: bool,
    stale_if_error: Option<Seconds>,
    rate_limit: Option<RateSettings>,
    circuit_breaker: Option<(u32, Seconds)>,
    cache: Option<CacheSettings>,
    source: Option<String>,
    session_file: Option<String>,
    record: Option<String>,
    replay: Option<String>,
    max_body: Option<usize>,
    idle_connections: Option<(usize, Seconds)>,
    #[serde(default)]
    https_only: bool,
    #[serde(default)]
    http1: bool,
    root_certificates: Option<String>,
    random_seed: Option<u64>,
    now: Option<i64>,
    sample: Option<Sample>,
    /// The name of a table that was read at run time.
    table: Option<String>,
}

/// A time in seconds, which is neither negative nor endless.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f64")]
struct Seconds(Duration);

/// The address of a sample host that runs, or `true` for one of the client's own.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Sample {
    At(String),
    Wanted(bool),
}

/// The address of a proxy, or `false` for none.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Proxy {
    Address(String),
    Wanted(bool),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct RetrySettings {
    attempts: Option<u32>,
    base: Option<(Seconds, Seconds)>,
    max_wait: Option<Seconds>,
    max_retry_after: Option<Seconds>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct RateSettings {
    requests: Option<(u32, Seconds)>,
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
        let usual = || if self.is_sample() { DEFAULT_NOW } else { DateTime::now().epoch_seconds() };
        self.now.unwrap_or_else(usual)
    }

    const fn is_sample(&self) -> bool {
        matches!(self.sample, Some(Sample::At(_) | Sample::Wanted(true)))
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
        let package = self.package();
        let is_own = matches!(self.sample, Some(Sample::Wanted(true)));
        let host = is_own.then(|| package.start_sample(0, DEFAULT_NOW)).transpose();
        let host = host.map_err(|error| config(format!("the sample host does not start: {error}")))?;
        let builder = (package.client)(self.session_file.as_deref().map(Path::new))?;
        let builder = host.iter().fold(builder, |builder, host| host.configure(builder, package.hosts()));
        let builder = match &self.sample {
            Some(Sample::At(url)) => SampleHost::configure_at(url, DEFAULT_NOW, builder, package.hosts()),
            _ => builder,
        };
        let builder = rate.cloned().into_iter().fold(builder, ClientBuilder::shared_rate);
        let builder = self.sending(builder.request_params(hooks.added(self.params())))?;
        Ok((self.keeping(builder)?.build()?, host))
    }

    /// Returns the package of the table that it asks.
    fn package(&self) -> &'static Package {
        package_of(self.table.as_deref())
    }

    /// Returns the settings of every request.
    pub(crate) fn params(&self) -> RequestParams {
        let params = RequestParams::new();
        let params = match &self.proxy {
            Some(Proxy::Address(address)) => params.proxy(address),
            Some(Proxy::Wanted(false)) => params.no_proxy(),
            Some(Proxy::Wanted(true)) => params,
            // A proxy has no way to the loopback.
            None if self.is_sample() => params.no_proxy(),
            None => params,
        };
        set!(params, self: deadline timeout connect_timeout idle_timeout min_speed max_age stale_if_error retries);
        let params = if self.refresh { params.refresh() } else { params };
        self.query.iter().fold(params, |params, (name, value)| params.query(name, value))
    }

    /// Adds how messages are sent.
    fn sending(&self, mut builder: ClientBuilder) -> Result<ClientBuilder, Error> {
        for (name, value) in &self.headers {
            builder = builder.header(name, value);
        }
        for (name, address) in &self.hosts {
            let hosts = self.package().hosts();
            let host = hosts.iter().find(|host| host.name == name).ok_or_else(|| {
                let names: Vec<&str> = hosts.iter().map(|host| host.name).collect();
                config(format!("there is no host {name:?}; write one of {}", names.join(", ")))
            })?;
            builder = builder.host(host, address);
        }
        if let Some((failures, Seconds(pause))) = self.circuit_breaker {
            builder = builder.circuit_breaker(CircuitBreaker::new(failures, pause));
        }
        if let Some((most, Seconds(age))) = self.idle_connections {
            builder = builder.idle_connections(most, age);
        }
        if self.https_only {
            builder = builder.https_only();
        }
        if self.http1 {
            builder = builder.http1();
        }
        set!(builder, self: rate_limit max_body random_seed);
        Ok(self.root_certificates.iter().fold(builder, ClientBuilder::root_certificates))
    }

    /// Adds what is kept between requests.
    fn keeping(&self, mut builder: ClientBuilder) -> Result<ClientBuilder, Error> {
        if let Some(source) = &self.source {
            let choices = EndpointInfo::source_choices(self.package().endpoints);
            let choice = choices.iter().find(|choice| choice.as_str() == source).ok_or_else(|| {
                let words: Vec<&str> = choices.iter().map(|choice| choice.as_str()).collect();
                config(format!("'source': {source:?} is no source; write one of {}", words.join(", ")))
            })?;
            builder = builder.source(*choice);
        }
        if let Some(now) = self.now {
            let now = DateTime::from(now);
            builder = builder.clock(move || now);
        }
        let builder = self.record.iter().fold(builder, ClientBuilder::record);
        let builder = self.replay.iter().fold(builder, ClientBuilder::replay);
        Ok(self.cache.iter().map(Cache::from).fold(builder, ClientBuilder::cache))
    }
}

impl From<RetrySettings> for Retries {
    fn from(given: RetrySettings) -> Self {
        let rules = Self::new();
        set!(rules, given: attempts max_wait max_retry_after);
        match given.base {
            Some((Seconds(fault), Seconds(rate_limited))) => rules.base(fault, rate_limited),
            None => rules,
        }
    }
}

impl From<RateSettings> for RateLimit {
    fn from(given: RateSettings) -> Self {
        let limit = Self::none();
        set!(limit, given: at_once);
        match given.requests {
            Some((requests, Seconds(period))) => limit.requests(requests, period),
            None => limit,
        }
    }
}

impl From<&CacheSettings> for Cache {
    fn from(given: &CacheSettings) -> Self {
        let cache = Self::new();
        set!(cache, given: memory folder_limit);
        given.folder.iter().fold(cache, Self::folder)
    }
}

impl TryFrom<f64> for Seconds {
    type Error = String;

    fn try_from(given: f64) -> Result<Self, String> {
        let limited = Some(given).filter(|given| *given <= LONGEST);
        limited
            .and_then(|given| Duration::try_from_secs_f64(given).ok())
            .map(Self)
            .ok_or_else(|| format!("{given} seconds; write a number from 0 to {LONGEST}"))
    }
}

impl From<Seconds> for Duration {
    fn from(Seconds(time): Seconds) -> Self {
        time
    }
}

/// Returns what is wrong with a setting in the words of Python.
fn in_python(reason: String) -> String {
    EXPECTED.iter().fold(reason, |reason, (rust, python)| reason.replace(rust, python))
}

const fn config(reason: String) -> Error {
    Error::Config { reason }
}
