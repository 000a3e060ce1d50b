//! The verdicts on captured replies.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use virtual_finance::ENDPOINTS;
use virtual_finance::request::ParamMap;
use virtual_finance_tests::{captures, captures_required, convert_erased};

/// The verdict on a captured reply.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Verdict {
    /// A response, with the number of values in these parts: rows of a list, or members of an object.
    Gives(&'static [(&'static str, usize)]),
    /// An error with these words.
    Says(&'static str),
}

/// A reply: its file, the value of the request's first parameter, and the verdict.
pub(crate) type Case = (&'static str, &'static str, Verdict);

/// A reading of a reply: the response that it must give.
pub(crate) type Reading = fn(reply: &Value, asked: &str) -> Value;

/// Checks the verdict on each reply of an endpoint, its response by a reading, and that each file of the folders has
/// a verdict.
pub(crate) fn check(command: &str, folders: &[&str], cases: &[Case], reading: Reading) {
    let Some(root) = folder() else { return };
    let mut without: Vec<String> = folders.iter().flat_map(|folder| files(&root, folder)).collect();
    without.retain(|file| !cases.iter().any(|(known, ..)| known == file));
    assert_eq!(without, [""; 0], "files without a verdict");
    for (file, asked, verdict) in cases {
        let found = converted(command, asked, &fs::read(root.join(file)).unwrap());
        match (verdict, found) {
            (Verdict::Gives(parts), Ok(found)) => {
                let reply = serde_json::from_slice(&fs::read(root.join(file)).unwrap()).unwrap();
                assert_same(file, &found, &reading(&reply, asked));
                for (part, count) in *parts {
                    let found = found.pointer(part).unwrap_or_else(|| panic!("{file} has no {part}"));
                    let length =
                        found.as_array().map(Vec::len).or(found.as_object().map(serde_json::Map::len));
                    assert_eq!(length.unwrap_or_default(), *count, "{file}: {part}");
                }
            }
            (Verdict::Says(words), Err(said)) => assert!(said.contains(words), "{file}: {said}"),
            (_, found) => panic!("{file} gives {found:?}, not {verdict:?}"),
        }
    }
}

/// Checks that every reply of a folder gives what a reading makes of it, or an error where the reading makes null.
pub(crate) fn check_all(command: &str, folder_name: &str, reading: Reading) {
    let Some(root) = folder() else { return };
    let mut has_response = false;
    for file in files(&root, folder_name) {
        let body = fs::read(root.join(&file)).unwrap();
        let Ok(reply) = serde_json::from_slice::<Value>(&body) else { continue };
        let named = ["quoteType", "price"].map(|section| {
            reply.pointer(&format!("/quoteSummary/result/0/{section}/symbol")).and_then(Value::as_str)
        });
        let asked = named.into_iter().flatten().next().unwrap_or("ANY");
        let expected = reading(&reply, asked);
        match converted(command, asked, &body) {
            Ok(found) => {
                assert_same(&file, &found, &expected);
                has_response = true;
            }
            Err(said) => assert!(expected.is_null(), "{file}: {said}"),
        }
    }
    assert!(has_response, "no reply of {folder_name} is converted");
}

/// Returns the response to a request whose first parameter has that value, or the words of the error.
pub(crate) fn converted(command: &str, asked: &str, body: &[u8]) -> Result<Value, String> {
    let info = ENDPOINTS.iter().find(|info| info.command == command).unwrap();
    let param = info.params[0].name;
    let request = (info.build)(&ParamMap::from_iter([(param, asked)])).unwrap();
    convert_erased(&*request, body).map_err(|error| error.to_string())
}

pub(crate) fn captured(file: &str) -> Option<Vec<u8>> {
    folder().map(|root| fs::read(root.join(file)).unwrap())
}

fn folder() -> Option<PathBuf> {
    match captures() {
        Ok(root) => Some(root),
        Err(reason) if captures_required() => panic!("{reason}"),
        Err(reason) => {
            eprintln!("skipped: {reason}");
            None
        }
    }
}

fn files(root: &Path, folder: &str) -> Vec<String> {
    let files = fs::read_dir(root.join(folder)).unwrap().flatten();
    let names = files.map(|file| format!("{folder}/{}", file.file_name().to_string_lossy()));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".json")).collect();
    names.sort();
    names
}

fn assert_same(file: &str, found: &Value, expected: &Value) {
    assert_eq!(difference(found, expected, "$"), None, "{file}");
}

/// Returns the first place where two values differ; the order of members does not matter.
fn difference(found: &Value, expected: &Value, path: &str) -> Option<String> {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            let mut names: Vec<&String> = found.keys().chain(expected.keys()).collect();
            names.dedup();
            names.into_iter().find_map(|name| match (found.get(name), expected.get(name)) {
                (Some(found), Some(expected)) => difference(found, expected, &format!("{path}.{name}")),
                (found, expected) => Some(format!("{path}.{name} is {found:?}, not {expected:?}")),
            })
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            let mut pairs = found.iter().zip(expected).enumerate();
            pairs.find_map(|(index, (a, b))| difference(a, b, &format!("{path}[{index}]")))
        }
        _ => (found != expected).then(|| format!("{path} is {found}, not {expected}")),
    }
}
