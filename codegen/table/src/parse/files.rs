//! The files of a table: the named file, and the files that it includes. Their trees become one.
//!
//! Each file is read by itself, with its own places. In the common tree their lines follow each other, as in
//! [`Faults::of_files`](crate::diagnostic::Faults::of_files).

use std::io;

use crate::codes;
use crate::diagnostic::{Diagnostic, Fault, Faults, SourceFile, Span};

use super::keys::Part as _;
use super::table::Table;
use super::tree::{Content, Node, Role};
use super::{events, shape};

/// The key with the paths of other files.
const INCLUDE: &str = "include";

/// A function that returns the text of a file.
pub type Load<'l> = dyn Fn(&str) -> io::Result<String> + 'l;

/// The files that were read.
pub(super) struct Files<'l> {
    load: &'l Load<'l>,
    /// The folder of the table, empty or with a `/` at its end.
    folder: String,
    pub(super) read: Vec<SourceFile>,
    /// The tree of each file, unless nothing of it can be checked.
    trees: Vec<Option<Node>>,
    /// The file that includes each file, and the line that does.
    included: Vec<Option<(usize, usize)>>,
    pub(super) faults: Vec<Diagnostic>,
}

impl<'l> Files<'l> {
    /// Reads a table and the files that it includes.
    pub(super) fn read(path: &str, text: &str, load: &'l Load<'l>) -> Self {
        let folder = path.rfind('/').and_then(|end| path.get(..=end)).unwrap_or_default().to_owned();
        let (read, trees, included, faults) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut files = Self { load, folder, read, trees, included, faults };
        files.file(path, text.to_owned(), None);
        files
    }

    /// Returns the tree of all files; none if nothing can be checked beyond the faults already reported.
    pub(super) fn tree(&mut self) -> Option<Node> {
        let trees: Option<Vec<Node>> = std::mem::take(&mut self.trees).into_iter().collect();
        let mut trees = trees?.into_iter();
        let mut root = trees.next()?;
        let mut before = self.read.first()?.line_count();
        for (file, mut tree) in (1_usize..).zip(trees) {
            tree.move_down(before);
            self.merge(&mut root, tree, file, before);
            before = before.saturating_add(self.read.get(file)?.line_count());
        }
        Some(root)
    }

    /// Reads a file and then the files that it includes.
    fn file(&mut self, path: &str, text: String, included: Option<(usize, usize)>) {
        let own = self.read.len();
        let mut faults = Faults::new(path, &text);
        let tree = tree_of(&text, included.is_some(), &mut faults);
        self.faults.extend(faults.into_sorted());
        let others: Vec<(String, Span)> = tree.iter().flat_map(inclusions).collect();
        self.read.push(SourceFile { path: path.to_owned(), text });
        self.trees.push(tree);
        self.included.push(included);
        for (written, span) in others {
            match self.included(own, &written) {
                Ok((path, text)) => self.file(&path, text, Some((own, span.line))),
                Err((message, advice)) => {
                    self.fault(own, span, codes::INCLUDE.fault(message, advice));
                }
            }
        }
    }

    /// Returns the path and the text of a file that another one includes, or what is wrong and what to do.
    fn included(&self, by: usize, written: &str) -> Result<(String, String), (String, String)> {
        let parent = self.read.get(by).map(|file| file.path.as_str()).unwrap_or_default();
        let inside = parent.strip_prefix(&self.folder).unwrap_or(parent);
        let path = match path(inside, written) {
            Ok(path) => format!("{}{path}", self.folder),
            Err(fault) => return Err(fault),
        };
        if let Some(known) = self.read.iter().position(|file| file.path == path) {
            return Err(self.known(known, &path));
        }
        match (self.load)(&path) {
            Ok(text) => Ok((path, text)),
            Err(error) => Err((
                format!("'{path}' cannot be read: {error}"),
                format!("write the path of a table, from the folder of {parent}"),
            )),
        }
    }

    /// Returns the fault of a file that is read already, and what to do.
    fn known(&self, known: usize, path: &str) -> (String, String) {
        let place = self.included.get(known).copied().flatten();
        let place = place.and_then(|(file, line)| Some((&self.read.get(file)?.path, line)));
        let said = place.map_or_else(
            || "is the table itself".to_owned(),
            |(file, line)| format!("is included already, in line {line} of {file}"),
        );
        (format!("'{path}' {said}"), "remove it from 'include'".to_owned())
    }

