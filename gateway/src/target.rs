//! What the target of a request asks for: an endpoint, its parameters, and the form of the response.

use std::collections::HashSet;

use http::{HeaderMap, StatusCode, Uri};
use percent_encoding::percent_decode_str;
use url::form_urlencoded;
use virtual_finance_core::catalogue::{NextPage, ParamInfo, ParamKind};
use virtual_finance_core::params::{ParamMap, nearest};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Map, Value};
use virtual_finance_reference::several;
use virtual_finance_tables::formats::Format;
use virtual_finance_tables::tabular::as_in_table;

use crate::form::{Form, Wanted, names, once, twice};
use crate::pages::NEXT;
use crate::problem::Problem;

/// The extensions of formats that people ask for and that are not served; elsewhere they would be the end of a subject.
const FOREIGN: [&str; 6] = ["html", "ods", "tsv", "txt", "xls", "xlsx"];

/// The maximum number of subjects of one request.
pub(crate) const MAX_SUBJECTS: usize = 64;

/// What a request asks for.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) info: &'static EndpointInfo,
    pub(crate) params: ParamMap,
    pub(crate) wanted: Wanted,
    /// The subjects, if the request names several, with the name of their parameter.
    pub(crate) several: Option<(&'static str, Vec<String>)>,
    /// The name of the page, where the gateway named it.
    pub(crate) page: Option<String>,
}

/// The parts of a path: the endpoint, the text of its subject, and the format.
type Named<'p> = (&'static EndpointInfo, Option<&'p str>, Option<Format>);

/// Returns the endpoint of a name, or else the name that was likely meant.
pub(crate) fn named(
    endpoints: &'static [&'static EndpointInfo],
    name: &str,
) -> Result<&'static EndpointInfo, Option<&'static str>> {
    let found = endpoints.iter().find(|info| info.command == name).copied();
    found.ok_or_else(|| nearest(name, endpoints.iter().map(|info| info.command)))
}

/// Returns the endpoint that a path names, with the subject and the format that it has: `/history`, `/history.csv`,
/// `/history/IBM`, `/history/IBM.csv`.
fn path<'p>(endpoints: &'static [&'static EndpointInfo], path: &'p str) -> Result<Named<'p>, Problem> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let (command, rest) = match path.split_once('/') {
        Some((command, rest)) => (command, Some(rest)),
        None => (path, None),
    };
    let (command, format) = if rest.is_none() { with_extension(command)? } else { (command, None) };
    let info = named(endpoints, command).map_err(|near| {
        let advice =
            near.map_or("/openapi.json has all paths".to_owned(), |near| format!("did you mean /{near}?"));
        Problem::new(StatusCode::NOT_FOUND, format!("there is no endpoint /{command}: {advice}"))
    })?;
    let Some(rest) = rest else { return Ok((info, None, format)) };
    let (rest, format) = with_extension(rest)?;
    if info.subject.is_none() || rest.contains('/') {
        let detail = format!("/{command} has nothing below it: give its parameters as a query");
        return Err(Problem::new(StatusCode::NOT_FOUND, detail));
    }
    Ok((info, Some(rest), format))
}

/// Adds the subject that a path has. A comma separates several, and `%2C` is one of a name.
fn add_subject(
    info: &EndpointInfo,
    name: &'static str,
    text: &str,
    params: &mut Map<String, Value>,
) -> Result<(), Problem> {
    if let Some(wrong) = wrong_escape(text) {
        let detail = format!("the path has '{wrong}', which is no percent escape: write %25 for a % itself");
        return Err(Problem::bad(detail));
    }
    let decoded = |text: &str| match percent_decode_str(text).decode_utf8() {
        Ok(text) => Ok(Value::from(text)),
        Err(_) => Err(Problem::bad(format!("the {name} of /{} is no UTF-8", info.command))),
    };
    let value = match several(info) {
        Some(_) if text.contains(',') => text.split(',').map(decoded).collect::<Result<Value, _>>()?,
        _ => decoded(text)?,
    };
    params.insert(name.to_owned(), value);
    Ok(())
}

/// Returns the first `%` that two hexadecimal digits do not follow, with what follows in their place.
fn wrong_escape(text: &str) -> Option<String> {
    let escapes = text.split('%').skip(1).map(|rest| rest.chars().take(2).collect::<String>());
    let is_wrong =
        |digits: &String| digits.len() < 2 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    escapes.into_iter().find(is_wrong).map(|digits| format!("%{digits}"))
}

/// Returns a name without the extension of a format. `OCDO.L` has none.
fn with_extension(name: &str) -> Result<(&str, Option<Format>), Problem> {
    let parts = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
    let Some((stem, extension)) = parts else { return Ok((name, None)) };
    if FOREIGN.contains(&extension) {
        let detail =
            format!(".{extension} is no format here: write .csv for a spreadsheet, or one of {}", names());
        return Err(Problem::new(StatusCode::NOT_FOUND, detail));
    }
    let format = Format::served().find(|format| format.as_str() == extension);
    Ok(format.map_or((name, None), |format| (stem, Some(format))))
}

