//! Writing replies down. Files are written at once and by the task that asked: a request that is
//! dropped then leaves a whole record or none.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use virtual_finance_files::require_replaceable;

use super::facts::{Facts, RecordedRequest};
use super::replay::number;
use crate::error::{Error, RecordFault, RequestName};
use crate::raw::WholeReply;

/// Writes replies into a folder, after the replies already there.
pub(crate) struct Recorder {
    folder: PathBuf,
    next: AtomicU64,
}

impl Recorder {
    /// Makes the folder where it is missing.
    pub(crate) fn open(folder: PathBuf) -> Result<Self, RecordFault> {
        let unwritable = |error| RecordFault::unwritable(&folder)(error);
        private_folders().create(&folder).map_err(&unwritable)?;
        let mut last = 0;
        for entry in fs::read_dir(&folder).map_err(&unwritable)? {
            last = last.max(number(&entry.map_err(&unwritable)?.path()).unwrap_or(0));
        }
        Ok(Self { folder, next: AtomicU64::new(last.saturating_add(1)) })
    }

    /// Writes one reply down, the body first.
    pub(crate) fn keep(
        &self,
        asked: &RecordedRequest,
        reply: &WholeReply,
        hidden: usize,
    ) -> Result<(), Error> {
        let facts = Facts::new(asked, reply, hidden);
        self.write(&file_name(&asked.name), &facts, &reply.body)
            .map_err(|fault| Error::Record { request: asked.name.clone(), fault })
    }

    fn write(&self, name: &str, facts: &Facts, body: &[u8]) -> Result<(), RecordFault> {
        let (mut file, path) = self.reserve(name)?;
        let draft = path.with_extension("draft");
        let written = file.write_all(body).map_err(RecordFault::unwritable(&path)).and_then(|()| {
            let facts_file = path.with_extension("json");
            let allowed = write_facts(facts, &draft).and_then(|()| require_replaceable(&facts_file));
            let renamed = allowed.and_then(|()| fs::rename(&draft, &facts_file));
            renamed.map_err(RecordFault::unwritable(&facts_file))
        });
        if written.is_err() {
            // A part of a record is of no use to anybody, and the disk may be full.
            for part in [&draft, &path] {
                let _ = fs::remove_file(part);
            }
        }
        written
    }

    /// Returns a new file for a body. Other processes may record into the same folder, so that a number may be taken.
    fn reserve(&self, name: &str) -> Result<(File, PathBuf), RecordFault> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let path = self.folder.join(format!("{number:06}-{name}.body"));
            match private_file(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(RecordFault::unwritable(&path)(error)),
                Ok(file) => return Ok((file, path)),
            }
        }
    }
}

fn write_facts(facts: &Facts, draft: &Path) -> io::Result<()> {
    let mut text = serde_json::to_vec_pretty(facts)?;
    text.push(b'\n');
    private_file(draft)?.write_all(&text)
}

/// `history-IBM` for History IBM; what a file's name cannot have everywhere becomes an underscore.
fn file_name(name: &RequestName) -> String {
    const LONGEST: usize = 40;
    let subject = name.subject().map(|subject| format!("-{subject}")).unwrap_or_default();
    let text = format!("{}{subject}", name.endpoint().to_lowercase());
    // Without dots, so that the ending is the only part after one.
    let safe = |letter: char| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' };
    text.chars().take(LONGEST).map(safe).collect()
}

/// Returns a new file that only its owner may read, where the system knows owners.
pub(crate) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Returns a builder of folders that only their owner may read.
pub(crate) fn private_folders() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}
