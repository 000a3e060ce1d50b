//! `weatherapi`, which its author wrote in a table and twenty lines: requests, errors, documents and the sample host.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod arguments;
mod documents;
mod events;
mod pages;
mod serve;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::expect_file;
use serde_json::{Value, json};

/// Returns the command with these arguments, in an environment without settings.
fn weatherapi(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weatherapi"));
    command.args(arguments);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("WEATHER") || text.to_ascii_lowercase().ends_with("_proxy") {
            command.env_remove(name);
        }
    }
    // The width of help texts would depend on the terminal.
    command.env("COLUMNS", "100").env("WEATHERAPI_CONFIG", "");
    command
}

fn run(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = run(&mut weatherapi(arguments));
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
    stdout
}

#[track_caller]
fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

#[test]
fn every_endpoint_is_a_subcommand() {
    for (line, expected) in [
        (
            "observations Oslo",
            json!([
                { "time": 1_719_554_400, "tempC": 14.5, "wind": 3.2 },
                { "time": 1_719_558_000, "tempC": 15, "wind": null }
            ]),
        ),
        ("forecast 59.9 10.75 1", json!([{ "date": "2024-06-29", "low": 11, "high": 19.5, "rain": 40 }])),
        (
            "warnings east",
            json!({ "warnings": [
                { "kind": "storm", "level": 3, "until": "tonight" },
                { "kind": "heat", "level": 1, "until": null }
            ] }),
        ),
        (
            "stations 3,7",
            json!([
                { "id": 3, "name": "Oslo", "height": 94 },
                { "id": 7, "name": "Bergen", "height": 12.5 }
            ]),
        ),
        ("alert 12", json!({ "id": 12, "text": "Stay at home.", "issued": 1_719_550_800 })),
        ("climate Oslo", json!([{ "month": 1, "temperature": -2.5, "rain": 50 }])),
        (
            "extremes Oslo --from 2024-06-01 --to 2024-06-30",
            json!([{ "kind": "hottest", "date": "2024-06-27", "value": 31.5 }]),
        ),
        ("journal Oslo --before r95", json!({ "reports": [{ "id": 91, "temperature": 17 }], "older": null })),
        ("report Oslo 21.5", json!({ "id": 99, "received": 1_719_576_000 })),
    ] {
        let arguments: Vec<&str> = std::iter::once("--sample").chain(line.split(' ')).collect();
        assert_eq!(json_of(&arguments), expected, "{line}");
    }
}

#[test]
fn formats_and_records_are_those_of_every_command() {
    assert_eq!(
        printed(&["--sample", "--format", "csv", "stations", "3,7"]),
        "id,name,height\n3,Oslo,94\n7,Bergen,12.5\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().to_str().unwrap();
    let recorded = printed(&["--sample", "--record", records, "alert", "12"]);
    assert_eq!(printed(&["--replay", records, "alert", "12"]), recorded);
}

#[test]
fn an_image_is_a_file_of_its_bytes_and_so_is_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (first, second, third, records) = (file("a.png"), file("b.png"), file("c.png"), file("records"));
    assert_eq!(printed(&["--sample", "--record", &records, "image", "Oslo", "-o", &first]), "");
    let image = fs::read(&first).unwrap();
    // The signature of a PNG is no UTF-8.
    assert_eq!((image.len(), image.get(..8)), (75, Some(b"\x89PNG\r\n\x1a\n".as_slice())));
    assert_eq!(printed(&["--replay", &records, "image", "Oslo", "-o", &second]), "");
    assert_eq!(printed(&["convert", "image", "Oslo", &first, "-o", &third]), "");
    assert_eq!([fs::read(&second).unwrap(), fs::read(&third).unwrap()], [image.clone(), image.clone()]);
    let piped = weatherapi(&["--sample", "image", "Oslo"]).output().unwrap();
    assert!(piped.status.success() && piped.stdout == image, "{piped:?}");
}

