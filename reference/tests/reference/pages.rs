//! The pages, from an invented endpoint that has everything. `tests/tests/freshness.rs` compares the committed
//! pages.

use expect_test::expect_file;
use virtual_finance_reference::pages;

use crate::invented::{EVERYTHING, about};

#[test]
fn everything_is_in_the_chapter() {
    let pages = pages(&about(), &[&EVERYTHING]);
    let chapter = pages.iter().find(|page| page.path == "endpoints/everything.md").unwrap();
    expect_file!["expected/everything.md"].assert_eq(&chapter.text);
}
