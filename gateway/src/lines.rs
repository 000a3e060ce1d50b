//! The lines about requests on stderr. A thread of their own writes them, so that nobody waits for whoever reads them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

use serde_json::json;
use tokio::sync::{Mutex, oneshot};
use virtual_finance_tables::text::tell;

use crate::answer::Line;
use crate::settings::Log;

/// The number of lines that wait to be written; further ones are lost, and their number is told.
const WAITING: usize = 4_096;

/// The time that the last lines have.
const END: Duration = Duration::from_secs(1);

/// The lines about requests.
pub(crate) struct Lines {
    log: Log,
    /// `None` is the end.
    waiting: SyncSender<Option<String>>,
    lost: Arc<AtomicU64>,
    ended: Mutex<oneshot::Receiver<()>>,
}

impl Lines {
    pub(crate) fn begin(log: Log) -> Self {
        let (waiting, lines) = sync_channel(WAITING);
        let (end, ended) = oneshot::channel();
        let lost = Arc::new(AtomicU64::new(0));
        let known = Arc::clone(&lost);
        if log != Log::Off {
            std::thread::spawn(move || {
                while let Ok(Some(line)) = lines.recv() {
                    tell(line);
                    match (known.swap(0, Ordering::Relaxed), log) {
                        (0, _) => {}
                        (lost, Log::Json) => tell(json!({ "lostLines": lost })),
                        (lost, _) => tell(format_args!("{lost} lines were lost: nobody read them in time")),
                    }
                }
                drop(end);
            });
        }
        Self { log, waiting, lost, ended: Mutex::new(ended) }
    }

    /// Writes the line about a request. It has the path and never the query or a header, which may have secrets.
    pub(crate) fn write(&self, line: &Line) {
        let Line { id, caller, trace, method, path, status, bytes, took } = line;
        let millis = took.as_secs_f64() * 1e3;
        let line = match self.log {
            Log::Off => return,
            Log::Plain => {
                let caller = caller.as_deref().unwrap_or("-");
                let trace = trace.iter().map(|trace| format!(" {trace}")).collect::<String>();
                format!("{id} {caller} {method} {path} {status} {bytes} bytes {millis:.1} ms{trace}")
            }
            Log::Json => json!({
                "id": id, "caller": caller, "method": method.as_str(), "path": path, "status": status, "bytes": bytes,
                "milliseconds": millis, "traceparent": trace,
            })
            .to_string(),
        };
        if self.waiting.try_send(Some(line)).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until the lines are written, unless nobody reads them.
    pub(crate) async fn end(&self) {
        if self.log != Log::Off && self.waiting.try_send(None).is_ok() {
            let _ = tokio::time::timeout(END, &mut *self.ended.lock().await).await;
        }
    }
}
