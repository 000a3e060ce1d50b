//! The cache of the command: its options, and the subcommand about its folder.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, Command, ValueHint};
use etcetera::BaseStrategy as _;
use indicatif::{ProgressBar, ProgressStyle};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::settings::Cache;
use virtual_finance_core::{CacheFolder, CacheStats, ClientBuilder, DateTime, RequestParams};
use virtual_finance_tables::text::{Content, Failure, say};

use crate::arguments::{
    Arguments, CACHE, OWN_FOLDER, Program, Reporter, SAMPLE,
    common::duration,
    ids::{CLEAR, STATS},
    is_word, switch, with_variable,
};
use crate::writing::finish;

const MAX_AGE: &str = "max_age";
const REFRESH: &str = "refresh";
const STALE_IF_ERROR: &str = "stale_if_error";

/// The word that stands for no folder.
const OFF: &str = "off";

/// Returns the options.
pub(crate) fn options(program: &Program) -> [Arg; 4] {
    [
        with_variable(program, CACHE)
            .value_name("DIR")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value(OWN_FOLDER)
            .value_hint(ValueHint::DirPath)
            .help(
                "Keep good replies in a folder and take them from there while they are fresh: `default` is one in \
                 the cache folder, `off` is none [default: off]",
            ),
        with_variable(program, MAX_AGE)
            .value_name("TIME")
            .value_parser(duration)
            .help("Take replies from the cache that are at most that old, such as 90s, 15m, 1h or 7d, fresh or not; ages are counted in whole seconds"),
        switch(REFRESH)
            .conflicts_with(MAX_AGE)
            .help("Take no reply from the cache, but keep those that come"),
        with_variable(program, STALE_IF_ERROR)
            .value_name("TIME")
            .value_parser(duration)
            .help("If a host fails, take a reply from the cache that is at most that old"),
    ]
}

/// Returns the subcommand about the folder.
pub(crate) fn command() -> Command {
    Command::new(CACHE)
        .about("Show or clear the replies that --cache keeps")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(Command::new(STATS).about("Print the folder, the number of replies and their bytes"))
        .subcommand(Command::new(CLEAR).about("Remove all replies"))
}

/// Returns the settings of requests with what the arguments say of their age.
pub(crate) fn params(params: RequestParams, arguments: &Arguments<'_>) -> RequestParams {
    let params = match arguments.get_one::<Duration>(STALE_IF_ERROR) {
        Some(limit) => params.stale_if_error(*limit),
        None => params,
    };
    // An option of the command line goes before the file.
    match arguments.get_one::<Duration>(MAX_AGE) {
        _ if arguments.get_flag(REFRESH)
            && (arguments.is_on_line(REFRESH) || !arguments.is_on_line(MAX_AGE)) =>
        {
            params.refresh()
        }
        Some(limit) => params.max_age(*limit),
        None => params,
    }
}

/// Returns the builder with the cache that the arguments name. Replies of the sample host are not kept: each call
/// starts a new host.
pub(crate) fn apply(builder: ClientBuilder, arguments: &Arguments<'_>) -> Result<ClientBuilder, Failure> {
    let folder = folder(arguments)?;
    if arguments.get_flag(SAMPLE) {
        if folder.is_some() && arguments.is_on_line(CACHE) && arguments.is_on_line(SAMPLE) {
            return Err(Failure::usage(format!(
                "--cache keeps nothing of the sample host, which is another one in each call; leave --cache out, or \
                 start {} sample-host and name its address",
                arguments.program().name
            )));
        }
        return Ok(builder);
    }
    match folder {
        Some(folder) => Ok(builder.cache(Cache::new().memory(0).folder(folder))),
        None => {
            let alone =
                [MAX_AGE, REFRESH, STALE_IF_ERROR].into_iter().find(|option| arguments.is_on_line(option));
            alone.map_or(Ok(builder), |option| {
                Err(Failure::usage(format!("--{} is about the cache; add --cache", option.replace('_', "-"))))
            })
        }
    }
}

/// Says that nothing is kept of the replies of an endpoint, where the arguments name a folder and its host forbids it.
pub(crate) fn tell_unkept(info: &EndpointInfo, arguments: &Arguments<'_>) {
    let is_named = matches!(folder(arguments), Ok(Some(_))) && !arguments.get_flag(SAMPLE);
    if info.host.no_copies && is_named {
        Reporter::of(arguments)
            .note(format_args!("{} forbids to keep its replies: --{CACHE} keeps none", info.host.name));
    }
}

/// Returns the folder that the arguments name; none if there is no cache.
fn folder(arguments: &Arguments<'_>) -> Result<Option<PathBuf>, Failure> {
    match arguments.get_one::<String>(CACHE).map(String::as_str) {
        None | Some(OFF | "") => Ok(None),
        Some(OWN_FOLDER) => own_folder(arguments.program()).map(Some),
        Some(word) if is_word(word) => Err(Failure::usage(format!(
            "--{CACHE} is {word:?}, which means no folder: write {OWN_FOLDER} for the usual one, {OFF} for none, or ./{word} \
             for a folder of that name"
        ))),
        Some(folder) => Ok(Some(folder.into())),
    }
}

fn own_folder(program: &Program) -> Result<PathBuf, Failure> {
    let strategy = etcetera::choose_base_strategy()
        .map_err(|error| Failure::usage(format!("{error}; name a folder with --{CACHE}=DIR")))?;
    Ok(strategy.cache_dir().join(program.id()).join("replies"))
}

/// Prints what the folder holds, or clears it.
pub(crate) fn run(arguments: &Arguments<'_>) -> Result<(), Failure> {
    let folder = match folder(arguments)? {
        Some(folder) => folder,
        None => own_folder(arguments.program())?,
    };
    let kept = CacheFolder::new(&folder);
    let failed = |fault: virtual_finance_core::error::RecordFault| Failure::other(fault.to_string());
    let text = if arguments.subcommand_name() == Some(CLEAR) {
        let bar = spinner();
        let cleared = kept.clear_with(|stats| bar.set_position(stats.replies));
        bar.finish_and_clear();
        let CacheStats { replies, bytes, .. } = cleared.map_err(failed)?;
        format!("removed {replies} replies of {bytes} bytes from {}\n", folder.display())
    } else {
        let stats = kept.stats().map_err(failed)?;
        let time = |time: Option<DateTime>| time.map_or_else(|| "-".to_owned(), |time| time.to_string());
        format!(
            "folder: {}\nreplies: {}\nbytes: {}\noldest: {}\nnewest: {}\n",
            folder.display(),
            stats.replies,
            stats.bytes,
            time(stats.oldest),
            time(stats.newest)
        )
    };
    finish(say(Content::Text, &text))
}

/// Returns what shows on a terminal how many replies are removed.
fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {pos} replies removed, {per_sec}");
    ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}
