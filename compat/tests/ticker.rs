//! The ticker over the sample host: every property, how often its requests are sent, and the errors.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::thread;

use crate::support::{Counting, column, names, schema, zone};
use serde_json::json;
use tokio::sync::Barrier;
use virtual_finance::{AdjustType, Interval, Range};
use virtual_finance_compat::{
    Adjust, Analysis, COMPONENTS, Error, Financials, History, Holders, Insiders, Lookup, Options, Profile,
    Property, Quote, Search, Shares, Ticker, blocking,
};
use virtual_finance_sample::SampleHost;

/// The properties of the contract, the statements in full, what analysts and insiders do, and the latest figures.
const PROPERTIES: &str = "actions analyst_price_targets balance_sheet balance_sheet_full balancesheet \
     calendar capital_gains cash_flow cash_flow_full cashflow dividends earnings earnings_dates \
     earnings_estimate earnings_history eps_revisions eps_trend fast_info financials growth_estimates \
     history_metadata income_stmt incomestmt info insider_purchases insider_roster_holders \
     insider_transactions institutional_holders isin key_figures major_holders mutualfund_holders options \
     quarterly_balance_sheet quarterly_balance_sheet_full quarterly_balancesheet quarterly_cash_flow \
     quarterly_cash_flow_full quarterly_cashflow quarterly_earnings quarterly_financials \
     quarterly_income_stmt quarterly_incomestmt recommendations recommendations_summary revenue_estimate \
     sec_filings splits sustainability ttm_cash_flow ttm_cashflow ttm_financials ttm_income_stmt \
     ttm_incomestmt upgrades_downgrades valuation";

fn properties() -> impl Iterator<Item = &'static str> {
    PROPERTIES.split_whitespace()
}

fn has_something(property: &Property) -> bool {
    match property {
        Property::Frame(frame) => frame.height() > 0 && frame.width() > 1,
        Property::Text(text) => !text.is_empty(),
        Property::Texts(texts) => !texts.is_empty(),
        Property::Object(object) => !object.is_empty(),
        _ => false,
    }
}

fn is_bare(name: &str, property: &Property) -> bool {
    matches!(property, Property::Frame(frame) if name == "capital_gains" && frame.height() == 0 && frame.width() == 2)
}

#[test]
fn the_properties_and_components_are_those_of_the_specification() {
    assert_eq!(Ticker::PROPERTIES.join(" "), PROPERTIES);
    assert_eq!(COMPONENTS.iter().collect::<BTreeSet<_>>().len(), 15);
    assert_eq!(Profile::COMPONENTS, COMPONENTS);
}

#[tokio::test]
async fn every_property_has_something_over_http() {
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build().unwrap();
    let ticker = Ticker::new(&client, "IBM");
    for name in properties() {
        let property = ticker.property(name).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(has_something(&property) || is_bare(name, &property), "{name}: {property:?}");
    }
    let error = ticker.property("balance").await.unwrap_err().to_string();
    assert!(
        error.contains("no property \"balance\"") && error.contains("balance_sheet, balance_sheet_full"),
        "{error}"
    );
}

