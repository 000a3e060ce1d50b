//! The texts for models about endpoints.

use serde_json::{Map, Value};
use virtual_finance_core::catalogue::{EnumInfo, ExampleInfo, ParamKind};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_reference::{MAX_VALUES, input, several};
use virtual_finance_tables::tabular::Outline;

use super::asking::bounded;
use crate::target::named;

/// The maximum number of endpoints that a search returns, and of values of a parameter with each.
const MAX_FOUND: usize = 5;
const MAX_HINTS: usize = 4;

/// The maximum number of words that a search looks for: each is compared with every doc.
const MAX_WORDS: usize = 16;

/// The score of an endpoint whose name has the word as a part.
const PART: usize = 4;

/// Returns the endpoints that have one of some words, the best first; without words all of them.
pub(super) fn find(endpoints: &[&EndpointInfo], words: &str) -> String {
    // Shorter words are in every doc.
    let words = words.split(|character: char| !character.is_alphanumeric());
    let words: Vec<String> = words.filter(|word| word.len() > 2).take(MAX_WORDS).map(stem).collect();
    if words.is_empty() {
        return endpoints.iter().map(|info| format!("{}\n", line(info))).collect();
    }
    let mut found: Vec<(usize, &EndpointInfo)> = endpoints.iter().map(|info| (0, *info)).collect();
    let mut telling = Vec::new();
    for word in words {
        let fits: Vec<usize> = endpoints.iter().map(|info| fit(info, &word)).collect();
        // A word that many docs have says little.
        let having = fits.iter().filter(|fit| **fit > 0).count().max(1);
        for ((score, _), fit) in found.iter_mut().zip(fits) {
            let weight = if fit >= PART { 100 } else { 100_usize.checked_div(having).unwrap_or_default() };
            *score = score.saturating_add(fit.saturating_mul(weight));
        }
        if having.saturating_mul(3) < endpoints.len() {
            telling.push(word);
        }
    }
    found.retain(|(score, _)| *score > 0);
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    if found.is_empty() {
        let names: Vec<&str> = endpoints.iter().map(|info| info.command).collect();
        return format!("No endpoint has these words. All of them: {}\n", names.join(", "));
    }
    let found = found.iter().take(MAX_FOUND);
    found.map(|(_, info)| format!("{}{}\n", line(info), hints(info, &telling))).collect()
}

/// Returns a word in small letters, without the ending of several.
fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    word.strip_suffix('s').map(str::to_owned).unwrap_or(word)
}

/// Returns true if a text, or a name such as `TotalRevenue`, has a word.
fn has(text: &str, word: &str) -> bool {
    let mut was_small = false;
    let mut spaced = String::with_capacity(text.len());
    for character in text.chars() {
        if was_small && character.is_uppercase() {
            spaced.push(' ');
        }
        was_small = character.is_lowercase();
        spaced.push(character);
    }
    spaced.split(|character: char| !character.is_alphanumeric()).any(|part| stem(part) == word)
}

/// Returns how well a word fits an endpoint: its names count more than values of its parameters, and those more than docs.
fn fit(info: &EndpointInfo, word: &str) -> usize {
    let is_known = |name: &str| stem(name) == word;
    let columns = info.view.map_or(&[][..], |view| view.columns);
    if is_known(info.command) {
        9
    } else if info.words.iter().any(|(name, _)| is_known(name)) {
        6
    } else if std::iter::once(info.command)
        .chain(info.words.iter().map(|(name, _)| *name))
        .any(|name| has(name, word))
    {
        PART
    } else if columns.iter().any(|name| has(name, word))
        || lists(info).any(|(_, list)| values(list, word).next().is_some())
    {
        2
    } else {
        let outline = Outline::of(info);
        let docs = std::iter::once(info.doc).chain(info.params.iter().map(|param| param.doc));
        usize::from(docs.chain(outline.docs().map(|(_, doc)| doc)).any(|doc| has(doc, word)))
    }
}

/// Returns the parameters that are of an enumeration, each with it.
fn lists(info: &EndpointInfo) -> impl Iterator<Item = (&'static str, &'static EnumInfo)> {
    info.params.iter().filter_map(|param| match &param.kind {
        ParamKind::Enum(list) | ParamKind::List { item: ParamKind::Enum(list), .. } => {
            Some((param.name, *list))
        }
        _ => None,
    })
}

