//! The response for several subjects, in parts: each subject is asked for by itself, in its turn, and its part is there once
//! those before it are. Memory has the parts that come next, however slowly they are read.

use std::fs::File;
use std::sync::Arc;

use http::StatusCode;
use hyper::body::Bytes;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use virtual_finance_core::Value;
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::{EndpointInfo, ErasedResponse};
use virtual_finance_tables::formats::Format;
use virtual_finance_tables::rendering::{LastRows, SeveralRows};
use virtual_finance_tables::tabular::Outline;

use crate::apart::apart;
use crate::callers::{Caller, Patience, Unread, held};
use crate::form::Wanted;
use crate::problem::Problem;
use crate::requests::{One, Requests};

/// The number of subjects that are asked for before the parts in front of them are taken.
const AHEAD: usize = 8;

/// A part of the response.
pub(crate) enum Part {
    Bytes(Bytes),
    /// The whole of it.
    File(File),
}

/// The request for each of the subjects.
pub(crate) struct Asked {
    pub(crate) info: &'static EndpointInfo,
    pub(crate) params: ParamMap,
    pub(crate) wanted: Wanted,
    /// The name of the parameter that has the subject.
    pub(crate) name: &'static str,
}

/// The requests for several subjects, a few of them at once, each in its turn. Dropping it ends those that are under way.
pub(crate) struct Asking {
    asked: mpsc::Receiver<(String, Running<Came>)>,
    _task: Running<()>,
}

/// The parts of a response.
pub(crate) struct Parts {
    asking: Asking,
    form: Option<Form>,
    /// The subjects that came, without their responses, and the subjects that failed.
    pub(crate) found: Vec<(String, One)>,
    pub(crate) failures: Vec<(String, Problem)>,
}

/// The outcome of a request, with the unread bytes that it counts.
pub(crate) type Came = Result<(One, Unread), Problem>;

/// The form of the whole.
enum Form {
    Object(Box<(Wanted, Outline)>),
    Rows(Box<(Wanted, SeveralRows)>),
}

/// A task that ends with its value.
struct Running<T>(JoinHandle<T>);

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Asking {
    /// Begins to ask.
    pub(crate) fn begin(
        requests: Arc<Requests>,
        asked: Asked,
        subjects: Vec<String>,
        caller: Arc<Caller>,
    ) -> Self {
        let (sender, receiver) = mpsc::channel(AHEAD);
        let task = tokio::spawn(async move {
            let asked = Arc::new(asked);
            let mut patience = Patience(requests.max_wait);
            for subject in subjects {
                // Who reads nothing asks for nothing.
                let Ok(seat) = sender.reserve().await else { return };
                let turn = caller.turn_below(asked.info.host.name, &mut patience).await;
                let (requests, asked, caller) =
                    (Arc::clone(&requests), Arc::clone(&asked), Arc::clone(&caller));
                let own = subject.clone();
                let one = tokio::spawn(async move {
                    let turn = turn?;
                    let mut params = asked.params.clone();
                    params.insert(asked.name, own);
                    let one = requests.one(asked.info, params, None, &asked.wanted, None).await?;
                    let unread = caller.unread(one.bytes);
                    drop(turn);
                    Ok((one, unread))
                });
                seat.send((subject, Running(one)));
            }
        });
        Self { asked: receiver, _task: Running(task) }
    }

    /// Returns what came for the next subject; `None` behind the last one.
    pub(crate) async fn next(&mut self) -> Option<(String, Came)> {
        let (subject, mut running) = self.asked.recv().await?;
        let broke =
            |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the request broke off: send it again");
        let came = (&mut running.0).await.map_err(broke).flatten();
        Some((subject, came))
    }
}

impl Parts {
    /// Begins to ask.
    pub(crate) fn begin(
        requests: Arc<Requests>,
        asked: Asked,
        subjects: Vec<String>,
        caller: Arc<Caller>,
    ) -> Result<Self, Problem> {
        let Asked { info, wanted, name, .. } = &asked;
        let (wanted, outline) = (wanted.clone(), Outline::of(info));
        let form = match wanted.rendering.format {
            Format::Json => Form::Object(Box::new((wanted, outline))),
            _ => {
                let rows = SeveralRows::new(wanted.rendering.clone(), name, outline)?;
                Form::Rows(Box::new((wanted, rows)))
            }
        };
        let asking = Asking::begin(requests, asked, subjects, caller);
        Ok(Self { asking, form: Some(form), found: Vec::new(), failures: Vec::new() })
    }

    /// Returns the next part; `None` behind the last one. It is an error if nothing came, or if a response has not what is
    /// wanted of it.
    pub(crate) async fn next(&mut self) -> Result<Option<Part>, Problem> {
        while let Some((subject, came)) = self.asking.next().await {
            let (mut one, mut unread) = match came {
                Ok(one) => one,
                Err(problem) => {
                    self.failures.push((subject, problem));
                    continue;
                }
            };
            let Some((form, response)) = self.form.as_mut().zip(one.response.take()) else { continue };
            let is_first = self.found.is_empty();
            let bytes = apart(one.bytes, || form.part(&subject, &*response, is_first))?;
            self.found.push((subject, one));
            if !bytes.is_empty() {
                unread.resize(bytes.len());
                return Ok(Some(Part::Bytes(held(bytes.into(), unread))));
            }
        }
        let Some(form) = self.form.take() else { return Ok(None) };
        if self.found.is_empty() {
            return Err(Problem::of_all(std::mem::take(&mut self.failures)));
        }
        let bytes = match form {
            Form::Object(..) => {
                let failures = Problem::members_of(&self.failures);
                format!("}},\"failures\":{failures}}}\n").into_bytes()
            }
            // Frames are made of all rows at once.
            Form::Rows(form) => {
                let (wanted, mut rows) = *form;
                match apart(usize::MAX, || rows.end())? {
                    LastRows::Bytes(bytes) => wanted.finish(bytes),
                    LastRows::File(file) => return Ok(Some(Part::File(file))),
                }
            }
        };
        Ok(Some(Part::Bytes(bytes.into())))
    }
}

impl Form {
    fn part(
        &mut self,
        subject: &str,
        response: &dyn ErasedResponse,
        is_first: bool,
    ) -> Result<Vec<u8>, Problem> {
        match self {
            Self::Object(form) => {
                let (wanted, outline) = &**form;
                let begin = if is_first { "{\"responses\":{" } else { "," };
                let mut bytes = format!("{begin}{}:", Value::from(subject)).into_bytes();
                bytes.extend(wanted.render(response, outline)?.trim_ascii_end());
                Ok(bytes)
            }
            Self::Rows(form) => Ok(form.0.finish(form.1.add(subject, response)?.bytes)),
        }
    }
}
