//! Pages of today: nothing to read in their markup, and many scripts with replies of services, each under
//! the address that it came from. Those about the page's own subject stand among others, in no order.

use fastrand::Rng;
use serde_json::{Value, json};

use crate::agreed::{error_envelope, middle};
use crate::asked::{RoutedRequest, SampleRequest, Sent};
use crate::company;
use crate::era::Flaw;
use crate::facts::traps::TRAPS;
use crate::numbers::{between, cents, seeded};
use crate::pages::markup::escaped;
use crate::reply::Reply;
use crate::services::{screeners, summary, timeseries};

/// The number of other instruments on a page.
const OTHERS: usize = 2;
/// Switches in the settings that a page carries; they are most of its bytes, as on the real pages.
const SWITCHES: usize = 1_500;

/// A reply that a page carries.
pub(super) struct Script {
    /// The address of the reply, or a path of the page's own host.
    url: String,
    status: u16,
    body: String,
}

impl Script {
    /// Sections of the summary of an instrument.
    pub(super) fn summary(ticker: &str, sections: &[&str], now: i64) -> Self {
        let path =
            format!("v10/finance/quoteSummary/{ticker}?formatted=true&modules={}", sections.join("%2C"));
        Self::of(&path, &summary::body(ticker, sections, true, now))
    }

    /// Returns the section that has a service of its own.
    pub(super) fn quote_type(ticker: &str, now: i64) -> Self {
        let path = format!("v1/finance/quoteType/{ticker}?formatted=true&enablePrivateCompany=true");
        Self::of(&path, &summary::quote_type(ticker, now))
    }

    /// Returns some of the fundamentals.
    pub(super) fn series(ticker: &str, types: &[&str], now: i64) -> Self {
        let path = format!(
            "ws/fundamentals-timeseries/v1/finance/timeseries/{ticker}?merge=false&padTimeSeries=true&type={}",
            types.join("%2C")
        );
        Self::of(&path, &timeseries::body(ticker, types, &(0..=now), now))
    }

