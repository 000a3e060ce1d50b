//! Whole amounts of money and shares are integers, however the host writes them; prices stay what they were.

use serde_json::Value;
use virtual_finance::ScreenerName;
use virtual_finance::request::ErasedRequest;
use virtual_finance::{Financials, History, Holders, Options, Profile, Quote, Screener};
use virtual_finance_tests::convert_erased;

use super::summary;

const QUOTE: &str = r#"{"quoteResponse":{"result":[{"symbol":"A","regularMarketPrice":29.0,"bid":0.0,
    "regularMarketVolume":6.9916E10,"marketCap":1.5E12,"netAssets":3405712380.0,"circulatingSupply":19941792.5,
    "fiftyTwoWeekHigh":66.0}],"error":null}}"#;
const CHART: &str = r#"{"chart":{"result":[{"meta":{"symbol":"A","regularMarketPrice":210.0},"timestamp":[1],
    "indicators":{"quote":[{"open":[7.0],"high":[7.0],"low":[6.0],"close":[7.0],"volume":[1.5E7]}],
    "adjclose":[{"adjclose":[7.0]}]}}],"error":null}}"#;
const CHAIN: &str = r#"{"optionChain":{"result":[{"underlyingSymbol":"A","expirationDates":[1],"strikes":[5.0],
    "hasMiniOptions":false,"options":[{"expirationDate":1,"calls":[{"contractSymbol":"C","strike":5.0,"volume":12.0,"openInterest":3.4E1,
    "bid":228.0}],"puts":[]}]}],"error":null}}"#;
const SCREENED: &str = r#"{"finance":{"result":[{"total":1,"quotes":[{"symbol":"A","priceHint":2,
    "regularMarketPrice":29.0,"marketCap":4.18000717E9,"regularMarketVolume":5.0E5}]}],"error":null}}"#;
const SECTIONS: &str = r#""majorHoldersBreakdown":{"institutionsCount":2561.0},
    "institutionOwnership":{"ownershipList":[{"organization":"O","position":7.3806391E7,"value":9.290748499E9}]},
    "summaryDetail":{"previousClose":269.0,"volume":6.9E6,"totalAssets":1.0E9,"beta":1.0},
    "calendarEvents":{"earnings":{"earningsHigh":9.0,"revenueHigh":1.76073E10}},
    "earnings":{"financialsChart":{"yearly":[{"date":2023,"revenue":3.9E11,"earnings":1.5}]}},
    "balanceSheetHistory":{"balanceSheetStatements":[{"endDate":1,"cash":6.9916E10}]}"#;

/// The text at a place of what a request makes of a reply.
fn texts(request: &dyn ErasedRequest, body: &str, places: &[(&str, &str)]) {
    let found = convert_erased(request, body.as_bytes()).unwrap();
    for (place, expected) in places {
        assert_eq!(
            found.pointer(place).map(Value::to_string).as_deref(),
            Some(*expected),
            "{place}: {found}"
        );
    }
}

#[test]
fn whole_amounts_are_integers_and_prices_stay() {
    texts(
        &Quote::new(["A"]),
        QUOTE,
        &[
            ("/quotes/0/regularMarketVolume", "69916000000"),
            ("/quotes/0/marketCap", "1500000000000"),
            ("/quotes/0/netAssets", "3405712380"),
            ("/quotes/0/circulatingSupply", "19941792.5"),
            ("/quotes/0/regularMarketPrice", "29.0"),
            ("/quotes/0/bid", "0.0"),
            ("/quotes/0/fiftyTwoWeekHigh", "66.0"),
        ],
    );
    texts(
        &History::new("A"),
        CHART,
        &[
            ("/ohlcdata/volume/0", "15000000"),
            ("/ohlcdata/open/0", "7.0"),
            ("/meta/regularMarketPrice", "210.0"),
        ],
    );
    texts(
        &Options::new("A"),
        CHAIN,
        &[
            ("/options/0/calls/0/volume", "12"),
            ("/options/0/calls/0/openInterest", "34"),
            ("/options/0/calls/0/strike", "5.0"),
            ("/options/0/calls/0/bid", "228.0"),
            ("/strikes/0", "5.0"),
        ],
    );
    texts(
        &Screener::new(ScreenerName::DayGainers),
        SCREENED,
        &[
            ("/rows/0/marketCap/raw", "4180007170"),
            ("/rows/0/regularMarketVolume/raw", "500000"),
            ("/rows/0/regularMarketPrice/raw", "29.0"),
        ],
    );
    let sections = summary(SECTIONS);
    texts(
        &Holders::new("A"),
        &sections,
        &[
            ("/institutional/holders/0/shares", "73806391"),
            ("/institutional/holders/0/value", "9290748499"),
            ("/major/0/0", "\"2561\""),
        ],
    );
    texts(
        &Profile::new("A").partial(true),
        &sections,
        &[
            ("/info/volume", "6900000"),
            ("/info/totalAssets", "1000000000"),
            ("/info/previousClose", "269.0"),
            ("/info/beta", "1.0"),
            ("/calendar/earnings/revenueHigh", "17607300000"),
            ("/calendar/earnings/earningsHigh", "9.0"),
        ],
    );
    texts(
        &Financials::new("A"),
        &sections,
        &[
            ("/balancesheet/yearly/0/cash", "69916000000"),
            ("/earnings/yearly/0/revenue", "390000000000"),
            ("/earnings/yearly/0/earnings", "1.5"),
        ],
    );
}
