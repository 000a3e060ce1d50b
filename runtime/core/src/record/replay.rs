//! Answering from recorded replies. A record answers a request if that request, made at the recorded
//! time, is the recorded one: so requests that end now find theirs, and convert as they did.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::facts::{Asked, Facts, Sent};
use crate::error::{Attempts, BodyFault, Error, RecordFault, RequestName};
use crate::time::DateTime;

/// Recorded replies, by the names of their requests and in the order they were recorded.
pub(crate) struct Replay {
    folder: PathBuf,
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
    /// Reads the facts of all records in a folder.
    pub(crate) fn open(folder: PathBuf) -> Result<Self, RecordFault> {
        let unreadable = |source| RecordFault::Unreadable { file: folder.clone(), source };
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
        for (_, file) in files {
            let (facts, now) = Facts::read(&file)?;
            let body = file.with_extension("body");
            let request = facts.request.clone();
            records.entry(request).or_default().push(Record { facts, now, body, used: false });
        }
        Ok(Self { folder, records: Mutex::new(records) })
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

    /// Returns the recorded reply to a request: its status and its body, of at most `limit` bytes.
    ///
    /// Each record is used once, in their order; then the last one answers again.
    pub(crate) fn answer(&self, asked: &Asked, limit: usize) -> Result<(u16, Vec<u8>), Error> {
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        let known = records.get_mut(&asked.name.to_string()).map(Vec::as_mut_slice).unwrap_or_default();
        let fits = |record: &Record| record.now == asked.now && record.facts.answer(&asked.sent);
        let Some(record) = next(known, fits).and_then(|index| known.get_mut(index)) else {
            let missing = format!("{} {}", asked.sent.method, asked.sent.address);
            let fault = RecordFault::Absent { asked: missing, folder: self.folder.clone() };
            return Err(Error::Record { request: asked.name.clone(), fault });
        };
        record.used = true;
        if record.facts.bytes > limit {
            let fault = BodyFault::TooLarge { limit };
            return Err(Error::Body {
                request: asked.name.clone(),
                fault,
                source: None,
                attempts: Attempts::default(),
            });
        }
        let body = record.body().map_err(|fault| Error::Record { request: asked.name.clone(), fault })?;
        Ok((record.facts.status, body))
    }
}

impl Record {
    fn body(&self) -> Result<Vec<u8>, RecordFault> {
        let body = read(&self.body, self.facts.bytes)
            .map_err(|source| RecordFault::Unreadable { file: self.body.clone(), source })?;
        match self.facts.fault_of(&body) {
            Some(reason) => Err(RecordFault::Damaged { file: self.body.clone(), reason }),
            None => Ok(body),
        }
    }
}

/// Returns the first unused record that fits, or the last one that fits.
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

/// At most one byte more than there should be, whatever became of the file.
fn read(file: &Path, bytes: usize) -> io::Result<Vec<u8>> {
    let most = u64::try_from(bytes).unwrap_or(u64::MAX).saturating_add(1);
    let mut body = Vec::with_capacity(bytes.saturating_add(1));
    File::open(file)?.take(most).read_to_end(&mut body)?;
    Ok(body)
}

/// Returns the number that the name of a record's file begins with.
pub(super) fn number(file: &Path) -> Option<u64> {
    let (number, _) = file.file_name()?.to_str()?.split_once('-')?;
    number.parse().ok()
}
