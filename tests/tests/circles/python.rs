//! Reads what the modules of a Python package need of each other: their relative imports, also those within functions and
//! those for type checkers.

use std::fs;
use std::path::{Path, PathBuf};

use super::imports::Need;

pub(crate) fn needs(folder: &Path) -> Vec<Need> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    let name = |file: &Path| -> &'static str {
        let name = file.strip_prefix(folder).expect("it is in the folder").display().to_string();
        // The names live as long as the test.
        Box::leak(name.replace('\\', "/").into_boxed_str())
    };
    let mut needs = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("it is UTF-8");
        for import in text.split('\n').filter_map(|line| line.trim_start().strip_prefix("from .")) {
            needs.extend(
                targets(file, import, &text)
                    .into_iter()
                    .filter(|(target, _)| target != file)
                    .map(|(target, path)| Need { from: name(file), to: name(&target), path }),
            );
        }
    }
    needs
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "py") {
            files.push(path);
        }
    }
}

/// Returns the files that define the names of `from .{import}`, with the paths as they are written.
fn targets(file: &Path, import: &str, text: &str) -> Vec<(PathBuf, String)> {
    let Some((module, names)) = import.split_once(" import ") else { return Vec::new() };
    let ups = module.chars().take_while(|sign| *sign == '.').count();
    let folder = file.ancestors().skip(1).nth(ups).expect("it is below the package");
    let module = module.trim_start_matches('.');
    let base = module.split('.').fold(folder.to_owned(), |path, part| path.join(part));
    let names = match names.strip_prefix('(') {
        // The names are on the lines behind.
        Some(_) => text.split_once(import).and_then(|(_, rest)| rest.split(')').next()).unwrap_or_default(),
        None => names.split('#').next().unwrap_or_default(),
    };
    let names = names.split(',').filter_map(|name| name.split_whitespace().next());
    names
        .filter_map(|name| {
            let places = [base.join(name).with_extension("py"), base.join(name).join("__init__.py")];
            let native = base.join(name).with_extension("pyi");
            let own = if module.is_empty() { base.join("__init__.py") } else { base.with_extension("py") };
            let places = places.into_iter().chain([native, own, base.join("__init__.py")]);
            Some((places.into_iter().find(|place| place.is_file())?, format!("{module}.{name}")))
        })
        .filter(|(place, _)| place.extension().is_some_and(|extension| extension == "py"))
        .collect()
}
