//! Files that are damaged, of another kind or on a full disk, and signals while they are written.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::{said, vfapi, words};

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// Records a quote of the sample host, whose replay needs no network, and returns the folder of records.
fn recorded(folder: &TempDir) -> String {
    let records = folder.path().join("records").display().to_string();
    let line = format!("--sample --record {records} quote IBM");
    assert_eq!(said(vfapi(words(&line)).output().unwrap()).0, Some(0));
    records
}

/// The exit code of a record that cannot be used is 1, whichever of its files is damaged.
#[test]
fn a_damaged_record_is_no_mistake_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let records = recorded(&folder);
    let file = |ending: &str| Path::new(&records).join(format!("000001-quote-IBM.{ending}"));
    for ending in ["json", "body"] {
        let whole = fs::read(file(ending)).unwrap();
        fs::write(file(ending), &whole[..20]).unwrap();
        let (code, _, stderr) =
            said(vfapi(words(&format!("--replay {records} quote IBM"))).output().unwrap());
        let begin = format!("error: Quote IBM: {} is damaged: ", file(ending).display());
        assert!(code == Some(1) && stderr.starts_with(&begin), "{code:?} {stderr}");
        fs::write(file(ending), whole).unwrap();
    }
    let (code, ..) = said(vfapi(words("--replay /no/such/folder quote IBM")).output().unwrap());
    assert_eq!(code, Some(2), "a client that cannot be made");
}

#[cfg(unix)]
mod unix {
    use std::io::{BufRead as _, BufReader};
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::Stdio;
    use std::sync::{Mutex, mpsc};

    use virtual_finance_loopback::{LoopbackHost, reply, target};
    use virtual_finance_sample::{DEFAULT_NOW, reply as sample_reply};

    use super::*;

    /// Makes something in the place of a file.
    type Make<'a> = &'a dyn Fn(&Path);

    /// One that the caller names is refused; that of the cache folder is the command's own.
    #[test]
    fn a_session_file_of_the_cache_folder_is_replaced_whatever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let records = recorded(&folder);
        let cached = folder.path().join("vfapi");
        fs::create_dir(&cached).unwrap();
        let (session, sources) = (cached.join("session.json"), cached.join("session.sources.json"));
        let good = r#"{"version": 1, "sessions": {}}"#;
        let pipe = |file: &Path| assert!(Command::new("mkfifo").arg(file).status().unwrap().success());
        let make: [(&str, Make<'_>); 4] = [
            ("can be read by others", &|file| fs::write(file, good).unwrap()),
            ("cannot be read: it is no regular file", &pipe),
            ("cannot be read: it is no regular file", &|file| {
                std::os::unix::fs::symlink("/dev/zero", file).unwrap();
            }),
            ("holds no sessions that can be read", &|file| {
                fs::write(file, " ".repeat(2 << 20)).unwrap();
                fs::set_permissions(file, fs::Permissions::from_mode(0o600)).unwrap();
            }),
        ];
        for (reason, make) in make {
            make(&session);
            // What was learned about sources stands in the next file, which is as little trusted.
            pipe(&sources);
            let mut command = vfapi(words(&format!("--replay {records} quote IBM")));
            let (code, _, stderr) = said(command.env("XDG_CACHE_HOME", folder.path()).output().unwrap());
            let note = format!(
                "note: the session file {} {reason}; it was removed, and the session is fetched again\n",
                session.display()
            );
            assert_eq!((code, stderr), (Some(0), note));
            assert!(!session.exists());

            make(&session);
            let line = format!("--sample --session-file {} quote IBM", session.display());
            let (code, _, stderr) = said(vfapi(words(&line)).output().unwrap());
            assert!(code == Some(2) && stderr.contains(reason), "{code:?} {stderr}");
            assert!(session.exists());
            fs::remove_file(&session).unwrap();
            fs::remove_file(&sources).unwrap();
        }
    }

