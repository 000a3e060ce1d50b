//! One large reply for each endpoint: the captured ones where they are, the sample host's otherwise.

use std::fs;

use virtual_finance::{ENDPOINTS, ErasedRequest, ParamMap};
use virtual_finance_sample as sample;

use crate::captures;

/// A reply with its request.
pub struct Case {
    /// The command of the endpoint.
    pub name: &'static str,
    /// The request.
    pub request: Box<dyn ErasedRequest>,
    /// The body of its reply.
    pub body: Vec<u8>,
    /// The most that a conversion may cost, as a multiple of one scan of the same bytes, where the body is
    /// the captured one.
    pub goal: Option<f64>,
}

/// Where the reply of an endpoint comes from.
struct Source {
    /// The endpoint's command.
    name: &'static str,
    /// Its required parameter.
    required: &'static [&'static str],
    /// Path and query on the sample host.
    sample: (&'static str, &'static str),
    /// The captured reply.
    captured: &'static str,
    goal: Option<f64>,
}

const SOURCES: [Source; 9] = [
    Source {
        name: "profile",
        required: &["IBM"],
        sample: ("/quote/IBM", ""),
        captured: "profile/virtual-finance-API__2021_yahoo_profile.raw.html",
        goal: Some(12.0),
    },
    Source {
        name: "financials",
        required: &["IBM"],
        sample: ("/quote/IBM/financials", ""),
        captured: "financials/virtual-finance-API__2021_yahoo_financials.raw.html",
        goal: Some(12.0),
    },
    Source {
        name: "holders",
        required: &["IBM"],
        sample: ("/quote/IBM/holders", ""),
        captured: "holders/virtual-finance-API__2021_yahoo_holders.raw.html",
        goal: Some(20.0),
    },
    Source {
        name: "history",
        required: &["IBM"],
        sample: (
            "/v8/finance/chart/IBM",
            "period1=-2208988800&period2=1719604800&interval=1d&events=div,splits",
        ),
        captured: "history/virtual-finance-API__2021_yahoo_history.raw.json",
        goal: Some(130.0),
    },
    Source {
        name: "options",
        required: &["IBM"],
        sample: ("/v7/finance/options/IBM", ""),
        captured: "options/virtual-finance-API__2021_yahoo_options.raw.json",
        goal: Some(190.0),
    },
    Source {
        name: "screeners",
        required: &[],
        sample: ("/screener", ""),
        captured: "screeners/virtual-finance-API__2021_screeners.raw.html",
        goal: Some(5.0),
    },
    Source {
        name: "screener",
        required: &["DAY_GAINERS"],
        sample: ("/screener/predefined/DAY_GAINERS", ""),
        captured: "screener/virtual-finance-API__2021_screener.raw.html",
        goal: Some(6.0),
    },
    Source {
        name: "index",
        required: &["^GSPC"],
        sample: ("/quote/%5EGSPC/components", ""),
        captured: "index/virtual-finance-API__2021_yahoo_index.raw.html",
        goal: Some(30.0),
    },
    Source {
        name: "isin",
        required: &["IBM"],
        sample: ("/ajax/SearchController_Suggest", "query=IBM&max_results=10"),
        captured: "isin/virtual-finance-API__2021_business_insider_get_isin.raw.txt",
        goal: None,
    },
];

/// The replies, one for each endpoint in the table's order.
///
/// # Errors
/// A captured reply cannot be read, or a request cannot be made.
pub fn large() -> Result<Vec<Case>, Box<dyn std::error::Error>> {
    let folder = captures().ok();
    let mut cases = Vec::with_capacity(SOURCES.len());
    for Source { name, required, sample: (path, query), captured, goal } in SOURCES {
        let info = ENDPOINTS.iter().find(|info| info.command == name).ok_or("no such endpoint")?;
        let names = info.params.iter().filter(|param| param.required).map(|param| param.name);
        let request = (info.build)(&ParamMap::from_iter(names.zip(required.iter().copied())))?;
        let (body, goal) = match &folder {
            Some(folder) => (fs::read(folder.join(captured))?, goal),
            None => (sample::reply(path, query, sample::DEFAULT_NOW).body.into_bytes(), None),
        };
        cases.push(Case { name, request, body, goal });
    }
    Ok(cases)
}
