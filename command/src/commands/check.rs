//! The subcommand that asks each host of the table one question.

use std::time::{Duration, Instant};

use clap::Command;
use futures_util::future::join_all;
use serde_json::json;
use virtual_finance_core::catalogue::{HostAuth, RawKind, ViewInfo};
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::{EndpointInfo, ErasedRequest};
use virtual_finance_core::{Client, Error, Host, Source, Value};
use virtual_finance_reference::command_line;
use virtual_finance_tables::tabular::Outline;
use virtual_finance_tables::text::Failure;

use crate::arguments::{Arguments, Program, Subcommand};
use crate::connection::{connect::connect, sending};
use crate::writing::Output;

const NAME: &str = "check";

/// The columns that people read; programs have the advice, too.
const COLUMNS: &[&str] = &["host", "asked", "result", "source", "key", "ms"];

/// The code of the error of a host whose key is not set.
const NO_SECRET: &str = "no-secret";

/// The subcommand `check`, which asks each host one question and says what works. An endpoint of that name goes before it.
pub const CHECK: Subcommand = Subcommand {
    words: &["doctor", "diagnose", "health", "ping", "status", "down", "test", "sources", "hosts", "429"],
    ..Subcommand::new(NAME, |program| is_free(program).then(command), run)
};

fn is_free(program: &Program) -> bool {
    program.endpoints.iter().all(|info| info.command != NAME)
}

fn command() -> Command {
    Command::new(NAME).about("Ask each host one question, and say what works and what to do").long_about(
        "Ask each host one question, and say what works, which keys are set, how long it took, and what to do.\n\nIt is \
         the first thing to run when nothing works. The question is the example of the shortest reply among the endpoints of \
         the host that only read. It is asked once, for at most 10 s, unless --retries and --deadline say otherwise. A host \
         whose key is not set is not asked. The exit code is 0 if every host that was asked answers.",
    )
}

/// The question to a host.
struct Question {
    host: &'static Host,
    /// None if no endpoint of the host has an example that only reads.
    asked: Option<Probe>,
}

/// An example of an endpoint, as a command line and as a request.
struct Probe {
    info: &'static EndpointInfo,
    line: String,
    request: Box<dyn ErasedRequest>,
}

/// The source that answered, and the time that it took.
type Answer = (Result<Source, Error>, Duration);

/// A host with what is known of it.
struct Checked<'a> {
    row: Value,
    /// True if it was asked.
    is_asked: bool,
    failed: Option<&'a Error>,
    advice: String,
}

fn run(arguments: &Arguments<'_>) -> Result<(), Failure> {
    let program = arguments.program();
    let view = ViewInfo { columns: COLUMNS, whole: &["result"], ..ViewInfo::new(Some(".")) };
    let outline = Outline::without_schema(NAME, Some(view));
    let output = Output::of_table(arguments, &outline)?;
    let questions: Vec<Question> = Question::all(program).collect();
    let asked = || questions.iter().filter_map(|question| question.asked.as_ref());
    let connection = connect(arguments, asked().any(|asked| asked.info.uses_session()))?;
    let client = connection.client.asynchronous();
    // A kept reply says nothing of its host.
    let params = sending::at_once(client.request_params().clone(), arguments).refresh();
    let client = client.with_request_params(params.stale_if_error(Duration::ZERO));
    let answers = connection.wait(async {
        Ok::<_, Error>(join_all(questions.iter().map(|question| question.ask(&client))).await)
    })?;
    let checked = questions.iter().zip(&answers).map(|(question, answer)| {
        let checked = question.checked(program, answer.as_ref());
        (question.host, checked)
    });
    let checked: Vec<_> = checked.collect();
    output.response(&checked.iter().map(|(_, checked)| checked.row.clone()).collect::<Value>(), &outline)?;
    let failed = || checked.iter().filter(|(_, checked)| checked.failed.is_some());
    let Some(first) = failed().find_map(|(_, checked)| checked.failed) else { return Ok(()) };
    let lines: String =
        failed().map(|(host, Checked { advice, .. })| format!("\n  {}: {advice}", host.name)).collect();
    let asked = checked.iter().filter(|(_, checked)| checked.is_asked).count();
    Err(Failure::of_kind(first.kind(), format!("{} of {asked} hosts failed:{lines}", failed().count())))
}

