//! `cargo run --release -p virtual-finance-soak -- [requests] [seed] [1.1 or 2]`: a million requests for each of five seeds
//! at once, unless others are given. HTTP/2 is that of every second seed.

#![expect(clippy::print_stdout, reason = "a program for a terminal")]

use std::env;
use std::error::Error;
use std::process::{Command, ExitCode};
use std::time::Duration;

use virtual_finance_soak::{Protocol, Soak};

/// The seeds, each with its version of HTTP.
const RUNS: [(&str, &str); 5] = [("1", "1.1"), ("2", "2"), ("3", "1.1"), ("7", "2"), ("11", "1.1")];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut given = env::args().skip(1);
    let requests = given.next().unwrap_or_else(|| "1000000".to_owned());
    let Some(seed) = given.next() else { return all(&requests) };
    let soak = Soak {
        protocol: if given.next().as_deref() == Some("2") { Protocol::Http2 } else { Protocol::Http1 },
        requests: requests.parse()?,
        rounds: 20,
        seed: seed.parse()?,
        at_once: 32,
        idle: Duration::from_secs(4),
        deadline: Duration::from_secs(15),
    };
    let name = format!("seed {}, {:?}", soak.seed, soak.protocol);
    let report = soak.run(|asked, held| {
        println!(
            "{name}: {asked} requests: {} files, {} bytes of heap, {} kB",
            held.files, held.heap, held.resident
        );
    })?;
    println!(
        "{name}: {:?}\n{name}: the longest took {:?}, all {:?}",
        report.asked, report.longest, report.took
    );
    let faults = report.faults(&soak);
    faults.iter().for_each(|fault| println!("{name}: {fault}"));
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs each seed in a program of its own, so that what one holds is its own.
fn all(requests: &str) -> Result<ExitCode, Box<dyn Error>> {
    let program = env::current_exe()?;
    let begin = |(seed, version)| Command::new(&program).args([requests, seed, version]).spawn();
    let running: Vec<_> = RUNS.into_iter().map(begin).collect::<Result<_, _>>()?;
    let mut is_good = true;
    for mut run in running {
        is_good &= run.wait()?.success();
    }
    println!("{}", if is_good { "all seeds passed" } else { "not all seeds passed" });
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
