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

/// Endpoint, required parameter, path and query on the sample host, captured reply, goal.
#[rustfmt::skip]
const CASES: [(&str, &[&str], &str, &str, &str, f64); 9] = [
    ("profile", &["IBM"], "/quote/IBM", "", "profile/virtual-finance-API__2021_yahoo_profile.raw.html", 12.0),
    ("financials", &["IBM"], "/quote/IBM/financials", "", "financials/virtual-finance-API__2021_yahoo_financials.raw.html", 12.0),
    ("holders", &["IBM"], "/quote/IBM/holders", "", "holders/virtual-finance-API__2021_yahoo_holders.raw.html", 20.0),
    ("history", &["IBM"], "/v8/finance/chart/IBM", "period1=-2208988800&period2=1719604800&interval=1d&events=div,splits", "history/virtual-finance-API__2021_yahoo_history.raw.json", 130.0),
    ("options", &["IBM"], "/v7/finance/options/IBM", "", "options/virtual-finance-API__2021_yahoo_options.raw.json", 190.0),
    ("screeners", &[], "/screener", "", "screeners/virtual-finance-API__2021_screeners.raw.html", 5.0),
    ("screener", &["DAY_GAINERS"], "/screener/predefined/DAY_GAINERS", "", "screener/virtual-finance-API__2021_screener.raw.html", 6.0),
    ("index", &["^GSPC"], "/quote/%5EGSPC/components", "", "index/virtual-finance-API__2021_yahoo_index.raw.html", 30.0),
    ("isin", &["IBM"], "/ajax/SearchController_Suggest", "query=IBM&max_results=10", "isin/virtual-finance-API__2021_business_insider_get_isin.raw.txt", f64::INFINITY),
];

/// The replies, one for each endpoint in the table's order.
///
/// # Errors
/// A captured reply cannot be read, or a request cannot be made.
pub fn large() -> Result<Vec<Case>, Box<dyn std::error::Error>> {
    let folder = captures().ok();
    let mut cases = Vec::with_capacity(CASES.len());
    for (name, required, path, query, captured, goal) in CASES {
        let info = ENDPOINTS.iter().find(|info| info.command == name).ok_or("no such endpoint")?;
        let names = info.params.iter().filter(|param| param.required).map(|param| param.name);
        let request = (info.build)(&ParamMap::from_iter(names.zip(required.iter().copied())))?;
        let (body, goal) = match &folder {
            Some(folder) => (fs::read(folder.join(captured))?, goal.is_finite().then_some(goal)),
            None => (sample::reply(path, query, sample::DEFAULT_NOW).body.into_bytes(), None),
        };
        cases.push(Case { name, request, body, goal });
    }
    Ok(cases)
}
