//! The replies that are converted, all invented: for each endpoint the largest that the sample host has for its examples,
//! and large ones as the real hosts send them.

use std::error::Error;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance_sample::{DEFAULT_NOW, SampleRequest, agreed, reply, reply_to};

/// The file that lists the others.
const LIST: &str = "inputs.json";
/// The length of a page, in bytes.
const PAGE: usize = 700 << 10;
/// The length of a page of today, in bytes.
const PAGE_OF_TODAY: usize = 2_500 << 10;
/// A time by which there are 15,000 trading days, in epoch seconds.
const YEARS_LATER: i64 = DEFAULT_NOW + 25 * 31_557_600;

/// A reply and the request that it answers.
#[derive(Serialize, Deserialize)]
pub(crate) struct Input {
    /// The name of the figures.
    pub(crate) name: String,
    /// The command of the endpoint.
    pub(crate) endpoint: String,
    /// The parameters of the request.
    pub(crate) params: Vec<(String, String)>,
    /// The body of the reply.
    #[serde(skip)]
    pub(crate) body: Vec<u8>,
}

/// Writes the replies to a folder.
pub(crate) fn write(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let inputs = invented()?;
    for (number, input) in inputs.iter().enumerate() {
        fs::write(folder.join(number.to_string()), &input.body)?;
    }
    fs::write(folder.join(LIST), serde_json::to_string(&inputs)?)?;
    Ok(())
}

/// Reads the replies of a folder.
pub(crate) fn read(folder: &Path) -> Result<Vec<Input>, Box<dyn Error>> {
    let mut inputs: Vec<Input> = serde_json::from_slice(&fs::read(folder.join(LIST))?)?;
    for (number, input) in inputs.iter_mut().enumerate() {
        input.body = fs::read(folder.join(number.to_string()))?;
    }
    Ok(inputs)
}

fn invented() -> Result<Vec<Input>, Box<dyn Error>> {
    let mut inputs = Vec::new();
    const MARKET: [&str; 3] = ["finance_url", "query_url", "isin_url"];
    for info in ENDPOINTS.iter().filter(|info| MARKET.contains(&info.host.name)) {
        let largest = largest_example(info)?;
        let is_page = largest.body.starts_with(b"<");
        if is_page {
            let body = filled(&largest.body, PAGE);
            let name = format!("{}, page of 700 kB", info.command);
            inputs.push(Input {
                name,
                params: largest.params.clone(),
                endpoint: largest.endpoint.clone(),
                body,
            });
        }
        inputs.push(largest);
    }
    inputs.extend(large());
    Ok(inputs)
}

/// Returns the example to which the sample host has the largest reply.
fn largest_example(info: &'static EndpointInfo) -> Result<Input, Box<dyn Error>> {
    let examples = info.examples.iter().map(|example| {
        let (path, query) = example.path_and_query(info);
        let body = example.body.unwrap_or_default();
        let request = SampleRequest { method: info.method, path, query, headers: &[], body };
        let params = example.params.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Input {
            name: info.command.to_owned(),
            endpoint: info.command.to_owned(),
            params: params.collect(),
            body: reply_to(&request, DEFAULT_NOW).body.into(),
        }
    });
    examples
        .max_by_key(|input| input.body.len())
        .ok_or_else(|| format!("{} has no example", info.name).into())
}

/// Returns the large replies that no example has.
fn large() -> [Input; 2] {
    let of = |name: &str, endpoint: &str, ticker: &str, body: Vec<u8>| Input {
        name: name.to_owned(),
        endpoint: endpoint.to_owned(),
        params: vec![("ticker".to_owned(), ticker.to_owned())],
        body,
    };
    let chart = format!("period1=0&period2={YEARS_LATER}&interval=1d&events=div%2Csplit");
    let chart = reply("/v8/finance/chart/IBM", &chart, YEARS_LATER).body;
    let today = reply(&format!("/quote/{}", agreed::MODERN), "", DEFAULT_NOW).body;
    [
        of("history, 15,000 bars", "history", "IBM", chart.into()),
        of(
            "profile, page of today of 2.5 MB",
            "profile",
            agreed::MODERN,
            filled(today.as_bytes(), PAGE_OF_TODAY),
        ),
    ]
}

/// Returns a page with what real pages have beside their data, up to that length: markup, styles, scripts and comments.
fn filled(page: &[u8], length: usize) -> Vec<u8> {
    const FILLING: &str = "<div class=\"Pos(r) Mt(10px) D(ib)\"><a href=\"/quote/MSFT?p=MSFT&amp;.tsrc=fin\" \
        title=\"Invented\"><span data-reactid=\"42\">Invented &amp; Sons &#8212; 1,234.56</span></a></div>\n\
        <!-- an advertisement <b>of</b> nothing --><script>(function () { var a = \"<b>\"; if (a < 2) { \
        window.shown = [{\"text\": \"no data \\u003C here\"}, 1.5, null]; } }());</script>\n\
        <ul><li><svg width=\"18\" viewBox=\"0 0 24 24\"><path d=\"M7 10l5 5 5-5z\"></path></svg><p>Text.</p></li></ul>\n";
    let text = String::from_utf8_lossy(page);
    let begin = text
        .find("<body")
        .and_then(|at| Some(at.saturating_add(text.get(at..)?.find('>')?).saturating_add(1)));
    let (before, rest) = text.split_at_checked(begin.unwrap_or_default()).unwrap_or(("", &text));
    let (data, after) =
        rest.split_at_checked(rest.rfind("</body>").unwrap_or(rest.len())).unwrap_or((rest, ""));
    let times = length.saturating_sub(page.len()).checked_div(FILLING.len()).unwrap_or_default();
    // Real pages have it before their data and after them.
    let half = FILLING.repeat(times / 2);
    [before, &half, data, &half, after].concat().into()
}