impl Target {
    /// Reads the target and the body of a request.
    pub(crate) fn read(
        endpoints: &'static [&'static EndpointInfo],
        uri: &Uri,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<Self, Problem> {
        let (info, subject, extension) = path(endpoints, uri.path())?;
        let mut params = Map::new();
        if let (Some(name), Some(value)) = (info.subject, subject) {
            add_subject(info, name, value, &mut params)?;
        }
        let is_in_path = subject.is_some();
        let is_linked = info.pages.is_some_and(|pages| matches!(pages.next, NextPage::Link { .. }));
        let mut page = None;
        let mut form = Form::default();
        for (name, value) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
            let is_own = info.param(&name).is_none();
            match name.as_ref() {
                name if is_own && form.take(name, &value)? => {}
                name if is_in_path && info.subject == Some(name) => return Err(twice(name)),
                NEXT if is_own && is_linked => once(&mut page, NEXT, value.into_owned())?,
                name => add(info, &mut params, name, &value)?,
            }
        }
        read_body(info, headers, body, &mut params)?;
        let several = settled(info, &mut params)?;
        let wanted = form.wanted(info, extension, headers)?;
        Ok(Self { info, params: params.into(), wanted, several, page })
    }
}

/// Writes the listed values of a parameter as the table does.
fn write_as_in_table(param: &ParamInfo, value: &mut Value) {
    match value {
        Value::String(text) => *text = as_in_table(param, text).into_owned(),
        Value::Array(values) => values.iter_mut().for_each(|value| write_as_in_table(param, value)),
        _ => {}
    }
}

/// Returns the endpoint that a path names.
pub(crate) fn endpoint(
    endpoints: &'static [&'static EndpointInfo],
    path: &str,
) -> Result<&'static EndpointInfo, Problem> {
    self::path(endpoints, path).map(|(info, ..)| info)
}

/// Writes values as the table does, and takes the subjects, each once, if a request has several. Tickers may stand between
/// commas, which none has.
pub(crate) fn settled(
    info: &EndpointInfo,
    params: &mut Map<String, Value>,
) -> Result<Option<(&'static str, Vec<String>)>, Problem> {
    for (name, value) in &mut *params {
        info.param(name).into_iter().for_each(|param| write_as_in_table(param, value));
    }
    let Some(ParamInfo { name, kind, .. }) = several(info) else { return Ok(None) };
    let are_between_commas = matches!(kind, ParamKind::Ticker);
    let values = match params.get(*name) {
        Some(Value::Array(values)) => values.as_slice(),
        Some(value) if are_between_commas && value.as_str().is_some_and(|text| text.contains(',')) => {
            std::slice::from_ref(value)
        }
        _ => return Ok(None),
    };
    let mut known = HashSet::new();
    let texts = values.iter().filter_map(Value::as_str);
    let named = texts.flat_map(|text| text.split(|character| are_between_commas && character == ','));
    let named = named.map(str::trim).filter(|subject| !subject.is_empty() && known.insert(*subject));
    let subjects: Vec<String> = named.map(str::to_owned).collect();
    if subjects.is_empty() || subjects.len() > MAX_SUBJECTS {
        let detail = format!("'{name}' has {} values: give 1 to {MAX_SUBJECTS}", subjects.len());
        return Err(Problem::bad(detail));
    }
    params.shift_remove(*name);
    Ok(Some((name, subjects)))
}

/// Adds a parameter of the query. One that is there twice is a list.
fn add(info: &EndpointInfo, params: &mut Map<String, Value>, name: &str, value: &str) -> Result<(), Problem> {
    let param = info.param(name);
    let value = || param.map_or_else(|| Value::from(value), |param| param.written(value));
    let is_list = param.is_some_and(|param| matches!(param.kind, ParamKind::List { .. }))
        || several(info).is_some_and(|param| param.name == name);
    match params.get_mut(name) {
        None => {
            params.insert(name.to_owned(), value());
        }
        Some(Value::Array(values)) if is_list => values.push(value()),
        Some(first) if is_list => *first = Value::Array(vec![first.take(), value()]),
        Some(_) => return Err(twice(name)),
    }
    Ok(())
}

/// Adds the parameters of a body: the members of a JSON object, or the pairs of a form.
fn read_body(
    info: &EndpointInfo,
    headers: &HeaderMap,
    body: &[u8],
    params: &mut Map<String, Value>,
) -> Result<(), Problem> {
    if body.is_empty() {
        return Ok(());
    }
    let content_type = headers.get(http::header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media_type = content_type.and_then(|value| value.split(';').next()).map(str::trim);
    let is_json = body.trim_ascii_start().starts_with(b"{");
    match media_type {
        Some("application/x-www-form-urlencoded") | None if is_json => {
            let detail =
                "the body is JSON without its media type: send the header 'Content-Type: application/json'";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail));
        }
        Some("application/x-www-form-urlencoded") => {
            for (name, value) in form_urlencoded::parse(body) {
                add(info, params, &name, &value)?;
            }
        }
        Some("application/json") => {
            let object = serde_json::from_slice::<Map<String, Value>>(body);
            let object =
                object.map_err(|error| Problem::bad(format!("the body is no JSON object: {error}")))?;
            for (name, value) in object {
                if params.insert(name.clone(), value).is_some() {
                    return Err(Problem::bad(format!(
                        "'{name}' is in the query and in the body: give it once"
                    )));
                }
            }
        }
        _ => {
            let detail = "the body is of another media type: send application/json";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail));
        }
    }
    Ok(())
}
