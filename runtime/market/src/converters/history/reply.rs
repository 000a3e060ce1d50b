//! The reply of the chart service.

use crate::read::envelope::Envelope;
use crate::read::events::Events;
use crate::read::json::First;
use crate::read::lenient::{Lenient, Object};
use crate::read::members;
use crate::read::numbers::{Numbers, Times};
use crate::records::history::{CapitalGain, Dividend, Meta, Split};

members! {
    pub(super) struct Reply {
        pub(super) chart: "chart" => Option<Envelope<First<Chart>>>,
    }
}

members! {
    pub(super) struct Chart {
        pub(super) meta: "meta" => Option<Lenient<Meta>>,
        pub(super) timestamp: "timestamp" => Option<Times>,
        pub(super) events: "events" => Option<Lenient<AllEvents>>,
        pub(super) indicators: "indicators" => Option<Indicators>,
    }
}

impl Object for Meta {
    const NAME: &'static str = "chart.result[0].meta";
    const SUBJECT: &'static [&'static str] = &["symbol", "dataGranularity", "range"];
}

impl Object for AllEvents {
    const NAME: &'static str = "chart.result[0].events";
}

members! {
    pub(super) struct AllEvents {
        pub(super) dividends: "dividends" => Option<Events<Dividend>>,
        pub(super) splits: "splits" => Option<Events<Split>>,
        pub(super) capital_gains: "capitalGains" => Option<Events<CapitalGain>>,
    }
}

members! {
    pub(super) struct Indicators {
        pub(super) quote: "quote" => Option<First<Quote>>,
        pub(super) adjclose: "adjclose" => Option<First<AdjClose>>,
    }
}

members! {
    #[derive(Default)]
    pub(super) struct Quote {
        pub(super) open: "open" => Option<Numbers>,
        pub(super) high: "high" => Option<Numbers>,
        pub(super) low: "low" => Option<Numbers>,
        pub(super) close: "close" => Option<Numbers>,
        pub(super) volume: "volume" => Option<Numbers>,
    }
}

members! {
    #[derive(Default)]
    pub(super) struct AdjClose {
        pub(super) adjclose: "adjclose" => Option<Numbers>,
    }
}
