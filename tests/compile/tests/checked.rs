//! Programs that the compiler takes. Each gets one mistake at its end, whose lint runs after everything else: a program with
//! no other one is checked and need not be built.

#![expect(clippy::arithmetic_side_effects, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

/// Checks that a program without its `main` compiles without what a lint finds. It is written to a folder with its other files;
/// `calls` stand at the start of `main`.
pub(crate) fn compiles(folder: &Path, lint: &str, program: &str, calls: &str) {
    let text = format!("#![deny({lint})]\n{program}fn main() {{ {calls}let one = 1; }}\n");
    let path = folder.join("main.rs");
    fs::write(&path, &text).unwrap();
    fs::write(folder.join("main.stderr"), mistake(&path, text.lines().count(), lint, calls)).unwrap();
    trybuild::TestCases::new().compile_fail(path);
}

fn mistake(main: &Path, line: usize, lint: &str, calls: &str) -> String {
    let main = main.display();
    let (column, indent) = (17 + calls.len(), " ".repeat(calls.len()));
    let mark = "^".repeat(lint.len());
    let implied = match lint {
        "warnings" => "   = note: `#[deny(unused_variables)]` implied by `#[deny(warnings)]`\n",
        _ => "",
    };
    format!(
        "error: unused variable: `one`
  --> {main}:{line}:{column}
   |
{line} | fn main() {{ {calls}let one = 1; }}
   |                 {indent}^^^ help: if this is intentional, prefix it with an underscore: `_one`
   |
note: the lint level is defined here
  --> {main}:1:9
   |
 1 | #![deny({lint})]
   |         {mark}
{implied}"
    )
}
