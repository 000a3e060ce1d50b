//! The figures of what is measured: read, written and compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

/// The key of the kind of machine in the file: instructions of another one are others.
const MACHINE: &str = "machine";
const INSTRUCTIONS: &str = "instructions";
const ALLOCATIONS: &str = "allocations";

/// The figures of one thing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Figure {
    pub(super) instructions: Option<u64>,
    pub(super) allocations: Option<u64>,
    pub(super) nanoseconds: Option<u64>,
}

/// The figures of all things by their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    pub(super) machine: String,
    pub(super) of: BTreeMap<String, Figure>,
}

/// The growth that is reported, as parts of a thousand.
#[derive(Clone, Copy)]
pub(super) struct Growth {
    instructions: u64,
    allocations: u64,
    nanoseconds: u64,
}

impl Growth {
    /// That of a change beside the committed figures.
    pub(super) const OF_BASELINE: Self = Self { instructions: 30, allocations: 30, nanoseconds: u64::MAX };
    /// That of a change beside another revision. The seeds of hash tables make a difference of some instructions.
    pub(super) const OF_REVISION: Self = Self { instructions: 2, allocations: 0, nanoseconds: 50 };
}

impl Figures {
    /// Reads a file of figures.
    ///
    /// # Errors
    /// It cannot be read, or is none; the text says what to do.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|error| error.to_string());
        text.and_then(|text| Self::parse(&text)).map_err(|reason| {
            format!("{} cannot be read: {reason}; write it with `cargo xtask bench --update`", path.display())
        })
    }

    /// Reads the figures of a file's text.
    ///
    /// # Errors
    /// It is no JSON object.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut members: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        let machine = members.remove(MACHINE).as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();
        let figure = |value: &Value| {
            let number = |key| value.get(key).and_then(Value::as_u64);
            Figure { instructions: number(INSTRUCTIONS), allocations: number(ALLOCATIONS), nanoseconds: None }
        };
        Ok(Self { machine, of: members.iter().map(|(name, value)| (name.clone(), figure(value))).collect() })
    }

    /// Writes the figures to a file, without times: those are of one machine.
    pub(super) fn write(&self, path: &Path) -> Result<(), String> {
        let mut members = Map::new();
        members.insert(MACHINE.to_owned(), json!(self.machine));
        for (name, figure) in &self.of {
            let mut written = Map::new();
            let numbers = [(INSTRUCTIONS, figure.instructions), (ALLOCATIONS, figure.allocations)];
            for (key, number) in numbers {
                written.extend(number.map(|number| (key.to_owned(), json!(number))));
            }
            members.insert(name.clone(), written.into());
        }
        // A line for each, so that a diff shows which changed.
        let lines: Vec<String> =
            members.iter().map(|(name, value)| format!("  {}: {value}", json!(name))).collect();
        fs::write(path, format!("{{\n{}\n}}\n", lines.join(",\n")))
            .map_err(|error| format!("{} cannot be written: {error}; check the path", path.display()))
    }

    pub(super) fn has_instructions(&self) -> bool {
        self.of.values().any(|figure| figure.instructions.is_some())
    }

    /// Returns a line for each figure that has grown by more than that since other figures.
    pub(super) fn growths(&self, before: &Self, allowed: Growth) -> Vec<String> {
        let mut grown = Vec::new();
        for (name, now) in &self.of {
            let Some(old) = before.of.get(name) else { continue };
            let instructions = old.instructions.filter(|_| before.machine == self.machine);
            let compared = [
                (INSTRUCTIONS, (instructions, now.instructions), allowed.instructions),
                (ALLOCATIONS, (old.allocations, now.allocations), allowed.allocations),
                ("time (ns)", (old.nanoseconds, now.nanoseconds), allowed.nanoseconds),
            ];
            for (what, pair, allowed) in compared {
                if let (Some(old), Some(now)) = pair
                    && now.saturating_sub(old).saturating_mul(1000) > old.saturating_mul(allowed)
                {
                    grown.push(format!("{name}: {what} grew from {old} to {now} ({})", percent(old, now)));
                }
            }
        }
        grown
    }
}

/// Returns a table of figures beside other ones, and what cannot be compared.
pub(super) fn report(before: &Figures, now: &Figures) -> String {
    let width = now.of.keys().map(|name| name.chars().count()).max().unwrap_or_default();
    let mut text = format!("{:width$}  {:>30}  {:>22}", "", INSTRUCTIONS, ALLOCATIONS);
    let has_times = now.of.values().any(|figure| figure.nanoseconds.is_some());
    text += if has_times { "                      µs\n" } else { "\n" };
    for (name, figure) in &now.of {
        let old = before.of.get(name).copied().unwrap_or_default();
        let instructions = change(old.instructions, figure.instructions, 1);
        let allocations = change(old.allocations, figure.allocations, 1);
        text += &format!("{name:width$}  {instructions:>30}  {allocations:>22}");
        if has_times {
            text += &format!("  {:>22}", change(old.nanoseconds, figure.nanoseconds, 1000));
        }
        text += "\n";
    }
    let unknown: Vec<&str> =
        now.of.keys().filter(|name| !before.of.contains_key(*name)).map(String::as_str).collect();
    if !unknown.is_empty() {
        text += &format!("new: {}\n", unknown.join("; "));
    }
    let gone: Vec<&str> =
        before.of.keys().filter(|name| !now.of.contains_key(*name)).map(String::as_str).collect();
    if !gone.is_empty() {
        text += &format!("gone: {}\n", gone.join("; "));
    }
    if !now.has_instructions() {
        text += "valgrind is not installed: only allocations are compared\n";
    } else if before.machine != now.machine {
        text += &format!(
            "this machine is {:?}, the figures are of {:?}: only allocations are compared\n",
            now.machine, before.machine
        );
    }
    text
}

/// Returns a figure beside the one before, such as `2,260,000 (-15.7 %)`.
fn change(old: Option<u64>, now: Option<u64>, unit: u64) -> String {
    let Some(now) = now else { return "-".to_owned() };
    let shown = grouped(now.checked_div(unit).unwrap_or(now));
    match old {
        Some(old) => format!("{shown} ({})", percent(old, now)),
        None => shown,
    }
}

/// Returns the change in percent, with a sign and one digit.
fn percent(old: u64, now: u64) -> String {
    let (sign, difference) =
        if now < old { ('-', old.saturating_sub(now)) } else { ('+', now.saturating_sub(old)) };
    let tenths = difference.saturating_mul(1000).checked_div(old).unwrap_or_default();
    format!("{sign}{}.{} %", tenths / 10, tenths % 10)
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && digits.len().saturating_sub(index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