/// Returns the values whose names have a word.
fn values(list: &'static EnumInfo, word: &str) -> impl Iterator<Item = &'static str> {
    let names = list.variants.iter().map(|variant| variant.wire);
    names.filter(move |name| has(name, word))
}

/// Returns true for a parameter that takes several values.
fn is_list(info: &EndpointInfo, name: &str) -> bool {
    info.param(name).is_some_and(|param| matches!(param.kind, ParamKind::List { .. }))
}

/// Returns the arguments that words stand for.
fn hints(info: &EndpointInfo, words: &[String]) -> String {
    let mut hints = Vec::new();
    for word in words {
        let meant = info.words.iter().find(|(name, more)| stem(name) == *word && !more.is_empty());
        if let Some((name, more)) = meant {
            let first = info.params.iter().find(|param| param.required).map_or("", |param| param.name);
            let more =
                if more.starts_with("--") { more.replace("--", "") } else { format!("{first} {more}") };
            hints.push(format!("{name}: {more}"));
            continue;
        }
        for (param, list) in lists(info).filter(|(name, _)| is_list(info, name)) {
            // The short names are those of sums.
            let mut found: Vec<&str> = values(list, word).collect();
            found.sort_by_key(|name| name.len());
            found.truncate(MAX_HINTS);
            if !found.is_empty() {
                hints.push(format!("{param} {}", found.join(",")));
            }
        }
    }
    if hints.is_empty() { String::new() } else { format!(" [{}]", hints.join("; ")) }
}

/// Returns the line about an endpoint: its name, what it needs, and its summary.
fn line(info: &EndpointInfo) -> String {
    let needed: Vec<&str> =
        info.params.iter().filter(|param| param.required).map(|param| param.name).collect();
    format!("{}({}): {}", info.command, needed.join(", "), summary(info.doc))
}

/// Returns the first line of a doc.
pub(super) fn summary(doc: &str) -> &str {
    doc.trim().lines().next().unwrap_or_default()
}

/// Returns what a model needs to ask an endpoint: its doc, the schema of its parameters, its tables and its examples.
pub(super) fn describe(info: &EndpointInfo) -> String {
    let outline = Outline::of(info);
    let tables: String = outline.docs().map(|(name, doc)| format!("- {name}: {}\n", summary(doc))).collect();
    let examples: String = info
        .examples
        .iter()
        .map(|example| format!("- {} {}\n", params(info, example), summary(example.doc)))
        .collect();
    let names: String = lists(info)
        .filter(|(_, list)| list.variants.len() > MAX_VALUES)
        .map(|(param, list)| {
            format!(
                "\nValues of {param}: {}\n",
                list.variants.iter().map(|variant| variant.wire).collect::<Vec<_>>().join(", ")
            )
        })
        .collect();
    let several =
        several(info).map_or_else(String::new, |param| format!("\n{} may be a list, too.", param.name));
    let schema = input(info);
    let parameters = schema.get("properties").cloned().unwrap_or_default();
    let required = schema.get("required").cloned().unwrap_or_else(|| Value::Array(Vec::new()));
    format!(
        "{}\n\n{}\n\nParameters (JSON Schema), required are {required}:\n{parameters}{several}\n{names}\nTables, the main one \
         first:\n{tables}\nExamples of params:\n{examples}",
        line(info),
        info.doc.trim()
    )
}

/// Returns the parameters of an example as a JSON object.
pub(super) fn params(info: &EndpointInfo, example: &ExampleInfo) -> Value {
    let schema = input(info);
    let type_of = |name: &str| schema.pointer(&format!("/properties/{name}/type")).and_then(Value::as_str);
    let value = |(name, text): &(&str, &str)| {
        let value = match type_of(name) {
            Some("integer" | "number" | "boolean") => serde_json::from_str(text).ok(),
            _ => None,
        };
        ((*name).to_owned(), value.unwrap_or_else(|| Value::from(*text)))
    };
    Value::Object(example.params.iter().map(value).collect::<Map<_, _>>())
}

/// Returns the endpoint of a name, or what to call instead.
pub(super) fn endpoint(
    endpoints: &'static [&'static EndpointInfo],
    name: &str,
) -> Result<&'static EndpointInfo, String> {
    named(endpoints, name).map_err(|near| {
        let advice = match near {
            Some(near) => format!("did you mean {near:?}? find lists all"),
            None => "call find for their names".to_owned(),
        };
        bounded(&format!("there is no endpoint {name:?}: {advice}"))
    })
}
