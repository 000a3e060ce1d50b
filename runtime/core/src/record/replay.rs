//! Answering from recorded replies. A record answers a request if that request, made at the recorded
//! time, is the recorded one: so requests that end now find theirs, and convert as they did.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use virtual_finance_files::{Links, open, read_all};

use super::facts::{Facts, RecordedRequest, Sent};
use crate::error::{BodyFault, Error, RecordFault, RequestName};
use crate::lock::Lock as _;
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
        let unreadable = |error| RecordFault::unreadable(&folder)(error);
        let mut files = Vec::new();
        for entry in fs::read_dir(&folder).map_err(&unreadable)? {
            let path = entry.map_err(&unreadable)?.path();
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
        let records = self.records.locked();
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
        let mut records = self.records.locked();
        let known = records.get_mut(&asked.name.to_string()).map(Vec::as_mut_slice).unwrap_or_default();
        let fits = |record: &Record| record.now == asked.now && record.facts.answer(&asked.sent);
        let Some(record) = next(known, fits).and_then(|index| known.get_mut(index)) else {
            let missing = format!("{} {}", asked.sent.method, asked.sent.address);
            return Err(refused(RecordFault::Absent { asked: missing, folder: self.folder.clone() }));
        };
        record.used = true;
        let Some(body) = record.body(limit).map_err(refused)? else {
            return Err(Error::body(&asked.name, BodyFault::TooLarge { limit }));
        };
        Ok(WholeReply { status: record.facts.status, head: record.facts.head.clone(), body, rate: None })
    }
}

impl Record {
    /// Returns the body, or `None` if it has more bytes than allowed, of which none is read.
    fn body(&self, limit: usize) -> Result<Option<Vec<u8>>, RecordFault> {
        let unreadable = RecordFault::unreadable(&self.body);
        let damaged = |reason| RecordFault::Damaged { file: self.body.clone(), reason };
        let file = open(&self.body, Links::Followed).map_err(&unreadable)?;
        let length = file.metadata().map_err(&unreadable)?.len();
        if let Some(reason) = self.facts.fault_of_length(length) {
            return Err(damaged(reason));
        }
        if self.facts.bytes > limit {
            return Ok(None);
        }
        let body = read_all(file, length).map_err(unreadable)?;
        self.facts.fault_of(&body).map_or(Ok(Some(body)), |reason| Err(damaged(reason)))
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
