//! Hears everything that is traced, logged or shown of an error.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Everything that is traced or logged, as text.
#[derive(Clone, Default)]
pub(crate) struct Ear(Arc<Mutex<String>>);

impl Ear {
    /// Hears everything from now on, of all tests of the program.
    pub(crate) fn listening() -> Self {
        static EAR: LazyLock<Ear> = LazyLock::new(|| {
            let ear = Ear::default();
            log::set_boxed_logger(Box::new(ear.clone())).unwrap();
            log::set_max_level(log::LevelFilter::Trace);
            tracing::subscriber::set_global_default(ear.clone()).unwrap();
            ear
        });
        EAR.clone()
    }

    fn hear(&self, text: std::fmt::Arguments<'_>) {
        self.0.lock().unwrap().write_fmt(text).unwrap();
    }

    pub(crate) fn text(&self) -> String {
        self.0.lock().unwrap().clone()
    }
}

impl Visit for &Ear {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.hear(format_args!("{}={value:?}\n", field.name()));
    }
}

impl Subscriber for Ear {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut &*self);
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut &*self);
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut &*self);
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

impl log::Log for Ear {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }
    fn log(&self, record: &log::Record<'_>) {
        self.hear(format_args!("{}\n", record.args()));
    }
    fn flush(&self) {}
}

/// Everything that an error shows, with its causes.
pub(crate) fn shown(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = format!("{error} {error:?} {error:#?}");
    let mut cause = error;
    while let Some(source) = cause.source() {
        write!(text, "{source} {source:?}").unwrap();
        cause = source;
    }
    text
}