    /// Returns the reply of a service to an address, about a subject.
    pub(super) fn service(
        address: &str,
        subject: &str,
        asked: &RoutedRequest<'_>,
        service: fn(&RoutedRequest<'_>) -> Reply,
    ) -> Self {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let sent = Sent::new(&SampleRequest::get(path, query));
        let body = sent.map(|sent| service(&RoutedRequest { subject, sent: &sent, ..*asked }).body);
        Self::text(&format!("https://query.example/{address}"), &body.unwrap_or_default())
    }

    /// Returns the screeners.
    pub(super) fn screeners() -> Self {
        let path =
            "ws/screeners/v1/finance/screener/discover?count=5&formatted=true&modules=neo_investment_ideas";
        Self::of(path, &screeners::discovered())
    }

    /// Returns the result of a screener.
    pub(super) fn screener(name: &str) -> Self {
        let path = format!("v1/finance/screener/predefined/saved?count=25&formatted=true&scrIds={name}");
        Self::of(&path, &screeners::found(name, 25, true))
    }

    /// Returns the script with what is wrong with its page.
    pub(super) fn with(self, flaw: Flaw) -> Self {
        let refused = |status, code, text| {
            let body = error_envelope("quoteSummary", status, code, text).body;
            Self { status, body, url: self.url.clone() }
        };
        match flaw {
            Flaw::None | Flaw::Other => self,
            Flaw::Gone => refused(404, "Not Found", "no data for this symbol"),
            Flaw::Locked => refused(401, "Unauthorized", "Invalid Cookie"),
            Flaw::Cut => {
                let half = middle(&self.body);
                Self { body: self.body.get(..half).unwrap_or_default().to_owned(), ..self }
            }
        }
    }

    fn of(path: &str, body: &Value) -> Self {
        Self::text(&format!("https://query.example/{path}"), &body.to_string())
    }

    fn text(url: &str, body: &str) -> Self {
        Self { url: format!("{url}&lang=en-US&region=US"), status: 200, body: body.to_owned() }
    }

    /// Returns the element; attributes are in any order, and not all are always there.
    fn element(&self, rng: &mut Rng) -> String {
        let Self { url, status, body } = self;
        let word = if *status == 200 { "OK" } else { "" };
        let reply = json!({"status": status, "statusText": word, "headers": {}, "body": body});
        let mut attributes = vec![
            "type=\"application/json\"".to_owned(),
            "data-sveltekit-fetched".to_owned(),
            format!("data-url=\"{}\"", escaped(url)),
            format!("data-ttl=\"{}\"", rng.u16(0..3_600)),
        ];
        if rng.bool() {
            attributes.push(format!("data-hash=\"{}\"", company::ticker(rng).to_lowercase()));
        }
        if rng.u8(0..3) == 0 {
            rng.shuffle(&mut attributes);
        }
        // No text in it can end the script.
        let reply = reply.to_string().replace('<', "\\u003C");
        format!("<script {}>{reply}</script>\n", attributes.join(" "))
    }
}

/// Returns the subject of the page: the requested one, or another ticker if that is the page's flaw.
pub(super) fn subject(asked: &RoutedRequest<'_>) -> String {
    if asked.flaw == Flaw::Other {
        company::ticker(&mut seeded(asked.subject, "another"))
    } else {
        asked.subject.to_owned()
    }
}

/// Returns the page with its own scripts among others.
pub(super) fn page(subject: &str, own: Vec<Script>, now: i64) -> String {
    let mut rng = seeded(subject, "scripts");
    let mut scripts = own;
    scripts.extend(others(&mut rng, now));
    rng.shuffle(&mut scripts);
    let scripts: String = scripts.iter().map(|script| script.element(&mut rng)).collect();
    let title = escaped(subject);
    format!(
        "<!doctype html>\n<html lang=\"en-US\" theme=\"auto\" class=\"desktop neo-green\">\n<head>\n\
         <meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <script>window.YAHOO = {{}}; let mark = \"<b>\";</script>\n\
         <link href=\"./_app/start.css\" rel=\"stylesheet\">\n</head>\n\
         <body data-sveltekit-preload-data=\"hover\">\n<main><h1>{title}</h1>\n\
         <section data-testid=\"quote-price\"><span>0.00</span></section></main>\n{scripts}\
         <script type=module>import(\"./_app/start.js\").then(app => app.start());</script>\n\
         </body>\n</html>\n<!-- {now} desktop -->\n"
    )
}

/// Returns the scripts of a page that are not about its subject.
fn others(rng: &mut Rng, now: i64) -> Vec<Script> {
    let mut scripts = vec![
        Script::text("https://query.example/v1/test/getcrumb?a=1", "aB/cD.eFgHi"),
        Script { status: 401, ..Script::text("/xhr/member-profile?yrid=1", "{\"error\":\"no member\"}") },
        Script::text("/xhr/recently-viewed-tickers?a=1", "[]"),
        Script::text("/xhr/config?name=services", &switches(rng)),
        Script::of("ws/premium/v1/tiers?a=1", &json!({"result": {"notes": TRAPS}, "error": null})),
    ];
    let symbols: Vec<String> = company::tickers(rng).take(OTHERS).collect();
    for symbol in &symbols {
        scripts.push(Script::summary(symbol, &["summaryProfile", "price", "esgScores"], now));
    }
    let mut quote = |symbol: &String| json!({"symbol": symbol, "regularMarketPrice": {"raw": cents(between(rng, 5.0, 300.0))}});
    let quotes: Vec<Value> = symbols.iter().map(&mut quote).collect();
    let path = format!("v7/finance/quote?formatted=true&symbols={}", symbols.join("%2C"));
    scripts.push(Script::of(&path, &json!({"quoteResponse": {"result": quotes, "error": null}})));
    scripts
}

/// Settings of the page's own program.
fn switches(rng: &mut Rng) -> String {
    let switches = std::iter::repeat_with(|| {
        let name = format!("enable{}{}", company::ticker(rng), company::ticker(rng));
        (name, json!({"on": rng.bool(), "share": rng.u8(0..100), "pages": ["</script>", "{}"]}))
    });
    json!({"finance": {"features": switches.take(SWITCHES).collect::<serde_json::Map<_, _>>()}}).to_string()
}
