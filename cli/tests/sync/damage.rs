//! Folders whose files are damaged, missing, or no files.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use virtual_finance_sample::DEFAULT_NOW;

use super::{Host, done, file, verify};

#[test]
fn damage_is_found_and_mended() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::at(DEFAULT_NOW);
    host.sync(folder.path(), "IBM AAPL MSFT EURUSD=X --start 2024-06-03");
    let whole = fs::read(file(folder.path(), "IBM")).unwrap();
    fs::write(file(folder.path(), "IBM"), &whole[..whole.len() / 2]).unwrap();
    fs::remove_file(file(folder.path(), "AAPL")).unwrap();
    // Whole, sorted and of another symbol.
    fs::copy(file(folder.path(), "MSFT"), file(folder.path(), "EURUSD%3DX")).unwrap();
    fs::create_dir(folder.path().join("symbol=%zz")).unwrap();
    let (code, rows, stderr) = verify(folder.path());
    assert_eq!(code, Some(1));
    assert!(stderr.starts_with("error: 4 of 5 symbols have a fault; vfapi sync "), "{stderr}");
    let faults: Vec<_> =
        rows.as_array().unwrap().iter().map(|row| row["fault"].as_str().unwrap_or("-")).collect();
    assert_eq!(faults[0], "its file is missing: sync it");
    let damaged = "its file is damaged (its bytes differ from the manifest): sync it";
    assert_eq!((faults[1], faults[2]), (damaged, damaged));
    assert_eq!((faults[3], faults[4]), ("-", "it is the folder of no symbol: remove it"));

    fs::remove_dir(folder.path().join("symbol=%zz")).unwrap();
    fs::remove_dir_all(folder.path().join("symbol=EURUSD%3DX")).unwrap();
    let (code, rows, stderr) = host.sync(folder.path(), "");
    assert_eq!(code, Some(0), "{stderr}");
    let done = done(&rows);
    assert_eq!(done[0], "AAPL refetched: missing file");
    assert_eq!(done[2], "IBM refetched: damaged file: its bytes differ from the manifest");
    let (code, _, stderr) = verify(folder.path());
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(fs::read(file(folder.path(), "IBM")).unwrap(), whole);
}

fn numbers() -> impl FnMut(usize) -> usize {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 11).unwrap() % below
    }
}

fn damaged(whole: &[u8], number: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    let mut file = whole.to_vec();
    match number(4) {
        0 => file.truncate(number(whole.len())),
        1 => {
            let from = number(whole.len() - 16);
            file.drain(from..from + 1 + number(15));
        }
        // The decoder reads most of its instructions at the end.
        2 => (0..=number(4)).for_each(|_| {
            let place = whole.len() - 1 - number(whole.len().min(1_200));
            file[place] = u8::try_from(number(256)).unwrap();
        }),
        _ => (0..=number(4)).for_each(|_| {
            let place = number(whole.len());
            file[place] ^= 1 << number(8);
        }),
    }
    file
}

/// With the checksum of the damaged file in the manifest the decoder gets all of them.
#[test]
fn two_thousand_damaged_files_are_two_thousand_faults_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    Host::at(DEFAULT_NOW).sync(folder.path(), "IBM --start 2024-01-02");
    let whole = fs::read(file(folder.path(), "IBM")).unwrap();
    let path = folder.path().join("_manifest.json");
    let manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let entry = manifest["symbols"]["IBM"].clone();
    for has_checksum in [true, false] {
        let mut number = numbers();
        let mut changed = manifest.clone();
        for index in 0..2_000 {
            let body = damaged(&whole, &mut number);
            let symbol = format!("D{index}");
            fs::create_dir_all(file(folder.path(), &symbol).parent().unwrap()).unwrap();
            fs::write(file(folder.path(), &symbol), &body).unwrap();
            changed["symbols"][&symbol] = entry.clone();
            if has_checksum {
                changed["symbols"][&symbol]["crc32"] = json!(format!("{:08x}", crc32fast::hash(&body)));
            }
        }
        fs::write(&path, changed.to_string()).unwrap();
        let (code, rows, stderr) = verify(folder.path());
        assert_eq!(code, Some(1), "{stderr}");
        assert!(!stderr.contains("panicked") && stderr.lines().count() == 1, "{stderr}");
        let rows = rows.as_array().unwrap();
        assert_eq!(rows.len(), 2_001);
        let unread = "its file is damaged (its bytes differ from the manifest): sync it";
        let is_whole = |row: &&Value| row["fault"].is_null();
        if !has_checksum {
            let faults = rows.iter().filter(|row| row["fault"] == unread).count();
            // A byte may be changed to what it was.
            assert!(faults + rows.iter().filter(is_whole).count() == 2_001 && faults > 1_950, "{faults}");
        }
        assert!(rows.iter().any(|row| row["symbol"] == "IBM" && row["fault"].is_null()));
    }
}

