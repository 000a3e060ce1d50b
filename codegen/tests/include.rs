//! Tables of several files: one table for the output, and places in each file for the errors.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;

use virtual_finance_codegen::{Diagnostic, Generator, GeneratorError, Mode};

const MAIN: &str = "\
include: [colours.yaml, shops/fruit.yaml]
hosts:
  shop: { doc: The shop., default: https://shop.example.com }
";
const COLOURS: &str = "\
# What fruit looks like.
types:
  Colour:
    doc: A colour.
    variants:
      Red: { wire: red }
";
const FRUIT: &str = "\
include: [../records.yaml]
endpoints:
  Fruit:
    doc: Fruit.
    host: shop
    path: fruit
    method: GET
    status: 200
    raw: json
    response: { type: { list: Fruits } }
    params:
      colour: { doc: The colour., type: Colour, in: query }
";
const RECORDS: &str = "\
records:
  Fruits: { doc: Fruit., fields: { name: { doc: The name., type: string } } }
";

/// A folder with a table, which goes with it.
struct Folder(PathBuf);

impl Folder {
    /// Makes a folder with the four files, of which some are changed.
    fn new(name: &str, changes: &[(&str, &str)]) -> Self {
        let folder = format!("include-{name}-{}", std::process::id());
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let files = [
            ("api.yaml", MAIN),
            ("colours.yaml", COLOURS),
            ("shops/fruit.yaml", FRUIT),
            ("records.yaml", RECORDS),
        ];
        fs::create_dir_all(folder.join("spec/shops")).unwrap();
        for (path, text) in files.iter().chain(changes) {
            fs::write(folder.join("spec").join(path), text).unwrap();
        }
        Self(folder)
    }

    fn told(&self) -> Vec<String> {
        match generator().write(&self.0, Mode::Write) {
            Ok(changes) => changes.warnings.iter().map(Diagnostic::one_line).collect(),
            Err(GeneratorError::Table(faults)) => faults.iter().map(Diagnostic::one_line).collect(),
            Err(other) => panic!("{other}"),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn generator() -> Generator {
    Generator::new("spec/api.yaml").output("table")
}

#[track_caller]
fn told(name: &str, changes: &[(&str, &str)]) -> Vec<String> {
    Folder::new(name, changes).told()
}

#[test]
fn several_files_are_one_table() {
    let folder = Folder::new("one", &[]);
    assert_eq!(folder.told(), [""; 0]);
    let files = ["mod", "hosts", "types", "records", "fruit", "param"];
    let split: BTreeMap<_, _> = files
        .map(|name| (name, fs::read_to_string(folder.0.join(format!("table/{name}.rs"))).unwrap()))
        .into_iter()
        .collect();
    let rest = FRUIT.split_once('\n').unwrap().1;
    let whole = format!("{}{COLOURS}{RECORDS}{rest}", MAIN.split_once('\n').unwrap().1);
    for file in generator().generate(&whole, &[]).unwrap().files {
        let name = file.path.trim_start_matches("table/").trim_end_matches(".rs");
        assert_eq!(split.get(name), Some(&file.text), "{name}");
    }
    assert_eq!(
        generator().included(&folder.0),
        ["spec/colours.yaml", "spec/shops/fruit.yaml", "spec/records.yaml"]
    );
}

#[test]
fn each_error_is_told_in_its_file() {
    let found = told(
        "places",
        &[
            ("api.yaml", &format!("{MAIN}  shop: {{ doc: Again., default: https://again.example.com }}\n")),
            ("colours.yaml", &COLOURS.replace("wire: red", "wyre: red")),
            (
                "shops/fruit.yaml",
                &FRUIT.replace("type: Colour", "type: Color").replace("host: shop", "host: shp"),
            ),
            ("records.yaml", &RECORDS.replace("type: string", "type: text")),
        ],
    );
    assert_eq!(
        found,
        [
            "spec/api.yaml:4:3: error[V012]: 'shop' is there already, in line 3; remove one of the two or \
                 rename it",
            "spec/colours.yaml:6:14: error[V010]: 'Red' has no key 'wyre'; write 'wire'",
            "spec/shops/fruit.yaml:5:11: error[V030]: the table has no host 'shp'; write 'shop'",
            "spec/shops/fruit.yaml:12:41: error[V031]: there is no type 'Color'; write 'Colour'",
            "spec/records.yaml:2:66: error[V111]: no response can be of the type 'text'; write 'string'",
        ]
    );
    let found = told("yaml", &[("records.yaml", "records:\n\tFruits: {}\n")]);
    assert_eq!(
        found,
        ["spec/records.yaml:2:1: error[V002]: the line is indented with a tab; indent with spaces, two \
                 for each level"]
    );
    // A file that ends in an error does not push it into the next one.
    let found = told("end", &[("colours.yaml", "types:\n  Colour:\n")]);
    assert!(
        found.iter().all(|line| line.starts_with("spec/colours.yaml:2:")) && !found.is_empty(),
        "{found:?}"
    );
    assert_eq!(
        told(
            "warning",
            &[(
                "colours.yaml",
                &COLOURS.replace(
                    "  Colour:",
                    "  Colour:\n    doc: A colour.\n    variants: { Blue: { wire: blue } }\n  Other:"
                )
            )]
        ),
        ["spec/colours.yaml:6:3: warning[V120]: neither a parameter nor a response has the type 'Other'; \
                 remove it, or name it in 'type'"]
    );
}

#[test]
fn a_name_is_defined_once() {
    let found = told(
        "twice",
        &[(
            "records.yaml",
            &format!(
                "{RECORDS}types:\n  Colour: {{ doc: C., variants: {{ Blue: {{ wire: blue, doc: B. }} }} }}\n"
            ),
        )],
    );
    assert_eq!(
        found,
        ["spec/records.yaml:4:3: error[V012]: 'Colour' is defined already, in line 3 of spec/colours.yaml; \
          remove one of the two or rename it"]
    );
}

#[test]
fn a_setting_of_the_table_stands_in_one_file() {
    let records = format!("replies: lenient\n{RECORDS}");
    assert_eq!(told("setting", &[("records.yaml", &records)]), [""; 0]);
    let found = told(
        "settings",
        &[("records.yaml", &records), ("colours.yaml", &format!("replies: strict\n{COLOURS}"))],
    );
    assert_eq!(
        found,
        ["spec/records.yaml:1:1: error[V012]: 'replies' is said already, in line 1 of spec/colours.yaml; \
          remove one of the two"]
    );
}

#[test]
fn files_that_cannot_be_included() {
    for (name, file, written, expected) in [
        ("gone", "api.yaml", "gone.yaml", "'spec/gone.yaml' cannot be read: "),
        ("folder", "api.yaml", "shops", "'spec/shops' cannot be read: "),
        ("itself", "api.yaml", "api.yaml", "'spec/api.yaml' is the table itself; remove it from 'include'"),
        (
            "circle",
            "records.yaml",
            "./shops/fruit.yaml",
            "'spec/shops/fruit.yaml' is included already, in line 1 of \
             spec/api.yaml; remove it from 'include'",
        ),
        (
            "again",
            "records.yaml",
            "colours.yaml",
            "'spec/colours.yaml' is included already, in line 1 of \
             spec/api.yaml; remove it from 'include'",
        ),
        (
            "above",
            "shops/fruit.yaml",
            "../../api.yaml",
            "'../../api.yaml' leaves the folder of the table; \
             move the file to the table, or into a folder beside it",
        ),
        (
            "absolute",
            "api.yaml",
            "/etc/passwd",
            "'/etc/passwd' is not the path of a file; write it from the \
             folder of this file, with '/' between its parts",
        ),
        ("empty", "api.yaml", "''", "'' is not the path of a file; write its name"),
    ] {
        let text = [("api.yaml", MAIN), ("shops/fruit.yaml", FRUIT), ("records.yaml", RECORDS)];
        let (_, text) = text.into_iter().find(|(path, _)| *path == file).unwrap();
        let rest = text.strip_prefix("include: [").map_or(text, |rest| rest.split_once('\n').unwrap().1);
        let text = format!("include: [{written}]\n{rest}");
        let found = told(name, &[(file, &text)]);
        let expected = format!("spec/{file}:1:11: error[V115]: {expected}");
        assert!(found.iter().any(|line| line.starts_with(&expected)), "{name}: {found:#?}");
    }
    let error = generator().generate(MAIN, &[]).unwrap_err().to_string();
    assert!(error.contains("'spec/colours.yaml' cannot be read"), "{error}");
    assert_eq!(told("utf8", &[("records.yaml", "")]).len(), 1);
}

/// A link may lead to a file that is for nobody else, and the error of a table shows its lines.
#[cfg(unix)]
#[test]
fn a_link_does_not_leave_the_folder_of_the_table() {
    use std::os::unix::fs::symlink;
    let place = format!("include-secret-{}", std::process::id());
    let secret = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(place);
    fs::create_dir_all(&secret).unwrap();
    fs::write(secret.join("key.yaml"), "the-secret-of-another: [1\n").unwrap();
    let main = MAIN.replace("colours.yaml", "linked.yaml");
    for (link, target, written) in [
        ("linked.yaml", secret.join("key.yaml"), "linked.yaml"),
        ("linked", secret.clone(), "linked/key.yaml"),
        ("linked.yaml", PathBuf::from("/dev/zero"), "linked.yaml"),
    ] {
        let folder = Folder::new("link", &[("api.yaml", &main.replace("linked.yaml", written))]);
        symlink(&target, folder.0.join("spec").join(link)).unwrap();
        let found = folder.told();
        let expected = format!(
            "spec/api.yaml:1:11: error[V115]: 'spec/{written}' cannot be read: a symbolic link leads out of \
                 the folder; "
        );
        assert!(found.iter().any(|line| line.starts_with(&expected)), "{found:#?}");
        assert!(!found.iter().any(|line| line.contains("the-secret")), "{found:#?}");
    }
    // One that stays in the folder is as good as the file.
    let folder = Folder::new("link", &[("api.yaml", &main)]);
    symlink("colours.yaml", folder.0.join("spec/linked.yaml")).unwrap();
    assert_eq!(folder.told(), Vec::<String>::new());
    fs::remove_dir_all(secret).unwrap();
}

/// Waiting for its other end would hang the test.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_included() {
    let folder = Folder::new("pipe", &[("api.yaml", &MAIN.replace("colours.yaml", "pipe.yaml"))]);
    let pipe = folder.0.join("spec/pipe.yaml");
    assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let found = folder.told();
    assert!(found.iter().any(|line| line.contains("cannot be read: it is no regular file")), "{found:#?}");
}

#[test]
fn a_part_that_moves_to_another_file_is_no_change() {
    let text = |path: &str| match path {
        "spec/api.yaml" => Ok(MAIN.to_owned()),
        "spec/colours.yaml" => Ok(COLOURS.to_owned()),
        "spec/shops/fruit.yaml" => Ok(FRUIT.to_owned()),
        "spec/records.yaml" => Ok(RECORDS.to_owned()),
        _ => Err(io::ErrorKind::NotFound.into()),
    };
    let whole = format!(
        "{}{COLOURS}{RECORDS}{}",
        MAIN.split_once('\n').unwrap().1,
        FRUIT.split_once('\n').unwrap().1
    );
    assert_eq!(generator().diff_files(|_| Ok(whole.clone()), text).unwrap(), []);
    let changed = |path: &str| match path {
        "spec/colours.yaml" => Ok(COLOURS.replace("Red:", "Blue:")),
        path => text(path),
    };
    let changes: Vec<String> =
        generator().diff_files(text, changed).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(
        changes,
        ["major  the type 'Colour': 'Red' is gone", "minor  the type 'Colour': 'Blue' is new"]
    );
}

#[test]
fn every_file_is_formatted() {
    let folder = Folder::new("format", &[("records.yaml", &RECORDS.replace("  Fruits", "      Fruits"))]);
    let formatted = generator().formatted(&folder.0).unwrap();
    let found: Vec<(&str, &str)> =
        formatted.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    assert_eq!(
        found,
        [
            ("spec/api.yaml", MAIN),
            ("spec/colours.yaml", COLOURS),
            ("spec/shops/fruit.yaml", FRUIT),
            ("spec/records.yaml", RECORDS)
        ]
    );
    let folder = Folder::new("unformatted", &[("records.yaml", "a: [\n")]);
    let error = generator().formatted(&folder.0).unwrap_err().to_string();
    assert!(error.starts_with("spec/records.yaml:"), "{error}");
}
