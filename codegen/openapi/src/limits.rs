//! The limits of schemas as limits of a table, for parameters and for the fields of records alike.

use serde_json::Value;

use super::at::At;
use super::context::Context;
use super::node::Node;
use super::schema::Schema;

/// The maximum length of a ticker, which its schema has and its table need not say.
const TICKER_LENGTH: u64 = 64;

/// The limits that the values of an object cannot have.
const OF_VALUES: &[&str] = &[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "pattern",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
];

/// Writes the limits of a value of a type into the keys of what has it. `is_named` is true if the table names the type,
/// which then has limits of its own.
pub(super) fn limits<'d>(
    cx: &mut Context<'d>,
    schema: &Schema<'d>,
    at: &At<'d>,
    (kind, is_named): (&Node, bool),
    node: &mut Node,
) {
    match kind {
        Node::Text(kind) => one(cx, schema, at, (kind, is_named), node),
        list => {
            of_list(cx, schema, at, (list, is_named), node);
            node.set_some("max_length", schema.number("maxItems").map(Node::plain));
        }
    }
}

/// Writes the limits of the items of a list, and tells what a table has no word for.
fn of_list<'d>(
    cx: &mut Context<'d>,
    schema: &Schema<'d>,
    at: &At<'d>,
    (kind, is_named): (&Node, bool),
    node: &mut Node,
) {
    let Some(item) = kind.get("list") else { return of_map(cx, schema, at) };
    tell(cx, schema, at, &["minItems", "uniqueItems"], "a table");
    let items = schema.part("items").unwrap_or_else(|| at.clone());
    let own = cx.schema(&items);
    match item {
        // Its length is that of the list.
        Node::Text(kind) if kind == "string" => {
            pattern(cx, &own, &items, is_named, node);
            tell(cx, &own, &items, if is_named { &[] } else { &["maxLength"] }, "an item of a list");
        }
        Node::Text(kind) => one(cx, &own, &items, (kind, is_named), node),
        list => {
            of_list(cx, &own, &items, (list, is_named), node);
            tell(cx, &own, &items, &["maxItems"], "a list in a list");
        }
    }
}

/// Tells the limits of an object with free names and of its values, which a table has none of.
fn of_map<'d>(cx: &mut Context<'d>, schema: &Schema<'d>, at: &At<'d>) {
    tell(cx, schema, at, &["minProperties", "maxProperties"], "a table");
    if let Some(values) = schema.values() {
        let own = cx.schema(&values);
        tell(cx, &own, &values, OF_VALUES, "a value of a map");
    }
}

/// Writes the limits of one value.
fn one(
    cx: &mut Context<'_>,
    schema: &Schema<'_>,
    at: &At<'_>,
    (kind, is_named): (&str, bool),
    node: &mut Node,
) {
    match kind {
        "integer" | "number" => {
            for keys in BOUNDS {
                let limit = bound(cx, schema, at, kind, keys);
                node.set_some(keys.0, limit);
            }
            tell(cx, schema, at, &["multipleOf"], "a table");
        }
        "string" => {
            pattern(cx, schema, at, is_named, node);
            let length = schema
                .number("maxLength")
                .filter(|length| !is_named || length.as_u64() != Some(TICKER_LENGTH));
            node.set_some("max_length", length.map(Node::plain));
        }
        _ => tell(cx, schema, at, &["minProperties", "maxProperties"], "a table"),
    }
}

/// Returns the pattern of the values that a schema lists, if they are strings.
fn listed(schema: &Schema<'_>) -> Option<String> {
    let values = schema.listed()?.into_iter().map(|value| value.as_str().map(escaped));
    Some(values.collect::<Option<Vec<String>>>()?.join("|"))
}

/// Characters that a pattern has as they are: `\<` and `\>` are the ends of words.
const PLAIN: &str = "_-/:,@%<>";