/// Makes something in the place of a file.
#[cfg(unix)]
type Make<'m> = &'m dyn Fn(&Path);

/// Nothing is written through a link, and what is no file is neither waited for nor read without an end.
#[cfg(unix)]
#[test]
fn links_pipes_and_devices_in_a_folder_are_refused() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let (prices, other) = (folder.path().join("prices"), folder.path().join("other"));
    let host = Host::at(DEFAULT_NOW);
    host.sync(&prices, "IBM --start 2024-06-03");
    let manifest = fs::read(prices.join("_manifest.json")).unwrap();
    let pipe = |file: &Path| assert!(Command::new("mkfifo").arg(file).status().unwrap().success());
    let zero = |file: &Path| symlink("/dev/zero", file).unwrap();
    let linked = |file: &Path| symlink(&other, file).unwrap();
    let hard = |file: &Path| fs::hard_link(&other, file).unwrap();
    let making: [(&str, Make<'_>, &str); 8] = [
        ("_lock", &linked, "_lock cannot be written: it is a symbolic link; check the folder"),
        ("_lock", &hard, "_lock cannot be written: it is a link to another file; check the folder"),
        ("_lock", &pipe, "_lock cannot be written: it is no regular file; check the folder"),
        ("_manifest.json", &pipe, "_manifest.json cannot be read: it is no regular file; check the folder"),
        ("_manifest.json", &zero, "_manifest.json cannot be read: it is a symbolic link; check the folder"),
        ("_manifest.json", &linked, "_manifest.json cannot be read: it is a symbolic link; check the folder"),
        ("symbol=IBM/bars.parquet", &zero, "its file is damaged (it is a symbolic link): sync it"),
        ("symbol=IBM/bars.parquet", &pipe, "its file is damaged (it is no regular file): sync it"),
    ];
    for (name, make, expected) in making {
        fs::write(&other, &manifest).unwrap();
        let (path, aside) = (prices.join(name), folder.path().join("aside"));
        fs::rename(&path, &aside).unwrap();
        make(&path);
        let (code, rows, stderr) = verify(&prices);
        assert_eq!(code, Some(1), "{name}: {stderr}");
        assert!(stderr.contains(expected) || rows[0]["fault"] == expected, "{name}: {stderr} {rows}");
        // Nor does a sync write through what is there, or put a file in its place.
        let kind = |file: &Path| fs::symlink_metadata(file).unwrap().file_type();
        let before = kind(&path);
        let (code, _, stderr) = host.sync(&prices, "IBM");
        assert_eq!(code, Some(1), "{name}: {stderr}");
        assert!(stderr.contains(&format!("{name} cannot be ")), "{name}: {stderr}");
        assert_eq!(kind(&path), before, "{name}");
        assert_eq!(fs::read(&other).unwrap(), manifest, "{name}");
        fs::remove_file(&path).unwrap();
        fs::rename(&aside, &path).unwrap();
    }
    // A link to a folder elsewhere is not the folder of a symbol.
    fs::rename(prices.join("symbol=IBM"), folder.path().join("elsewhere")).unwrap();
    symlink(folder.path().join("elsewhere"), prices.join("symbol=IBM")).unwrap();
    let before = fs::read(folder.path().join("elsewhere/bars.parquet")).unwrap();
    let (code, _, stderr) = host.sync(&prices, "IBM AAPL");
    assert!(code == Some(7) && stderr.contains("its folder is a symbolic link or no folder"), "{stderr}");
    assert_eq!(fs::read(folder.path().join("elsewhere/bars.parquet")).unwrap(), before);
    assert!(file(&prices, "AAPL").is_file());
}
