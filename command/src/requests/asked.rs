//! The requests that a command line describes.

use clap::{Arg, ArgAction};
use virtual_finance_core::catalogue::{ParamInfo, UntilInfo, span_text};
use virtual_finance_core::params::{ParamMap, Plain};
use virtual_finance_core::request::{EndpointInfo, ErasedRequest, ErasedResponse};
use virtual_finance_core::{Batched, Error, Reply, SourceChoice};
use virtual_finance_tables::tabular::Outline;
use virtual_finance_tables::text::{Failure, terminal};

use super::without::Without;
use crate::arguments::ids::{SOURCE, WAIT};
use crate::arguments::{APPEND, Arguments, Reporter, misplaced, parameter::value, subjects};
use crate::connection::{Address, Connection, Failed, address, connect::connect, replay_folder};
use crate::system::SOME_FAILED;
use crate::writing::Output;

/// A command line that asks an endpoint.
pub(crate) struct Call<'a> {
    pub(crate) info: &'static EndpointInfo,
    pub(crate) arguments: &'a Arguments<'a>,
    pub(crate) reporter: Reporter,
}

/// Returns the option of an endpoint whose response is waited for.
pub(crate) fn wait(info: &EndpointInfo) -> Option<Arg> {
    let UntilInfo { field, is, at_most, .. } = info.until?;
    Some(Arg::new(WAIT).long(WAIT).action(ArgAction::SetTrue).help(format!(
        "Ask again until {field} is {}, for at most {}",
        is.join(" or "),
        span_text(at_most)
    )))
}

/// A response with what is known of the replies that it was made of, and the parts of the request that failed.
pub(crate) struct Answer {
    response: Box<dyn ErasedResponse>,
    replies: Vec<Reply<()>>,
    failed: Vec<(Box<dyn ErasedRequest>, Error)>,
}

impl<'a> Call<'a> {
    pub(crate) fn new(info: &'static EndpointInfo, arguments: &'a Arguments<'a>) -> Self {
        Self { info, arguments, reporter: Reporter::of(arguments) }
    }

    /// Sends a request to the hosts, to the sample host or to a folder of records, and writes the result.
    pub(crate) fn fetch(&self, output: &Output) -> Result<(), Failure> {
        let request = self.own_request()?;
        let connection = connect(self.arguments, self.info.uses_session())?;
        let client = connection.client.asynchronous();
        // One value that the host refuses costs no other.
        let answer = if self.info.until.is_some() && self.arguments.get_flag(WAIT) {
            connection.wait(client.ready(&request)).map(|reply| {
                let (response, reply) = reply.into_parts();
                Answer::one(response, reply)
            })
        } else if request.parts_erased(1, &[]).len() > 1 {
            connection.wait(client.batched(&request)).map(Answer::from)
        } else {
            self.with_parts(&*request, |request| connection.wait(client.reply_erased(request)))
        };
        let answer = answer.map_err(|error| {
            let kept = Failed::keep(&self.of_each(&*request, &error), self.arguments);
            Failure::from(error).and(kept)
        })?;
        self.write(answer, &*request, output, |reply| self.source(&connection, reply))
    }

    /// Writes a response and notes about it. What failed and what the response lacks is the failure.
    pub(crate) fn write(
        &self,
        answer: Answer,
        request: &dyn ErasedRequest,
        output: &Output,
        source: impl Fn(&Reply<()>) -> String,
    ) -> Result<(), Failure> {
        let Answer { response, mut replies, failed } = answer;
        let middle = match replies.as_slice() {
            [reply] => (self.arguments.program().reported)(&reply.notes).middle,
            _ => None,
        };
        output.response(&*response, &Outline::of(self.info).about(request.subject()).around(middle))?;
        let without = Without::of(self.info, &*response, replies.iter_mut().map(|reply| &mut reply.notes));
        replies.iter().for_each(|reply| self.reporter.reply(reply, &source(reply)));
        let of_each = failed.iter().flat_map(|(request, error)| self.of_each(&**request, error));
        let of_each: Vec<Failed> = of_each.chain(without.iter().map(Without::failed)).collect();
        Failed::keep(&of_each, self.arguments)?;
        let without = Without::message(&without);
        if failed.is_empty() {
            return without.map_or(Ok(()), |lines| Err(Failure::with_code(SOME_FAILED, lines)));
        }
        let list = self.info.params.iter().find(|param| param.batch.is_some());
        let values = |request: &dyn ErasedRequest| {
            list.and_then(|list| request.value(list.name))
                .map(|values| values.to_string())
                .unwrap_or_default()
        };
        let lines = failed.iter().map(|(request, error)| format!("\n  {}: {error}", values(&**request)));
        let message = format!(
            "{} of {} requests failed, and the result lacks what they asked for:{}{}",
            failed.len(),
            replies.len().saturating_add(failed.len()),
            lines.collect::<String>(),
            without.map(|lines| format!("\n  {lines}")).unwrap_or_default()
        );
        Err(Failure::with_code(SOME_FAILED, message))
    }

    /// Checks that a host can answer a request, and that its rows can be added to a file where they are to be, as far as the
    /// program knows.
    pub(crate) fn require_answerable(&self, request: &dyn ErasedRequest) -> Result<(), Failure> {
        self.require_source()?;
        let program = self.arguments.program();
        let refused = replay_folder(self.arguments).is_none().then_some(program.refused);
        let unappendable = self.arguments.get_flag(APPEND).then_some(program.unappendable);
        match refused.into_iter().chain(unappendable).find_map(|reason| reason(request)) {
            Some(reason) => Err(Failure::usage(format!("{}: {reason}", self.info.name))),
            None => Ok(()),
        }
    }

