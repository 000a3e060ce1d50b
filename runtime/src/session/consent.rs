//! The form by which a host asks visitors from the EU for consent before it answers.

use super::fault::SessionFault;
use scraper::{Html, Selector};
use url::{Url, form_urlencoded};

/// Where the form is, on the host of its own.
const FORM_PATH: &str = "/v2/collectConsent";

/// What the form does not carry itself, unless it does.
const USUAL: [(&str, &str); 2] = [("consentUUID", "default"), ("namespace", "yahoo")];

/// What it must carry.
const NEEDED: [&str; 2] = ["csrfToken", "sessionId"];

/// Whether an address that a redirect led to is that of the form.
pub(super) fn is_form(url: &Url) -> bool {
    url.path() == FORM_PATH
}

/// Where the POST that agrees goes, and its body: the button twice, as browsers send it, and what the form
/// hides. Of several forms on the page it is the first that has what the known one has.
///
/// # Errors
/// No form has, or it is to be sent to where the form of consent is not.
pub(super) fn agreement(at: &Url, page: &[u8]) -> Result<(Url, String), SessionFault> {
    let page = String::from_utf8_lossy(page);
    let has_all = |form: &Form| {
        NEEDED
            .iter()
            .all(|needed| form.hidden.iter().any(|(name, value)| name == needed && !value.is_empty()))
    };
    let Form { action, hidden } = forms(&page).find(has_all).ok_or(SessionFault::ConsentForm)?;
    let to = match action.trim() {
        "" => at.clone(),
        action => at.join(action).map_err(|_| SessionFault::ConsentForm)?,
    };
    if to.origin() != at.origin() || !is_form(&to) {
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
    Ok((to, body.finish()))
}

/// A form of a page.
struct Form {
    /// Where it is to be sent, as it is written; empty for the page's own address.
    action: String,
    /// The names and values of its hidden inputs.
    hidden: Vec<(String, String)>,
}

/// The forms of a page, as many as a page of consent could have.
fn forms(page: &str) -> impl Iterator<Item = Form> {
    /// No page has more, nor longer ones, in bytes.
    const MOST: usize = 8;
    const LONGEST: usize = 64 * 1024;
    let mut rest = page;
    let texts = std::iter::from_fn(move || {
        let form = rest.get(rest.find("<form")?..)?;
        let (form, after) = form.split_at_checked(form.find("</form")?)?;
        rest = after;
        Some(form)
    });
    // Only a form becomes a tree; the page around it is much longer.
    texts.take(MOST).filter(|form| form.len() <= LONGEST).filter_map(form)
}

fn form(html: &str) -> Option<Form> {
    let inputs = Selector::parse("input[type=hidden][name]").ok()?;
    let itself = Selector::parse("form").ok()?;
    let tree = Html::parse_fragment(html);
    let attribute =
        |element: scraper::ElementRef<'_>, name| element.attr(name).unwrap_or_default().to_owned();
    let action = tree.select(&itself).next().map(|form| attribute(form, "action")).unwrap_or_default();
    let pair = |input| (attribute(input, "name"), attribute(input, "value"));
    Some(Form { action, hidden: tree.select(&inputs).map(pair).collect() })
}
