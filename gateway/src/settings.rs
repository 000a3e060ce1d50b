//! The settings of a gateway.

use std::time::Duration;

use crate::access::Tokens;
#[cfg(feature = "tls")]
use crate::tls::Certificate;
#[cfg(feature = "mcp")]
use crate::tools::Tools;

/// The settings of a [`Gateway`](crate::Gateway).
///
/// ```
/// use virtual_finance_gateway::Settings;
///
/// let settings = Settings { max_requests: 64, ..Settings::default() };
/// assert_eq!(settings.max_body, 1 << 20);
/// ```
#[derive(Debug, Clone)]
pub struct Settings {
    /// The tokens of callers; without any everybody may ask.
    pub tokens: Tokens,
    /// True if `/t/TOKEN/history` is `/history` with that token, for programs that send no header. Proxies and histories of
    /// browsers keep paths; the gateway's own lines leave the token out.
    pub has_tokens_in_paths: bool,
    /// The names that the header `Host` may have beside this machine's. They matter while the gateway listens to this
    /// machine only: a page of another origin could reach it under a name of its own.
    pub hosts: Vec<String>,
    /// The origins of pages that may read responses, such as `https://example.com`.
    pub origins: Vec<String>,
    /// The maximum number of requests that are answered at once. One more is refused with 503.
    pub max_requests: usize,
    /// The maximum number of requests of one token that are answered at once.
    pub max_requests_of_token: usize,
    /// The maximum number of connections. For one more the connection closes that waits longest for its caller, of the address
    /// with the most connections. If all answer requests, a few more are taken, for `/healthz` and `/readyz` alone.
    pub max_connections: usize,
    /// The maximum number of requests to one host that one caller, with a token or else an address, has under way at
    /// once. Its other requests wait for their turns in order, so that other callers come between.
    pub max_asked_of_caller: usize,
    /// The time that a request waits for turns. Beyond it the answer is 503, or the subjects that had none are failures.
    pub max_wait: Duration,
    /// The maximum number of bytes of responses that their callers have not read; one caller has half of them. Longer responses
    /// than 16 KiB are refused with 503 then, and those for several subjects wait.
    pub max_unread: usize,
    /// The maximum number of streams, of live values and of events of endpoints; a token has a quarter of them. One more is refused with 503.
    pub max_streams: usize,
    /// The maximum length of the body of a request, in bytes.
    pub max_body: usize,
    /// The maximum number of bytes of finished responses that are kept in memory to be given again; 0 keeps none. They are
    /// those to replies of the client's cache, and kept no longer than it answers from them.
    pub max_kept: usize,
    /// The time within which the head of a request comes, and its body after it.
    pub read_timeout: Duration,
    /// The time within which a caller reads some of its response. Then its connection closes.
    pub write_timeout: Duration,
    /// The time that requests under way have once the gateway stops.
    pub grace: Duration,
    /// The certificate with which connections are encrypted; without it they are not.
    #[cfg(feature = "tls")]
    pub certificate: Option<Certificate>,
    /// True if the replies are invented, which the page says.
    pub is_invented: bool,
    /// The form of the line about each request.
    pub log: Log,
    /// The tools that models are offered at `/mcp`.
    #[cfg(feature = "mcp")]
    pub tools: Tools,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tokens: Tokens::default(),
            has_tokens_in_paths: false,
            hosts: Vec::new(),
            origins: Vec::new(),
            max_requests: 256,
            max_requests_of_token: 64,
            max_connections: 2_048,
            max_asked_of_caller: 4,
            max_wait: Duration::from_secs(30),
            max_unread: 96 << 20,
            max_streams: 1_024,
            max_body: 1 << 20,
            max_kept: 32 << 20,
            read_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(10),
            grace: Duration::from_secs(10),
            #[cfg(feature = "tls")]
            certificate: None,
            is_invented: false,
            log: Log::Plain,
            #[cfg(feature = "mcp")]
            tools: Tools::default(),
        }
    }
}

/// The form of the line that stderr has about each request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Log {
    /// Words.
    Plain,
    /// A JSON object.
    Json,
    /// None.
    Off,
}
