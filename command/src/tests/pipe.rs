//! Pipes whose other end is not there.

#![cfg(unix)]

use std::fs::{self, File};
use std::io;
use std::process::Command;
use std::time::Duration;

use crate::system::pipe::open_within;

#[test]
fn a_pipe_without_another_end_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    for (name, options) in [("read", File::options().read(true)), ("written", File::options().write(true))] {
        let pipe = folder.path().join(name);
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let error = open_within(&pipe, options, Duration::from_millis(50)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(error.to_string(), "it is a pipe whose other end nobody opened in 0.05 s");
    }
    // A file is opened at once, and what is not there is told as such.
    fs::write(folder.path().join("file"), "").unwrap();
    let open =
        |name: &str| open_within(&folder.path().join(name), File::options().read(true), Duration::ZERO);
    assert!(open("file").is_ok());
    assert_eq!(open("none").unwrap_err().kind(), io::ErrorKind::NotFound);
}
