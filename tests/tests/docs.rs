//! The docs of `virtual-finance` as its users have them: the pages of that crate alone, whose links lead somewhere, and
//! whose examples compile as they are read, in a crate that depends on nothing else of the project.

use std::fs;
use std::path::{Path, PathBuf};

use virtual_finance_tests::of_market;

use crate::copy::{Copy, workspace};

/// The crate of a user who reads the docs.
const MANIFEST: &str = r#"[package]
name = "reader"
version = "0.1.0"
edition = "2024"

[dependencies]
serde_json = "1"
virtual-finance = { path = "PATH", features = ["blocking", "schema", "stream"] }

[workspace]
"#;

/// What links begin with that other crates wrote for traits of theirs.
const FOREIGN: [&str; 3] = ["Stream::", "futures_core::", "crate::stream::"];

/// The pages, by their paths below those of the crate.
struct Pages {
    root: PathBuf,
    pages: Vec<(PathBuf, String)>,
}

impl Pages {
    fn read(root: PathBuf) -> Self {
        let mut pages = Vec::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
                // The pages of the crates `http` and `bytes`.
                let foreign = [root.join("http"), root.join("transport/struct.Chunk.html")];
                if foreign.contains(&entry) {
                    continue;
                }
                if entry.is_dir() {
                    folders.push(entry);
                } else if entry.extension().is_some_and(|extension| extension == "html") {
                    let text = fs::read_to_string(&entry).unwrap();
                    // What every type has from other crates comes last.
                    let own = text.split("id=\"blanket-implementations\"").next().unwrap().to_owned();
                    pages.push((entry, own));
                }
            }
        }
        pages.sort();
        Self { root, pages }
    }

    fn at(&self, path: &str) -> Option<&str> {
        let path = self.root.join(path);
        self.pages.iter().find(|(own, _)| *own == path).map(|(_, text)| text.as_str())
    }

    fn dead_links(&self) -> Vec<String> {
        let mut dead = Vec::new();
        for (path, text) in &self.pages {
            for link in between(text, "href=\"", "\"") {
                let file = link.split('#').next().unwrap();
                let is_elsewhere =
                    link.starts_with("https:") || FOREIGN.iter().any(|own| link.starts_with(own));
                // The last are parts of scripts.
                if is_elsewhere || file.is_empty() || link.contains("${") {
                    continue;
                }
                if !path.parent().unwrap().join(file).exists() {
                    dead.push(format!("{}: {link}", path.strip_prefix(&self.root).unwrap().display()));
                }
            }
        }
        dead
    }

    fn examples(&self) -> Vec<(&Path, String)> {
        let mut examples: Vec<(&Path, String)> = Vec::new();
        for (path, text) in &self.pages {
            for code in between(text, "<pre class=\"rust rust-example-rendered\"><code>", "</code>") {
                let code = plain(code);
                if examples.iter().all(|(_, known)| *known != code) {
                    examples.push((path.strip_prefix(&self.root).unwrap(), code));
                }
            }
        }
        examples
    }
}

#[test]
#[ignore = "compiles much of the workspace again; .ci/run has it"]
fn the_docs_of_the_client_stand_alone() {
    let copy = Copy::new("reader");
    let path = workspace().join("generated").display().to_string();
    fs::write(copy.0.join("Cargo.toml"), MANIFEST.replace("PATH", &path)).unwrap();
    fs::create_dir(copy.0.join("src")).unwrap();
    fs::write(copy.0.join("src/lib.rs"), "").unwrap();
    // Beside the pages of other crates rustdoc would link to them.
    let made = copy.0.join("made");
    copy.cargo_into(&made, &["doc", "--no-deps", "--package", "virtual-finance"]);

    let pages = Pages::read(made.join("doc/virtual_finance"));
    assert_eq!(pages.dead_links(), Vec::<String>::new());
    requests_lead_to_responses(&pages);
    responses_are_structures(&pages);
    assert!(pages.at("blocking/struct.Client.html").is_some());

    let examples = pages.examples();
    assert!(examples.len() > of_market().count(), "{examples:?}");
    for (path, code) in &examples {
        assert!(!code.contains("virtual_finance_"), "{} names another crate:\n{code}", path.display());
    }
    fs::write(copy.0.join("src/lib.rs"), program(&examples)).unwrap();
    copy.cargo(&["check"]);
}

/// The page of a request links its response before its examples.
fn requests_lead_to_responses(pages: &Pages) {
    for endpoint in of_market() {
        let page = pages.at(&format!("struct.{}.html", endpoint.name)).unwrap();
        let response = page.split("Its response is ").nth(1).unwrap();
        let first = response.split("</p>").next().unwrap();
        assert!(first.contains("<a href=\"responses/"), "{}: {first}", endpoint.name);
    }
}

/// The module of the responses has structures only, and has all of them.
fn responses_are_structures(pages: &Pages) {
    let responses = pages.root.join("responses");
    for (path, _) in pages.pages.iter().filter(|(path, _)| path.starts_with(&responses)) {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(!name.starts_with("fn."), "{}", path.display());
        assert!(!["struct.Params.html", "struct.Query.html"].contains(&name), "{}", path.display());
    }
    assert!(pages.at("responses/history/struct.Response.html").is_some());
    assert!(pages.at("responses/struct.Quotes.html").is_some());
    assert!(pages.at("struct.Quotes.html").is_none());
}

/// Returns a program of all examples, each in an asynchronous function whose errors are any.
fn program(examples: &[(&Path, String)]) -> String {
    let functions = examples.iter().enumerate().map(|(index, (path, code))| {
        let path = path.display();
        format!(
            "// {path}\nasync fn example_{index}() -> Result<(), Box<dyn std::error::Error>> {{\n{code}\nOk(())\n}}\n"
        )
    });
    format!("#![allow(unused, dead_code)]\n\n{}", functions.collect::<String>())
}

fn between<'t>(text: &'t str, start: &str, end: &str) -> Vec<&'t str> {
    text.split(start).skip(1).filter_map(|rest| rest.split(end).next()).collect()
}

/// Returns the text of HTML without elements.
fn plain(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<') {
        text.push_str(part.split_once('>').map_or(part, |(_, rest)| rest));
    }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    entities.into_iter().fold(text, |text, (entity, character)| text.replace(entity, character))
}
