//! Pages that carry their data as one JSON document in a script (`root.App.main = {…};`, pages up to
//! 2022). What is wanted is a small part of a large page, so it is found by its key in the bytes and
//! nothing else is parsed.

use memchr::memmem::{self, Finder};
use serde::de::{Deserialize, Deserializer as _, IgnoredAny, MapAccess, Visitor};
use virtual_finance_core::read::host_error::host_error;
use virtual_finance_core::{ConversionError, Fault, RawReply, expecting};

use crate::fault::MarketFault;
use crate::read::html::Page;
use crate::read::markup::{self, Script, Token};
use crate::read::pull::Pull;
use crate::read::{Key, json, refusal};

/// The text before the document.
const MAIN: &str = "root.App.main";
/// The end of every whole page.
const END: &str = "</html>";
/// The most bytes of a page searched for its own address; pages with a store have it within the first 4 kB.
const MAX_HEAD: usize = 8 << 10;
/// The beginning of an encrypted document: the base64 of "Salted__".
const ENCRYPTED: &str = "\"stores\":\"U2FsdGVkX1";

/// Returns a reply that should be a page.
///
/// # Errors
/// 422: the reply is empty, not UTF-8, JSON, or a page without its end.
pub(crate) fn page(reply: RawReply<'_>) -> Result<Page<'_>, ConversionError> {
    let text = reply.text()?;
    match text.trim_start().as_bytes().first() {
        Some(b'<') => {}
        Some(b'{' | b'[') => {
            return Err(match host_error(text.as_bytes()) {
                Some((code, description)) => refusal::of_host(None, code, description).into(),
                None => Fault::WrongKind { expected: "a page", found: "JSON" }.into(),
            });
        }
        _ => return Err(refusal::of_text(text, "a page").into()),
    }
    require_end(text).map_err(|fault| refusal::of_page_without_data(text, fault.into()))?;
    Ok(Page::new(text))
}

/// Returns the address that a page says is its own.
pub(crate) fn own_address(page: &str) -> Option<&str> {
    let bytes = page.as_bytes();
    let place = memmem::find(bytes.get(..MAX_HEAD).unwrap_or(bytes), b"\"canonical\"")?;
    let start = page.get(..place)?.rfind('<')?;
    match markup::tokens(page.get(start..)?).next()? {
        Token::Open(tag) if tag.is("link") && tag.attribute("rel") == Some("canonical") => {
            tag.attribute("href")
        }
        _ => None,
    }
}

/// Reads the value of one store of the page's document.
///
/// # Errors
/// 422: the page has no such store, or the store is not a `T`.
pub(crate) fn store<'a, T: Deserialize<'a>>(
    page: &mut Page<'a>,
    store: &'static str,
) -> Result<T, ConversionError> {
    let value = store_value(page, store)?;
    json::check_bounds(value, store)?;
    let mut values = serde_json::Deserializer::from_str(value).into_iter();
    let read = values.next();
    let rest = value.get(values.byte_offset()..).unwrap_or_default();
    match read {
        Some(Ok(read)) if rest.trim_start().starts_with([',', '}']) => Ok(read),
        Some(Ok(_)) => {
            let reason = "other text follows its value".to_owned();
            Err(Fault::Malformed { path: store.into(), reason }.into())
        }
        Some(Err(error)) => Err(json::malformed(store, &error).into()),
        None => Err(Fault::Cut("the store has no value").into()),
    }
}

/// Reads one member of a store, and nothing of the store after it.
///
/// # Errors
/// 422: the page has no such store or member, or the member is not a `T`.
pub(crate) fn store_member<'a, T: Deserialize<'a>>(
    page: &mut Page<'a>,
    store: &'static str,
    member: &'static str,
) -> Result<T, ConversionError> {
    let value = store_value(page, store)?;
    json::check_bounds(value, store)?;
    let mut found = None;
    let read =
        serde_json::Deserializer::from_str(value).deserialize_map(Member { member, found: &mut found });
    match (found, read) {
        // What comes after the member is not read, which the reader reports as an error.
        (Some(found), _) => Ok(found),
        (None, Err(error)) => Err(json::malformed(store, &error).into()),
        (None, Ok(())) => Err(Fault::missing(format!("{store}.{member}")).into()),
    }
}

/// Looks for one member of an object and stops there.
struct Member<'m, T> {
    member: &'static str,
    found: &'m mut Option<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Member<'_, T> {
    type Value = ();

    expecting!("an object");

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(Key(key)) = members.next_key()? {
            if key == self.member {
                *self.found = Some(members.next_value()?);
                return Ok(());
            }
            members.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// Returns the text of one member of a store, unread. Only brackets lead to it, and nothing of the store is checked; `None`
/// where they do not.
pub(crate) fn store_member_text<'a>(page: &mut Page<'a>, store: &str, member: &str) -> Option<&'a [u8]> {
    let value = store_text(page, store).ok()??.value?;
    let mut found = None;
    // It ends at the member.
    let _ = Pull::new(value.as_bytes()).members(|pull, key| {
        let value = pull.value()?;
        found = (key == member.as_bytes()).then_some(value);
        found.is_none().then_some(())
    });
    found
}

/// Returns the page's document from the value of a store on.
fn store_value<'a>(page: &mut Page<'a>, store: &'static str) -> Result<&'a str, Fault> {
    let StoreText { document, value } = store_text(page, store)?.ok_or(MarketFault::NoStore { store })?;
    let missing = || {
        if is_encrypted(document) { MarketFault::Encrypted } else { MarketFault::NoStore { store } }
    };
    Ok(value.ok_or_else(missing)?)
}

/// The page's document, and its text from the value of a store on, if it has one of that name.
struct StoreText<'a> {
    document: &'a str,
    value: Option<&'a str>,
}

