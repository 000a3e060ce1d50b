//! Files of every kind, and what is read of them.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use virtual_finance_files::{Links, below, open, open_to_others, read};

fn fault(file: &Path, links: Links) -> String {
    read(file, 16, links).unwrap_err().to_string()
}

#[test]
fn a_regular_file_within_its_bound_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    for (length, is_read) in [(0, true), (16, true), (17, false)] {
        fs::write(&file, vec![b'x'; length]).unwrap();
        for links in [Links::Followed, Links::Refused] {
            let found = read(&file, 16, links);
            assert_eq!(found.is_ok(), is_read, "{length}: {found:?}");
        }
    }
    assert_eq!(fault(&file, Links::Refused), "it has more than 16 bytes");
    assert_eq!(
        open(&folder.path().join("none"), Links::Refused).unwrap_err().kind(),
        std::io::ErrorKind::NotFound
    );
}

/// A file that waits for its other end would hang the test.
#[test]
fn pipes_devices_sockets_and_folders_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (pipe, socket) = (folder.path().join("pipe"), folder.path().join("socket"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _listening = UnixListener::bind(&socket).unwrap();
    for file in [&*pipe, &*socket, Path::new("/dev/zero"), folder.path()] {
        for links in [Links::Followed, Links::Refused] {
            assert_eq!(fault(file, links), "it is no regular file", "{}", file.display());
        }
    }
}

#[test]
fn a_link_is_followed_where_the_caller_names_it_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link, zero) =
        (folder.path().join("file"), folder.path().join("link"), folder.path().join("zero"));
    fs::write(&file, "text").unwrap();
    symlink(&file, &link).unwrap();
    symlink("/dev/zero", &zero).unwrap();
    assert_eq!(read(&link, 16, Links::Followed).unwrap(), b"text");
    assert_eq!(fault(&link, Links::Refused), "it is a symbolic link");
    assert_eq!(fault(&zero, Links::Followed), "it is no regular file");
    assert_eq!(fault(&zero, Links::Refused), "it is a symbolic link");
}

#[test]
fn a_link_may_not_leave_the_folder() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (file, secret) = (folder.path().join("file"), other.path().join("secret"));
    fs::write(&file, "text").unwrap();
    fs::write(&secret, "secret").unwrap();
    let (inside, outside, through) =
        (folder.path().join("inside"), folder.path().join("outside"), folder.path().join("through"));
    symlink("file", &inside).unwrap();
    symlink(&secret, &outside).unwrap();
    symlink(other.path(), &through).unwrap();
    assert_eq!(below(folder.path(), &inside).unwrap(), fs::canonicalize(&file).unwrap());
    for file in [outside, through.join("secret")] {
        let error = below(folder.path(), &file).unwrap_err().to_string();
        assert_eq!(error, "a symbolic link leads out of the folder");
    }
}

#[test]
fn a_folder_of_ones_own_is_known() {
    let folder = tempfile::tempdir().unwrap();
    for (mode, expected) in [
        (0o700, None),
        (0o755, None),
        (0o775, Some("others may write to it")),
        (0o702, Some("others may write to it")),
    ] {
        fs::set_permissions(folder.path(), Permissions::from_mode(mode)).unwrap();
        assert_eq!(open_to_others(folder.path()).unwrap(), expected, "{mode:o}");
    }
}
