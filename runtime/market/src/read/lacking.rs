//! The sections that the sources of a summary do not have of every company. One more of them is one more line here.

/// A source of the sections of a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The store of pages up to 2022, which is the contract's: a section that it lacks is missing.
    Store,
    /// The scripts of pages of today.
    Scripts,
    /// The summary service.
    Service,
}

use Source::{Scripts, Service};

/// The sections that a source lacks, although the company is known.
const LACKING: &[(Source, &str)] = &[
    // The host has no scores of anybody anymore.
    (Scripts, "esgScores"),
    (Service, "esgScores"),
    // The host has no section for a company that no firm has graded; the store of older pages has an empty list.
    (Scripts, "upgradeDowngradeHistory"),
    (Service, "upgradeDowngradeHistory"),
];

impl Source {
    /// Returns true if the source may lack a section of a company that it knows.
    pub(crate) fn may_lack(self, section: &str) -> bool {
        LACKING.contains(&(self, section))
    }
}
