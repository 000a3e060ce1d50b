//! The layers of modules that ARCHITECTURE.md lists are those of the code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::imports::{self, Need};

/// The layers of each crate by its folder, from the lowest up; each is the names of its modules.
pub(crate) type Layers = BTreeMap<String, Vec<Vec<String>>>;

/// Reads the layers of all crates: a block of lines below ``In `<folder>`:``, and the rows of the table of crates.
pub(crate) fn read(text: &str) -> Layers {
    let mut layers = Layers::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(folder) = line.strip_prefix("In `").and_then(|rest| rest.strip_suffix("`:")) {
            let block = lines.by_ref().skip(1).take_while(|line| !line.is_empty());
            layers.insert(folder.to_owned(), block.map(|line| names(line, "  ")).collect());
        } else if let Some((folder, chain)) = line
            .strip_prefix("| `")
            .and_then(|rest| rest.strip_suffix("` |"))
            .and_then(|rest| rest.split_once("` | `"))
            .filter(|(_, chain)| chain.contains('→'))
        {
            layers.insert(folder.to_owned(), chain.split('→').map(|layer| names(layer, ",")).collect());
        }
    }
    layers
}

/// Returns where the modules of a crate and its layers disagree.
pub(crate) fn disagreements(folder: &Path, layers: &[Vec<String>]) -> Vec<String> {
    let height: BTreeMap<&str, usize> = layers
        .iter()
        .enumerate()
        .flat_map(|(height, names)| names.iter().map(move |name| (name.as_str(), height)))
        .collect();
    let rooms = rooms(folder);
    let missing = rooms.iter().filter(|room| !height.contains_key(room.as_str()));
    let gone = height.keys().filter(|name| !rooms.contains(**name));
    let upward = imports::needs(folder, false).into_iter().filter_map(|Need { from, to, path }| {
        let (user, used) = (room(from)?, room(to)?);
        (user != used && height.get(user)? <= height.get(used)?)
            .then(|| format!("{from} needs `{path}` of {to}, which is no lower layer"))
    });
    let missing = missing.map(|room| format!("{room} is in no layer"));
    let gone = gone.map(|name| format!("{name} is no module"));
    missing.chain(gone).chain(upward).collect()
}

fn rooms(folder: &Path) -> BTreeSet<String> {
    let files = std::fs::read_dir(folder.join("src")).expect("a crate has sources");
    files
        .map(|file| file.expect("a folder can be read").path())
        .filter(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| path.file_name().expect("it has a name").to_string_lossy().into_owned())
        .filter_map(|name| room(&format!("src/{name}")).map(ToOwned::to_owned))
        .filter(|name| name != "tests")
        .collect()
}

/// Returns the module at the root of its crate that a file belongs to; the roots themselves belong to none.
fn room(file: &str) -> Option<&str> {
    let name = file.strip_prefix("src/")?;
    let name = name.split_once('/').map_or(name, |(folder, _)| folder);
    let name = name.strip_suffix(".rs").unwrap_or(name);
    (!["lib", "main"].contains(&name)).then_some(name)
}

/// Returns the names of one layer; what stands in parentheses explains the name before it.
fn names(layer: &str, between: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = layer;
    while let Some((name, explained)) = rest.split_once('(') {
        plain.push_str(name);
        rest = explained.split_once(')').map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    plain.split(between).map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}
