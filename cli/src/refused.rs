//! The requests for bars that no host answers: from a day to come, or of an interval that a time so long has not. And those
//! whose bars are not to be added to earlier ones.

use virtual_finance::DateTime;
use virtual_finance::request::ErasedRequest;
use virtual_finance::responses::history::INTRADAY;

const DAY: i64 = 86_400;

/// The ranges of more than a month, and their days.
const RANGES: [(&str, i64); 8] = [
    ("1mo", 30),
    ("3mo", 90),
    ("6mo", 181),
    ("1y", 365),
    ("2y", 730),
    ("5y", 1825),
    ("10y", 3650),
    ("max", i64::MAX),
];

/// Returns why no host can answer a request for bars, and what to write instead.
pub(crate) fn refused(request: &dyn ErasedRequest) -> Option<String> {
    let value = |name: &str| request.value(name).map(|value| value.to_string());
    // Requests without an interval are about something else.
    request.info().param("interval")?;
    let now = DateTime::now().epoch_seconds();
    let time = |name: &str| Some(value(name)?.parse::<DateTime>().ok()?.epoch_seconds());
    let start = time("start");
    // A day begins earlier in the east.
    if start.is_some_and(|start| start > now.saturating_add(DAY)) {
        return Some("the start is in the future: write a date before today".to_owned());
    }
    let interval = value("interval")?;
    let (_, most, _, longest) = INTRADAY.iter().find(|(names, ..)| names.contains(&interval.as_str()))?;
    let of_range = value("range")
        .and_then(|range| RANGES.iter().find(|(name, _)| *name == range).map(|(_, days)| *days));
    let of_dates = start.map(|start| time("end").unwrap_or(now).saturating_sub(start).div_euclid(DAY));
    let days = of_range.or(of_dates)?;
    if days <= *most {
        return None;
    }
    let others = INTRADAY.iter().filter(|(_, most, ..)| days <= *most);
    let wider = others.filter_map(|(names, ..)| names.last()).next().unwrap_or(&"1d");
    Some(format!(
        "the hosts have bars of {interval} for {most} days at once: write --range {longest}, or --interval {wider}"
    ))
}

/// Returns why the bars of a request must not be added to the bars of an earlier request.
pub(crate) fn unappendable(request: &dyn ErasedRequest) -> Option<String> {
    mixed(&request.value("adjust")?.to_string())
}

/// Returns why prices of an adjustment are not to be added to earlier ones: the next dividend changes all of them.
pub(crate) fn mixed(adjust: &str) -> Option<String> {
    (adjust != "none").then(|| {
        format!(
            "--append keeps the rows of the file as they are, and with 'adjust' {adjust} each dividend changes all prices \
             before it: write --adjust none, or the whole time anew without --append"
        )
    })
}
