//! The server: connections within their limits, and an end in order.

use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::{Either, select};
use http::header::CONNECTION;
use http::{HeaderValue, Request, Version};
use hyper::body::Incoming;
use hyper::service::service_fn;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
#[cfg(feature = "stream")]
use virtual_finance_command::Feed;
use virtual_finance_command::Program;
use virtual_finance_core::Client;
#[cfg(feature = "stream")]
use virtual_finance_core::Error;

use crate::answer::State;
use crate::callers::{Callers, MAX_BODIES};
use crate::connections::{Admission, Connections};
use crate::documents::Documents;
use crate::kept::Kept;
use crate::lines::Lines;
#[cfg(feature = "mcp")]
use crate::mcp::Models;
use crate::metrics::Metrics;
use crate::openapi::Access;
use crate::protocols::speak;
use crate::requests::Requests;
use crate::sending::Sending;
use crate::settings::Settings;
#[cfg(feature = "stream")]
use crate::stream::{Hub, Upstream};

/// A gateway over the table of a program.
///
/// ```no_run
/// use virtual_finance_command::Program;
/// use virtual_finance_core::Client;
/// use virtual_finance_core::settings::Cache;
/// use virtual_finance_gateway::{Gateway, Settings};
///
/// # const ENDPOINTS: &[&virtual_finance_core::request::EndpointInfo] = &[];
/// static PROGRAM: Program = Program::new("weatherapi", ENDPOINTS);
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let client = Client::builder().cache(Cache::new()).build()?;
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
/// Gateway::new(&PROGRAM, client, Settings::default()).serve(listener, std::future::pending()).await?;
/// # Ok(())
/// # }
/// ```
pub struct Gateway {
    program: &'static Program,
    client: Client,
    settings: Settings,
    #[cfg(feature = "stream")]
    live: Option<Upstream>,
}

impl Gateway {
    /// Creates a gateway that asks the hosts of a program's table with that client.
    pub fn new(program: &'static Program, client: Client, settings: Settings) -> Self {
        #[cfg(feature = "stream")]
        let live = program.live.map(|live| {
            let client = client.clone();
            Upstream { check: live.check, open: Box::new(move || (live.open)(&client)) }
        });
        Self {
            program,
            client,
            settings,
            #[cfg(feature = "stream")]
            live,
        }
    }

    /// Sets what checks the subjects of a listener and what begins to listen to live values, in place of
    /// [`Program::live`].
    #[cfg(feature = "stream")]
    #[must_use]
    pub fn live(
        self,
        check: fn(&[String]) -> Result<(), Error>,
        open: impl Fn() -> Box<dyn Feed> + Send + Sync + 'static,
    ) -> Self {
        Self { live: Some(Upstream { check, open: Box::new(open) }), ..self }
    }

    /// Serves connections until `stop` is ready. Then requests under way have the time of [`Settings::grace`].
    ///
    /// # Errors
    /// The address of the listener is not known.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>) -> io::Result<()> {
        let Self { program, client, settings, .. } = self;
        #[cfg(feature = "stream")]
        let hub = self.live.map(|upstream| Arc::new(Hub::new(upstream)));
        let (lines, grace) = (Arc::new(Lines::begin(settings.log)), settings.grace);
        let (read_timeout, write_timeout) = (settings.read_timeout, settings.write_timeout);
        #[cfg(feature = "tls")]
        let certificate = settings.certificate.clone();
        let connections = Connections::new(settings.max_connections);
        let requests = Arc::new(Requests::new(program.version, client, &settings));
        let callers = Callers::new(&settings);
        #[cfg(feature = "mcp")]
        let models = {
            let models = Models::of(program, Arc::clone(&requests), &callers, settings.tools.clone());
            crate::mcp::service(models, &settings.origins)
        };
        let needs_token = !settings.tokens.is_empty();
        let documents = Documents::new(
            program,
            Access { needs_token, has_tokens_in_paths: settings.has_tokens_in_paths },
            #[cfg(feature = "stream")]
            hub.is_some(),
        );
        let ending = requests.ending.clone();
        let state = Arc::new(State {
            #[cfg(feature = "mcp")]
            models,
            #[cfg(feature = "stream")]
            hub: hub.clone(),
            program,
            requests,
            needs_token,
            is_local: listener.local_addr()?.ip().is_loopback(),
            callers,
            slots: Arc::new(Semaphore::new(settings.max_requests)),
            bodies: Semaphore::new(MAX_BODIES),
            kept: Kept::new(settings.max_kept),
            settings,
            documents,
            metrics: Metrics::default(),
        });
        let (served, ids) = (Arc::new(AtomicU64::new(0)), RandomState::new());
        let mut stop = pin!(stop);
        loop {
            let next = pin!(accepted(&listener, &connections));
            let (stream, place) = match select(next, &mut stop).await {
                Either::Left((Some(accepted), _)) => accepted,
                Either::Left((None, _)) => continue,
                Either::Right(_) => break,
            };
            let (state, served, lines) = (Arc::clone(&state), Arc::clone(&served), Arc::clone(&lines));
            let (own, ids) = (Arc::clone(&place), ids.clone());
            let service = service_fn(move |mut request: Request<Incoming>| {
                let number = served.fetch_add(1, Ordering::Relaxed);
                let (state, place, lines) = (Arc::clone(&state), Arc::clone(&own), Arc::clone(&lines));
                let ids = ids.clone();
                let is_multiplexed = request.version() == Version::HTTP_2;
                async move {
                    let busy = Arc::new(place.busy());
                    request.extensions_mut().insert(Arc::clone(&busy));
                    let (mut response, line) =
                        state.answer(request, ids.hash_one(number), place.is_spare).await;
                    if place.is_spare {
                        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
                    }
                    lines.write(&line);
                    let counts = is_multiplexed.then_some(place);
                    Ok::<_, Infallible>(response.map(|body| Sending::new(body, counts)))
                }
            });
            let limits = [connections.head_timeout(read_timeout), write_timeout];
            #[cfg(feature = "tls")]
            let certificate = certificate.clone();
            let ended = ending.subscribe();
            tokio::spawn(async move {
                let served = speak(
                    stream,
                    service,
                    &place,
                    limits,
                    #[cfg(feature = "tls")]
                    certificate,
                    ended,
                );
                select(pin!(served), pin!(place.evicted())).await;
            });
        }
        #[cfg(feature = "stream")]
        if let Some(hub) = hub {
            hub.close();
        }
        // What is not done by then is cut.
        ending.send_replace(true);
        let _ = timeout(grace, ending.closed()).await;
        lines.end().await;
        Ok(())
    }
}

/// Accepts a connection; `None` if it is gone already, or if there is no place for it.
async fn accepted(
    listener: &TcpListener,
    connections: &Arc<Connections>,
) -> Option<(TcpStream, Arc<Admission>)> {
    match listener.accept().await {
        Ok((stream, caller)) => {
            // Without the delay of small writes; a system that has no such setting does without.
            let _ = stream.set_nodelay(true);
            Some((stream, Arc::new(connections.admit(caller.ip())?)))
        }
        Err(error) => {
            tracing::debug!(%error, "no connection was accepted");
            // There may be no file handle left; others end.
            tokio::time::sleep(Duration::from_millis(50)).await;
            None
        }
    }
}
