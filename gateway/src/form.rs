//! The parameters of a query that are about the form of a response: its format, and the rows and columns of a table.

use http::header::ACCEPT;
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use virtual_finance_core::request::{EndpointInfo, ErasedResponse};
use virtual_finance_tables::formats::Format;
use virtual_finance_tables::rendering::Rendering;
use virtual_finance_tables::tabular::{Kind, Outline};
use virtual_finance_tables::text::Failure;

use crate::headers::weighted;
use crate::problem::Problem;
use crate::sse::MEDIA_TYPE;

/// The names, unless the endpoint has parameters of that name.
pub(crate) const FORMAT: &str = "format";
pub(crate) const TABLE: &str = "table";
pub(crate) const COLUMNS: &str = "columns";
pub(crate) const SORT: &str = "sort";
pub(crate) const LIMIT: &str = "limit";
const HEADER: &str = "header";
const FORMULAS: &str = "formulas";

/// The name of the format that is JSON lines as one list.
pub(crate) const ROWS: &str = "rows";

/// The name of the format that is each record as an event, as it comes.
pub(crate) const SSE: &str = "sse";

/// The maximum number of columns that a request names: each is looked for among all, and made where it lacks.
pub(crate) const MAX_COLUMNS: usize = 256;

/// The characters that spreadsheets take for the begin of a formula.
const BEGINS: &[u8] = b"=+-@\t\r";

/// The form of a response that a caller wants.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    pub(crate) rendering: Rendering,
    /// True if rows of JSON are one list.
    is_list: bool,
    /// True if each record is an event.
    pub(crate) is_sse: bool,
    /// True if texts of CSV may begin as formulas do.
    has_formulas: bool,
}

/// The form that a query wants.
#[derive(Default)]
pub(crate) struct Form {
    format: Option<Format>,
    table: Option<String>,
    columns: Vec<String>,
    sort: Option<String>,
    limit: Option<usize>,
    header: Option<bool>,
    formulas: Option<bool>,
    is_list: bool,
    is_sse: bool,
}

impl From<Rendering> for Wanted {
    fn from(rendering: Rendering) -> Self {
        Self { rendering, is_list: false, is_sse: false, has_formulas: true }
    }
}

impl Wanted {
    /// Returns the bytes of a response of that outline.
    pub(crate) fn render(
        &self,
        response: &dyn ErasedResponse,
        outline: &Outline,
    ) -> Result<Vec<u8>, Failure> {
        Ok(self.finish(self.rendering.render(response, outline)?))
    }

    /// Returns rows as they are sent.
    pub(crate) fn finish(&self, rows: Vec<u8>) -> Vec<u8> {
        match self.rendering.format {
            Format::JsonLines if self.is_list => {
                let lines: Vec<&[u8]> = rows.trim_ascii_end().split(|byte| *byte == b'\n').collect();
                [b"[", &*lines.join(&b','), b"]\n"].concat()
            }
            Format::Csv if !self.has_formulas => without_formulas(&rows),
            _ => rows,
        }
    }

    /// Returns true if each response has an end of its own, so that several are no longer one of the form.
    pub(crate) const fn is_of_one(&self) -> bool {
        self.is_list || self.is_sse || self.rendering.format.is_drawn()
    }

    /// Returns true if records of an endpoint are handed on as they come.
    pub(crate) fn is_of_events(&self, info: &EndpointInfo) -> bool {
        let is_lines = self.rendering.format == Format::JsonLines && !self.is_list;
        self.is_sse || (is_lines && info.has_events() && self.rendering.sort.is_none())
    }

    pub(crate) const fn media_type(&self) -> Option<&'static str> {
        match self {
            Self { is_sse: true, .. } => Some(MEDIA_TYPE),
            Self { is_list: true, .. } => Format::Json.media_type(),
            _ => self.rendering.format.media_type(),
        }
    }
}

/// Returns CSV with `'` before each text that a spreadsheet would take for a formula. Numbers have a sign, too.
fn without_formulas(rows: &[u8]) -> Vec<u8> {
    let mut safe = Vec::with_capacity(rows.len());
    let (mut is_begin, mut is_quoted) = (true, false);
    for (index, byte) in rows.iter().enumerate() {
        let opens = is_begin && *byte == b'"';
        // No number has a character for which it is quoted.
        let is_text = || is_quoted || !is_number(rows.get(index..).unwrap_or_default());
        if is_begin && BEGINS.contains(byte) && is_text() {
            safe.push(b'\'');
        }
        safe.push(*byte);
        is_quoted ^= *byte == b'"';
        is_begin = opens || (!is_quoted && matches!(byte, b',' | b'\n'));
    }
    safe
}

