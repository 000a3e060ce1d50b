//! What `cargo regen diff` tells about a change of a table, beside the compiler: a program that uses every public item of a
//! client compiles after each change that is told as less than a major one.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use virtual_finance_codegen::{Generator, Level};

use crate::checked::compiles;

const TABLE: &str = include_str!("../../../codegen/tests/diff/table.yaml");

/// Changes of the table, each one text for another. The expected level is that of `codegen/tests/diff.rs`.
const CHANGES: &[(&str, &str)] = &[
    ("auth: { type: bearer }", "auth: { type: bearer, env: DESK_KEY }"),
    ("  office:", "  attic: { doc: A., default: https://attic.example.com, client: true }\n  office:"),
    ("    doc: A note.\n", "    doc: A note.\n    key: text\n"),
    ("text: { doc: The text.", "new: { doc: New., type: string }, text: { doc: The text."),
    ("text: { doc: The text.", "new: { doc: New., type: string, nullable: true }, text: { doc: The text."),
    ("text: { doc: The text.", "new: { doc: New., type: string, optional: true }, text: { doc: The text."),
    ("more: { doc: More.", "new: { doc: New., type: string }, more: { doc: More."),
    ("more: { doc: More.", "new: { doc: New., type: string, nullable: true }, more: { doc: More."),
    ("more: { doc: More.", "new: { doc: New., type: string, optional: true }, more: { doc: More."),
    ("type: integer, text", "type: integer, unit: rows, text"),
    ("Its code., type: string }", "Its code., type: string, deprecated: Use name. }"),
    ("Its code., type: string }", "Its code., type: string, optional: true }"),
    ("    key: name\n", "    key: name\n    open: true\n"),
    ("{ list: string }, in: query", "{ list: string, separator: ',' }, in: query"),
    (", max_items: 100", ""),
    ("max: 10 }", "max: 20 }"),
    ("      limit: {", "      extra: { doc: More., type: string, in: query }\n      limit: {"),
    (
        "      limit: {",
        "      extra: { doc: More., type: string, in: query, required: true }\n      limit: {",
    ),
    ("default: red", "default: green"),
    (", default: red", ""),
    ("      kind: { doc: The kind., type: Kind, in: query }\n", ""),
    ("type: number, in: query", "type: number, in: header"),
    ("type: number, in: query", "type: integer, in: query"),
    ("Green: { wire: green }", "Green: { wire: green }, Blue: { wire: blue }"),
    ("Red: { wire: red }, Green: { wire: green }", "Green: { wire: green }, Red: { wire: red }"),
    ("    doc: A colour.\n", "    doc: A colour.\n    other: '[a-z]+'\n"),
    ("next: next }", "next: last }"),
    ("cursor: { parameter: after, next: next }", "link: next"),
    ("    pages: { items: stalls, cursor: { parameter: after, next: next } }\n", ""),
    ("410: not_found", "410: not_found, 204: empty"),
    ("410: not_found", "410: Note"),
    ("409: Stall, ", ""),
    ("    doc: Removes.\n", "    doc: Removes.\n    deprecated: Use Pay.\n"),
    ("method: DELETE", "method: POST"),
    (
        "response: { type: empty }\n",
        "response: { type: empty }\n    params:\n      why: { doc: Why., type: string, in: query }\n",
    ),
    ("required: [from], optional: [to]", "required: [from, to]"),
    ("numbers: { doc: One or two., required: true,", "numbers: { doc: One or two.,"),
];

