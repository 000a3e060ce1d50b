//! `cargo run --release -p virtual-finance-soak -- [requests] [seed]`: a million requests unless another number is given.

#![expect(clippy::print_stdout, reason = "a program for a terminal")]

use std::process::ExitCode;
use std::time::Duration;

use virtual_finance_soak::Soak;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|number| number.parse::<u64>());
    let soak = Soak {
        requests: numbers.next().transpose()?.unwrap_or(1_000_000),
        rounds: 20,
        seed: numbers.next().transpose()?.unwrap_or(7),
        at_once: 32,
        idle: Duration::from_secs(4),
        deadline: Duration::from_secs(15),
    };
    let report = soak.run(|asked, held| {
        println!("{asked} requests: {} files, {} bytes of heap, {} kB", held.files, held.heap, held.resident);
    })?;
    println!("{:?}\nthe longest took {:?}, all {:?}", report.asked, report.longest, report.took);
    let faults = report.faults(&soak);
    faults.iter().for_each(|fault| println!("{fault}"));
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
