//! Changes of a table in files of text, and below each of them what is told about it, or `ok`.
//!
//! A file begins with the `table.yaml` of its folder; `=== table` puts the lines that follow in its place, up to `---`.
//! Other lines with `===` are titles, and lines with `#` say why. A line of a change begins with its sign: `-` takes it out,
//! `+` adds it, a blank keeps it. What is kept or taken out is looked for behind the line before; what is added first goes to
//! the end. `UPDATE_EXPECT=1` writes anew what is told.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::{ops::Range, path::Path};

/// A table and a change of it.
pub(crate) struct Case {
    pub(crate) table: String,
    pub(crate) changed: String,
    /// The lines of the file that say what is told.
    told: Range<usize>,
}

/// Returns the lines about a case of the file of that name.
type Told = fn(&str, &Case) -> Vec<String>;

/// Checks every file of a folder of `tests`.
pub(crate) fn check(folder: &str, told: Told) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let table = std::fs::read_to_string(folder.join("table.yaml")).unwrap();
    let mut differences = Vec::new();
    let mut count = 0;
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        count += 1;
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let renewed = renewed(&table, &text, |case| told(name, case));
        let (text, found) = renewed.unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, text).unwrap();
        } else {
            differences.extend(found.iter().map(|found| format!("{}:{found}", path.display())));
        }
    }
    assert_ne!(count, 0, "no file in {}", folder.display());
    assert!(differences.is_empty(), "{}\nUPDATE_EXPECT=1 writes what is told now", differences.join("\n"));
}

/// Returns what a file says now, and where it said something else.
fn renewed(
    table: &str,
    text: &str,
    told: impl Fn(&Case) -> Vec<String>,
) -> Result<(String, Vec<String>), String> {
    let lines: Vec<_> = text.lines().collect();
    let mut renewed = Vec::new();
    let mut differences = Vec::new();
    let mut done = 0;
    for case in cases(table, &lines)? {
        let Range { start, end } = case.told;
        let mut found = told(&case);
        if found.is_empty() {
            found.push("ok".to_owned());
        }
        if found != lines[start..end] {
            let expected = lines[start..end].join("\n");
            differences.push(format!("{}: expected\n{expected}\nfound\n{}\n", start + 1, found.join("\n")));
        }
        renewed.extend(lines[done..start].iter().map(|line| (*line).to_owned()));
        renewed.extend(found);
        done = end;
    }
    renewed.extend(lines[done..].iter().map(|line| (*line).to_owned()));
    Ok((renewed.join("\n") + "\n", differences))
}

/// Returns the cases of a file.
fn cases(table: &str, lines: &[&str]) -> Result<Vec<Case>, String> {
    let mut table: Vec<_> = table.lines().collect();
    let mut cases = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rest = lines[at..].iter().copied();
        let change: Vec<_> = rest.clone().take_while(|line| line.starts_with([' ', '+', '-'])).collect();
        if *line == "=== table" {
            table = rest.skip(1).take_while(|line| *line != "---").collect();
            at += table.len() + 2;
        } else if change.is_empty() {
            at += 1;
            continue;
        }
        let changed = changed(&table, &change).map_err(|error| format!("{}: {error}", at + 1))?;
        at += change.len();
        let told = lines.iter().skip(at).take_while(|line| !line.is_empty()).count();
        let text = |table: &[&str]| table.iter().map(|line| format!("{line}\n")).collect();
        cases.push(Case { table: text(&table), changed: text(&changed), told: at..at + told });
        at += told;
    }
    Ok(cases)
}

/// Returns a table after a change.
fn changed<'t>(table: &[&'t str], change: &[&'t str]) -> Result<Vec<&'t str>, String> {
    let mut rest = table.iter().copied();
    let mut changed = Vec::new();
    if change.first().is_some_and(|line| line.starts_with('+')) {
        changed.extend(rest.by_ref());
    }
    for line in change {
        let (sign, text) = line.split_at(1);
        if sign != "+" {
            let before = rest.clone().position(|line| line == text);
            let before = before.ok_or_else(|| format!("the table has no line {text:?} here"))?;
            changed.extend(rest.by_ref().take(before));
            rest.next();
        }
        if sign != "-" {
            changed.push(text);
        }
    }
    changed.extend(rest);
    Ok(changed)
}

#[test]
fn another_message_and_a_line_that_the_table_has_not_are_told_with_their_lines() {
    let table = "hosts:\n  shop: 1\nendpoints: {}\n";
    let told = |case: &Case| vec![case.changed.replace('\n', "|")];
    let text = "# Hosts.\n=== a host\n-  shop: 1\n+  desk: 2\nhosts:|\n\n+more: 3\n";
    let (text, found) = renewed(table, text, told).unwrap();
    let [first, second] = ["hosts:|  desk: 2|endpoints: {}|", "hosts:|  shop: 1|endpoints: {}|more: 3|"];
    let differences =
        [format!("5: expected\nhosts:|\nfound\n{first}\n"), format!("8: expected\n\nfound\n{second}\n")];
    assert_eq!(found, differences);
    assert_eq!(
        text,
        format!("# Hosts.\n=== a host\n-  shop: 1\n+  desk: 2\n{first}\n\n+more: 3\n{second}\n")
    );
    assert_eq!(renewed(table, &text, told).unwrap(), (text, Vec::new()));
    let missing = renewed(table, "\n-  desk: 2\nok\n", told).unwrap_err();
    assert_eq!(missing, "2: the table has no line \"  desk: 2\" here");
}