#[test]
fn errors_have_the_exit_codes_of_every_command() {
    let empty = tempfile::tempdir().unwrap();
    let records = empty.path().to_str().unwrap();
    let cases: [(&[&str], i32, &str); 5] = [
        (&["--sample", "instruments", "[1]"], 3, "Instruments has no example with a reply"),
        (&["--sample", "forecast", "91", "0", "1"], 2, "'lat' is 91: write a number from -90 to 90"),
        (&["--sample", "extremes", "Oslo", "--to", "2024-06-30"], 2, "from"),
        (&["--replay", records, "alert", "12"], 1, "weatherapi --record"),
        (
            &["--format", "parquet", "--sample", "alert", "12", "-o", "x.parquet"],
            2,
            "this weatherapi was built without parquet",
        ),
    ];
    for (arguments, expected, part) in cases {
        let (code, stdout, stderr) = run(&mut weatherapi(arguments));
        assert_eq!((code, stdout.as_str()), (expected, ""), "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("error: ") && stderr.contains(part), "{arguments:?}: {stderr}");
    }
}

/// Nothing of another program is read or named.
#[test]
fn variables_begin_with_the_name_of_the_program() {
    let (code, _, stderr) = run(weatherapi(&["--sample", "alert", "12"]).env("WEATHERAPI_RETRIES", "many"));
    assert_eq!(code, 2, "{stderr}");
    assert!(
        stderr.contains("the environment variable WEATHERAPI_RETRIES (--retries) is \"many\""),
        "{stderr}"
    );
    let (code, _, stderr) = run(weatherapi(&["--sample", "alert", "12"]).env("VFAPI_RETRIES", "many"));
    assert_eq!((code, stderr.as_str()), (0, ""));
    let (code, _, stderr) = run(weatherapi(&["alert", "12"]).env("WEATHERAPI_SERVICE_URL", "nowhere"));
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("WEATHERAPI_SERVICE_URL (--service-url)"), "{stderr}");
}

#[test]
fn the_help_speaks_of_this_program() {
    let help = printed(&["--help"]);
    for other in ["vfapi", "VFAPI", "ticker", "history", "session", "price"] {
        assert!(!help.contains(other), "{other}: {help}");
    }
    expect_file!["../help/weatherapi.txt"].assert_eq(&help);
    expect_file!["../help/observations.txt"].assert_eq(&printed(&["observations", "-h"]));
    expect_file!["../help/journal.txt"].assert_eq(&printed(&["journal", "-h"]));
}

#[test]
fn the_sample_host_is_a_process_of_its_own_too() {
    let mut host = weatherapi(&["sample-host"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(host.stdout.take().unwrap()).lines();
    let (first, second) = (lines.next().unwrap().unwrap(), lines.next().unwrap().unwrap());
    let url = first.strip_prefix("sample host at ").unwrap().split(',').next().unwrap().to_owned();
    assert_eq!(
        second,
        format!(
            "weatherapi --service-url {url} --page-url {url} --archive-url {url} --radar-url {url} --lightning-url {url} --members-url {url} --desk-url {url} --portal-url {url} --login-url {url} observations Oslo"
        )
    );
    let asked = run(&mut weatherapi(&["--service-url", &url, "alert", "12"]));
    let without_key = run(&mut weatherapi(&["--archive-url", &url, "climate", "Oslo"]));
    // The archive takes any key from the environment.
    let with_key =
        run(weatherapi(&["--archive-url", &url, "climate", "Oslo"]).env("WEATHER_ARCHIVE_KEY", "sesame"));
    host.kill().unwrap();
    host.wait().unwrap();
    assert!(asked.0 == 0 && asked.1.contains("Stay at home."), "{asked:?}");
    assert!(without_key.2.contains("; set the environment variable WEATHER_ARCHIVE_KEY"), "{without_key:?}");
    assert!(with_key.0 == 0 && with_key.1.contains("-2.5"), "{with_key:?}");
}

#[test]
fn the_build_writes_the_schema_for_editors() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("api/weather.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(schema["title"], "The table of endpoints");
}