#[tokio::test]
async fn a_request_is_sent_when_a_property_is_first_read_and_once() {
    let host = Counting::default();
    let ticker = Ticker::new(&host.client(), "IBM");
    assert_eq!(host.count(), 0);
    for name in properties() {
        ticker.property(name).await.unwrap();
    }
    let asked = host.asked();
    for name in properties() {
        ticker.clone().property(name).await.unwrap();
    }
    ticker.option_chain(None, None).await.unwrap();
    assert_eq!(host.asked(), asked);
    // The time series are asked for once by year, by quarter (in three parts each), of twelve months (in two) and for the
    // valuation, and the summary once for analysts, insiders, filings and the key figures.
    let requests = |path: &str| match path {
        path if path.contains("/timeseries/") => 9,
        path if path.contains("/quoteSummary/") => 4,
        _ => 1,
    };
    let once = |(path, count): (&String, &usize)| *count == requests(path);
    assert!(asked.iter().all(once), "{asked:?}");
    assert!(asked.keys().any(|path| path.contains("/chart/")));
    // Another ticker of the same name fetches for itself, and only what it is asked for.
    Ticker::new(&host.client(), "IBM").splits().await.unwrap();
    let again: Vec<_> = host.asked().into_iter().filter(|(_, count)| *count == 2).collect();
    assert!(matches!(again.as_slice(), [(path, _)] if path.contains("/chart/")), "{again:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_that_read_at_once_share_a_request() {
    let host = Counting::default();
    let ticker = Ticker::new(&host.client(), "IBM");
    let barrier = Arc::new(Barrier::new(24));
    let tasks: Vec<_> = (0..24)
        .map(|task| {
            let (ticker, barrier) = (ticker.clone(), Arc::clone(&barrier));
            tokio::spawn(async move {
                barrier.wait().await;
                let name = ["dividends", "splits", "actions"][task % 3];
                has_something(&ticker.property(name).await.unwrap())
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(host.count(), 1);
}

#[tokio::test]
async fn a_failure_is_an_error_each_time_and_not_remembered() {
    let host = Counting::default();
    let ticker = Ticker::new(&host.client(), "IBM");
    host.fail(2);
    for _ in 0..2 {
        let error = ticker.dividends().await.unwrap_err();
        assert!(matches!(&error, Error::Request(error) if error.status() == Some(500)), "{error}");
        assert!(error.to_string().starts_with("History IBM: "), "{error}");
    }
    assert_eq!(ticker.dividends().await.unwrap().width(), 2);
    assert_eq!(host.count(), 3);
    // A task that waits while another one fails sends the request itself.
    let ticker = Ticker::new(&host.client(), "IBM");
    host.fail(1);
    let (one, other) = tokio::join!(ticker.splits(), ticker.splits());
    assert!(one.is_err() && other.is_ok());
}

#[tokio::test]
async fn a_history_is_fetched_anew_and_adjusted() {
    let host = Counting::default();
    let ticker = Ticker::new(&host.client(), "IBM");
    let adjusted = ticker.history(|history| history.range(Range::Max)).await.unwrap();
    assert_eq!(
        names(&adjusted),
        ["Date", "Open", "High", "Low", "Close", "Adj Close", "Volume", "Dividends", "Stock Splits"]
    );
    assert_eq!(schema(&adjusted)[0], "Date: date");
    assert_eq!(column(&adjusted, "Close"), column(&adjusted, "Adj Close"));
    let with =
        async |adjust| ticker.history(|history| history.range(Range::Max).adjust(adjust)).await.unwrap();
    let (raw, own, back) =
        (with(Adjust::Unadjusted).await, with(Adjust::YfinanceBack).await, with(Adjust::Back).await);
    assert_eq!(host.count(), 4);
    assert_eq!(column(&own, "Close"), column(&raw, "Close"));
    assert_ne!(column(&raw, "Close"), column(&adjusted, "Close"));
    assert_ne!(column(&back, "Open"), column(&adjusted, "Open"));
    let pairs = column(&own, "Open").into_iter().zip(column(&adjusted, "Open"));
    for (own, adjusted) in pairs.filter(|(own, _)| !own.is_null()) {
        let (own, adjusted) = (own.as_f64().unwrap(), adjusted.as_f64().unwrap());
        assert!((own - adjusted).abs() <= 1e-12 * adjusted, "{own} is not {adjusted}");
    }
    // An intraday history has no adjusted close and needs none.
    let minutes =
        ticker.history(|history| history.range(Range::OneDay).interval(Interval::FiveMinutes)).await;
    assert_eq!(schema(&minutes.unwrap())[5], "Adj Close: f64");
}

#[tokio::test]
async fn the_interval_of_a_request_says_whether_there_is_anything_to_adjust() {
    let host = Counting::default();
    for (interval, is_adjusted) in [(Interval::OneMinute, false), (Interval::OneDay, true)] {
        let request = virtual_finance::History::new("IBM").range(Range::FiveDays).interval(interval);
        let request = History::from(request).adjust(Adjust::Auto);
        let frames = request.fetch(&host.client()).await.unwrap();
        assert_eq!(frames.back_adjusted().is_err(), is_adjusted, "{interval}");
        let adjustment = if is_adjusted { Adjust::Auto } else { Adjust::Unadjusted };
        assert_eq!(frames.adjustment(), adjustment, "{interval}");
    }
}

#[tokio::test]
async fn adjusted_prices_are_not_adjusted_again() {
    let client = Counting::default().client();
    let fetched = History::new("IBM").fetch(&client).await.unwrap();
    let error = fetched.back_adjusted().unwrap_err().to_string();
    assert!(error.starts_with("History IBM: the prices are adjusted already; ask"), "{error}");
    let fetched = History::from(virtual_finance::History::new("IBM")).fetch(&client).await.unwrap();
    assert!(fetched.back_adjusted().is_ok());
    assert_eq!(fetched.adjustment(), Adjust::Unadjusted);
    let adjusted = virtual_finance::History::new("IBM").adjust(AdjustType::Auto);
    let fetched = History::from(adjusted).fetch(&client).await.unwrap();
    assert!(fetched.back_adjusted().is_err());
    for adjust in Adjust::ALL {
        let fetched = History::new("IBM").adjust(adjust).fetch(&client).await.unwrap();
        assert_eq!(fetched.adjustment(), adjust);
    }
}

#[tokio::test]
async fn an_expiration_is_chosen() {
    let host = Counting::default();
    let ticker = Ticker::new(&host.client(), "IBM");
    let days = ticker.options().await.unwrap();
    let nearest = ticker.option_chain(None, None).await.unwrap();
    let same = ticker.option_chain(&days[0], Some("America/New_York")).await.unwrap();
    assert_eq!(host.count(), 1);
    // The reply has the quote of the underlying instrument beside the contracts.
    assert_eq!(nearest.underlying["symbol"], "IBM");
    assert!(nearest.underlying["regularMarketPrice"].is_number());
    assert_eq!(column(&nearest.calls, "lastTradeDate"), column(&same.calls, "lastTradeDate"));
    assert_eq!(
        (zone(&nearest.puts, "lastTradeDate"), zone(&same.puts, "lastTradeDate")),
        ("UTC".into(), "America/New_York".into())
    );
    let later = ticker.option_chain(days[2].parse::<virtual_finance::Date>().unwrap(), None).await.unwrap();
    assert_eq!(host.count(), 2);
    let compact = days[2].replace('-', "");
    let symbols = column(&later.puts, "contractSymbol");
    assert!(symbols.iter().all(|symbol| symbol.as_str().unwrap().contains(&compact[2..])), "{symbols:?}");

    let error = ticker.option_chain("2024-07-20", None).await.unwrap_err().to_string();
    let start =
        format!("Options IBM: no options expire on 2024-07-20; choose one of {}, {}, ", days[0], days[1]);
    assert!(error.starts_with(&start), "{error}");
    let error = ticker.option_chain("20 July", None).await.unwrap_err().to_string();
    assert_eq!(error, "Options IBM: \"20 July\" is not a date; write one like 2024-07-19");
    let error = ticker.option_chain(None, Some("New York")).await.unwrap_err();
    assert!(matches!(error, Error::UnknownZone { .. }), "{error}");
    assert_eq!(host.count(), 2);
}

#[tokio::test]
async fn an_instrument_without_options_has_none() {
    let client = Counting::default().client();
    let ticker = Ticker::new(&client, "NOOPTIONS");
    assert_eq!(ticker.options().await.unwrap(), [""; 0]);
    let chain = ticker.option_chain(None, None).await.unwrap();
    assert_eq!((chain.calls.height(), chain.calls.width()), (0, 14));
    let error = ticker.option_chain("2024-07-19", None).await.unwrap_err().to_string();
    assert_eq!(error, "Options NOOPTIONS: no options expire on 2024-07-19; the instrument has none");
    // The specification's own structure is an error.
    let error = Options::new("NOOPTIONS").standardized(&client).await.unwrap_err();
    assert!(matches!(&error, Error::Request(error) if error.status() == Some(404)), "{error}");
}

#[tokio::test]
async fn classes_keep_the_standardized_structure() {
    let client = Counting::default().client();
    macro_rules! same {
        ($($class:ident),*) => {$(
            let fetched = $class::new("IBM").fetch(&client).await.unwrap();
            let standardized = $class::new("IBM").standardized(&client).await.unwrap();
            assert_eq!(*fetched.response(), standardized);
            assert_eq!($class::from(virtual_finance::$class::new("IBM")).fetch(&client).await.is_ok(), true);
            assert!(json!(fetched.into_response()).is_object());
        )*};
    }
    same!(Financials, History, Holders, Lookup, Options, Profile, Search, Shares);
    let quote = Quote::new("IBM").fetch(&client).await.unwrap();
    assert_eq!(*quote.response(), Quote::new("IBM").standardized(&client).await.unwrap());
}

#[test]
fn the_blocking_form_is_the_same() {
    let host = Counting::default();
    let ticker = blocking::Ticker::new(&host.builder().build_blocking().unwrap(), "IBM");
    assert_eq!(blocking::Ticker::PROPERTIES, Ticker::PROPERTIES);
    host.fail(1);
    assert!(ticker.dividends().is_err());
    let begun = host.count();
    let threads: Vec<_> = (0..8)
        .map(|_| {
            let ticker = ticker.clone();
            thread::spawn(move || ticker.dividends().unwrap().height())
        })
        .collect();
    assert!(threads.into_iter().all(|thread| thread.join().unwrap() > 0));
    assert_eq!(host.count(), begun + 1);
    for name in properties() {
        let property = ticker.property(name).unwrap();
        assert!(has_something(&property) || is_bare(name, &property), "{name}");
    }
    let days = ticker.options().unwrap();
    assert!(ticker.option_chain(&days[1], None).unwrap().calls.height() > 0);
    assert!(ticker.history(|history| history.range(Range::OneYear)).unwrap().height() > 200);
    assert!(ticker.option_chain("2000-01-01", None).is_err());
}

/// Frames have the currencies of their amounts, as far as the reply says them.
#[tokio::test]
async fn frames_have_currencies() {
    let client = Counting::default().client();
    let prices = Some("USD");
    let analysis = Analysis::new("IBM").fetch(&client).await.unwrap();
    let currencies = analysis.currencies();
    assert_eq!((currencies.prices.as_deref(), currencies.statements.as_deref()), (prices, prices));
    // The map has the names of yfinance and no other.
    assert_eq!(
        analysis.analyst_price_targets().keys().collect::<Vec<_>>(),
        ["current", "high", "low", "mean", "median"]
    );
    let insiders = Insiders::new("IBM").fetch(&client).await.unwrap();
    assert_eq!(insiders.currencies().prices.as_deref(), prices);
    let profile = Profile::new("IBM").fetch(&client).await.unwrap();
    assert_eq!(profile.currencies().market_values.as_deref(), prices);
    // A table of the page says none.
    let holders = Holders::new("IBM").fetch(&client).await.unwrap();
    assert_eq!(holders.currencies().prices, None);
}