    /// Adds the parts of a file to the table's.
    fn merge(&mut self, root: &mut Node, tree: Node, file: usize, before: usize) {
        let Content::Mapping(sections) = tree.content else { return };
        for section in sections.into_iter().filter(|section| section.role == Role::First) {
            if section.key.text == INCLUDE {
                continue;
            }
            let Some(own) = root.entry_mut(&section.key.text) else {
                root.put(section);
                continue;
            };
            match (&mut own.content, section.value.content) {
                (Content::Mapping(known), Content::Mapping(more)) => {
                    for mut entry in more {
                        let first = known
                            .iter()
                            .find(|first| first.role == Role::First && first.key.text == entry.key.text);
                        if let (Role::First, Some(first)) = (entry.role, first) {
                            let (path, line) = crate::diagnostic::place(&self.read, first.key_span.line);
                            let name = &entry.key.text;
                            let message = format!("'{name}' is defined already, in line {line} of {path}");
                            let fault =
                                codes::DUPLICATE_KEY.fault(message, "remove one of the two or rename it");
                            let line = entry.key_span.line.saturating_sub(before);
                            let span = Span { line, ..entry.key_span };
                            entry.role = Role::Repeated;
                            known.push(entry);
                            self.fault(file, span, fault);
                        } else {
                            known.push(entry);
                        }
                    }
                    own.broken |= section.value.broken;
                }
                // A setting of the whole table, such as `replies`.
                (Content::Scalar(_), Content::Scalar(_)) => {
                    let (path, line) = crate::diagnostic::place(&self.read, own.span.line);
                    let message = format!("'{}' is said already, in line {line} of {path}", section.key.text);
                    let fault = codes::DUPLICATE_KEY.fault(message, "remove one of the two");
                    let line = section.key_span.line.saturating_sub(before);
                    self.fault(file, Span { line, ..section.key_span }, fault);
                }
                // What is in it is not known, so that nothing is said about what is missing.
                _ => own.broken = true,
            }
        }
    }

    fn fault(&mut self, file: usize, span: Span, fault: Fault) {
        let Some(file) = self.read.get(file) else { return };
        let mut faults = Faults::new(&file.path, &file.text);
        faults.add(span, fault);
        self.faults.extend(faults.into_sorted());
    }
}

/// Returns the tree of a file whose shape is checked.
fn tree_of(text: &str, is_included: bool, faults: &mut Faults<'_>) -> Option<Node> {
    let mut tree = events::read(text, faults)?;
    // What is left out may stand in another file.
    if is_included || tree.entry(INCLUDE).is_some() {
        for key in Table::KEYS.iter().filter(|key| key.required) {
            tree.put_empty(key.name);
        }
    }
    shape::check(&mut tree, faults).then_some(tree)
}

/// Returns the paths that a file includes, as it writes them.
fn inclusions(tree: &Node) -> impl Iterator<Item = (String, Span)> {
    let value = tree.entry(INCLUDE).map(|entry| &entry.value);
    let items = value.filter(|value| !value.broken).into_iter().flat_map(Node::items);
    items.filter(|item| !item.broken).filter_map(|item| Some((item.scalar()?.text.clone(), item.span)))
}

/// Returns the path of a file from the folder of the table, or what is wrong and what to do. `parent` is the path of
/// the file that writes it.
fn path(parent: &str, written: &str) -> Result<String, (String, String)> {
    if written.starts_with('/') || written.contains(['\\', ':']) || written.trim() != written {
        let advice = "write it from the folder of this file, with '/' between its parts";
        return Err((format!("'{written}' is not the path of a file"), advice.to_owned()));
    }
    let mut parts: Vec<&str> = parent.split('/').collect();
    parts.pop();
    for part in written.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    let advice = "move the file to the table, or into a folder beside it";
                    return Err((format!("'{written}' leaves the folder of the table"), advice.to_owned()));
                }
            }
            part => parts.push(part),
        }
    }
    if parts.is_empty() {
        return Err((format!("'{written}' is not the path of a file"), "write its name".to_owned()));
    }
    Ok(parts.join("/"))
}
