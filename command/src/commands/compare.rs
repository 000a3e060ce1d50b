//! The subcommand that compares subjects: their prices from 100, and the figures that the comparison page has.

use std::collections::BTreeMap;

use clap::{ArgAction, Command};
use virtual_finance_core::catalogue::{ParamInfo, ViewInfo};
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::{EndpointInfo, ErasedRequest, ErasedResponse};
use virtual_finance_core::{Error, ErrorKind, Map, Reply, Value};
use virtual_finance_reference::argument_name;
use virtual_finance_tables::formats::{Format, jsonl};
use virtual_finance_tables::rendering::value as to_value;
use virtual_finance_tables::show::spark;
use virtual_finance_tables::tabular::{Outline, cut};
use virtual_finance_tables::text::{Failure, tell};

use crate::arguments::parameter::{parameter, value};
use crate::arguments::section::{Choice, PageKind, Section, Shown};
use crate::arguments::subjects::{SUBJECTS, files, given, none_in_file, on_line};
use crate::arguments::{Arguments, Program, Subcommand, misplaced};
use crate::connection::{Failed, connect::connect, progress::Progress};
use crate::requests::Call;
use crate::writing::Output;

const NAME: &str = "compare";

/// The tables of the result: a row of figures for each subject, and a row for each time with the prices of all.
const FIGURES: &str = "figures";
const PRICES: &str = "prices";

/// The figures of the prices: a line for people, and the last price where the first one is 100.
const COURSE: &str = "course";
const REBASED: &str = "rebasedPrice";

/// The number of characters of a line.
const COURSE_WIDTH: usize = 24;

/// The subcommand `compare`, which shows several subjects beside each other. A program does without it unless its sections have
/// the chart of a subject and a comparison.
pub const COMPARE: Subcommand = Subcommand {
    words: &["comparison", "versus", "vs"],
    ..Subcommand::new(NAME, |program| Some(command(program, &Comparison::of(program)?)), run)
};

/// The sections of pages that a comparison is made of.
struct Comparison {
    /// The endpoint with the bars of a subject, and the parameter that takes the subject.
    bars: &'static EndpointInfo,
    subject: &'static ParamInfo,
    /// The chart of the bars, with the parameters that go without saying.
    chart: &'static Section,
    figures: Vec<Figures>,
}

/// The figures of an endpoint.
struct Figures {
    info: &'static EndpointInfo,
    section: &'static Section,
    /// The name of the parameter that takes the subject.
    subject: &'static str,
}

/// A subject with its prices from 100, each with its time, and its figures.
struct Compared {
    subject: String,
    prices: Vec<(String, f64)>,
    figures: Map<String, Value>,
}

type Row = Map<String, Value>;
type Answer = Result<Reply<Box<dyn ErasedResponse>>, Error>;

/// Returns the subcommand; it takes the parameters of the bars.
fn command(program: &Program, comparison: &Comparison) -> Command {
    let (one, many) = program.subject;
    let Comparison { bars, subject, .. } = comparison;
    let usual: String =
        comparison.chart.params.iter().map(|(name, value)| format!(" --{name} {value}")).collect();
    Command::new(NAME)
        .about(format!("Compare the prices and the key figures of several {many}"))
        .long_about(format!(
            "Compare the prices and the key figures of several {many}, which are the columns of the table.\n\nThe first price \
             of each counts as 100, and the table {PRICES} has all of them. It takes the parameters of {}, without which it \
             asks for{usual}. A {one} that fails is reported, and the others are shown.",
            bars.command
        ))
        .args(bars.params.iter().map(parameter))
        .mut_arg(argument_name(subject.name), |arg| {
            arg.required(false).required_unless_present(SUBJECTS).action(ArgAction::Append).num_args(1..)
        })
        .args(files(program))
}

fn run(arguments: &Arguments<'_>) -> Result<(), Failure> {
    let program = arguments.program();
    let comparison = Comparison::of(program)
        .ok_or_else(|| Failure::other(format!("{} has nothing to compare", program.name)))?;
    misplaced::check(program, comparison.bars, &on_line(comparison.subject, arguments))?;
    let subjects = given(comparison.subject, arguments)?;
    if subjects.is_empty() {
        return Err(none_in_file(program));
    }
    let (outline, total) = (comparison.outline(), subjects.len());
    let output = Output::of(arguments, &outline)?;
    let (compared, failed) = comparison.ask(&Call::new(comparison.bars, arguments), subjects)?;
    if !compared.is_empty() {
        output.response(&comparison.result(&compared, output.rendering.format), &outline)?;
    }
    let kept = Failed::keep(&failed, arguments);
    match Failed::of_all(&failed, total) {
        Some(failed) => Err(failed.and(kept)),
        None => kept,
    }
}

