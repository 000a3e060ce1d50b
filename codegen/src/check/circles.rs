//! The things that contain each other in a circle, found in one pass over all of them.

use std::collections::HashMap;

use indexmap::IndexMap;

/// The numbers of circles, by the names of things. Things of one number contain each other.
pub(super) struct Circles<'t>(HashMap<&'t str, usize>);

impl<'t> Circles<'t> {
    /// Finds the circles among things, each with the names of those that it contains: the strongly connected parts of
    /// the graph, as Kosaraju finds them.
    pub(super) fn of(things: &IndexMap<&'t str, Vec<&'t str>>) -> Self {
        let mut order = Vec::new();
        let mut seen: HashMap<&'t str, ()> = HashMap::new();
        let mut above: HashMap<&'t str, Vec<&'t str>> = HashMap::new();
        for (name, contained) in things {
            contained.iter().for_each(|inner| above.entry(*inner).or_default().push(*name));
            let mut open = vec![(*name, false)];
            while let Some((name, is_done)) = open.pop() {
                if is_done {
                    order.push(name);
                } else if seen.insert(name, ()).is_none() {
                    open.push((name, true));
                    let inner = things.get(name).into_iter().flatten();
                    open.extend(inner.map(|inner| (*inner, false)));
                }
            }
        }
        let mut circles = HashMap::new();
        for (number, first) in order.iter().rev().enumerate() {
            let mut open = vec![*first];
            while let Some(name) = open.pop() {
                if !circles.contains_key(name) {
                    circles.insert(name, number);
                    open.extend(above.get(name).into_iter().flatten());
                }
            }
        }
        Self(circles)
    }

    /// Returns true if each of two things contains the other, or if they are one.
    pub(super) fn has(&self, one: &str, other: &str) -> bool {
        one == other || self.0.get(one).is_some_and(|number| self.0.get(other) == Some(number))
    }
}
