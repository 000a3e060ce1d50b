//! One large reply for each endpoint: the captured ones where they are, the sample host's otherwise.

use std::fs;

use virtual_finance::{ENDPOINTS, EndpointInfo, ErasedRequest, ExampleInfo};
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

/// A captured reply of an endpoint.
struct Captured {
    /// The endpoint's command.
    name: &'static str,
    /// The parameters that it was asked with.
    params: &'static [(&'static str, &'static str)],
    /// The file.
    file: &'static str,
    goal: Option<f64>,
}

const CAPTURED: [Captured; 9] = [
    Captured {
        name: "profile",
        params: &[("ticker", "IBM")],
        file: "profile/virtual-finance-API__2021_yahoo_profile.raw.html",
        goal: Some(12.0),
    },
    Captured {
        name: "financials",
        params: &[("ticker", "IBM")],
        file: "financials/virtual-finance-API__2021_yahoo_financials.raw.html",
        goal: Some(12.0),
    },
    Captured {
        name: "holders",
        params: &[("ticker", "IBM")],
        file: "holders/virtual-finance-API__2021_yahoo_holders.raw.html",
        goal: Some(20.0),
    },
    Captured {
        name: "history",
        params: &[("ticker", "IBM")],
        file: "history/virtual-finance-API__2021_yahoo_history.raw.json",
        goal: Some(130.0),
    },
    Captured {
        name: "options",
        params: &[("ticker", "IBM")],
        file: "options/virtual-finance-API__2021_yahoo_options.raw.json",
        goal: Some(190.0),
    },
    Captured {
        name: "screeners",
        params: &[],
        file: "screeners/virtual-finance-API__2021_screeners.raw.html",
        goal: Some(5.0),
    },
    Captured {
        name: "screener",
        params: &[("name", "DAY_GAINERS")],
        file: "screener/virtual-finance-API__2021_screener.raw.html",
        goal: Some(6.0),
    },
    Captured {
        name: "index",
        params: &[("index", "^IXIC")],
        file: "index/virtual-finance-API__2021_yahoo_index.raw.html",
        goal: Some(30.0),
    },
    Captured {
        name: "isin",
        params: &[("query", "IBM")],
        file: "isin/virtual-finance-API__2021_business_insider_get_isin.raw.txt",
        goal: None,
    },
];

/// The replies, one for each endpoint in the table's order.
///
/// # Errors
/// A captured reply cannot be read, or an endpoint has no example.
pub fn large() -> Result<Vec<Case>, Box<dyn std::error::Error>> {
    let folder = captures().ok();
    let case = |info: &&'static EndpointInfo| {
        let known = CAPTURED.iter().find(|captured| captured.name == info.command);
        match folder.as_ref().zip(known) {
            Some((folder, known)) => Ok(Case {
                name: info.command,
                request: (info.build)(&known.params.iter().copied().collect())?,
                body: fs::read(folder.join(known.file))?,
                goal: known.goal,
            }),
            None => largest_example(info),
        }
    };
    ENDPOINTS.iter().map(case).collect()
}

/// The example to which the sample host has the largest reply.
fn largest_example(info: &'static EndpointInfo) -> Result<Case, Box<dyn std::error::Error>> {
    let reply = |example: &&ExampleInfo| {
        let (path, query) = example.path_and_query(info);
        sample::reply(path, query, sample::DEFAULT_NOW).body
    };
    let example = info.examples.iter().max_by_key(|example| reply(example).len());
    let example = example.ok_or_else(|| format!("{} has no example", info.name))?;
    let request = (info.build)(&example.param_map())?;
    Ok(Case { name: info.command, request, body: reply(&example).into_bytes(), goal: None })
}