impl Comparison {
    fn of(program: &Program) -> Option<Self> {
        let endpoint = |name: &str| program.endpoints.iter().copied().find(|info| info.command == name);
        let figures = program.sections.iter().filter_map(|section| match section.page {
            PageKind::Comparison(subject) => {
                Some(Figures { info: endpoint(section.endpoint)?, section, subject })
            }
            _ => None,
        });
        let figures: Vec<Figures> = figures.collect();
        let chart = program.sections.iter().find(|section| section.shown == Shown::Candles)?;
        let bars = endpoint(chart.endpoint)?;
        (!figures.is_empty()).then_some(Self { bars, subject: bars.sole_subject()?, chart, figures })
    }

    /// Returns the outline of the result, with what the views of the endpoints say of the figures.
    fn outline(&self) -> Outline {
        let views = || self.figures.iter().filter_map(|figures| figures.info.view);
        let shown = self.figures.iter().flat_map(|figures| figures.section.shown.parts().1).copied();
        let columns: Vec<_> = [self.subject.name, COURSE, REBASED].into_iter().chain(shown).collect();
        let labels: Vec<_> =
            views().flat_map(|view| view.labels).copied().chain([(REBASED, "price from 100")]).collect();
        let percents: Vec<_> = views().flat_map(|view| view.percents).copied().collect();
        let fractions: Vec<_> = views().flat_map(|view| view.fractions).copied().collect();
        // A view is of the catalogue, which lasts as long as the program, and so does its one comparison.
        let view = ViewInfo {
            columns: columns.leak(),
            labels: labels.leak(),
            percents: percents.leak(),
            fractions: fractions.leak(),
            head: Some(self.subject.name),
            ..ViewInfo::new(Some(FIGURES))
        };
        Outline::without_schema(NAME, Some(view))
    }

    /// Asks for the bars and the figures of each subject.
    fn ask(&self, call: &Call<'_>, subjects: Vec<String>) -> Result<(Vec<Compared>, Vec<Failed>), Failure> {
        let uses_session = self.figures.iter().any(|figures| figures.info.uses_session());
        let connection = connect(call.arguments, uses_session || self.bars.uses_session())?;
        let (mut known, mut requests, mut failed) = (Vec::new(), Vec::new(), Vec::new());
        for subject in subjects {
            match self.requests(call, &subject) {
                Ok(of_subject) => {
                    of_subject.first().map_or(Ok(()), |bars| call.require_answerable(&**bars))?;
                    requests.extend(of_subject);
                    known.push(subject);
                }
                Err(error) => failed.push(Failed::new(subject, &error)),
            }
        }
        let progress = Progress::new(requests.len(), call.arguments);
        let mut requests = connection.client.asynchronous().many(requests).in_order();
        let answers = connection.wait(async {
            let mut answers = Vec::new();
            while let Some((_, answer)) = requests.next().await {
                progress.inc(1);
                answers.push(answer);
            }
            Ok::<_, Error>(answers)
        });
        progress.end();
        let mut answers = answers?.into_iter();
        let mut compared = Vec::new();
        for subject in known {
            let of_subject = answers.by_ref().take(self.figures.len().saturating_add(1)).collect();
            compared.extend(self.read(call, subject, of_subject, &mut failed));
        }
        Ok((compared, failed))
    }

    /// Returns the requests about a subject: for its bars, then for its figures.
    fn requests(&self, call: &Call<'_>, subject: &str) -> Result<Vec<Box<dyn ErasedRequest>>, Error> {
        let figures = self.figures.iter().map(|Figures { info, section, subject: name }| {
            let params = section.params.iter().copied().chain([(*name, subject)]);
            info.request(&ParamMap::from_iter(params)).map_err(Error::from)
        });
        let named = (self.subject.name, subject);
        let mut usual: Vec<(&str, &str)> = self.usual(call.arguments);
        usual.push(named);
        // What the arguments have may exclude a parameter of the page, as dates do a range.
        let bars = call.request(&usual).or_else(|_| call.request(&[named]));
        std::iter::once(bars).chain(figures).collect()
    }

    /// Returns the parameters of the bars that the arguments leave out, as the page has them for the same range.
    fn usual(&self, arguments: &Arguments<'_>) -> Vec<(&'static str, &'static str)> {
        let given = |name: &str| value(self.bars.param(name)?, arguments);
        let has_it = |set: &&[(&str, &str)]| {
            set.first().is_some_and(|(name, value)| given(name).as_deref() == Some(*value))
        };
        let sets = if let Some(Choice::Sets(sets)) = self.chart.choice { sets } else { &[] };
        let set = sets.iter().map(|(_, set)| *set).find(has_it).unwrap_or(self.chart.params);
        set.iter().copied().filter(|(name, _)| given(name).is_none()).collect()
    }

