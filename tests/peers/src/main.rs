//! Measures this client and yfinance-rs in turns, on one sample host: `cargo xtask bench --peers`.
//!
//! `peers` starts a process of its own for the host (`peers host`) and for each measurement (`peers CLIENT WORK URL`), so that
//! the processor time is the client's alone.

use std::env;
use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::{Instant, SystemTime};

use cpu_time::ProcessTime;
use virtual_finance::settings::RateLimit;
use virtual_finance::{Client, History, hosts};
use virtual_finance_sample::SampleHost;
use yfinance_rs::{DownloadBuilder, DownloadConcurrency, HistoryBuilder, Range, YfClient};

const CLIENTS: [&str; 2] = ["virtual-finance", "yfinance-rs"];
const ROUNDS: usize = 7;
/// The longest history so many times, one after the other; five days of so many tickers.
const HISTORIES: usize = 50;
const TICKERS: usize = 500;
const AT_ONCE: u32 = 32;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => compare(),
        ["host"] => host(),
        ["virtual-finance", work, url] => {
            let rate = RateLimit::none().at_once(AT_ONCE);
            let client = Client::builder().host(&hosts::QUERY_URL, url).rate_limit(rate).build()?;
            timed(async || own(&client, work).await).await
        }
        ["yfinance-rs", work, url] => {
            let base = format!("{url}/v8/finance/chart/").parse::<url::Url>()?;
            let client = YfClient::builder().base_chart(base).build()?;
            timed(async || peer(&client, work).await).await
        }
        _ => Err("write `peers`, `peers host` or `peers CLIENT history|tickers URL`".into()),
    }
}

fn host() -> Result<()> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs();
    let host = SampleHost::builder().now(i64::try_from(now)?).start()?;
    println!("{}", host.url());
    host.wait();
    Ok(())
}

fn compare() -> Result<()> {
    let program = env::current_exe()?;
    let mut host = Command::new(&program).arg("host").stdout(Stdio::piped()).spawn()?;
    let mut url = String::new();
    BufReader::new(host.stdout.take().ok_or("no output of the host")?).read_line(&mut url)?;
    println!("| median of {ROUNDS} rounds | client | by the clock | processor time | bars |\n|-|-|-|-|-|");
    for (work, name) in [("history", "a history of all days"), ("tickers", "500 tickers, 5 days")] {
        let mut rounds: Vec<Vec<[f64; 3]>> = vec![Vec::new(); CLIENTS.len()];
        for _ in 0..ROUNDS {
            for (client, found) in CLIENTS.iter().zip(&mut rounds) {
                let output = Command::new(&program).args([client, work, url.trim()]).output()?;
                found.push(figures(&String::from_utf8(output.stdout)?)?);
            }
        }
        for (client, found) in CLIENTS.iter().zip(&rounds) {
            let [clock, processor, bars] = [0, 1, 2].map(|column| median(found, column));
            println!("| {name} | {client} | {clock:.2} ms | {processor:.2} ms | {bars} |");
        }
    }
    host.kill()?;
    Ok(())
}

fn figures(printed: &str) -> Result<[f64; 3]> {
    let figures: Vec<f64> =
        printed.split_whitespace().map(str::parse).collect::<std::result::Result<_, _>>()?;
    figures.try_into().map_err(|_| "a measurement failed; its error stands above".into())
}

fn median(rounds: &[[f64; 3]], column: usize) -> f64 {
    let mut values: Vec<f64> = rounds.iter().map(|round| round[column]).collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Does a piece of work twice, and prints the milliseconds of the second and the number of bars.
async fn timed(work: impl AsyncFn() -> Result<(usize, usize)>) -> Result<()> {
    work().await?;
    let (clock, processor) = (Instant::now(), ProcessTime::now());
    let (times, bars) = work().await?;
    let per = |seconds: f64| seconds * 1000.0 / times as f64;
    println!("{} {} {bars}", per(clock.elapsed().as_secs_f64()), per(processor.elapsed().as_secs_f64()));
    Ok(())
}

/// Returns how often the work was done, and the bars of all of it.
async fn own(client: &Client, work: &str) -> Result<(usize, usize)> {
    let mut bars = 0;
    if work == "history" {
        for _ in 0..HISTORIES {
            bars += client
                .request(&History::new("IBM").range(virtual_finance::Range::Max))
                .await?
                .ohlcdata
                .timestamp
                .len();
        }
        return Ok((HISTORIES, bars / HISTORIES));
    }
    let mut replies =
        client.many(tickers().map(|ticker| History::new(ticker).range(virtual_finance::Range::FiveDays)));
    while let Some((_, reply)) = replies.next().await {
        bars += reply?.response.ohlcdata.timestamp.len();
    }
    Ok((1, bars))
}

async fn peer(client: &YfClient, work: &str) -> Result<(usize, usize)> {
    let mut bars = 0;
    if work == "history" {
        for _ in 0..HISTORIES {
            let history = HistoryBuilder::new(client, "IBM").range(Range::Max).auto_adjust(false);
            bars += history.fetch().await?.len();
        }
        return Ok((HISTORIES, bars / HISTORIES));
    }
    let download = DownloadBuilder::new(client).symbols(tickers()).range(Range::D5).unadjusted();
    let download = download.concurrency(DownloadConcurrency::new(usize::try_from(AT_ONCE)?)?).run().await?;
    Ok((1, download.entries.iter().map(|entry| entry.history.candles.len()).sum()))
}

fn tickers() -> impl Iterator<Item = String> {
    (0..TICKERS).map(|number| format!("ACME{number}"))
}
