//! The circles of a directed graph.

use std::collections::BTreeMap;

/// Returns the strongly connected parts of more than one node, each in the order of discovery (Tarjan).
pub(crate) fn circles<'a>(edges: &[(&'a str, &'a str)]) -> Vec<Vec<&'a str>> {
    let mut successors: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (from, to) in edges {
        successors.entry(from).or_default().push(to);
        successors.entry(to).or_default();
    }
    let mut search =
        Search { successors: &successors, states: BTreeMap::new(), stack: Vec::new(), found: Vec::new() };
    for node in successors.keys() {
        if !search.states.contains_key(node) {
            search.visit(node);
        }
    }
    search.found
}

struct State {
    index: usize,
    on_stack: bool,
}

struct Search<'a, 'g> {
    successors: &'g BTreeMap<&'a str, Vec<&'a str>>,
    states: BTreeMap<&'a str, State>,
    stack: Vec<&'a str>,
    found: Vec<Vec<&'a str>>,
}

impl<'a> Search<'a, '_> {
    fn visit(&mut self, node: &'a str) -> usize {
        let index = self.states.len();
        self.states.insert(node, State { index, on_stack: true });
        self.stack.push(node);
        let mut lowest = index;
        for next in &self.successors[node] {
            let reached = match self.states.get(next) {
                None => self.visit(next),
                Some(state) if state.on_stack => state.index,
                Some(_) => continue,
            };
            lowest = lowest.min(reached);
        }
        if lowest == index {
            let start = self.stack.iter().position(|other| *other == node).expect("it is on the stack");
            let part = self.stack.split_off(start);
            for member in &part {
                self.states.get_mut(member).expect("it was visited").on_stack = false;
            }
            if part.len() > 1 {
                self.found.push(part);
            }
        }
        lowest
    }
}
