//! Results of many bars in bounded memory: in groups of rows as files, and as a table that says that it goes on.

use std::fs;
use std::io::Read as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use virtual_finance_loopback::{LoopbackHost, reply, target};
use virtual_finance_sample::{DEFAULT_NOW, reply as sample_reply};

use crate::support;

/// The bars of a year, and the most memory that a command may take beside the pages of its program.
const BARS: usize = 260;
const MAX_KIB: usize = 64 << 10;

fn vfapi(line: &str) -> Command {
    support::vfapi(line.split_whitespace())
}

fn host() -> LoopbackHost {
    let query = "range=1y&interval=1d&includePrePost=false&events=div%2Csplits";
    let year = Arc::new(sample_reply("/v8/finance/chart/TICKER", query, DEFAULT_NOW).body);
    LoopbackHost::start(move |request| {
        let ticker = target(request).split(['/', '?']).nth(4).unwrap();
        reply(200, &[("content-type", "application/json")], year.replace("TICKER", ticker))
    })
}

/// The output of a command, and the most memory that it had beside the pages of its program, in KiB where the system says it.
struct Written {
    stdout: Vec<u8>,
    stderr: String,
    peak: Option<usize>,
}

/// Asks for the bars of so many tickers. The memory is looked at while stdout is read: the command waits for its reader,
/// so the last look comes when all is written but what a pipe has.
fn bars_of(tickers: usize, options: &str) -> Written {
    let (folder, host) = (tempfile::tempdir().unwrap(), host());
    let list = folder.path().join("tickers.txt");
    fs::write(&list, (0..tickers).map(|number| format!("T{number}\n")).collect::<String>()).unwrap();
    let line = format!(
        "--query-url {} history --range 1y --adjust auto --tickers {} {options}",
        host.url(),
        list.display()
    );
    let mut child = vfapi(&line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut out, mut stdout, mut peak) = (child.stdout.take().unwrap(), Vec::new(), None);
    let mut part = vec![0; 1 << 16];
    loop {
        let count = out.read(&mut part).unwrap();
        if count == 0 {
            break;
        }
        stdout.extend_from_slice(part.get(..count).unwrap());
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let kib = |name| {
            status.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB")?.parse().ok())
        };
        let own = kib("VmHWM:")
            .zip(kib("RssFile:"))
            .map(|(all, program): (usize, usize)| all.saturating_sub(program));
        peak = peak.max(own);
    }
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    Written { stdout, stderr, peak }
}

#[test]
fn a_table_for_people_says_that_it_goes_on() {
    let Written { stdout, stderr, peak } = bars_of(1_000, "--format table");
    let text = String::from_utf8(stdout).unwrap();
    let rows = text.lines().filter(|line| line.starts_with('T')).count();
    assert_eq!(rows, 10_000, "{:?}", text.lines().take(4).collect::<Vec<_>>());
    let total = 1_000 * BARS;
    assert_eq!(
        stderr,
        format!(
            "note: the table ohlcdata goes on after 10000 of {total} rows: add --all to see all, or take csv\n"
        )
    );
    assert!(peak.is_none_or(|peak| peak < MAX_KIB), "{peak:?} KiB");

    let all = bars_of(39, "--format table --all");
    let rows =
        |text: &[u8]| String::from_utf8_lossy(text).lines().filter(|line| line.starts_with('T')).count();
    assert_eq!((rows(&all.stdout), all.stderr.as_str()), (39 * BARS, ""));
    // Formats for programs have every row.
    assert_eq!(rows(&bars_of(39, "--format csv").stdout), 39 * BARS);
    let few = bars_of(38, "--format table");
    assert_eq!((rows(&few.stdout), few.stderr.as_str()), (38 * BARS, ""));
}

/// The order is that of all rows, which are kept without the replies that they came in.
#[test]
fn sorted_bars_take_the_memory_of_their_cells() {
    let Written { stdout, stderr, peak } = bars_of(300, "--format csv --sort -close");
    assert_eq!((String::from_utf8(stdout).unwrap().lines().count(), stderr.as_str()), (300 * BARS + 1, ""));
    assert!(peak.is_none_or(|peak| peak < MAX_KIB), "{peak:?} KiB");
}

#[cfg(feature = "frames")]
mod frames {
    use std::io::Cursor;

