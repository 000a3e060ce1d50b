//! The changes of a repair, as a note of the reply.

use std::fmt;

use virtual_finance::DateTime;
use virtual_finance::notes::Note;

/// The changes that a repair made, and what it could not decide.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Repairs {
    /// The changes by column and time.
    pub made: Vec<Repair>,
    /// The values that look wrong and were left as they are.
    pub undecided: Vec<Doubt>,
}

/// A change of one column, of one bar or of several bars in a row.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Repair {
    /// The start of the first bar that was changed.
    pub first: DateTime,
    /// The start of the last one.
    pub last: DateTime,
    /// The number of bars that were changed.
    pub bars: usize,
    /// The name of the column, for example `Close`, or `Dividends`.
    pub column: &'static str,
    /// The value of the last bar before the repair; `None` where there was none.
    pub before: Option<f64>,
    /// Its value after it.
    pub after: Option<f64>,
    /// The reason.
    pub reason: Reason,
}

/// Declares the reasons of repairs with their texts.
macro_rules! reasons {
    ($($reason:ident $text:literal,)*) => {
        /// The reason of a repair.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Reason {
            $(#[doc = concat!("The value ", $text, ".")] $reason,)*
        }

        impl Reason {
            /// Returns the reason as text, for example `was not adjusted for a split`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$reason => $text,)* }
            }
        }
    };
}

reasons! {
    Unit "was in another unit of the currency",
    NoPrice "was no price",
    Hours "was missing, and the hours of its day have it",
    MissingSplit "was not adjusted for a split",
    DoubleSplit "was adjusted twice for a split",
    DividendUnit "was in another unit than the prices",
    DividendSplit "was not adjusted for a split",
    MissingDividend "was not adjusted for a dividend",
    DoubleDividend "was adjusted twice for a dividend",
    OtherDividend "was adjusted for another amount than the dividend",
    PhantomDividend "had a dividend that is told twice",
    OtherRecord "was missing, and the factor of the bars beside it gives it",
    OtherAmount "differed from the dividend in the adjusted closes",
    DividendDay "was on another day than in the adjusted closes",
    MissingEvent "was missing, and the adjusted closes have it",
    DoubleGains "had the capital gains twice",
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A value that looks wrong and was left as it is, because it may be right.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Doubt {
    /// The start of the bar.
    pub time: DateTime,
    /// The name of the column.
    pub column: &'static str,
    /// The value.
    pub value: Option<f64>,
    /// The reason to doubt it, for example `is missing`.
    pub why: &'static str,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last, bars, column, .. } = self;
        match bars {
            0 | 1 => write!(f, "{last} {column}")?,
            _ => write!(f, "{first} to {last} {column} of {bars} bars")?,
        }
        let (before, after) = (shown(self.before), shown(self.after));
        let of = if *bars > 1 { "last " } else { "" };
        write!(f, " {} ({of}{before}, now {after})", self.reason)
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.time, self.column, shown(self.value), self.why)
    }
}

fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| value.to_string())
}

impl Repairs {
    /// Returns true if nothing was changed and nothing looks wrong.
    pub const fn is_empty(&self) -> bool {
        self.made.is_empty() && self.undecided.is_empty()
    }
}

impl fmt::Display for Repairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} made, {} undecided", self.made.len(), self.undecided.len())?;
        for line in self.made.iter().map(ToString::to_string) {
            write!(f, "\n  {line}")?;
        }
        for line in self.undecided.iter().map(ToString::to_string) {
            write!(f, "\n  undecided: {line}")?;
        }
        Ok(())
    }
}

impl Note for Repairs {
    const LABEL: &'static str = "repairs";
}
