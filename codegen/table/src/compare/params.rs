//! Compares the parameters and the choices of an endpoint.

use indexmap::IndexMap;

use crate::level::Level;
use crate::parse::limits::Limits;
use crate::parse::table::{Choice, Endpoint, Param, TypeName};

use super::Changes;

impl Changes<'_> {
    pub(super) fn params(&mut self, part: &str, old: &Endpoint, new: &Endpoint) {
        self.named_with(&old.params, &new.params, &format!("{part}: "), Self::param, |param| {
            match param.required {
                true => (Level::Major, "is new and required".to_owned()),
                false => (Level::Minor, "is new".to_owned()),
            }
        });
        let (before, after) = (arguments(old), arguments(new));
        let kept = |of: &[String], other: &[String]| -> Vec<String> {
            of.iter().filter(|name| other.contains(name)).cloned().collect()
        };
        let words = "takes its required parameters in another order";
        self.differ(Level::Major, part, words, &kept(&before, &after), &kept(&after, &before));
    }

    fn param(&mut self, part: &str, old: &Param, new: &Param) {
        let separator = |kind: &TypeName| {
            kind.is_list().then(|| kind.separator.clone().unwrap_or_else(|| ",".to_owned()))
        };
        let kind = |param: &Param| (param.kind.of.clone(), separator(&param.kind), param.nullable);
        let is_same = kind(old) == kind(new);
        self.differ(Level::Major, part, "has another type", &kind(old), &kind(new));
        if is_same {
            self.differ(Level::Patch, part, "is sent with another separator", &old.kind, &new.kind);
        }
        self.keys(part, old, new);
        match (&old.default, &new.default) {
            (None, Some(_)) if !new.required => {
                self.add(Level::Major, part, "has a default, so that its getter returns no option");
            }
            (Some(_), None) if !old.required => {
                self.add(Level::Major, part, "has no default, so that its getter returns an option");
            }
            (Some(old), Some(new)) => {
                self.differ(Level::Minor, part, &format!("is {new} by default instead of {old}"), old, new);
            }
            _ => {}
        }
        self.limits(part, old.limits(), new.limits());
        self.relations(part, "excludes", &old.conflicts, &new.conflicts);
        let after = |param: &Param| param.after.iter().cloned().collect::<Vec<_>>();
        self.relations(part, "comes after", &after(old), &after(new));
        for alias in old.aliases.iter().filter(|alias| !new.aliases.contains(alias)) {
            self.add(Level::Major, part, format!("is no longer named '{alias}', too"));
        }
        for alias in new.aliases.iter().filter(|alias| !old.aliases.contains(alias)) {
            self.add(Level::Minor, part, format!("is named '{alias}', too"));
        }
    }

    /// Compares the limits of a value that is sent.
    pub(super) fn limits(&mut self, part: &str, old: Limits<'_>, new: Limits<'_>) {
        self.limit(part, "the minimum", old.min.map(|min| -min), new.min.map(|min| -min));
        self.limit(part, "the maximum", old.max, new.max);
        self.limit(part, "the maximum length", old.max_length, new.max_length);
        match (old.pattern, new.pattern) {
            (Some(_), None) => self.add(Level::Minor, part, "has no pattern any more"),
            (old, new) => self.differ(Level::Major, part, "has another pattern", &old, &new),
        }
    }

    /// Compares a limit of which a greater value allows more.
    fn limit<T: PartialOrd>(&mut self, part: &str, name: &str, old: Option<T>, new: Option<T>) {
        match (old, new) {
            (None, Some(_)) => self.add(Level::Major, part, format!("has {name}")),
            (Some(_), None) => self.add(Level::Minor, part, format!("no longer has {name}")),
            (Some(old), Some(new)) if new < old => {
                self.add(Level::Major, part, format!("is refused values by {name} that were allowed"));
            }
            (Some(old), Some(new)) if new > old => {
                self.add(Level::Minor, part, format!("is allowed more values by {name}"));
            }
            _ => {}
        }
    }

    fn relations(&mut self, part: &str, verb: &str, old: &[String], new: &[String]) {
        for other in new.iter().filter(|other| !old.contains(other)) {
            self.add(Level::Major, part, format!("{verb} '{other}'"));
        }
        for other in old.iter().filter(|other| !new.contains(other)) {
            self.add(Level::Minor, part, format!("no longer {verb} '{other}'"));
        }
    }

    pub(super) fn choices(
        &mut self,
        part: &str,
        old: &IndexMap<String, Choice>,
        new: &IndexMap<String, Choice>,
    ) {
        self.named_with(old, new, &format!("{part}: the choice "), Self::choice, |choice| {
            let grouped = choice.options.values().flat_map(|option| &option.required).cloned();
            (Level::Major, format!("groups {}", grouped.collect::<Vec<_>>().join(" and ")))
        });
    }

    fn choice(&mut self, part: &str, old: &Choice, new: &Choice) {
        self.keys(part, old, new);
        let what = format!("{part}: ");
        self.named_with(&old.options, &new.options, &what, Self::keys, |_| {
            (Level::Major, "is new, and a match has to know it".to_owned())
        });
    }
}

/// Returns the names of the arguments of a request's constructor, in their order: required parameters, and choices where
/// their first parameters stand.
fn arguments(endpoint: &Endpoint) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, param) in &endpoint.params {
        let (name, required) = match endpoint.choice_of(name) {
            Some((choice, found)) => (choice, found.required),
            None => (name, param.required),
        };
        if required && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}