    /// Reads the answers about a subject. Without bars it is left out. Figures that an instrument does not have are missing,
    /// and other failures are told.
    fn read(
        &self,
        call: &Call<'_>,
        subject: String,
        answers: Vec<Answer>,
        failed: &mut Vec<Failed>,
    ) -> Option<Compared> {
        let mut read = |info: &EndpointInfo, table: Option<&str>, answer: Answer| {
            let read = answer.map_err(|error| Failed::new(subject.clone(), &error)).and_then(|reply| {
                call.reporter.lines(&reply.notes, Some(&subject)).iter().for_each(tell);
                rows(&*reply.response, info, table)
                    .map_err(|failure| Failed::other(subject.clone(), &failure))
            });
            read.map_err(|failure| failed.push(failure)).ok()
        };
        let mut answers = answers.into_iter();
        let prices = rebased(self.bars, &read(self.bars, None, answers.next()?)?);
        let mut figures = Map::new();
        for (Figures { info, section, .. }, answer) in self.figures.iter().zip(answers) {
            if answer.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
                continue;
            }
            let found = read(info, section.tables.first().copied(), answer);
            figures.extend(found.and_then(|rows| rows.into_iter().next()).unwrap_or_default());
        }
        if prices.is_empty() {
            let none = Failure::other("there are no prices; ask for another time span");
            failed.push(Failed::other(subject, &none));
            return None;
        }
        Some(Compared { subject, prices, figures })
    }

    /// Returns the result. Programs have the prices, and need no line.
    fn result(&self, compared: &[Compared], format: Format) -> Value {
        let names = || self.figures.iter().flat_map(|figures| figures.section.shown.parts().1);
        let figures = compared.iter().map(|Compared { subject, prices, figures }| {
            let values: Vec<f64> = prices.iter().map(|(_, value)| *value).collect();
            let course = (format == Format::Table).then(|| (COURSE.to_owned(), course(&values).into()));
            let head = [(self.subject.name.to_owned(), subject.as_str().into())];
            let last = [(REBASED.to_owned(), values.last().copied().into())];
            let named =
                names().map(|name| ((*name).to_owned(), figures.get(*name).cloned().unwrap_or_default()));
            Value::Object(head.into_iter().chain(course).chain(last).chain(named).collect())
        });
        let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
        let time = self.bars.view.and_then(|view| view.chart.first().copied()).unwrap_or_default();
        for Compared { subject, prices, .. } in compared {
            for (at, value) in prices {
                let row = rows.entry(at).or_insert_with(|| {
                    let none = compared.iter().map(|other| (other.subject.clone(), Value::Null));
                    std::iter::once((time.to_owned(), at.as_str().into())).chain(none).collect()
                });
                row.insert(subject.clone(), (*value).into());
            }
        }
        let tables = [(FIGURES, figures.collect::<Value>()), (PRICES, rows.into_values().collect())];
        Value::Object(tables.map(|(name, rows)| (name.to_owned(), rows)).into_iter().collect())
    }
}

/// Returns the rows of a table of a response; names and values are one row.
fn rows(
    response: &dyn ErasedResponse,
    info: &EndpointInfo,
    table: Option<&str>,
) -> Result<Vec<Row>, Failure> {
    let (value, outline) = (to_value(response)?, Outline::of(info));
    let tables = cut(&value, &outline);
    let table = tables.choose(table)?;
    let rows = jsonl::rows(&table);
    if !table.has_facts() {
        return Ok(rows.collect());
    }
    let named = rows.filter_map(|row| {
        let mut values = row.into_iter().map(|(_, value)| value);
        Some((values.next()?.as_str()?.to_owned(), values.next()?))
    });
    Ok(vec![named.collect()])
}

/// Returns the times of bars with their closes, of which the first one counts as 100.
fn rebased(info: &EndpointInfo, bars: &[Row]) -> Vec<(String, f64)> {
    let Some([time, _, _, _, close, ..]) = info.view.map(|view| view.chart) else { return Vec::new() };
    let closes = bars.iter().filter_map(|row| Some((row.get(*time)?.as_str()?, row.get(*close)?.as_f64()?)));
    let mut closes = closes.filter(|(_, close)| *close > 0.0).peekable();
    let first = closes.peek().map_or(1.0, |(_, close)| *close);
    // Hundredths of a percent: more digits than a price has say nothing.
    closes.map(|(time, close)| (time.to_owned(), (close / first * 1e4).round() / 100.0)).collect()
}

/// Returns prices as a line of few characters, each of which is the last price of its time.
fn course(prices: &[f64]) -> String {
    let size = prices.len().div_ceil(COURSE_WIDTH).max(1);
    spark(&prices.chunks(size).map(|part| part.last().copied()).collect::<Vec<_>>())
}