    /// A pipe is read and written as a file, by name or as a shell makes one.
    #[test]
    fn a_pipe_is_read_and_written() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let at = pipe.display().to_string();
        let run = |line: &str| said(vfapi(words(line)).output().unwrap());
        let beside = |action: &dyn Fn(), content: Option<&str>| {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| match content {
                    Some(content) => fs::write(&pipe, content).map(|()| String::new()),
                    None => fs::read_to_string(&pipe),
                });
                action();
                other.join().unwrap().unwrap()
            })
        };
        let line = "--sample history IBM AAPL --range 5d --adjust auto --format csv";
        let wanted = run(line);
        let read = || assert_eq!(run(&line.replace("IBM AAPL", &format!("--tickers {at}"))), wanted);
        beside(&read, Some("IBM\nAAPL\n"));
        let records = recorded(&folder);
        let body = fs::read_to_string(Path::new(&records).join("000001-quote-IBM.body")).unwrap();
        let quote = run("--sample quote IBM");
        beside(&|| assert_eq!(run(&format!("convert quote IBM {at}")).1, quote.1), Some(&body));
        let written = beside(&|| assert_eq!(run(&format!("{line} -o {at}")).0, Some(0)), None);
        assert_eq!(written, wanted.1);
        // Process substitution is no part of every sh.
        let script = format!("{} {line} --tickers <(echo MSFT) -o >(cat)", env!("CARGO_BIN_EXE_vfapi"));
        let script = script.replace("IBM AAPL", "--failures /dev/null");
        let Ok(bash) = Command::new("bash").args(["-c", &script]).env("VFAPI_CONFIG", "").output() else {
            return;
        };
        let (code, stdout, stderr) = said(bash);
        assert!(code == Some(0) && stdout.contains("\nMSFT,"), "{stdout} {stderr}");
    }

    /// A file moved over `/dev/stdout` would take it from every program of the system. Links to such places stand for it.
    #[test]
    #[cfg(target_os = "linux")]
    fn nothing_of_the_system_is_replaced() {
        use std::io::{Read as _, Seek as _};
        use std::os::fd::OwnedFd;
        use std::os::unix::fs::symlink;
        use std::os::unix::net::UnixStream;

        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let is_link = |name: &str| fs::symlink_metadata(at(name)).unwrap().is_symlink();
        symlink("/proc/self/fd/1", at("stdout")).unwrap();
        symlink("/dev/null", at("null")).unwrap();
        let line = |name: &str| format!("--sample isin IBM -o {}", at(name).display());
        let wanted = said(vfapi(words("--sample isin IBM")).output().unwrap()).1;

        let mut deleted = tempfile::tempfile().unwrap();
        let stdout = deleted.try_clone().unwrap();
        assert!(vfapi(words(&line("stdout"))).stdout(stdout).status().unwrap().success());
        let mut written = String::new();
        deleted.rewind().unwrap();
        deleted.read_to_string(&mut written).unwrap();
        assert_eq!(written, wanted);

        let (mut own, other) = UnixStream::pair().unwrap();
        assert!(vfapi(words(&line("stdout"))).stdout(OwnedFd::from(other)).status().unwrap().success());
        let mut written = String::new();
        own.read_to_string(&mut written).unwrap();
        assert_eq!(written, wanted);

        let failures =
            format!("--sample quote IBM,NOTFOUND --failures {} -o /dev/null", at("null").display());
        assert_eq!(said(vfapi(words(&failures)).output().unwrap()).0, Some(7));
        assert!(is_link("stdout") && is_link("null"));
        // A session file may be a link, which stays one.
        fs::write(at("mine.json"), r#"{"version": 1, "sessions": {}}"#).unwrap();
        fs::set_permissions(at("mine.json"), fs::Permissions::from_mode(0o600)).unwrap();
        symlink("mine.json", at("session.json")).unwrap();
        let session = format!("--sample quote IBM --session-file {}", at("session.json").display());
        assert_eq!(said(vfapi(words(&session)).output().unwrap()).0, Some(0));
        assert!(is_link("session.json"));
        assert!(fs::read_to_string(at("mine.json")).unwrap().contains("crumb"));
    }

    fn on_a_full_disk(line: &str, blocks: u32) -> Command {
        let mut command = Command::new("sh");
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        command.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_vfapi")).args(words(line));
        command.env("VFAPI_CONFIG", "");
        command
    }

    #[test]
    fn a_full_disk_leaves_nothing_and_the_message_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).display().to_string();
        fs::write(at("bars.csv"), "mine").unwrap();
        let line = "--sample history IBM --range 5y --adjust auto";
        for name in ["bars.csv", "bars.json"] {
            let (code, _, stderr) =
                said(on_a_full_disk(&format!("{line} -o {}", at(name)), 8).output().unwrap());
            let message = format!("error: {} cannot be written: File too large", at(name));
            assert!(code == Some(1) && stderr.starts_with(&message), "{code:?} {stderr}");
            assert!(!stderr.contains(".vfapi-"), "{stderr}");
        }
        let (code, _, stderr) =
            said(on_a_full_disk(&format!("{line} --record {}", at("records")), 8).output().unwrap());
        let message = format!("error: History IBM: {}/000001-history-IBM.", at("records"));
        assert!(code == Some(1) && stderr.starts_with(&message), "{code:?} {stderr}");
        assert_eq!(names(&folder.path().join("records")), [""; 0]);
        assert_eq!(names(folder.path()), ["bars.csv", "records"]);
        assert_eq!(fs::read_to_string(at("bars.csv")).unwrap(), "mine");
        // The temporary file cannot be made.
        let (code, _, stderr) =
            said(vfapi(words(&format!("{line} -o {}", at("none/bars.csv")))).output().unwrap());
        let message = format!(
            "error: {} cannot be written: No such file or directory (os error 2); name",
            at("none/bars.csv")
        );
        assert!(code == Some(1) && stderr.starts_with(&message), "{code:?} {stderr}");
        // Nor can the session be kept, which is no error.
        let line = format!("--sample quote IBM --session-file {}", at("session.json"));
        assert_eq!(said(on_a_full_disk(&line, 0).output().unwrap()).0, Some(0));
        assert_eq!(names(folder.path()), ["bars.csv", "records"]);
    }

    #[test]
    fn a_full_device_is_named() {
        let full = || fs::File::options().write(true).open("/dev/full");
        if full().is_err() {
            return;
        }
        let reason = "cannot be written: No space left on device (os error 28); ";
        for line in ["--sample isin IBM", "--help", "isin -h", "help quote", "--version", "endpoints"] {
            let output = vfapi(words(line)).stdout(full().unwrap()).output().unwrap();
            let (code, _, stderr) = said(output);
            let expected = format!("error: stdout {reason}write the result elsewhere\n");
            assert_eq!((code, stderr), (Some(1), expected), "{line}");
        }
        let (code, _, stderr) = said(vfapi(words("--sample isin IBM -o /dev/full")).output().unwrap());
        assert!(code == Some(1) && stderr.starts_with(&format!("error: /dev/full {reason}")), "{stderr}");
    }

    fn send(signal: &str, id: u32) {
        assert!(Command::new("kill").args([signal, &id.to_string()]).status().unwrap().success());
    }

    fn history(request: &str) -> Vec<u8> {
        let query = "period1=1719000000&period2=1719600000&interval=1d";
        let ticker = target(request).split(['/', '?']).nth(4).unwrap();
        reply(
            200,
            &[],
            sample_reply("/v8/finance/chart/TICKER", query, DEFAULT_NOW).body.replace("TICKER", ticker),
        )
    }

    #[test]
    fn a_signal_ends_a_request_and_leaves_nothing() {
        for (signal, expected) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("bars.csv");
            fs::write(&file, "mine").unwrap();
            let (started, child) = mpsc::channel::<u32>();
            let child = Mutex::new(child);
            let host = LoopbackHost::start(move |_| {
                send(signal, child.lock().unwrap().recv().unwrap());
                // It never replies.
                loop {
                    std::thread::park();
                }
            });
            let line = format!(
                "--query-url {} --record {} -o {} history IBM",
                host.url(),
                folder.path().join("records").display(),
                file.display()
            );
            let command = vfapi(words(&line)).stderr(Stdio::piped()).spawn().unwrap();
            started.send(command.id()).unwrap();
            assert_eq!(said(command.wait_with_output().unwrap()).0, Some(expected), "{signal}");
            assert_eq!(names(folder.path()), ["bars.csv", "records"]);
            assert_eq!(names(&folder.path().join("records")), [""; 0]);
            assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
        }
    }

    /// Of several tickers what is done goes beside the file: it is not what was asked for.
    #[test]
    fn a_signal_leaves_the_file_of_several_tickers_as_it_was() {
        for (signal, expected) in [("-INT", 130), ("-TERM", 143)] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("bars.csv");
            fs::write(&file, "mine").unwrap();
            let host = LoopbackHost::start(|request| {
                while target(request).contains("LATE") {
                    std::thread::park();
                }
                history(request)
            });
            let line = format!(
                "--query-url {} -v -o {} history EARLY LATE --adjust auto",
                host.url(),
                file.display()
            );
            let mut command = vfapi(words(&line)).stderr(Stdio::piped()).spawn().unwrap();
            let mut lines = BufReader::new(command.stderr.take().unwrap()).lines().map(Result::unwrap);
            assert!(lines.by_ref().any(|line| line.contains("1 of 2: History EARLY: done")));
            send(signal, command.id());
            assert_eq!(command.wait().unwrap().code(), Some(expected));
            let part = folder.path().join("bars.part.csv");
            let message = format!(
                "error: stopped after 1 of 2, 0 of which failed; what was done is in {}, and the file of -o is as it \
                 was; to be able to go on, write a file for each ticker",
                part.display()
            );
            let last = lines.last().unwrap();
            assert!(last.starts_with(&message), "{last}");
            assert_eq!(names(folder.path()), ["bars.csv", "bars.part.csv"]);
            assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
            assert!(fs::read_to_string(&part).unwrap().contains("\nEARLY,"));
        }
    }

    /// Whoever started the command may want it to go on, as `nohup` does.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_ignored_signal_stays_without_effect() {
        let (started, child) = mpsc::channel::<u32>();
        let child = Mutex::new(child);
        let host = LoopbackHost::start(move |request| {
            send("-HUP", child.lock().unwrap().recv().unwrap());
            history(request)
        });
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_vfapi")]);
        command.args(["--query-url", host.url(), "history", "IBM"]).env("VFAPI_CONFIG", "");
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        started.send(command.id()).unwrap();
        let (code, stdout, stderr) = said(command.wait_with_output().unwrap());
        assert!(code == Some(0) && stdout.starts_with('{'), "{stderr}");
    }

    /// A program has few file handles, and each connection takes one.
    #[test]
    fn two_hundred_and_fifty_six_file_handles_are_enough() {
        let tickers: Vec<String> = (0..1000).map(|number| format!("T{number}")).collect();
        let script = "ulimit -n 256; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_vfapi"), "--sample", "history", "--adjust", "auto"]);
        command.args(["--range", "5d", "--format", "csv"]).args(tickers).env("VFAPI_CONFIG", "");
        let (code, stdout, stderr) = said(command.output().unwrap());
        assert_eq!(code, Some(0), "{stderr}");
        assert_eq!(stdout.lines().count(), 5001);
    }
}

/// A saved reply cannot be had again.
#[test]
fn results_take_the_place_of_no_saved_reply() {
    let folder = tempfile::tempdir().unwrap();
    let reply = folder.path().join("reply.json");
    fs::write(&reply, "{}").unwrap();
    let link = folder.path().join("link.json");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&reply, &link).unwrap();
    for results in [&reply, &link].into_iter().filter(|file| file.exists()) {
        let line = format!("convert history IBM {} -o {}", reply.display(), results.display());
        let (code, _, stderr) = said(vfapi(words(&line)).output().unwrap());
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.starts_with("error: -o is the saved reply "), "{stderr}");
    }
    assert_eq!(fs::read_to_string(&reply).unwrap(), "{}");
}
