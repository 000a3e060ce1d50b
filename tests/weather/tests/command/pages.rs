//! Items that come in pages: the first page with a note, all of them, or the first ones.

use serde_json::json;

use super::{json_of, printed, run, weatherapi};

#[test]
fn the_first_page_says_that_there_are_more() {
    let (code, stdout, stderr) = run(&mut weatherapi(&["--sample", "journal", "Oslo"]));
    assert_eq!((code, stderr.as_str()), (0, "note: there are more pages; --all-pages gets their items\n"));
    assert!(stdout.starts_with("{\"reports\":[{\"id\":98,"), "{stdout}");
    // The last page leads nowhere.
    printed(&["--sample", "journal", "Oslo", "--before", "r95"]);
}

#[test]
fn the_items_of_all_pages_are_one_list() {
    let entries = json!([
        { "id": 98, "temperature": 21 },
        { "id": 95, "temperature": 19.5 },
        { "id": 91, "temperature": 17 }
    ]);
    let journal = ["--sample", "journal", "Oslo"];
    let with = |more: &[&'static str]| [&journal[..], more].concat();
    assert_eq!(json_of(&with(&["--all-pages"])), entries);
    assert_eq!(json_of(&with(&["--max-items", "5"])), entries);
    assert_eq!(
        printed(&with(&["--all-pages", "--format", "csv"])),
        "id,temperature\n98,21\n95,19.5\n91,17\n"
    );
    assert_eq!(
        printed(&with(&["--max-items", "3", "--format", "jsonl"])),
        "{\"id\":98,\"temperature\":21}\n{\"id\":95,\"temperature\":19.5}\n{\"id\":91,\"temperature\":17}\n"
    );
    let table = printed(&with(&["--all-pages", "--format", "table"]));
    assert!(table.starts_with("reports\n") && table.lines().count() == 6, "{table}");
    let first = json!([{ "id": 98, "temperature": 21 }]);
    assert_eq!(json_of(&with(&["--max-items", "1"])), first);
}

#[test]
fn pages_are_those_of_one_request_and_of_endpoints_that_have_some() {
    let (code, _, stderr) = run(&mut weatherapi(&["--sample", "journal", "Oslo", "Bergen", "--all-pages"]));
    assert_eq!(code, 2);
    assert_eq!(
        stderr,
        "error: --all-pages and --max-items are about one station: leave them out, or run the command for each of the \
         stations\n"
    );
    let (code, _, stderr) = run(&mut weatherapi(&["--sample", "alert", "12", "--all-pages"]));
    assert!(code == 2 && stderr.contains("unexpected argument '--all-pages'"), "{stderr}");
}
