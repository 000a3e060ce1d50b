//! Names of a document as names of a table: safe, and unique.

use std::collections::{HashMap, HashSet};

use crate::names;

/// The maximum length of a name, so that lines stay readable.
const MAX_LENGTH: usize = 100;

/// The names that are taken.
#[derive(Default)]
pub struct Taken {
    names: HashSet<String>,
    /// The numbers behind names before which none is free.
    numbers: HashMap<String, u32>,
}

impl Taken {
    /// Returns a name that is free, and takes it: the name itself, or the name with a number.
    fn free(
        &mut self,
        name: &str,
        is_possible: impl Fn(&str) -> bool,
        key: impl Fn(&str) -> String,
    ) -> String {
        let first = self.numbers.get(name).copied().unwrap_or(1);
        let numbered = |number| if number == 1 { name.to_owned() } else { format!("{name}{number}") };
        let mut all = (first..).map(|number| (number, numbered(number)));
        let found = all.find(|(_, name)| is_possible(name) && !self.names.contains(&key(name)));
        let (number, found) = found.unwrap_or_default();
        self.numbers.insert(name.to_owned(), number);
        self.names.insert(key(&found));
        found
    }

    /// Returns a free name of a request, an enumeration or a record.
    pub fn item(&mut self, text: &str) -> String {
        let name = camel(text);
        let is_possible = |name: &str| names::item_fault(name).is_none();
        let built_in = crate::kind::BUILT_IN.iter().any(|(known, _)| *known == name);
        let name = if is_possible(&name) && !built_in { name } else { names::better_item(&name) };
        let name = if is_possible(&name) { name } else { format!("Api{name}") };
        self.free(&name, is_possible, names::snake)
    }

    /// Returns true if a text is a free name of an item without a number.
    pub fn is_free(&self, text: &str) -> bool {
        !self.names.contains(&names::snake(&camel(text)))
    }

    /// Takes a name of a request as it is. Returns false if it cannot be one, or is taken.
    pub fn exact(&mut self, name: &str) -> bool {
        names::item_fault(name).is_none() && self.names.insert(names::snake(name))
    }

    /// Returns a free name of a value of an enumeration.
    pub fn variant(&mut self, text: &str) -> String {
        let name = camel(text);
        let is_possible =
            |name: &str| names::type_fault(name).is_none() && names::variant_fault(name, true).is_none();
        let name = if is_possible(&name) { name } else { format!("{name}Value") };
        self.free(&name, is_possible, str::to_owned)
    }

    /// Returns a free name of a parameter. One that is not required has a setter of its name.
    pub fn param(&mut self, text: &str, is_required: bool) -> String {
        let is_possible = |name: &str| {
            names::word_fault(name).is_none()
                && names::param_fault(name, true).is_none()
                && (is_required || names::method_fault(name, true).is_none())
                && !name.starts_with("get_")
        };
        let name = word(text);
        let name = if is_possible(&name) { name } else { format!("{name}_") };
        let name = if is_possible(&name) { name } else { format!("the_{name}") };
        // `id_2` and `id2` would be one name of a trait.
        self.free(&name, is_possible, |name| names::camel(name).to_lowercase())
    }

    /// Returns a free name of a field or a host.
    pub fn word(&mut self, text: &str) -> String {
        let is_possible =
            |name: &str| names::word_fault(name).is_none() && name != "other" && name != "hosts";
        let name = word(text);
        let name = if is_possible(&name) { name } else { format!("{name}_") };
        self.free(&name, is_possible, str::to_owned)
    }

    /// Takes a name that others may not have.
    pub fn take(&mut self, key: &str) {
        self.names.insert(key.to_owned());
    }
}

/// Returns the words of a text: what stands between characters that no name has.
fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// Returns a name of a type: `pet-store list` becomes `PetStoreList`, and `DAY_GAINERS` `DayGainers`.
fn camel(text: &str) -> String {
    let mut name = String::new();
    for word in words(text) {
        let is_loud = word.len() > 1 && !word.bytes().any(|byte| byte.is_ascii_lowercase());
        let word = if is_loud { word.to_ascii_lowercase() } else { word.to_owned() };
        name.push_str(&names::camel(&word));
    }
    name.truncate(MAX_LENGTH);
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => name,
        Some(_) => format!("N{name}"),
        None => "Unnamed".to_owned(),
    }
}

/// Returns a name of a parameter: `X-Request-ID` becomes `x_request_id`.
fn word(text: &str) -> String {
    let name = words(text).into_iter().map(names::snake).collect::<Vec<_>>().join("_");
    let mut name: String = name.chars().take(MAX_LENGTH).collect();
    name.truncate(name.trim_end_matches('_').len());
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => name,
        Some(_) => format!("n{name}"),
        None => "unnamed".to_owned(),
    }
}

/// Returns the words of a name for a host: `example url` for `api.example.co.uk`.
pub fn host_name(authority: &str) -> String {
    let name = authority.split(':').next().unwrap_or_default();
    let is_name =
        |label: &&str| label.len() > 3 && label.starts_with(|first: char| first.is_ascii_alphabetic());
    let mut labels: Vec<&str> = name.split('.').collect();
    // The last label names a country or a kind.
    labels.pop();
    let label = labels.iter().rev().copied().find(is_name).or(labels.last().copied()).unwrap_or("api");
    format!("{label} url")
}
