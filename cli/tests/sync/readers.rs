//! Folders of bars as DuckDB and pandas read them, where python3 has these.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use virtual_finance_sample::DEFAULT_NOW;

use super::{Host, done, file, frame, said, vfapi};

/// Returns what a program of Python prints as JSON; `None` if a module is missing.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn printed(modules: &str, program: &str) -> Option<Value> {
    let python = |program: &str| Command::new("python3").args(["-c", program]).output();
    if !python(&format!("import {modules}")).is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: python3 has not all of {modules} (pip install {modules})");
        return None;
    }
    let output = python(&format!("import json, {modules}\n{program}")).unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// The folder is a plain dataset: DuckDB finds the symbols in the names of folders.
#[test]
fn duckdb_reads_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    Host::at(DEFAULT_NOW).sync(folder.path(), "IBM ^GSPC EURUSD=X --start 2024-06-03");
    let query = "select symbol, count(*)::int, max(timestamp)::text, typeof(any_value(volume)) from \
                 read_parquet('FOLDER/*/*.parquet', hive_partitioning = true) group by symbol order by symbol";
    let query = query.replace("FOLDER", &folder.path().display().to_string());
    let Some(rows) = printed("duckdb", &format!("print(json.dumps(duckdb.sql(\"{query}\").fetchall()))"))
    else {
        return;
    };
    let row = |symbol: &str| json!([symbol, 20, "2024-06-28 00:00:00", "BIGINT"]);
    assert_eq!(rows, json!([row("EURUSD=X"), row("IBM"), row("^GSPC")]));
}

/// Reads a folder with pandas as the book does, and prints its types and the rows of each symbol.
const PANDAS: &str = "
read = pandas.read_parquet('FOLDER')
types = {name: str(kind) for name, kind in read.dtypes.items()}
rows = {symbol: [len(of), str(of.timestamp.iloc[0]), float(of.close.iloc[-1])] for symbol, of in
        read.groupby('symbol', observed=True)}
some = pandas.read_parquet('FOLDER', filters=[('symbol', '==', 'IBM')])
print(json.dumps([types, rows, len(some)]))";

fn by_pandas(folder: &Path) -> Option<Value> {
    printed("pandas, pyarrow", &PANDAS.replace("FOLDER", &folder.display().to_string()))
}

#[test]
fn pandas_reads_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    Host::at(DEFAULT_NOW).sync(folder.path(), "IBM ^GSPC EURUSD=X --start 2024-06-03");
    let Some(read) = by_pandas(folder.path()) else { return };
    for name in ["open", "high", "low", "close", "adjclose", "dividend", "split"] {
        assert_eq!(read[0][name], "float64", "{name}");
    }
    assert_eq!(read[0]["timestamp"], "datetime64[ms]");
    for symbol in ["IBM", "^GSPC", "EURUSD=X"] {
        let close = frame(folder.path(), &symbol.replace('^', "%5E").replace('=', "%3D"))
            .column("close")
            .unwrap()
            .clone();
        let last = close.f64().unwrap().last().unwrap();
        assert_eq!(read[1][symbol], json!([20, "2024-06-03 00:00:00", last]), "{symbol}");
    }
    assert_eq!(read[2], 20);
}

/// The bars of minutes that were in a damaged file stay beside the new one, and no reader of the folder finds them.
#[test]
fn what_is_kept_beside_a_file_is_no_part_of_the_dataset() {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("--sample sync {} IBM --interval 60m --format json", folder.path().display());
    let sync = || said(&vfapi(&line).output().unwrap());
    sync();
    let path = file(folder.path(), "IBM");
    let mut body = fs::read(&path).unwrap();
    let rows = frame(folder.path(), "IBM").height();
    body[4] ^= 1;
    fs::write(&path, &body).unwrap();
    let (code, report, stderr) = sync();
    assert_eq!(code, Some(0), "{stderr}");
    assert!(done(&report)[0].starts_with("IBM refetched: damaged file"), "{report}");
    let beside = path.with_file_name("_bars.parquet.until-damaged");
    assert_eq!(fs::read(beside).unwrap(), body);
    if let Some(read) = by_pandas(folder.path()) {
        assert_eq!((&read[1]["IBM"][0], &read[2]), (&json!(rows), &json!(rows)));
        assert_eq!(read[0]["timestamp"], "datetime64[ms, UTC]");
    }
}
