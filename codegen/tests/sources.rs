//! The tables of official figures and other sources, as a program runs them without a compiler.

use std::path::PathBuf;
use std::{env, fs};

use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Context, DateTime, convert_saved};
use virtual_finance_table::TableInfo;
use virtual_finance_table::parse::alone;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/sources");
const CAPTURED: &str = include_str!("sources/captured.txt");

/// Returns the endpoints of all tables.
fn endpoints() -> Vec<&'static EndpointInfo> {
    let mut found = Vec::new();
    for entry in fs::read_dir(FOLDER).expect("the tables are there") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let table = TableInfo::new(&path.to_string_lossy(), &text, &alone);
        let table = table.unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
        assert!(table.left_out.is_empty(), "{}: {:?}", path.display(), table.left_out);
        found.extend(table.endpoints);
    }
    found
}

/// Returns the response to saved bytes, or the error.
fn read(info: &'static EndpointInfo, params: &ParamMap, saved: &[u8]) -> Result<serde_json::Value, String> {
    let request = info.request(params).map_err(|error| error.to_string())?;
    let cx = Context::new(&[], DateTime::from(1_719_600_000));
    let reply = convert_saved(&*request, &[saved], &cx).map_err(|error| error.to_string())?;
    reply.response.to_value().map_err(|error| error.to_string())
}

#[test]
fn every_endpoint_has_an_example_and_terms() {
    let found = endpoints();
    assert_eq!(found.len(), 29);
    for info in found {
        let example = info.examples.first().expect(info.name);
        assert!(info.group.is_some() && info.fresh_for.is_some(), "{}", info.name);
        let reply = example.reply.expect(info.name);
        read(info, &example.param_map(info), reply.as_bytes()).expect(info.name);
    }
}

#[test]
fn recorded_replies_are_read() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/captures");
    let folder = env::var_os("VFAPI_CAPTURES").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let folder = folder.join("sources");
    if !folder.is_dir() {
        return;
    }
    let endpoints = endpoints();
    for line in CAPTURED.lines().filter(|line| !line.starts_with('#')) {
        let (asked, expected) =
            line.split_once(" ! ").map_or((line, None), |(asked, error)| (asked, Some(error)));
        let (asked, part) = asked.split_once(" = ").unwrap_or((asked, ""));
        let mut words = asked.split(' ');
        let (file, name) = (words.next().expect(line), words.next().expect(line));
        let info = endpoints.iter().find(|info| info.name == name).expect(line);
        let value =
            |(name, text): (&str, &str)| (name.to_owned(), info.param(name).expect(line).written(text));
        let params: ParamMap = words.map(|word| value(word.split_once('=').expect(line))).collect();
        let saved = fs::read(folder.join(file)).expect(line);
        match (read(info, &params, &saved), expected) {
            (Ok(found), None) => assert!(found.to_string().contains(part), "{line}: {found}"),
            (Err(error), Some(expected)) => assert!(error.contains(expected), "{line}: {error}"),
            (found, _) => panic!("{line}: {found:?}"),
        }
    }
}