impl Question {
    /// Returns a question to each host of the table that endpoints ask.
    fn all(program: &'static Program) -> impl Iterator<Item = Self> {
        program.hosts().iter().filter_map(|host| {
            let mut own = program.endpoints.iter().filter(|info| info.host.name == host.name).peekable();
            own.peek()?;
            let asked = own.filter_map(|info| Probe::cheapest(info));
            Some(Self { host, asked: asked.min_by_key(|(cost, _)| *cost).map(|(_, asked)| asked) })
        })
    }

    async fn ask(&self, client: &Client) -> Option<Answer> {
        let asked = self.asked.as_ref()?;
        let began = Instant::now();
        let source = client.reply_erased(&*asked.request).await.map(|reply| reply.source);
        Some((source, began.elapsed()))
    }

    fn checked<'a>(&self, program: &Program, answer: Option<&'a Answer>) -> Checked<'a> {
        let (mut is_asked, mut source, mut failed) = (answer.is_some(), None, None);
        let (result, advice) = match answer.map(|(source, _)| source) {
            None => ("not asked: no endpoint has an example that only reads".to_owned(), String::new()),
            Some(Ok(found)) => {
                source = self.asked.as_ref().map(|asked| origin(asked.info, *found));
                ("ok".to_owned(), String::new())
            }
            Some(Err(Error::Session { fault, .. })) if fault.code() == NO_SECRET => {
                is_asked = false;
                (format!("not asked: {}", program.in_options(&fault.advice())), String::new())
            }
            Some(Err(error)) => {
                failed = Some(error);
                let message = program.in_options(&error.to_string());
                let said = message.split_once(": ").map_or(&*message, |(_, said)| said);
                let (fault, advice) = said.split_once("; ").unwrap_or((said, "report it"));
                (fault.to_owned(), advice.to_owned())
            }
        };
        let time = answer.filter(|_| is_asked).and_then(|(_, time)| u64::try_from(time.as_millis()).ok());
        let row = json!({
            "host": self.host.name,
            "asked": self.asked.as_ref().map(|asked| &asked.line),
            "result": result,
            "source": source,
            "key": key(self.host, is_asked || answer.is_none()),
            "ms": time,
            "advice": Some(&advice).filter(|advice| !advice.is_empty()),
        });
        Checked { row, is_asked, failed, advice }
    }
}

impl Probe {
    /// Returns the first example of an endpoint that only reads, with what it costs; without examples the endpoint alone, if it
    /// requires no parameter.
    fn cheapest(info: &'static EndpointInfo) -> Option<((bool, usize), Self)> {
        if !info.only_reads() || info.raw.has_events() {
            return None;
        }
        let example = info.examples.first();
        let params = example.map_or(&[][..], |example| example.params);
        let request = info.request(&params.iter().copied().collect::<ParamMap>()).ok()?;
        let length = example.and_then(|example| example.reply).map_or(usize::MAX, str::len);
        let line = command_line("", info, params).trim_start().to_owned();
        Some(((info.pages.is_some(), length), Self { info, line, request }))
    }
}

/// Returns the source of an answer in words.
fn origin(info: &EndpointInfo, source: Source) -> String {
    let is_it = |raw: &RawKind| (*raw == RawKind::Text) == (source == Source::Page);
    let fallback = info.fallbacks.iter().find(|fallback| !is_it(&info.raw) && is_it(&fallback.raw));
    fallback.map_or_else(|| source.to_string(), |fallback| format!("fallback {}", fallback.name))
}

/// Returns what is known of the key of a host.
fn key(host: &Host, has_it: bool) -> String {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|text| !text.is_empty());
    let names = |auth: HostAuth| auth.variables().collect::<Vec<_>>();
    let forms: Vec<_> = host.credentials().map(names).filter(|names| !names.is_empty()).collect();
    let listed = forms.iter().map(|names| names.join(" and ")).collect::<Vec<_>>().join(" or ");
    let is_given = forms.iter().any(|names| names.iter().all(|name| is_set(name)));
    match host.auth {
        None => "none needed".to_owned(),
        Some(_) if forms.is_empty() => "none needed".to_owned(),
        Some(_) if !has_it => format!("missing: {listed}"),
        Some(auth) if auth.optional && !is_given => format!("not set: {listed}"),
        Some(_) => "set".to_owned(),
    }
}
