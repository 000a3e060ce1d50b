//! JavaScript calls with nested arrays of texts, as suggest services send them:
//! `deliver(0, new Array("Name", …), new Array(new Array("IBM Corp.", …), …), 10, 0);`.

use serde_json::Value;
use virtual_finance_core::ConversionError;
use virtual_finance_core::read::host_error::host_error;

use crate::read::{json, refusal};

/// Returns the arguments of a call of `function`, which the text must be.
///
/// # Errors
/// 422: the text is something else, or ends too early.
pub(crate) fn call(text: &str, function: &str) -> Result<Vec<Value>, ConversionError> {
    const NAME: &str = "the list of suggestions";
    let Some(arguments) = text.trim_start().strip_prefix(function).and_then(|rest| rest.strip_prefix('('))
    else {
        const EXPECTED: &str = "a list of suggestions";
        let error = host_error(text.as_bytes());
        return Err(match error {
            Some((code, description)) => refusal::of_host(None, code, description).into(),
            None if text.trim_start().starts_with('<') => refusal::of_page(text, EXPECTED).into(),
            None => refusal::of_text(text, EXPECTED).into(),
        });
    };
    let arguments = as_json(arguments.trim_end().trim_end_matches(';'));
    json::check_value_count(arguments.as_bytes(), NAME)?;
    serde_json::from_str(&arguments).map_err(|error| json::malformed(NAME, &error).into())
}

/// Returns the arguments of a call, up to its closing bracket, as a list in JSON: arrays and quotes are written otherwise.
fn as_json(arguments: &str) -> String {
    let mut json = "[".to_owned();
    let (mut rest, mut quote) = (arguments, None);
    while let Some(char) = rest.chars().next() {
        let array = rest.strip_prefix("new Array(").filter(|_| quote.is_none());
        let (written, after) = match (quote, char) {
            (None, ')') => ("]", None),
            (None, '"' | '\'') => {
                quote = Some(char);
                ("\"", None)
            }
            (Some(open), _) if open == char => {
                quote = None;
                ("\"", None)
            }
            (Some(_), '"') => ("\\\"", None),
            (Some(_), '\\') if rest.starts_with("\\x") => ("\\u00", rest.get(2..)),
            (Some(_), '\\') => {
                let escaped = rest.chars().nth(1).unwrap_or_default();
                let end = escaped.len_utf8().saturating_add(1);
                // Other characters stand for themselves behind a backslash.
                let start = if "\"\\/bfnrtu".contains(escaped) { 0 } else { 1 };
                (rest.get(start..end).unwrap_or("\\"), rest.get(end..))
            }
            (Some(_), '\t') => ("\\t", None),
            _ if array.is_some() => ("[", array),
            _ => (rest.get(..char.len_utf8()).unwrap_or_default(), None),
        };
        json.push_str(written);
        rest = after.or_else(|| rest.get(char.len_utf8()..)).unwrap_or_default();
    }
    json
}
