//! Requests whose replies have events: each is written as a line when it comes.

use std::sync::Arc;

use clap::Arg;
use virtual_finance_core::request::{EndpointInfo, ErasedRequest, ErasedResponse};
use virtual_finance_core::{ConversionError, Error, Events, Value};
use virtual_finance_tables::formats::Format;
use virtual_finance_tables::tabular::Outline;
use virtual_finance_tables::text::Failure;

use super::Call;
use super::live::{Event, FOR, Live};
use crate::arguments::Arguments;
use crate::connection::connect::connect;
use crate::system::SOME_FAILED;
use crate::writing::{Destination, Output};

/// Returns the option of an endpoint whose replies have events.
pub(crate) fn option(info: &EndpointInfo) -> Option<Arg> {
    info.has_events().then(|| {
        Live::span("With --format jsonl, end after that time, for example 30s or 1h30m")
            .help_heading("Events")
    })
}

/// Returns true if the events are to be written as they come: as lines on stdout, in the order of the host.
///
/// # Errors
/// `--for` is given, and they are not.
pub(crate) fn are_wanted(
    info: &EndpointInfo,
    arguments: &Arguments<'_>,
    output: &Output,
) -> Result<bool, Failure> {
    let is_lines = output.rendering.format == Format::JsonLines && output.rendering.sort.is_none();
    let are_wanted = info.has_events() && is_lines && matches!(output.destination, Destination::Stdout);
    if info.has_events() && !are_wanted && arguments.is_on_line(FOR) {
        return Err(Failure::usage(
            "--for ends lines that are written as they come: add --format jsonl, and leave -o and --sort out",
        ));
    }
    Ok(are_wanted)
}

/// Sends a request and writes its events as they come, until the host, `--for` or a signal ends them.
pub(crate) fn fetch(call: &Call<'_>, output: &Output) -> Result<(), Failure> {
    let request: Arc<dyn ErasedRequest> = call.own_request()?.into();
    let outline = Outline::of(call.info).about(request.subject());
    let live = Live::of_lines(call.arguments)?;
    let connection = connect(call.arguments, call.info.uses_session())?;
    let client = connection.client.asynchronous();
    let mut events: Option<Events<Box<dyn ErasedResponse>>> = None;
    let mut read = Read::default();
    live.show(async || {
        let events = match &mut events {
            Some(events) => events,
            None => match client.events_erased(Arc::clone(&request)).await {
                Ok(begun) => events.insert(begun),
                Err(error) => return Some(Err(error.into())),
            },
        };
        loop {
            if output.rendering.limit.and_then(|limit| u64::try_from(limit).ok()) == Some(read.good) {
                return None;
            }
            let event = match events.next().await? {
                Ok(response) => read.good(&*response, output, &outline).transpose(),
                Err(Error::Conversion(error)) => read.failed(error).map(Ok),
                Err(error) => Some(Err(error.into())),
            };
            if event.is_some() {
                return event;
            }
        }
    })?;
    read.end()
}

/// The events so far.
#[derive(Default)]
struct Read {
    good: u64,
    failed: u64,
    first: Option<ConversionError>,
}

impl Read {
    fn good(
        &mut self,
        response: &dyn ErasedResponse,
        output: &Output,
        outline: &Outline,
    ) -> Result<Option<Event>, Failure> {
        self.good = self.good.saturating_add(1);
        let line = lines(response, output, outline)?;
        Ok((!line.is_empty()).then(|| Event::Row { key: String::new(), line, cells: Value::Null }))
    }

    /// Returns the error as a note, unless it may be the only thing that comes.
    fn failed(&mut self, error: ConversionError) -> Option<Event> {
        let note = Event::Note(error.to_string());
        let is_only = self.good == 0 && self.failed == 0;
        self.failed = self.failed.saturating_add(1);
        self.first.get_or_insert(error);
        (!is_only).then_some(note)
    }

    fn end(self) -> Result<(), Failure> {
        let Self { good, failed, first } = self;
        match first {
            None => Ok(()),
            Some(first) if good == 0 => Err(Error::from(first).into()),
            Some(first) => {
                let all = good.saturating_add(failed);
                let message = format!("{failed} of {all} events cannot be read; the first: {first}");
                Err(Failure::with_code(SOME_FAILED, message))
            }
        }
    }
}

/// Returns the rows of a response as lines, without the end of the last one.
fn lines(response: &dyn ErasedResponse, output: &Output, outline: &Outline) -> Result<String, Failure> {
    let rows = output.rendering.event(response, outline)?;
    Ok(rows.into_iter().map(|row| Value::Object(row).to_string()).collect::<Vec<_>>().join("\n"))
}