fn store_text<'a>(page: &mut Page<'a>, store: &str) -> Result<Option<StoreText<'a>>, Fault> {
    let key = format!("\"{store}\":");
    Ok(document(page)?.map(|document| StoreText { document, value: after(document, &key) }))
}

/// Returns true if the stores of the page's document are encrypted, as in 2023.
pub(crate) fn is_encrypted(document: &str) -> bool {
    memmem::find(document.as_bytes(), ENCRYPTED.as_bytes()).is_some()
}

/// Returns what follows `root.App.main =` in a script of the page. The words alone, in a comment or in a text of the
/// page for example, are not enough.
fn document<'a>(page: &mut Page<'a>) -> Result<Option<&'a str>, Fault> {
    let text = page.text();
    let main = Finder::new(MAIN);
    for script in page.scripts() {
        match script {
            Ok(script) => {
                if is_code(&script)
                    && let Some(document) = assigned(&main, script.text)
                {
                    return Ok(Some(document));
                }
            }
            // A page that has not even the words needs no end of its scripts.
            Err(fault) if memmem::find(text.as_bytes(), MAIN.as_bytes()).is_some() => return Err(fault),
            Err(_) => {}
        }
    }
    Ok(None)
}

/// Returns true for a script that a browser runs: one of another type is data.
fn is_code(script: &Script<'_>) -> bool {
    const TYPES: [&str; 5] =
        ["", "module", "text/javascript", "application/javascript", "application/ecmascript"];
    let is_known = |kind: &str| TYPES.iter().any(|known| known.eq_ignore_ascii_case(kind.trim()));
    script.attribute("type").is_none_or(is_known)
}

fn assigned<'a>(main: &Finder<'_>, script: &'a str) -> Option<&'a str> {
    main.find_iter(script.as_bytes()).find_map(|start| {
        let rest = script.get(start..)?.strip_prefix(MAIN)?.trim_start().strip_prefix('=')?;
        rest.trim_start().starts_with('{').then_some(rest)
    })
}

/// Checks that a page goes on to its end, and that only white space and comments follow it.
fn require_end(rest: &str) -> Result<(), Fault> {
    let end = memmem::rfind(rest.as_bytes(), END.as_bytes());
    let after = end.and_then(|end| rest.get(end..)).and_then(|rest| rest.strip_prefix(END)).map(str::trim);
    match after {
        Some(after) if after.is_empty() || (after.starts_with("<!--") && after.ends_with("-->")) => Ok(()),
        _ => Err(Fault::Cut("the page has no end")),
    }
}

fn after<'a>(text: &'a str, needle: &str) -> Option<&'a str> {
    let start = memmem::find(text.as_bytes(), needle.as_bytes())?;
    text.get(start..)?.strip_prefix(needle)
}
