//! The form by which a host asks visitors from the EU for consent before it answers.

use scraper::{Html, Selector};
use url::{Url, form_urlencoded};

use crate::error::SessionFault;

/// Where the form is, on the host of its own.
const FORM_PATH: &str = "/v2/collectConsent";

/// What the form does not carry itself, unless it does.
const USUAL: [(&str, &str); 2] = [("consentUUID", "default"), ("namespace", "yahoo")];

/// What it must carry.
const NEEDED: [&str; 2] = ["csrfToken", "sessionId"];

/// Whether an address that a redirect led to is that of the form.
pub(crate) fn is_form(url: &Url) -> bool {
    url.path() == FORM_PATH
}

/// The body of the POST that agrees: the button twice, as browsers send it, and what the form hides.
pub(super) fn agreement(page: &[u8]) -> Result<String, SessionFault> {
    let page = String::from_utf8_lossy(page);
    let hidden = hidden(&page).ok_or(SessionFault::ConsentForm)?;
    if NEEDED.iter().any(|needed| !hidden.iter().any(|(name, _)| name == needed)) {
        return Err(SessionFault::ConsentForm);
    }
    let mut body = form_urlencoded::Serializer::new(String::new());
    body.append_pair("agree", "agree").append_pair("agree", "agree");
    for (name, value) in USUAL.iter().filter(|(name, _)| !hidden.iter().any(|(known, _)| known == name)) {
        body.append_pair(name, value);
    }
    for (name, value) in &hidden {
        body.append_pair(name, value);
    }
    Ok(body.finish())
}

/// The names and values of the hidden inputs of the form.
fn hidden(page: &str) -> Option<Vec<(String, String)>> {
    // Only the form becomes a tree; the page around it is much longer.
    let form = page.get(page.find("<form")?..)?;
    let form = form.get(..form.find("</form")?)?;
    let inputs = Selector::parse("input[type=hidden][name]").ok()?;
    let tree = Html::parse_fragment(form);
    let pair = |input: scraper::ElementRef<'_>| {
        let attribute = |name| input.attr(name).unwrap_or_default().to_owned();
        (attribute("name"), attribute("value"))
    };
    Some(tree.select(&inputs).map(pair).collect())
}