/// Returns true if the first field is a number.
fn is_number(rows: &[u8]) -> bool {
    let field = rows.split(|byte| matches!(byte, b',' | b'\n')).next();
    field.and_then(|field| std::str::from_utf8(field).ok()).is_some_and(|field| field.parse::<f64>().is_ok())
}

impl Form {
    /// Takes a parameter. Returns false if its name is another one's.
    pub(crate) fn take(&mut self, name: &str, value: &str) -> Result<bool, Problem> {
        match name {
            FORMAT => {
                (self.is_list, self.is_sse) = (value == ROWS, value == SSE);
                let format = match value {
                    ROWS => Format::JsonLines,
                    SSE => Format::Json,
                    _ => by_name(value)?,
                };
                once(&mut self.format, FORMAT, format)?;
            }
            TABLE => once(&mut self.table, TABLE, value.to_owned())?,
            SORT => once(&mut self.sort, SORT, value.to_owned())?,
            LIMIT => once(&mut self.limit, LIMIT, rows(value)?)?,
            HEADER => once(&mut self.header, HEADER, switch(HEADER, value)?)?,
            FORMULAS => once(&mut self.formulas, FORMULAS, switch(FORMULAS, value)?)?,
            COLUMNS => {
                let names = value.split(',').map(str::trim).filter(|name| !name.is_empty());
                self.columns.extend(names.map(str::to_owned));
                if self.columns.len() > MAX_COLUMNS {
                    return Err(Problem::bad(many_columns(self.columns.len())));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the form in the format that the query, or else the extension, or else `Accept` names.
    pub(crate) fn wanted(
        self,
        info: &EndpointInfo,
        extension: Option<Format>,
        headers: &HeaderMap,
    ) -> Result<Wanted, Problem> {
        let Self { format, table, columns, sort, limit, header, formulas, is_list, is_sse } = self;
        let (format, is_sse) = match format.or(extension) {
            Some(format) => (format, is_sse),
            None => accepted(headers, info.has_events())?,
        };
        let has_header = header.unwrap_or(true);
        let rendering = Rendering { format, table, columns, sort, limit, has_header };
        if is_sse && !info.has_events() {
            let detail = format!("the replies of /{} have no events: leave {SSE} out", info.command);
            return Err(Problem::bad(detail));
        }
        if is_sse && rendering.is_arranged() {
            return Err(Problem::bad(format!(
                "an event has a whole record: take jsonl for '{COLUMNS}', and csv for '{SORT}'"
            )));
        }
        Ok(Wanted { rendering, is_list, is_sse, has_formulas: formulas.unwrap_or(true) })
    }
}

/// Returns the formats that a response of an endpoint can have.
pub(crate) fn formats(info: &EndpointInfo) -> impl Iterator<Item = Format> {
    let has_chart = Outline::of(info).has_chart();
    Format::served().filter(move |format| has_chart || !format.is_drawn())
}

/// Returns the parameters as the OpenAPI document of a gateway has them.
pub(crate) fn parameters(info: &EndpointInfo) -> Vec<Value> {
    let outline = Outline::of(info);
    // The names of tables and columns that the schema does not say are names, too.
    let open = |names: Vec<&str>| match names.is_empty() {
        true => json!({ "type": "string" }),
        false => json!({ "anyOf": [{ "type": "string", "enum": names }, { "type": "string" }] }),
    };
    let columns = outline.columns(None).unwrap_or_default();
    let columns = open(columns.iter().map(|column| &*column.name).collect());
    let events = info.has_events().then_some(SSE);
    let formats: Vec<&str> = formats(info).map(Format::as_str).chain([ROWS]).chain(events).collect();
    let all = [
        (
            FORMAT,
            "The format, in place of the header `Accept`. `rows` is JSON lines as one list, which has its own schema. `sse` is \
             each record as an event, as it comes.",
            json!({ "type": "string", "enum": formats }),
        ),
        (
            TABLE,
            "Another table of the response. As JSON it is that part of the response, which has its own schema.",
            open(outline.names().collect()),
        ),
        (
            COLUMNS,
            "The columns of the rows, in this order.",
            json!({ "type": "array", "items": columns, "minItems": 1 }),
        ),
        (
            SORT,
            "The column that orders the rows; with `-` before it the greatest come first.",
            json!({ "type": "string" }),
        ),
        (
            LIMIT,
            "The maximum number of rows: the first ones, and of bars in the order of time the newest.",
            json!({ "type": "integer", "minimum": 1 }),
        ),
        (
            HEADER,
            "True if CSV begins with the names of the columns.",
            json!({ "type": "boolean", "default": true }),
        ),
        (
            FORMULAS,
            "False to put `'` before each text of CSV that a spreadsheet would take for a formula.",
            json!({ "type": "boolean", "default": true }),
        ),
    ];
    let own = all.into_iter().filter(|(name, ..)| info.param(name).is_none());
    let parameter = |(name, description, schema): (&str, &str, Value)| json!({ "name": name, "in": "query", "description": description, "explode": false, "schema": schema });
    own.map(parameter).collect()
}

/// Returns the type in JSON of the values of a column, if it is one.
pub(crate) const fn json_type(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Boolean => Some("boolean"),
        Kind::Integer | Kind::Float => Some("number"),
        // Times are ISO 8601.
        Kind::Text | Kind::Time => Some("string"),
        Kind::Mixed | Kind::Empty => None,
    }
}

/// Returns what is wrong with that many columns.
pub(crate) fn many_columns(count: usize) -> String {
    format!("'{COLUMNS}' has {count} names: give at most {MAX_COLUMNS}")
}

/// Sets a parameter of the gateway's own, which a query has once.
pub(crate) fn once<T>(known: &mut Option<T>, name: &str, value: T) -> Result<(), Problem> {
    if known.replace(value).is_some() { Err(twice(name)) } else { Ok(()) }
}

pub(crate) fn twice(name: &str) -> Problem {
    Problem::bad(format!("'{name}' is there twice: give it once"))
}

fn by_name(name: &str) -> Result<Format, Problem> {
    let found = Format::served().find(|format| format.as_str() == name);
    found.ok_or_else(|| Problem::bad(format!("'format' is {name:?}: write one of {}", names())))
}

pub(crate) fn names() -> String {
    Format::served().map(Format::as_str).chain([ROWS]).collect::<Vec<_>>().join(", ")
}

fn switch(name: &str, text: &str) -> Result<bool, Problem> {
    text.parse().map_err(|_| Problem::bad(format!("'{name}' is {text:?}: write true or false")))
}

fn rows(text: &str) -> Result<usize, Problem> {
    let rows = text.parse().ok().filter(|rows| *rows > 0);
    rows.ok_or_else(|| Problem::bad(format!("'limit' is {text:?}: write a number of rows of 1 or more")))
}

/// Returns the format that the caller prefers, the first of several it likes as much, and true for each record as an event.
fn accepted(headers: &HeaderMap, has_events: bool) -> Result<(Format, bool), Problem> {
    let mut best: Option<(f32, (Format, bool))> = None;
    let known = || {
        let plain = Format::served().filter_map(|format| Some((format.media_type()?, (format, false))));
        plain.chain(has_events.then_some((MEDIA_TYPE, (Format::Json, true))))
    };
    let mut is_any = true;
    for (range, weight) in weighted(headers, ACCEPT) {
        is_any = false;
        let range = range.to_ascii_lowercase();
        let found = known().find(|(media_type, _)| matches(&range, media_type)).map(|(_, format)| format);
        if let Some(format) = found.filter(|_| weight > 0.0 && best.is_none_or(|(known, _)| weight > known)) {
            best = Some((weight, format));
        }
    }
    match best {
        Some((_, format)) => Ok(format),
        None if is_any => Ok((Format::Json, false)),
        None => {
            let types: Vec<&str> = known().map(|(media_type, _)| media_type).collect();
            let detail = format!("no format is one that Accept names: name one of {}", types.join(", "));
            Err(Problem::new(StatusCode::NOT_ACCEPTABLE, detail))
        }
    }
}

fn matches(range: &str, known: &str) -> bool {
    let is_of_kind = |kind: &str| known.split('/').next() == Some(kind);
    range == known || range == "*/*" || range.strip_suffix("/*").is_some_and(is_of_kind)
}
