//! The places that a finished file may be moved to.

#![cfg(unix)]

use std::fs::{self, File};
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use virtual_finance_files::{WritePath, require_replaceable};

#[test]
fn a_regular_file_and_nothing_may_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let (file, link, absent) = (folder.join("file"), folder.join("link"), folder.join("absent"));
    fs::write(&file, "x").unwrap();
    symlink("file", &link).unwrap();
    symlink("absent", folder.join("dangling")).unwrap();
    for (name, place) in
        [("file", &file), ("link", &file), ("absent", &absent), ("dangling", &absent), ("./../link", &file)]
    {
        let name = match name.strip_prefix("./..") {
            Some(rest) => {
                folder.join("..").join(folder.file_name().unwrap()).join(rest.trim_start_matches('/'))
            }
            None => folder.join(name),
        };
        assert_eq!(
            WritePath::of(&name).unwrap(),
            WritePath::Replaceable(place.clone()),
            "{}",
            name.display()
        );
    }
    require_replaceable(&file).unwrap();
    require_replaceable(&absent).unwrap();
    symlink("circle", folder.join("circle")).unwrap();
    assert!(WritePath::of(&folder.join("circle")).is_err());
}

#[test]
fn nothing_else_is_ever_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(WritePath::of(&pipe).unwrap(), WritePath::Fixed(pipe.clone()));
    assert_eq!(WritePath::of(&folder).unwrap(), WritePath::Fixed(folder.clone()));
    assert!(require_replaceable(&pipe).is_err());
    assert!(require_replaceable(&folder).is_err());
    symlink(&pipe, folder.join("link")).unwrap();
    assert_eq!(WritePath::of(&folder.join("link")).unwrap(), WritePath::Fixed(pipe));
    assert!(require_replaceable(&folder.join("link")).is_err(), "a link is no regular file");

    symlink("/dev/null", folder.join("null")).unwrap();
    assert_eq!(WritePath::of(&folder.join("null")).unwrap(), WritePath::Fixed("/dev/null".into()));
    for name in ["/dev/null", "/dev/stdout", "/dev/no-such-device"] {
        assert!(matches!(WritePath::of(Path::new(name)).unwrap(), WritePath::Fixed(_)), "{name}");
        assert!(require_replaceable(Path::new(name)).is_err(), "{name}");
    }
}

/// A file that was deleted has no place, and looks like a regular one to whoever follows the link to it.
#[test]
#[cfg(target_os = "linux")]
fn a_deleted_file_that_is_open_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let open = File::create(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let link = folder.path().join("link");
    symlink(format!("/proc/self/fd/{}", open.as_raw_fd()), &link).unwrap();
    assert!(fs::metadata(&link).unwrap().is_file());
    assert!(matches!(WritePath::of(&link).unwrap(), WritePath::Fixed(_)));
}