/// A program that uses every public item of the client of the table.
const PROGRAM: &str = r#"
#[allow(dead_code, unused_variables, deprecated, unreachable_patterns)]
mod user {
    use super::*;
    use virtual_finance_core as core;
    use core::Client;
    fn hosts() { let _ = (&hosts::SHOP, &hosts::DESK, &hosts::OFFICE, hosts::HOSTS, ENDPOINTS); }
    fn records(stall: Stall, note: Note, order: Order, page: Page) {
        let _: (String, i64, String) = (stall.name.clone(), stall.row, stall.code.clone());
        let Note { text, by, .. } = Note::default();
        let _: (Option<String>, Option<String>) = (text, by);
        let _ = stall == stall.clone();
        let _: (Vec<Stall>, Vec<Stall>, Option<String>, Option<String>) = (page.stalls, page.others, page.next, page.last);
        let Order { one, two, more, .. } = Order::new("1", "2").more("3");
        let _: (String, String, Option<String>) = (one, two, more);
    }
    fn types() {
        let colours = (Colour::Red, Colour::Green);
        let copied = colours.0; let again = colours.0;
        match copied { Colour::Red => {}, Colour::Green => {}, _ => {} }
        let kind = Kind::other("tiny"); let _ = (Kind::Big, Kind::Small);
        let _: Colour = "red".parse().unwrap();
        fn ord<T: Eq + std::hash::Hash>() {}
        ord::<Colour>();
    }
    async fn requests(client: &Client) -> Result<(), core::Error> {
        let stalls = Stalls::new(Numbers::one("1"), Places::second("2")).names(["a"]).codes(["b"]).colour(Colour::Red).kind(Kind::Big).day("2020-01-31".parse::<core::Date>().unwrap()).limit(5);
        let stalls = stalls.one("1").two("2").first("a").second("b").numbers(Numbers::two("3")).places(Places::first("b"));
        let _: Option<i64> = stalls.get_limit();
        let _: Colour = stalls.get_colour();
        let _: Option<core::Date> = stalls.get_day();
        let _: Option<&Kind> = stalls.get_kind();
        match Numbers::one("1") { Numbers::One(_) => {}, Numbers::Two(_) => {} }
        let _: Vec<Stall> = client.request(&stalls).await?;
        let buy = Buy::new(Order::new("1", "2")).remark("x");
        let _: Note = client.request(&buy).await?;
        let mut pages = client.pages(Pages::new().after("x"));
        let _: Page = pages.next().await.unwrap()?.response;
        let item: Stall = client.pages(Pages::new()).items().next().await.unwrap()?;
        let pay = Pay::new(5, "a").span(Span::dates("2020-01-31".parse::<core::Date>().unwrap(), None)).days(3).sum(1.5);
        let _: (i64, &str, Option<f64>) = (pay.get_id(), pay.get_part(), pay.get_sum());
        match client.request(&pay).await {
            Ok(note) => { let _: Note = note; }
            Err(error) => { let _: Option<Stall> = error.body_as::<Stall>().ok().flatten(); }
        }
        let gone = Gone::new(); let _ = Gone::default();
        let _: () = client.request(&gone).await?;
        let _ = (Stalls::INFO, Stalls::EXPECTED_STATUS);
        let _ = Stalls::from_params(&Default::default());
        Ok(())
    }
}
"#;

/// One build checks all programs.
#[test]
fn a_program_compiles_after_each_change_that_is_no_major_one() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("changes");
    let _ = fs::remove_dir_all(&folder);
    let mut main = String::new();
    let mut majors = 0;
    for (index, (from, to)) in CHANGES.iter().enumerate() {
        assert_eq!(TABLE.matches(from).count(), 1, "{from:?} stands once in the table");
        let new = TABLE.replace(from, to);
        let name = format!("change_{index}");
        let generator = Generator::new("t.yaml").output(&name);
        let changes = generator.diff(TABLE, &new).unwrap();
        assert!(!changes.is_empty() || from.contains("Red:"), "{from} -> {to}");
        if changes.iter().any(|change| change.level == Level::Major) {
            majors += 1;
            continue;
        }
        for generated in generator.generate(&new, &[]).unwrap().files {
            let path = folder.join(&generated.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let is_root = generated.path == format!("{name}/mod.rs");
            fs::write(path, format!("{}{}", generated.text, if is_root { PROGRAM } else { "" })).unwrap();
        }
        writeln!(main, "#[path = \"{name}/mod.rs\"] pub mod {name};").unwrap();
    }
    // Too high a level would leave nothing to compile.
    assert_eq!(majors, 14, "of {} changes", CHANGES.len());
    compiles(&folder, "unused_variables", &main, "");
}
