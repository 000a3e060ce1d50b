//! Pages of today: nothing to read in their markup, and many scripts with replies of services, each under
//! the address that it came from. Those about the page's own subject stand among others, in no order.

use fastrand::Rng;
use serde_json::json;

use crate::agreed::{error_envelope, middle};
use crate::asked::RoutedRequest;
use crate::company;
use crate::era::Flaw;
use crate::facts::traps::TRAPS;
use crate::numbers::seeded;
use crate::pages::markup::escaped;

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
    /// Returns the reply of the host to a GET of an address.
    pub(super) fn of(address: &str, asked: &RoutedRequest<'_>) -> Self {
        Self::text(&format!("https://query.example/{address}"), &(asked.ask)(address, asked.now))
    }

    /// Returns sections of the summary of an instrument.
    pub(super) fn summary(ticker: &str, sections: &str, asked: &RoutedRequest<'_>) -> Self {
        Self::of(&format!("v10/finance/quoteSummary/{ticker}?formatted=true&modules={sections}"), asked)
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
pub(super) fn page(subject: &str, own: Vec<Script>, asked: &RoutedRequest<'_>) -> String {
    let now = asked.now;
    let mut rng = seeded(subject, "scripts");
    let mut scripts = own;
    scripts.extend(others(&mut rng, asked));
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
fn others(rng: &mut Rng, asked: &RoutedRequest<'_>) -> Vec<Script> {
    let notes = json!({"result": {"notes": TRAPS}, "error": null});
    let mut scripts = vec![
        Script::text("https://query.example/v1/test/getcrumb?a=1", "aB/cD.eFgHi"),
        Script { status: 401, ..Script::text("/xhr/member-profile?yrid=1", "{\"error\":\"no member\"}") },
        Script::text("/xhr/recently-viewed-tickers?a=1", "[]"),
        Script::text("/xhr/config?name=services", &switches(rng)),
        Script::text("https://query.example/ws/premium/v1/tiers?a=1", &notes.to_string()),
    ];
    let symbols: Vec<String> = company::tickers(rng).take(OTHERS).collect();
    scripts.extend(
        symbols.iter().map(|symbol| Script::summary(symbol, "summaryProfile,price,esgScores", asked)),
    );
    scripts.push(Script::of(&format!("v7/finance/quote?symbols={}", symbols.join("%2C")), asked));
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
