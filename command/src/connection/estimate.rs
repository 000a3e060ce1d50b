//! The time that many requests take at the rate to their host.

use virtual_finance_core::request::EndpointInfo;
use virtual_finance_sample_host::SampleHost;

use super::{Address, address, replay_folder, sending::rate};
use crate::arguments::Arguments;

/// The seconds from which the time is told.
const MIN_SECONDS: usize = 3;

/// Returns the line about the time that so many requests take, and the option that changes it; `None` if that is short, or
/// if nothing limits the rate.
pub(crate) fn of(
    arguments: &Arguments<'_>,
    info: &EndpointInfo,
    sample: Option<&SampleHost>,
    total: usize,
) -> Option<String> {
    let usual = matches!(address(arguments, info.host, sample), Address::Default);
    let program = arguments.program();
    let of_program = || usize::try_from(program.rate.a_second()?.get()).ok();
    let rate = rate(arguments).or_else(|| of_program().filter(|_| usual)).filter(|rate| *rate > 0)?;
    let seconds = total.div_ceil(rate);
    if seconds < MIN_SECONDS || replay_folder(arguments).is_some() {
        return None;
    }
    let time = match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    };
    Some(format!(
        "note: {total} requests take about {time} at {rate} a second to a host; --rate changes that"
    ))
}
