//! Files that may be pipes. Opening one waits for its other end, which may never be there.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The time in which the other end of a pipe has to be there.
const LIMIT: Duration = Duration::from_secs(30);

/// Opens a file. A pipe whose other end nobody opens is given up.
pub(crate) fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    open_within(path, options, LIMIT)
}

pub(crate) fn open_within(path: &Path, options: &OpenOptions, limit: Duration) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        return options.open(path);
    }
    let (sender, receiver) = mpsc::channel();
    let (path, options) = (path.to_owned(), options.clone());
    thread::Builder::new().name("pipe".to_owned()).spawn(move || {
        // Nobody may be waiting for it any more.
        let _ = sender.send(options.open(path));
    })?;
    receiver.recv_timeout(limit).unwrap_or_else(|_| {
        let reason = format!("it is a pipe whose other end nobody opened in {} s", limit.as_secs_f64());
        Err(io::Error::new(io::ErrorKind::TimedOut, reason))
    })
}
