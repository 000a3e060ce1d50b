//! The cost of each conversion, from the bytes of a reply to the typed response, beside the time of one
//! search for an absent needle in the same bytes: the minimum that any reader of them could need.
//!
//! The ratio table measures both in turns, so that whatever slows the machine slows both.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a benchmark")]

use std::hint::black_box;
use std::time::Instant;

use divan::Bencher;
use divan::counter::BytesCount;
use memchr::memmem::Finder;
use virtual_finance::request::{Context, RawReply};
use virtual_finance_tests::replies::{Case, large, script_page_of_today};
use virtual_finance_tests::{HOSTS, NOW};

const NAMES: [&str; 9] =
    ["profile", "financials", "holders", "history", "options", "screeners", "screener", "index", "isin"];
const NEEDLE: &str = "\u{1}not in any reply\u{2}";

fn main() {
    ratios(400);
    script_page(200);
    divan::main();
}

#[divan::bench(args = NAMES)]
fn conversion(bencher: Bencher<'_, '_>, name: &str) {
    let case = case(name);
    bencher.counter(BytesCount::of_slice(&case.body)).bench_local(|| convert(&case));
}

#[divan::bench(args = NAMES)]
fn scan(bencher: Bencher<'_, '_>, name: &str) {
    let case = case(name);
    let finder = Finder::new(NEEDLE);
    bencher.counter(BytesCount::of_slice(&case.body)).bench_local(|| finder.find(black_box(&case.body)));
}

fn ratios(rounds: usize) {
    println!(
        "{:11}{:>9}{:>12}{:>12}{:>9}{:>7}",
        "converter", "bytes", "convert µs", "scan µs", "ratio", "goal"
    );
    let finder = Finder::new(NEEDLE);
    for case in large().expect("the replies") {
        let mut conversions = Vec::with_capacity(rounds);
        let mut scans = Vec::with_capacity(rounds);
        for _ in 0..rounds {
            conversions.push(micros(|| convert(&case)));
            // Twice, so that the second is warm.
            finder.find(black_box(&case.body));
            scans.push(micros(|| finder.find(black_box(&case.body))));
        }
        let (conversion, scan) = (median(conversions), median(scans));
        let goal = case.goal.map_or_else(|| "-".to_owned(), |goal| goal.to_string());
        println!(
            "{:11}{:>9}{conversion:>12.1}{scan:>12.2}{:>9.1}{goal:>7}",
            case.name,
            case.body.len(),
            conversion / scan
        );
    }
    println!();
}

/// Prints what Profile costs on a page of today beside its goal: 8 scans, and its sections alone.
fn script_page(rounds: usize) {
    let page = script_page_of_today().expect("the page");
    let sections = Case { body: page.sections, ..script_page_of_today().expect("the page").case };
    let finder = Finder::new(NEEDLE);
    let [mut conversions, mut parts, mut scans] = [(); 3].map(|()| Vec::with_capacity(rounds));
    for _ in 0..rounds {
        conversions.push(micros(|| convert(&page.case)));
        parts.push(micros(|| convert(&sections)));
        finder.find(black_box(&page.case.body));
        scans.push(micros(|| finder.find(black_box(&page.case.body))));
    }
    let [conversion, part, scan] = [conversions, parts, scans].map(median);
    println!(
        "profile from a page of today, {} bytes: {conversion:.1} µs; its sections alone {part:.1} µs, one scan {scan:.2} µs; \
         {:.1} scans beside the sections, goal 8\n",
        page.case.body.len(),
        (conversion - part) / scan
    );
}

fn case(name: &str) -> Case {
    large().expect("the replies").into_iter().find(|case| case.name == name).expect("a case of that name")
}

fn convert(case: &Case) -> impl Sized {
    let cx = Context::new(&HOSTS, NOW.into());
    case.request.convert_erased(&cx, &[RawReply::new(black_box(&case.body))]).expect("a good reply")
}

fn micros<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let result = work();
    let time = start.elapsed();
    drop(black_box(result));
    time.as_secs_f64() * 1e6
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