    /// Checks that the endpoint has the source that the command line names. One that is set elsewhere is for the endpoints that
    /// have it.
    fn require_source(&self) -> Result<(), Failure> {
        let choices = EndpointInfo::source_choices(&[self.info]);
        let wanted =
            self.arguments.get_one::<SourceChoice>(SOURCE).filter(|_| self.arguments.is_on_line(SOURCE));
        let Some(missing) = wanted.filter(|choice| !choices.contains(choice)) else { return Ok(()) };
        let choices: Vec<&str> = choices.iter().map(|choice| choice.as_str()).collect();
        Err(Failure::usage(format!(
            "{}: {} is no source of it; write --{SOURCE} {}",
            self.info.name,
            missing.as_str(),
            choices.join(" or ")
        )))
    }

    /// Returns a failure for each subject of the list of a request.
    fn of_each(&self, request: &dyn ErasedRequest, error: &Error) -> Vec<Failed> {
        let list = subjects::list(self.arguments.program(), self.info);
        let Some(Plain::List(values)) = list.and_then(|list| request.value(list.name)) else {
            return Vec::new();
        };
        values.iter().map(|value| Failed::new(value.to_string(), error)).collect()
    }

    /// Returns where a reply came from, with the folder of a replay or the sample host.
    pub(crate) fn source(&self, connection: &Connection, reply: &Reply<()>) -> String {
        let address = address(self.arguments, self.info.host, connection.sample.as_ref());
        match (replay_folder(self.arguments), address) {
            (Some(folder), _) => format!("{}, as recorded in {}", reply.source, folder.display()),
            (None, Address::Sample) => format!("{} of the sample host, which invents its data", reply.source),
            (None, Address::Other(_) | Address::Default) => origin(reply),
        }
    }

    /// Builds the request that the arguments describe. The values given here go before theirs.
    pub(crate) fn request(&self, values: &[(&str, &str)]) -> Result<Box<dyn ErasedRequest>, Error> {
        let mut params = self.params();
        for (name, value) in values {
            params.insert(*name, *value);
        }
        self.info.request(&params).map_err(Error::from)
    }

    /// Builds the request of the command line.
    pub(super) fn own_request(&self) -> Result<Box<dyn ErasedRequest>, Failure> {
        let listed = subjects::listed(self.info, self.arguments)?;
        let values: Vec<(&str, &str)> = listed.iter().map(|(name, list)| (*name, list.as_str())).collect();
        let request = self.request(&values).map_err(|error| {
            let failure = Failure::from(error);
            let advice = misplaced::instead(self.info, self.arguments);
            match advice {
                Some(advice) => Failure::usage(format!("{}; {advice}", failure.message())),
                None => failure,
            }
        })?;
        self.require_answerable(&*request)?;
        Ok(request)
    }

    /// Returns the parameters that the arguments give.
    pub(crate) fn params(&self) -> ParamMap {
        let given =
            |param: &'static ParamInfo| Some((param.name, param.written(value(param, self.arguments)?)));
        self.info.params.iter().filter_map(given).collect()
    }

    /// Sends a request. If it fails and may succeed with another parameter, it is sent once more, unless the command line
    /// gives the parameter.
    pub(crate) fn with_parts(
        &self,
        request: &dyn ErasedRequest,
        ask: impl Fn(&dyn ErasedRequest) -> Result<Reply<Box<dyn ErasedResponse>>, Error>,
    ) -> Result<Answer, Error> {
        let answer = ask(request).or_else(|error| match self.lenient(request, &error) {
            Some(lenient) => ask(&*lenient),
            None => Err(error),
        });
        let (response, reply) = answer?.into_parts();
        Ok(Answer::one(response, reply))
    }

    /// Returns the request with the parameter that the program has for the error, where the command line does not give it,
    /// and says so on stderr.
    pub(crate) fn lenient(
        &self,
        request: &dyn ErasedRequest,
        error: &Error,
    ) -> Option<Box<dyn ErasedRequest>> {
        let lenient = (self.arguments.program().lenient)(request, error)?;
        self.info.param(lenient.param)?;
        if self.arguments.is_on_line(lenient.param) {
            return None;
        }
        let subject = request.subject()?;
        let values = [(self.info.subject?, subject.as_ref()), (lenient.param, lenient.value)];
        let request = self.request(&values).ok()?;
        if !self.reporter.is_quiet {
            terminal::tell(lenient.note);
        }
        Some(request)
    }
}

impl Answer {
    /// Creates the response of a single reply.
    pub(crate) fn one(response: Box<dyn ErasedResponse>, reply: Reply<()>) -> Self {
        Self { response, replies: vec![reply], failed: Vec::new() }
    }
}

impl From<Batched<Box<dyn ErasedRequest>>> for Answer {
    fn from(batched: Batched<Box<dyn ErasedRequest>>) -> Self {
        Self { response: batched.response, replies: batched.replies, failed: batched.failed }
    }
}

/// Returns where a reply came from: its source, and the cache.
pub(crate) fn origin<T>(reply: &Reply<T>) -> String {
    let cached = reply.cached.map(|cached| format!(", {cached}")).unwrap_or_default();
    format!("{}{cached}", reply.source)
}
