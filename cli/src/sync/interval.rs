//! The intervals of a folder, and how far back the host has their bars.

use virtual_finance_command::Failure;

const DAY: i64 = 86_400;

/// 1900-01-01, before any price.
const FIRST: i64 = -2_208_988_800;

/// An interval whose bars can be kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Interval {
    pub(crate) name: &'static str,
    span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Span {
    /// Less than a day: the host keeps bars of this many days, and sends this many days at once.
    Minutes { depth: i64, at_once: i64 },
    /// At most so many days.
    Days(i64),
}

/// One day less than the host allows: its clock is not ours.
const ALL: [Interval; 12] = [
    minutes("1m", 29, 7),
    minutes("2m", 59, 59),
    minutes("5m", 59, 59),
    minutes("15m", 59, 59),
    minutes("30m", 59, 59),
    minutes("60m", 729, 729),
    minutes("90m", 59, 59),
    minutes("1h", 729, 729),
    Interval::DAY,
    Interval { name: "1wk", span: Span::Days(7) },
    Interval { name: "1mo", span: Span::Days(31) },
    Interval { name: "3mo", span: Span::Days(92) },
];

const fn minutes(name: &'static str, depth: i64, at_once: i64) -> Interval {
    Interval { name, span: Span::Minutes { depth, at_once } }
}

impl Interval {
    /// A day.
    pub(crate) const DAY: Self = Self { name: "1d", span: Span::Days(1) };

    /// Returns the names of all intervals.
    pub(crate) fn names() -> [&'static str; 12] {
        ALL.map(|interval| interval.name)
    }

    /// Returns the interval of that name.
    pub(crate) fn named(name: &str) -> Result<Self, Failure> {
        let found = ALL.into_iter().find(|interval| interval.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let names = Self::names().join(", ");
            // The host begins a bar of five days where a request begins, so no two requests agree.
            let reason = if name == "5d" { "has bars that begin where a request begins" } else { "is none" };
            Failure::usage(format!("--interval {name} {reason}; choose one of {names}"))
        })
    }

    /// Returns true if bars are named by dates.
    pub(crate) const fn has_dates(self) -> bool {
        matches!(self.span, Span::Days(_))
    }

    /// Returns the start of the oldest bar that the host has, in epoch seconds.
    pub(crate) const fn first(self, now: i64) -> i64 {
        match self.span {
            Span::Minutes { depth, .. } => now.saturating_sub(depth.saturating_mul(DAY)),
            Span::Days(_) => FIRST,
        }
    }

    /// Returns the end of the request that begins there; `None` if it may reach up to now.
    pub(crate) const fn end(self, start: i64, now: i64) -> Option<i64> {
        match self.span {
            Span::Minutes { at_once, .. } => {
                let end = start.saturating_add(at_once.saturating_mul(DAY));
                if end < now { Some(end) } else { None }
            }
            Span::Days(_) => None,
        }
    }

    /// Returns the start of a request in which the bar of that time is whole: the host cuts the first one.
    pub(crate) const fn before(self, time: i64) -> i64 {
        match self.span {
            Span::Minutes { .. } => time,
            Span::Days(days) => time.saturating_sub(days.saturating_mul(DAY)),
        }
    }
}
