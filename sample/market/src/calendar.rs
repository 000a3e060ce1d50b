//! Days and hours of the exchanges, without a time-zone database: the rule for daylight saving of today is applied to
//! every year, and three fixed holidays stand for all of them.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use jiff::civil::{Date, Time, Weekday};
use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, ToSpan};

/// Seconds in a day.
pub(crate) const DAY: i64 = 86_400;

/// An exchange.
pub(crate) struct Exchange {
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
    pub(crate) market: &'static str,
    pub(crate) region: &'static str,
    /// The currency of its prices; a currency pair has it in its symbol.
    pub(crate) currency: &'static str,
    pub(crate) zone: &'static str,
    rule: TimeZone,
    first: Date,
    /// The beginning of the trading before the session, the opening, the close, the end of the trading after it, and the close
    /// of a half day, in seconds after midnight.
    hours: [i64; 5],
}

/// The trading days with their openings, in epoch seconds.
pub(crate) type Openings = Vec<(Date, i64)>;

/// The trading days by the zone and the hours that they are of.
type Known = HashMap<(&'static str, [i64; 5]), Arc<Openings>>;

static EXCHANGES: LazyLock<Vec<Exchange>> =
    LazyLock::new(|| include_str!("exchanges.txt").lines().filter_map(Exchange::parse).collect());

impl Exchange {
    /// Returns the exchange of a code.
    pub(crate) fn of(code: &str) -> Option<&'static Self> {
        EXCHANGES.iter().find(|exchange| exchange.code == code)
    }

    fn parse(line: &'static str) -> Option<Self> {
        let mut cells = line.split('|').map(str::trim);
        let [code, name, market, region, currency, zone] = [(); 6].map(|()| cells.next().unwrap_or_default());
        let (rule, first) = (TimeZone::posix(cells.next()?).ok()?, cells.next()?.parse().ok()?);
        let mut times = cells.next()?.split(' ').filter_map(|time| {
            let (hour, minute) = time.split_once(':')?;
            Some(
                hour.parse::<i64>()
                    .ok()?
                    .saturating_mul(3_600)
                    .saturating_add(minute.parse::<i64>().ok()?.saturating_mul(60)),
            )
        });
        let hours = [(); 5].map(|()| times.next().unwrap_or_default());
        Some(Self { code, name, market, region, currency, zone, rule, first, hours })
    }

    /// Returns the distance from UTC at an instant in epoch seconds, in seconds, and the name of the time.
    pub(crate) fn time(&self, epoch: i64) -> (i64, String) {
        let info = self.rule.to_offset_info(timestamp(epoch));
        (info.offset().seconds().into(), info.abbreviation().to_owned())
    }

    /// Midnight at the exchange, in epoch seconds.
    pub(crate) fn midnight(&self, date: Date) -> i64 {
        self.rule.to_timestamp(date.to_datetime(Time::midnight())).map_or(0, Timestamp::as_second)
    }

    /// Returns the opening on that day, in epoch seconds.
    pub(crate) fn opening(&self, date: Date) -> i64 {
        let [_, open, ..] = self.hours;
        self.midnight(date).saturating_add(open)
    }

    /// Returns the seconds of trading before the session, in it and after it on a usual day.
    pub(crate) fn lengths(&self) -> [i64; 3] {
        let [pre, open, close, post, _] = self.hours;
        [open.saturating_sub(pre), close.saturating_sub(open), post.saturating_sub(close)]
    }

    /// Returns the beginning of the trading on a day, the opening, the close and the end of the trading, in epoch seconds.
    pub(crate) fn hours(&self, date: Date) -> [i64; 4] {
        let [pre, open, close, post, early] = self.hours;
        let is_half = matches!((date.month(), date.day()), (7, 3) | (12, 24));
        let cut = if is_half { close.saturating_sub(early) } else { 0 };
        let midnight = self.midnight(date);
        [pre, open, close.saturating_sub(cut), post.saturating_sub(cut)]
            .map(|time| midnight.saturating_add(time))
    }

    /// Returns true if the exchange is open on that day.
    pub(crate) fn is_trading_day(&self, date: Date) -> bool {
        let is_holiday = matches!((date.month(), date.day()), (1, 1) | (7, 4) | (12, 25));
        let is_weekend = matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday);
        self.zone == "UTC" || !(is_weekend || is_holiday)
    }

    /// Returns the trading days since the first one, at least to `now`. All tickers of the exchange share them, and
    /// they are found once: to find them takes longer than to invent the prices of one ticker.
    pub(crate) fn openings(&'static self, now: i64) -> Arc<Openings> {
        static KNOWN: LazyLock<RwLock<Known>> = LazyLock::new(RwLock::default);
        let reaches = |days: &&Arc<Openings>| days.last().is_some_and(|(_, opening)| *opening > now);
        if let Some(days) =
            KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(&(self.zone, self.hours)).filter(reaches)
        {
            return Arc::clone(days);
        }
        let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
        let days = known.entry((self.zone, self.hours)).or_default();
        let next = days.last().map_or(Some(self.first), |(last, _)| last.tomorrow().ok());
        let later =
            std::iter::successors(next, |day| day.tomorrow().ok()).filter(|day| self.is_trading_day(*day));
        let found = Arc::make_mut(days);
        for date in later {
            if found.last().is_some_and(|(_, opening)| *opening > now) {
                break;
            }
            found.push((date, self.opening(date)));
        }
        Arc::clone(days)
    }
}

fn timestamp(epoch: i64) -> Timestamp {
    Timestamp::from_second(epoch).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// Returns the day in UTC of an instant in epoch seconds.
pub(crate) fn date_of(epoch: i64) -> Date {
    Offset::UTC.to_datetime(timestamp(epoch)).date()
}

/// Midnight UTC of the day, in epoch seconds.
pub(crate) fn midnight(date: Date) -> i64 {
    Offset::UTC.to_timestamp(date.to_datetime(Time::midnight())).map_or(0, Timestamp::as_second)
}

/// Returns the last day of a period of so many months that is over, so many of them back.
pub(crate) fn period_end(now: i64, months: i32, back: i32) -> Date {
    let month = date_of(now).first_of_month();
    let into = i32::from(month.month()).saturating_sub(1).checked_rem(months).unwrap_or_default();
    let after = months_later(month, into.saturating_add(back.saturating_mul(months)).saturating_neg());
    after.yesterday().unwrap_or(after)
}

/// Returns the date that many months later, or earlier.
pub(crate) fn months_later(date: Date, months: i32) -> Date {
    date.saturating_add(months.months())
}

/// Returns the date that many days later, or earlier.
pub(crate) fn days_later(date: Date, days: i32) -> Date {
    date.saturating_add(days.days())
}
