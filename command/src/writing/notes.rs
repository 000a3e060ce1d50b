//! Words beside a result without an end, told once a second: a host can cause as many as it likes.

use std::time::Duration;

use tokio::time::Instant;

/// The time between two times of telling.
const PERIOD: Duration = Duration::from_secs(1);

/// The notes that are told at a time; the others are counted.
const SHOWN: usize = 10;

/// Notes that wait to be told.
#[derive(Default)]
pub(crate) struct Notes {
    held: Vec<String>,
    /// The number of notes beyond the limit.
    more: u64,
    reported_at: Option<Instant>,
}

impl Notes {
    /// Adds a note.
    pub(crate) fn add(&mut self, note: String) {
        if self.held.len() < SHOWN {
            self.held.push(note);
        } else {
            self.more = self.more.saturating_add(1);
        }
    }

    /// Returns the time at which there is something to tell.
    pub(crate) fn due_at(&self) -> Option<Instant> {
        self.held.first()?;
        Some(self.reported_at.and_then(|reported| reported.checked_add(PERIOD)).unwrap_or_else(Instant::now))
    }

    /// Returns the notes to show, with the number of notes left out.
    pub(crate) fn take(&mut self) -> Vec<String> {
        self.reported_at = Some(Instant::now());
        let mut reported = std::mem::take(&mut self.held);
        match std::mem::take(&mut self.more) {
            0 => {}
            1 => reported.push("1 more note was not shown".to_owned()),
            more => reported.push(format!("{more} more notes were not shown")),
        }
        reported
    }
}