    use polars_io::SerReader as _;
    use polars_io::ipc::IpcReader;
    use polars_io::parquet::read::ParquetReader;
    use serde_json::Value;
    use virtual_finance_compat::polars::prelude::{DataFrame, DataType};

    use super::*;

    fn parquet(file: Vec<u8>) -> DataFrame {
        ParquetReader::new(Cursor::new(file)).finish().unwrap()
    }

    fn arrow(file: Vec<u8>) -> DataFrame {
        IpcReader::new(Cursor::new(file)).finish().unwrap()
    }

    #[test]
    fn files_of_many_bars_take_the_memory_of_a_group() {
        for format in ["parquet", "arrow"] {
            let Written { stdout, stderr, peak } = bars_of(1_000, &format!("--format {format}"));
            assert_eq!(stderr, "");
            assert!(peak.is_none_or(|peak| peak < MAX_KIB), "{format}: {peak:?} KiB");
            let frame = if format == "parquet" { parquet(stdout) } else { arrow(stdout) };
            assert_eq!(frame.height(), 1_000 * BARS);
            let tickers = frame.column("ticker").unwrap().str().unwrap().clone();
            assert_eq!(
                (tickers.get(0), tickers.get(BARS), tickers.last()),
                (Some("T0"), Some("T1"), Some("T999"))
            );
            // Each ticker has the bars of the first.
            let close = frame.column("close").unwrap().f64().unwrap().clone();
            for row in 0..BARS {
                assert_eq!(close.get(row), close.get(frame.height() - BARS + row));
            }
        }
    }

    /// The types of the columns are those of all rows together, whatever comes first.
    #[test]
    fn types_are_those_of_all_responses() {
        let query = "range=5d&interval=1d&includePrePost=false&events=div%2Csplits";
        let week = sample_reply("/v8/finance/chart/TICKER", query, DEFAULT_NOW).body;
        let host = LoopbackHost::start(move |request| {
            let ticker = target(request).split(['/', '?']).nth(4).unwrap();
            let mut body: Value = serde_json::from_str(&week.replace("TICKER", ticker)).unwrap();
            let quote = body.pointer_mut("/chart/result/0/indicators/quote/0").unwrap();
            let first = match ticker {
                "NONE" => vec![Value::Null; 5],
                "HALVES" => vec![Value::from(1.5); 5],
                _ => vec![Value::from(7); 5],
            };
            quote.as_object_mut().unwrap().insert("volume".to_owned(), Value::from(first));
            reply(200, &[("content-type", "application/json")], body.to_string())
        });
        let run = |tickers: &str, format: &str| {
            let line = format!(
                "--query-url {} history {tickers} --range 5d --adjust auto --format {format}",
                host.url()
            );
            let output = vfapi(&line).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
            output.stdout
        };
        for (tickers, kind, volumes) in [
            ("NONE WHOLE", DataType::Int64, [None, Some(7.0), None]),
            ("WHOLE HALVES NONE", DataType::Float64, [Some(7.0), Some(1.5), None]),
            ("NONE HALVES WHOLE", DataType::Float64, [None, Some(1.5), Some(7.0)]),
        ] {
            let frame = parquet(run(tickers, "parquet"));
            assert!(frame.equals_missing(&arrow(run(tickers, "arrow"))), "{tickers}");
            let column = frame.column("volume").unwrap();
            assert_eq!(*column.dtype(), kind, "{tickers}");
            let column = column.cast(&DataType::Float64).unwrap();
            let column = column.f64().unwrap();
            let found: Vec<_> = (0..frame.height() / 5).map(|ticker| column.get(ticker * 5)).collect();
            assert_eq!(found, volumes.get(..found.len()).unwrap(), "{tickers}");
        }
        // The columns are those of one response, and the ticker.
        let (one, both) = (parquet(run("WHOLE", "parquet")), parquet(run("WHOLE WHOLE2", "parquet")));
        let names: Vec<_> = both.get_column_names().into_iter().skip(1).cloned().collect();
        let of_one: Vec<_> = one.get_column_names().into_iter().cloned().collect();
        assert_eq!(names, of_one);
        for name in &names {
            let (one, both) = (one.column(name).unwrap(), both.column(name).unwrap());
            assert!(both.slice(0, 5).equals_missing(one), "{name}");
        }
    }
}
