//! Cases of tests in files of text: the lines of a case, and below them what is told about it, or `ok`.
//!
//! A case ends with a blank line. Its own lines begin with a sign: `>` is an input, and the lines of a change are taken out
//! with `-`, added with `+` and kept with a blank. What is kept or taken out is looked for behind the line before; what is
//! added first goes to the end. `=== given` gives the text that changes are of, up to `---`. Other lines with `===` are
//! titles, and lines with `#` say why. `UPDATE_EXPECT=1` writes anew what is told.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::ops::Range;
use std::path::Path;

/// Returns the table of the market and the files that it includes, as one file.
///
/// # Panics
/// A file cannot be read.
pub fn market_table() -> String {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec"));
    let mut keys: Vec<(String, String)> = Vec::new();
    let mut files = vec!["endpoints.yaml".to_owned()];
    while let Some(file) = files.pop() {
        let (mut key, mut rest) = (String::new(), String::new());
        for line in std::fs::read_to_string(folder.join(file)).unwrap().lines().chain(["end:"]) {
            if line.starts_with([' ', '#']) || line.is_empty() {
                rest += &format!("{line}\n");
                continue;
            }
            let rest = std::mem::take(&mut rest);
            match keys.iter_mut().find(|(known, _)| *known == key) {
                _ if key == "include:" => {
                    files.extend(rest.split_whitespace().filter(|word| *word != "-").map(str::to_owned));
                }
                Some((_, all)) => *all += &rest,
                None => keys.push((key, rest)),
            }
            key = line.to_owned();
        }
    }
    keys.into_iter().map(|(key, rest)| format!("{key}\n{rest}")).collect()
}

/// A case of a file.
#[derive(Debug)]
pub struct Case {
    /// The text that changes are of.
    pub given: String,
    /// The given text after the change of the case.
    pub changed: String,
    /// The inputs, without their signs.
    pub inputs: Vec<String>,
    /// The lines of the file that say what is told.
    told: Range<usize>,
}

/// Checks the files `*.txt` of a folder, which begin with the text `given`. The function returns what is told about a case of
/// the file of that name, in lines that are not blank.
///
/// # Panics
/// Something else is told. The message names the file and the line.
#[track_caller]
pub fn check(folder: &str, given: &str, told: impl Fn(&str, &Case) -> Vec<String>) {
    let mut differences = Vec::new();
    let mut count = 0;
    for entry in Path::new(folder).read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let renewed = renewed(given, &text, |case| told(name, case));
        let (text, found) = renewed.unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, text).unwrap();
        } else {
            differences.extend(found.iter().map(|found| format!("{}:{found}", path.display())));
        }
        count += 1;
    }
    assert_ne!(count, 0, "no file in {folder}");
    assert!(differences.is_empty(), "{}\nUPDATE_EXPECT=1 writes what is told now", differences.join("\n"));
}

/// Returns what a file says now, and where it said something else.
fn renewed(
    given: &str,
    text: &str,
    told: impl Fn(&Case) -> Vec<String>,
) -> Result<(String, Vec<String>), String> {
    let lines: Vec<_> = text.lines().collect();
    let mut renewed = Vec::new();
    let mut differences = Vec::new();
    let mut done = 0;
    for case in cases(given, &lines)? {
        let mut found = told(&case);
        if found.is_empty() {
            found.push("ok".to_owned());
        }
        let Range { start, end } = case.told;
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
fn cases(given: &str, lines: &[&str]) -> Result<Vec<Case>, String> {
    let mut given: Vec<_> = given.lines().collect();
    let mut cases = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rest = lines[at..].iter().copied();
        let own: Vec<_> = rest.clone().take_while(|line| line.starts_with([' ', '+', '-', '>'])).collect();
        if *line == "=== given" {
            given = rest.skip(1).take_while(|line| *line != "---").collect();
            at += given.len() + 2;
        } else if own.is_empty() {
            at += 1;
            continue;
        }
        let (inputs, change): (Vec<&str>, Vec<&str>) = own.iter().partition(|line| line.starts_with('>'));
        let changed = changed(&given, &change).map_err(|error| format!("{}: {error}", at + 1))?;
        at += own.len();
        let told = lines.iter().skip(at).take_while(|line| !line.is_empty()).count();
        let text = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect();
        cases.push(Case {
            given: text(&given),
            changed: text(&changed),
            inputs: inputs.iter().map(|line| line.trim_start_matches('>').trim_start().to_owned()).collect(),
            told: at..at + told,
        });
        at += told;
    }
    Ok(cases)
}

/// Returns a text after a change.
fn changed<'t>(given: &[&'t str], change: &[&'t str]) -> Result<Vec<&'t str>, String> {
    let mut rest = given.iter().copied();
    let mut changed = Vec::new();
    if change.first().is_some_and(|line| line.starts_with('+')) {
        changed.extend(rest.by_ref());
    }
    for line in change {
        let (sign, text) = line.split_at(1);
        if sign != "+" {
            let before = rest.clone().position(|line| line == text);
            let before = before.ok_or_else(|| format!("the given text has no line {text:?} here"))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_message_and_a_line_that_is_not_given_are_told_with_their_lines() {
        let given = "hosts:\n  shop: 1\nendpoints: {}\n";
        let told = |case: &Case| vec![case.changed.replace('\n', "|") + &case.inputs.concat()];
        let text = "# Hosts.\n=== a host\n> in\n-  shop: 1\n+  desk: 2\nhosts:|\n\n+more: 3\n";
        let (text, found) = renewed(given, text, told).unwrap();
        let [first, second] =
            ["hosts:|  desk: 2|endpoints: {}|in", "hosts:|  shop: 1|endpoints: {}|more: 3|"];
        let differences =
            [format!("6: expected\nhosts:|\nfound\n{first}\n"), format!("9: expected\n\nfound\n{second}\n")];
        assert_eq!(found, differences);
        let expected =
            format!("# Hosts.\n=== a host\n> in\n-  shop: 1\n+  desk: 2\n{first}\n\n+more: 3\n{second}\n");
        assert_eq!(text, expected);
        assert_eq!(renewed(given, &text, told).unwrap(), (text, Vec::new()));
        let missing = renewed(given, "\n-  desk: 2\nok\n", told).unwrap_err();
        assert_eq!(missing, "2: the given text has no line \"  desk: 2\" here");
    }
}
