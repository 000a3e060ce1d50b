//! Arguments that are numbers or lists, and formats that an endpoint cannot have.

use super::{json_of, printed, run, weatherapi};

#[test]
fn a_negative_number_is_an_argument() {
    for arguments in [["forecast", "-33.9", "151.2", "1"], ["forecast", "33.9", "-151.2", "-1"]] {
        let (code, _, stderr) = run(&mut weatherapi(&[&["--sample"][..], &arguments].concat()));
        let expected = if arguments[3] == "1" { 0 } else { 2 };
        assert!(
            code == expected && !stderr.contains("unexpected argument"),
            "{arguments:?}: {code} {stderr}"
        );
    }
}

#[test]
fn a_list_is_one_argument_or_several() {
    let one = json_of(&["--sample", "stations", "3,7"]);
    assert_eq!(json_of(&["--sample", "stations", "3", "7"]), one);
    assert!(printed(&["stations", "-h"]).contains("Usage: weatherapi stations [OPTIONS] <IDS>..."));
}

#[test]
fn a_nullable_number_is_no_table() {
    let list = printed(&["endpoints"]);
    let (_, current) = list.split_once("\ncurrent STATION\n").unwrap();
    let tables = current.lines().find(|line| line.starts_with("    tables: ")).unwrap();
    assert_eq!(tables, "    tables: Current");
}

#[test]
fn formats_that_no_response_has_are_refused_and_not_listed() {
    let refused = |arguments: &[&str]| {
        let (code, stdout, stderr) = run(&mut weatherapi(&[&["--sample"], arguments].concat()));
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
        stderr
    };
    assert_eq!(
        refused(&["current", "Oslo", "--format", "chart"]),
        "error: chart draws bars, and no response of weatherapi has some: take --format table\n"
    );
    assert_eq!(
        refused(&["current", "Oslo", "-o", "oslo.xlsx"]),
        "error: -o: no format has the extension .xlsx: write one of .json, .csv, .jsonl, or add --format\n"
    );
    assert!(
        refused(&["current", "Oslo", "--format", "yaml"])
            .contains("[possible values: json, table, csv, jsonl]")
    );
}

#[test]
fn a_format_of_a_file_as_it_came_is_refused() {
    for option in ["--format=json", "--format=table", "--table=all", "--wide"] {
        let (code, stdout, stderr) = run(&mut weatherapi(&["--sample", "image", "Oslo", option]));
        let name = option.split('=').next().unwrap();
        let expected = format!(
            "error: Image gives a file as it came, which {name} cannot change: leave it out, and write the file with -o FILE\n"
        );
        assert_eq!((code, stdout.as_str(), stderr), (2, "", expected));
    }
}

#[test]
fn json_is_an_argument_or_a_file() {
    let readings = r#"[{ "time": "2024-06-28T06:00:00Z", "tempC": 14 }, { "time": "2024-06-28T12:00:00Z", "tempC": 21, "sky": null }]"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("day.json");
    std::fs::write(&path, format!("{readings}\n")).unwrap();
    let file = path.to_str().unwrap();
    for given in [readings, file] {
        let receipt = json_of(&["--sample", "series", "Oslo", given, "--remark", "null"]);
        assert_eq!(receipt["id"], 100, "{given}");
    }

    let refused = |given: &str| {
        let (code, stdout, stderr) = run(&mut weatherapi(&["--sample", "series", "Oslo", given]));
        assert_eq!((code, stdout.as_str()), (2, ""), "{stderr}");
        stderr
    };
    let absent = refused("night.json");
    assert!(absent.contains("the file night.json cannot be read: "), "{absent}");
    assert!(absent.contains("; write a path, or JSON"), "{absent}");
    std::fs::write(&path, b"[\xff]").unwrap();
    assert!(refused(file).contains(" is not UTF-8; save it as UTF-8, or write the JSON itself"));
    std::fs::write(&path, r#"[{ "tempC": 14 }]"#).unwrap();
    assert!(refused(file).contains("'readings[0].time'"));
    std::fs::write(&path, r#"[{ "time": "2024-06-28T06:00:00Z", "tempC": 61, "clouds": [{ "base": -5 }] }]"#)
        .unwrap();
    let limited = refused(file);
    assert!(limited.contains("'readings[0].tempC' is 61: write a number from -90 to 60"), "{limited}");
    assert!(limited.contains("'readings[0].clouds[0].base' is -5: write 0 or more"), "{limited}");
}
