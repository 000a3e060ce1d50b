//! Every relative link of the documents leads to a file, every anchor to a heading, and every include to a file and
//! its anchors. Links to the web are not followed. Those to pages of a release are refused while there is none, but in
//! the README of a package, which is read in the registry.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

/// The documents: these files, and every one in these folders.
const FILES: [&str; 6] =
    ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md"];
const FOLDERS: [&str; 3] = ["docs/src", "spec", "codegen"];

/// Pages that are there after the first release of these crates only.
const OF_A_RELEASE: [&str; 2] = ["docs.rs/virtual-finance", "crates.io/crates/virtual-finance"];

/// The links, includes and anchors of a document.
#[derive(Default)]
struct Document {
    links: Vec<String>,
    /// `path` or `path:anchor`, as mdBook takes it, and as `cargo regen-docs` quotes it.
    includes: Vec<String>,
    anchors: Vec<String>,
}

impl Document {
    fn parse(text: &str) -> Self {
        let includes = text.split("{{#include ").skip(1).filter_map(|rest| rest.split_once("}}"));
        let includes = includes.map(|(include, _)| include.trim().to_owned());
        let quoted = text.lines().filter_map(|line| line.strip_prefix("<!-- code: ")?.strip_suffix("-->"));
        let quoted = quoted.map(|code| code.trim().replacen('#', ":", 1));
        let includes = includes.chain(quoted).collect();
        let mut document = Self { includes, ..Self::default() };
        let mut heading: Option<String> = None;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let anchor = anchor(&heading.take().unwrap_or_default());
                    let same = document.anchors.iter().filter(|other| **other == anchor).count();
                    document.anchors.push(if same == 0 { anchor } else { format!("{anchor}-{same}") });
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    document.links.push(CowStr::into_string(dest_url));
                }
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                _ => {}
            }
        }
        document
    }
}

fn anchor(heading: &str) -> String {
    let lower = heading.trim().to_lowercase().replace(' ', "-");
    lower.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
}

fn broken(documents: &BTreeMap<PathBuf, Document>) -> Vec<String> {
    let mut broken = Vec::new();
    for (path, document) in documents {
        for link in &document.links {
            if link.contains("://") || link.starts_with("mailto:") {
                if OF_A_RELEASE.iter().any(|page| link.contains(page)) && !is_of_a_package(path) {
                    broken.push(format!("{}: {link}", path.display()));
                }
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { resolved(path, file) };
            let there = match documents.get(&target) {
                Some(other) => anchor.is_empty() || other.anchors.iter().any(|known| known == anchor),
                None => anchor.is_empty() && target.exists(),
            };
            if !there {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
        for include in document.includes.iter().filter(|include| !is_included(path, include)) {
            broken.push(format!("{}: include of {include}", path.display()));
        }
    }
    broken
}

fn is_of_a_package(path: &Path) -> bool {
    let manifest = fs::read_to_string(path.with_file_name("Cargo.toml")).unwrap_or_default();
    path.ends_with("README.md") && manifest.contains("[package]")
}

/// Returns true if the file of an include exists and has both comments of its anchor.
fn is_included(from: &Path, include: &str) -> bool {
    let (file, anchor) = include.split_once(':').unwrap_or((include, ""));
    let Ok(text) = fs::read_to_string(resolved(from, file)) else { return false };
    let has = |mark: &str| text.lines().any(|line| line.trim_end().ends_with(&format!("{mark}: {anchor}")));
    anchor.is_empty() || (has("ANCHOR") && has("ANCHOR_END"))
}

/// Returns the path of a link without `.` and `..`.
fn resolved(from: &Path, link: &str) -> PathBuf {
    let mut path = from.parent().unwrap().to_owned();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                path.pop();
            }
            name => path.push(name),
        }
    }
    path
}

fn markdown(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            markdown(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
}

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files: Vec<PathBuf> = FILES.iter().map(|file| root.join(file)).collect();
    for folder in FOLDERS {
        markdown(&root.join(folder), &mut files);
    }
    let documents: BTreeMap<PathBuf, Document> = files
        .into_iter()
        .map(|file| {
            let document = Document::parse(&fs::read_to_string(&file).unwrap());
            (file, document)
        })
        .collect();
    assert!(documents.values().map(|document| document.links.len()).sum::<usize>() > 30);
    assert!(documents.values().map(|document| document.includes.len()).sum::<usize>() >= 5);
    assert_eq!(broken(&documents), [""; 0]);
}

/// Every chapter is in the summary: mdBook leaves out what is not.
#[test]
fn every_chapter_is_in_the_summary() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs/src");
    let summary = Document::parse(&fs::read_to_string(book.join("SUMMARY.md")).unwrap());
    let mut files = Vec::new();
    markdown(&book, &mut files);
    files.retain(|file| !file.ends_with("SUMMARY.md"));
    files.retain(|file| summary.links.iter().all(|link| book.join(link) != *file));
    assert!(files.is_empty(), "{files:?}");
}

#[test]
fn a_broken_link_is_found() {
    let text = "# One `two`\n\n## Two, three\n\n[a](#one-two) [b](#two-three) [c](#two) [d](other.md) [e](https://x.example) \
                [f](https://docs.rs/virtual-finance/latest)";
    let documents = BTreeMap::from([(PathBuf::from("/nowhere/page.md"), Document::parse(text))]);
    let unreleased = "/nowhere/page.md: https://docs.rs/virtual-finance/latest";
    assert_eq!(broken(&documents), ["/nowhere/page.md: #two", "/nowhere/page.md: other.md", unreleased]);
}

#[test]
fn a_broken_include_is_found() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/links.rs");
    let text = "```\n{{#include links.rs}}\n{{#include links.rs:here}}\n```\n{{#include links.rs:nowhere}} \
                {{#include none.rs}}\n<!-- code: links.rs#here -->\n<!-- code: links.rs#away -->";
    // ANCHOR: here
    let documents = BTreeMap::from([(here.clone(), Document::parse(text))]);
    // ANCHOR_END: here
    let expected = ["links.rs:nowhere", "none.rs", "links.rs:away"];
    assert_eq!(
        broken(&documents),
        expected.map(|include| format!("{}: include of {include}", here.display()))
    );
}

/// The first thing to do is what somebody without the sources does.
#[test]
fn the_readme_begins_with_a_clone() {
    let readme =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("README.md"))
            .unwrap();
    let block = readme.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let lines: Vec<&str> = block.lines().collect();
    assert!(lines[0].starts_with("git clone ") && lines[1].starts_with("cd "), "{lines:?}");
}
