//! Sessions in a file, so that a program that runs for one request does not fetch a crumb each time. The
//! file is as secret as a password: only its owner may read it, and it is never half written.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use virtual_finance_core::auth::Cookies;
use virtual_finance_files::{self as files, Links, WritePath};

use super::state::Session;

/// The form of the file; another number is another form.
const VERSION: u32 = 1;

/// The maximum length of the file, in bytes. A session has some hundred.
const MAX_FILE: u64 = 1 << 20;

/// A file with sessions.
pub(super) struct SessionFile(PathBuf);

/// The content of the file.
#[derive(Serialize, Deserialize)]
struct Content {
    version: u32,
    /// By the origin of the host that the session is with.
    sessions: BTreeMap<String, Saved>,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    cookies: Cookies,
    crumb: Option<String>,
}

impl SessionFile {
    pub(super) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the sessions in the file; none where there is no file yet.
    pub(super) fn load(&self) -> Result<HashMap<String, Arc<Session>>, String> {
        let fault = |what: &str| format!("the session file {} {what}", self.0.display());
        let file = match files::open(&self.0, Links::Followed) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashMap::new()),
            opened => opened.map_err(|error| fault(&format!("cannot be read: {error}; choose another")))?,
        };
        if is_open_to_others(&file)
            .map_err(|error| fault(&format!("cannot be read: {error}; choose another")))?
        {
            return Err(fault("can be read by others; make it yours alone (chmod 600) or delete it"));
        }
        let content: Content = serde_json::from_reader(io::BufReader::new(file.take(MAX_FILE)))
            .ok()
            .filter(|content: &Content| content.version == VERSION)
            .ok_or_else(|| fault("holds no sessions that can be read; delete it or choose another"))?;
        let session = |saved: Saved| Arc::new(Session { cookies: saved.cookies, crumb: saved.crumb });
        Ok(content.sessions.into_iter().map(|(origin, saved)| (origin, session(saved))).collect())
    }

    /// Replaces the file as a whole.
    pub(super) fn save(&self, sessions: &HashMap<String, Arc<Session>>) -> Result<(), String> {
        let saved =
            |session: &Session| Saved { cookies: session.cookies.clone(), crumb: session.crumb.clone() };
        let sessions = sessions.iter().map(|(origin, session)| (origin.clone(), saved(session))).collect();
        let content = Content { version: VERSION, sessions };
        self.replace(&content).map_err(|error| format!("{} cannot be written: {error}", self.0.display()))
    }

    fn replace(&self, content: &Content) -> io::Result<()> {
        let folder = self.0.parent().filter(|folder| !folder.as_os_str().is_empty());
        fs::create_dir_all(folder.unwrap_or_else(|| Path::new(".")))?;
        // A link stays one.
        let WritePath::Replaceable(place) = WritePath::of(&self.0)? else {
            return Err(io::Error::other("it is no regular file"));
        };
        let folder = place.parent().unwrap_or_else(|| Path::new("."));
        // Such a file is its owner's alone from the beginning, and gone when something fails.
        let file = tempfile::Builder::new().prefix(".session-").tempfile_in(folder);
        let mut file = file.map_err(|error| files::without_path(&error))?;
        // Its own errors name it, and nobody knows it.
        file.as_file_mut().write_all(&serde_json::to_vec_pretty(content)?)?;
        file.as_file().sync_all()?;
        files::require_replaceable(&place)?;
        file.persist(place)?;
        Ok(())
    }
}

#[cfg(unix)]
fn is_open_to_others(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    const OTHERS: u32 = 0o077;
    Ok(file.metadata()?.permissions().mode() & OTHERS != 0)
}

/// Returns false: where the system has no such bits the folder's own rights hold.
#[cfg(not(unix))]
fn is_open_to_others(_: &File) -> io::Result<bool> {
    Ok(false)
}
