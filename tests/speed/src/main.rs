//! Measures each conversion, for `cargo xtask bench`, which runs it and compares its figures.
//!
//! `speed inputs DIR` invents the replies and writes them to a folder; the others read that folder, so that two revisions
//! can be measured on the same bytes:
//!
//! - `speed allocations DIR` counts the allocations of each thing, and `speed times DIR` the nanoseconds: a line each on
//!   stdout;
//! - `speed twice DIR` does each thing twice, for valgrind, which counts the instructions of each call of the functions
//!   `measured_…`: a line with its name.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for a task")]

mod inputs;
mod work;

use std::alloc::System;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

use work::{Work, works};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The time that the repetitions of one thing take together.
const REPEATED_FOR: Duration = Duration::from_millis(200);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.as_slice() {
        [task, folder] => run(task, Path::new(folder)),
        _ => Err("write `speed inputs DIR`, `speed allocations DIR`, `speed times DIR` or `speed twice DIR`"
            .into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    if task == "inputs" {
        return inputs::write(folder);
    }
    let figure: fn(&Work) -> u128 = match task {
        "allocations" => |work| u128::try_from(allocations(work)).unwrap_or_default(),
        "times" => |work| nanoseconds(work),
        "twice" => |work| u128::from(black_box(work.measured()).is_some()),
        other => return Err(format!("there is no task {other:?}").into()),
    };
    for work in works(folder)? {
        // What is made once, such as tables of names, is made before.
        work.once().map_err(|error| format!("{}: {error}", work.name()))?;
        println!("{}\t{}", figure(&work), work.name());
    }
    Ok(())
}

/// Returns the number of allocations, of which each growth of one is another.
fn allocations(work: &Work) -> usize {
    let region = Region::new(ALLOCATOR);
    let result = work.measured();
    let counted = region.change();
    drop(result);
    counted.allocations.saturating_add(counted.reallocations)
}

/// Returns the minimum of the times that it took: whatever else the machine does makes it longer.
fn nanoseconds(work: &Work) -> u128 {
    let began = Instant::now();
    let mut minimum = Duration::MAX;
    while began.elapsed() < REPEATED_FOR {
        let start = Instant::now();
        let result = black_box(work.measured());
        minimum = minimum.min(start.elapsed());
        drop(result);
    }
    minimum.as_nanos()
}
