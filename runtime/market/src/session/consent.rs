//! The form by which a host asks visitors from the EU for consent before it answers.

use super::fault::SessionFault;
use std::iter;

use url::{Url, form_urlencoded};
use virtual_finance_core::read::markup::{self, Tag, Token};

/// The path of the form, on the host of its own.
const FORM_PATH: &str = "/v2/collectConsent";

/// The defaults of fields that a form may leave out.
const USUAL: [(&str, &str); 2] = [("consentUUID", "default"), ("namespace", "yahoo")];

/// The maximum number of inputs of a form that are read.
const MAX_INPUTS: usize = 100;

/// The fields that a form must have.
const NEEDED: [&str; 2] = ["csrfToken", "sessionId"];

/// Returns true for the address of the form.
pub(super) fn is_form(url: &Url) -> bool {
    url.path() == FORM_PATH
}

/// Returns the address and the body of the POST that agrees: the button twice, as browsers send it, and the hidden
/// fields. Of several forms on the page the first counts that has the fields of the known one.
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
    /// The address that it is sent to, as it is written; empty for the page's own.
    action: String,
    /// The names and values of its hidden inputs.
    hidden: Vec<(String, String)>,
}

/// Returns the forms of a page, as many as a page of consent could have.
fn forms(page: &str) -> impl Iterator<Item = Form> {
    /// The maximum number of forms that are read.
    const MAX_FORMS: usize = 8;
    let mut tokens = markup::tokens(page);
    let forms = iter::from_fn(move || {
        let form = tokens.find_map(|token| match token {
            Token::Open(tag) if tag.is("form") => Some(tag),
            _ => None,
        })?;
        let action = form.attribute("action").map(markup::unescaped).unwrap_or_default().into_owned();
        let mut hidden = Vec::new();
        loop {
            match tokens.next()? {
                Token::Close(tag) if tag.is("form") => return Some(Form { action, hidden }),
                Token::Open(tag) if tag.is("input") && hidden.len() < MAX_INPUTS => {
                    hidden.extend(hidden_input(&tag));
                }
                _ => {}
            }
        }
    });
    forms.take(MAX_FORMS)
}

/// Returns the name and the value of a hidden input.
fn hidden_input(tag: &Tag<'_>) -> Option<(String, String)> {
    let is_hidden = tag.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"));
    let name = tag.attribute("name").filter(|_| is_hidden)?;
    let value = tag.attribute("value").unwrap_or_default();
    Some((markup::unescaped(name).into_owned(), markup::unescaped(value).into_owned()))
}
