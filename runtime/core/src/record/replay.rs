//! Answering from recorded replies. A record answers a request if that request, made at the recorded
//! time, is the recorded one: so requests that end now find theirs, and convert as they did.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::facts::{Facts, RecordedRequest, Sent};
use super::file;
use crate::error::{Attempts, BodyFault, Error, RecordFault, RequestName};
use crate::raw::WholeReply;
use crate::time::DateTime;

/// Recorded replies, by the names of their requests and in the order they were recorded.
pub(crate) struct Replay {
    folder: PathBuf,
    /// The first file of facts that cannot be used: nobody knows which request it answers.
    unusable: Option<PathBuf>,
    records: Mutex<HashMap<String, Vec<Record>>>,
}

/// One recorded reply. Its body is read when it is asked for.
struct Record {
    facts: Facts,
    now: DateTime,
    body: PathBuf,
    used: bool,
}

impl Replay {
    /// Reads the facts of all records in a folder. A file that cannot be used is an error of each request.
    pub(crate) fn open(folder: PathBuf) -> Result<Self, RecordFault> {
        let unreadable = |source| RecordFault::Unreadable { file: folder.clone(), source: Arc::new(source) };
        let mut files = Vec::new();
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_some_and(|ending| ending == "json")
                && let Some(number) = number(&path)
            {
                files.push((number, path));
            }
        }
        files.sort();
        let mut records: HashMap<String, Vec<Record>> = HashMap::new();
        let mut unusable = None;
        for (_, file) in files {
            let Ok((facts, now)) = Facts::read(&file) else {
                unusable.get_or_insert(file);
                continue;
            };
            let body = file.with_extension("body");
            let request = facts.request.clone();
            records.entry(request).or_default().push(Record { facts, now, body, used: false });
        }
        Ok(Self { folder, unusable, records: Mutex::new(records) })
    }

    /// Returns the time at which a request was recorded that will be answered next. `sent` gives the request's
    /// message at a time.
    pub(crate) fn time_of(
        &self,
        name: &RequestName,
        sent: impl Fn(DateTime) -> Option<Sent>,
    ) -> Option<DateTime> {
        let records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        let known = records.get(&name.to_string())?;
        let fits = |record: &Record| sent(record.now).is_some_and(|sent| record.facts.answer(&sent));
        next(known, fits).and_then(|index| known.get(index)).map(|record| record.now)
    }

    /// Returns the recorded reply to a request, with a body of at most `limit` bytes.
    ///
    /// Each record is used once, in their order; then the last one answers again.
    pub(crate) fn answer(&self, asked: &RecordedRequest, limit: usize) -> Result<WholeReply, Error> {
        let refused = |fault| Error::Record { request: asked.name.clone(), fault };
        if let Some(file) = &self.unusable {
            Facts::read(file).map_err(refused)?;
        }
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        let known = records.get_mut(&asked.name.to_string()).map(Vec::as_mut_slice).unwrap_or_default();
        let fits = |record: &Record| record.now == asked.now && record.facts.answer(&asked.sent);
        let Some(record) = next(known, fits).and_then(|index| known.get_mut(index)) else {
            let missing = format!("{} {}", asked.sent.method, asked.sent.address);
            return Err(refused(RecordFault::Absent { asked: missing, folder: self.folder.clone() }));
        };
        record.used = true;
        record.check_length().map_err(refused)?;
        if record.facts.bytes > limit {
            let fault = BodyFault::TooLarge { limit };
            return Err(Error::Body {
                request: asked.name.clone(),
                fault,
                source: None,
                attempts: Attempts::default(),
            });
        }
        let body = record.body().map_err(refused)?;
        Ok(WholeReply { status: record.facts.status, head: record.facts.head.clone(), body, rate: None })
    }
}

impl Record {
    /// Checks that the body is as long as it was, before anything is read of it.
    fn check_length(&self) -> Result<(), RecordFault> {
        let length = file::length(&self.body).map_err(|source| self.unreadable(source))?;
        self.facts.fault_of_length(length).map_or(Ok(()), |reason| Err(self.damaged(reason)))
    }

    fn body(&self) -> Result<Vec<u8>, RecordFault> {
        let body = file::read(&self.body, self.facts.bytes).map_err(|source| self.unreadable(source))?;
        self.facts.fault_of(&body).map_or(Ok(body), |reason| Err(self.damaged(reason)))
    }

    fn unreadable(&self, source: io::Error) -> RecordFault {
        RecordFault::Unreadable { file: self.body.clone(), source: Arc::new(source) }
    }

    fn damaged(&self, reason: String) -> RecordFault {
        RecordFault::Damaged { file: self.body.clone(), reason }
    }
}

/// Returns the first unused record that fits, or the last record that fits.
fn next(records: &[Record], fits: impl Fn(&Record) -> bool) -> Option<usize> {
    let mut last = None;
    for (index, record) in records.iter().enumerate() {
        if fits(record) {
            last = Some(index);
            if !record.used {
                break;
            }
        }
    }
    last
}

/// Returns the number that the name of a record's file begins with.
pub(super) fn number(file: &Path) -> Option<u64> {
    let (number, _) = file.file_name()?.to_str()?.split_once('-')?;
    number.parse().ok()
}
