//! The code that the book's pages for programs in Rust have: the dates of bars, a statement, a saved reply, a source, settings, and a
//! request that is known at run time.
//!
//! It asks the sample host, which invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example book
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance::responses::history;
use virtual_finance::{Client, Financials, History};
use virtual_finance_sample::SampleHost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    let client = sample.client_builder().build()?;

    print_dates(&client.request(&History::new("IBM")).await?)?;
    revenue(&client).await?;
    from_text(&client).await?;
    // These ask nobody, or hosts of their own.
    let folder = tempfile::tempdir()?;
    println!("no saved reply: {}", convert_saved_reply(&folder.path().join("IBM.json")).is_err());
    settings()?;
    behind_a_gateway()?;
    drop(from_a_source());
    Ok(())
}

fn print_dates(history: &history::Response) -> Result<(), Box<dyn Error>> {
    // ANCHOR: dates
    let zone = history.meta.exchange_timezone_name.get().map_or("UTC", String::as_str);
    let zone = jiff::tz::TimeZone::get(zone)?;
    for bar in history.ohlcdata.bars() {
        let date = jiff::Timestamp::from_second(bar.timestamp)?.to_zoned_datetime(zone.clone()).date();
        println!("{date} {:?}", bar.close);
    }
    // ANCHOR_END: dates
    Ok(())
}

async fn revenue(client: &Client) -> Result<(), Box<dyn Error>> {
    // ANCHOR: statement
    let response = client.request(&Financials::new("IBM")).await?;
    let years = response.financials.and_then(|income| income.yearly).unwrap_or_default();
    for year in &years {
        println!("{:?} {:?}", year.end_date(), year.amount("totalRevenue")); // epoch seconds, and the amount as sent
    }
    // ANCHOR_END: statement
    Ok(())
}

fn convert_saved_reply(path: &std::path::Path) -> Result<history::Response, Box<dyn Error>> {
    // ANCHOR: saved
    use virtual_finance::catalogue::default_addresses;
    use virtual_finance::request::{Context, Request, convert_saved};
    use virtual_finance::{DateTime, History};

    let request = History::new("IBM");
    let hosts = default_addresses(request.info().hosts);
    let saved = std::fs::read(path)?;
    let reply = convert_saved(&request, &[&saved], &Context::new(&hosts, DateTime::now()))?;
    // ANCHOR_END: saved
    Ok(reply.response)
}

async fn from_a_source() -> Result<(), Box<dyn Error>> {
    // ANCHOR: source
    use virtual_finance::{Client, Holders, Source, SourceChoice};

    let client = Client::builder().source(SourceChoice::Auto).build()?; // or Page, or Api; Auto is the default
    let reply = client.reply(&Holders::new("IBM")).await?;
    if reply.source == Source::Api {
        println!("the page could not be read: {:?}", reply.response.major);
    }
    // ANCHOR_END: source
    Ok(())
}

async fn from_text(client: &Client) -> Result<(), Box<dyn Error>> {
    // ANCHOR: text
    use virtual_finance::ENDPOINTS; // the catalogue's types are in virtual_finance::catalogue
    use virtual_finance::request::{JsonStyle, ParamMap};

    let info = ENDPOINTS.iter().find(|info| info.command == "history").ok_or("no such endpoint")?;
    let request = (info.build)(&ParamMap::from_iter([("ticker", "IBM"), ("range", "1y")]))?;
    let reply = client.reply_erased(&*request).await?;
    reply.response.write_json(&mut std::io::stdout(), JsonStyle::Pretty)?;
    // ANCHOR_END: text
    Ok(())
}

fn settings() -> Result<Client, Box<dyn Error>> {
    // ANCHOR: settings
    use std::time::Duration;

    use virtual_finance::settings::{RateLimit, Retries};
    use virtual_finance::{Client, RequestParams};

    let params = RequestParams::new().retries(Retries::new().attempts(5)).deadline(Duration::from_secs(60));
    let client = Client::builder().request_params(params).rate_limit(RateLimit::per_second(2)).build()?;
    // ANCHOR_END: settings
    Ok(client)
}

fn behind_a_gateway() -> Result<Client, Box<dyn Error>> {
    // ANCHOR: streamer
    use virtual_finance::{Client, hosts};

    let client = Client::builder().host(&hosts::STREAMER_URL, "http://127.0.0.1:8080").build()?;
    // ANCHOR_END: streamer
    Ok(client)
}
