//! Places in a document, by JSON pointer.

use serde_json::Value;

use virtual_finance_table::template;

/// The maximum number of references that lead from one to the next.
const MAX_STEPS: usize = 32;

/// A value of a document with its place.
#[derive(Debug, Clone)]
pub(super) struct At<'d> {
    pub(super) value: &'d Value,
    /// The JSON pointer to it, empty for the document.
    pub(super) pointer: String,
    /// The other values that say something of the same thing.
    pub(super) also: Vec<At<'d>>,
}

impl<'d> At<'d> {
    /// Returns the document.
    pub(super) const fn root(document: &'d Value) -> Self {
        Self { value: document, pointer: String::new(), also: Vec::new() }
    }

    pub(super) fn get(&self, name: &str) -> Option<Self> {
        self.value.as_object()?.get(name).map(|value| self.child(name, value))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.value.as_object().is_some_and(|members| members.contains_key(name))
    }

    /// Returns a member that is a string.
    pub(super) fn text(&self, name: &str) -> Option<&'d str> {
        self.value.as_object()?.get(name)?.as_str()
    }

    /// Returns true if a member is `true`.
    pub(super) fn flag(&self, name: &str) -> bool {
        self.value.as_object().and_then(|members| members.get(name)).and_then(Value::as_bool) == Some(true)
    }

    /// Returns the members of an object; none for other values.
    pub(super) fn members(&self) -> Vec<(&'d str, Self)> {
        let members = self.value.as_object().into_iter().flatten();
        members.map(|(name, value)| (name.as_str(), self.child(name, value))).collect()
    }

    /// Returns the members of an object below a name; none if there is no object.
    pub(super) fn members_of(&self, name: &str) -> Vec<(&'d str, Self)> {
        self.get(name).map(|found| found.members()).unwrap_or_default()
    }

    /// Returns the items of a list below a name; none if there is no list.
    pub(super) fn items(&self, name: &str) -> Vec<Self> {
        let Some(list) = self.get(name) else { return Vec::new() };
        let items = list.value.as_array().into_iter().flatten().enumerate();
        items.map(|(index, value)| list.child(&index.to_string(), value)).collect()
    }

    /// Adds a value that says something else of the same thing.
    pub(super) fn join(&mut self, other: Self) {
        let is_known = std::iter::once(&*self).chain(&self.also).any(|one| one.value == other.value);
        if !is_known {
            self.also.push(other);
        }
    }

    /// Returns several values of one thing as one.
    pub(super) fn joined(all: impl Iterator<Item = Self>) -> Option<Self> {
        all.reduce(|mut whole, other| {
            whole.join(other);
            whole
        })
    }

    fn child(&self, name: &str, value: &'d Value) -> Self {
        Self { value, pointer: joined(&self.pointer, name), also: Vec::new() }
    }

    /// Returns the value that references lead to, or why they lead to none.
    pub(super) fn followed(self, document: &'d Value) -> Result<Self, String> {
        let mut at = self;
        for _ in 0..MAX_STEPS {
            match at.text("$ref") {
                None => return Ok(at),
                Some(reference) => at = target(document, reference)?,
            }
        }
        Err(CIRCLE.to_owned())
    }
}

/// The message about references without an end.
pub(super) const CIRCLE: &str = "its references lead to each other without an end";

/// Returns the value that a reference leads to.
pub(super) fn target<'d>(document: &'d Value, reference: &str) -> Result<At<'d>, String> {
    let Some(pointer) = reference.strip_prefix('#') else {
        return Err(format!(
            "'{reference}' is another document, and only one is read; bundle the documents into one first"
        ));
    };
    let nowhere = || format!("'{reference}' leads to nothing; correct it");
    let found = |pointer: &str| document.pointer(pointer).map(|value| (value, pointer.to_owned()));
    let (value, pointer) =
        found(pointer).or_else(|| found(&template::decoded(pointer))).ok_or_else(nowhere)?;
    Ok(At { value, pointer, also: Vec::new() })
}

/// Returns a pointer to a member.
pub(super) fn joined(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}