/// Returns the pattern that only a text matches.
fn escaped(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii_punctuation() && !PLAIN.contains(letter) {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern
}

/// Writes the pattern of a string: of the values that its schema lists, its own, or of its minimum length, which a
/// table has no key for.
fn pattern(cx: &mut Context<'_>, schema: &Schema<'_>, at: &At<'_>, is_named: bool, node: &mut Node) {
    let listed = listed(schema);
    let is_free = !is_named && listed.is_none();
    let pattern = listed.or_else(|| schema.text("pattern").map(whole));
    let least = of_length(schema).filter(|_| is_free && pattern.is_none());
    if let Some(least) = least {
        return node.set("pattern", Node::text(least));
    }
    node.set_some("pattern", pattern.map(Node::text));
    if is_free {
        tell(cx, schema, at, &["minLength"], "a pattern");
    }
}

/// Returns the pattern of the texts that have the minimum length of a schema, unless that is too long for one.
fn of_length(schema: &Schema<'_>) -> Option<String> {
    const LONGEST: u64 = 200;
    match schema.number("minLength")?.as_u64()? {
        1 => Some("[\\s\\S]+".to_owned()),
        least @ 2..=LONGEST => Some(format!("[\\s\\S]{{{least},}}")),
        _ => None,
    }
}

/// Tells the limits that `whose` in a table cannot have. A minimum of nothing limits nothing.
fn tell(cx: &mut Context<'_>, schema: &Schema<'_>, at: &At<'_>, keys: &[&str], whose: &str) {
    for key in keys {
        let Some(found) = schema.get(key) else { continue };
        let is_count = ["minLength", "minItems", "minProperties", "multipleOf"].contains(key);
        let is_empty = is_count && found.value.as_f64() == Some(0.0);
        if !is_empty && (found.value.is_number() || found.value.is_string() || *found.value == true) {
            let message = format!("{whose} has no '{key}: {}'; it is left out", shown(found.value));
            cx.tell(format!("{}/{key}", at.pointer), message);
        }
    }
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The keys of a limit of numbers: the table's, the schemas', and the step from an exclusive limit.
type Bound = (&'static str, &'static str, &'static str, i64);

const BOUNDS: [Bound; 2] =
    [("min", "minimum", "exclusiveMinimum", 1), ("max", "maximum", "exclusiveMaximum", -1)];

/// Returns the stricter of a limit and an exclusive limit, which becomes the next integer. An exclusive limit of a
/// number is told.
fn bound(
    cx: &mut Context<'_>,
    schema: &Schema<'_>,
    at: &At<'_>,
    kind: &str,
    (_, key, excluded, step): Bound,
) -> Option<Node> {
    let own = schema.number(key);
    // OpenAPI 3.0 has a bool beside the limit, and 3.1 another limit.
    let is_beside = schema.flag(excluded);
    let inclusive = own.filter(|_| !is_beside).cloned();
    let exclusive = schema.number(excluded).or(own.filter(|_| is_beside));
    let next = exclusive.and_then(Value::as_i64).filter(|_| kind == "integer");
    let beyond = match next {
        Some(limit) => limit.checked_add(step).map(Value::from),
        None => exclusive.cloned(),
    };
    let size = |limit: &Value| limit.as_f64().unwrap_or_default();
    let is_stricter = |limit: &Value, other: &Value| match step {
        1 => size(limit) >= size(other),
        _ => size(limit) <= size(other),
    };
    let (limit, is_excluded) = match (inclusive, beyond) {
        (Some(inclusive), Some(beyond)) if is_stricter(&beyond, &inclusive) => (beyond, true),
        (Some(inclusive), _) => (inclusive, false),
        (None, beyond) => (beyond?, true),
    };
    if is_excluded && next.is_none() {
        let message = format!("a table has no '{excluded}'; {limit} itself is allowed");
        cx.tell(format!("{}/{excluded}", at.pointer), message);
    }
    (size(&limit).abs() < 9e18).then(|| Node::plain(&limit))
}

/// Returns a pattern for the whole text: one of OpenAPI matches a part, unless it is anchored.
fn whole(pattern: &str) -> String {
    const ANY: &str = "[\\s\\S]*";
    let pattern = without_words(pattern);
    let inner = pattern.strip_prefix('^').and_then(|inner| inner.strip_suffix('$'));
    match inner.filter(|inner| !inner.ends_with('\\') && !has_alternatives(inner)) {
        // A group around all of it says nothing where nothing stands beside it.
        Some(inner) => {
            let group = inner.strip_prefix("(?:").and_then(|rest| rest.strip_suffix(')'));
            group.filter(|group| is_closed(group)).unwrap_or(inner).to_owned()
        }
        // Anchors may belong to some of the alternatives.
        None => format!("{ANY}(?:{pattern}){ANY}"),
    }
}

/// Returns true unless each `|` of a pattern stands within a group.
fn has_alternatives(pattern: &str) -> bool {
    let (mut depth, mut in_class, mut letters) = (0_usize, false, pattern.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '[' | ']' => in_class = letter == '[',
            '(' if !in_class => depth = depth.saturating_add(1),
            ')' if !in_class => depth = depth.saturating_sub(1),
            '|' if depth == 0 && !in_class => return true,
            _ => {}
        }
    }
    false
}

/// Returns a pattern in whose words `<` and `>` are the characters: patterns of documents have no ends of words.
fn without_words(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        let escaped = if letter == '\\' { letters.next() } else { None };
        if !matches!(escaped, Some('<' | '>')) {
            out.push(letter);
        }
        out.extend(escaped);
    }
    out
}

/// Returns true if no group of a pattern ends that does not begin in it.
fn is_closed(pattern: &str) -> bool {
    let depth = pattern.chars().try_fold(0_usize, |depth, letter| match letter {
        '(' => depth.checked_add(1),
        ')' => depth.checked_sub(1),
        _ => Some(depth),
    });
    depth == Some(0)
}
