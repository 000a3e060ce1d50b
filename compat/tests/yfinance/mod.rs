//! The names of yfinance: a table of what each is here, which the book shows, and a run of every row over the sample
//! host. `UPDATE_EXPECT=1 cargo test -p virtual-finance-compat --test it yfinance` writes the page.

mod market;
mod names;
mod package;
mod queries;
mod row;
mod streams;
mod ticker;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use names::NAMES;
use row::{Class, Host, Verdict, listed};
use virtual_finance_compat::Property;

/// The classes in the order of the page.
const CLASSES: &[&Class] = &[
    &package::PACKAGE,
    &ticker::TICKER,
    &package::FAST_INFO,
    &market::FUNDS_DATA,
    &market::TICKERS,
    &market::SEARCH,
    &market::LOOKUP,
    &market::SECTOR,
    &market::INDUSTRY,
    &market::MARKET,
    &market::REGIONS,
    &market::CALENDARS,
    &queries::CLASSES[0],
    &queries::CLASSES[1],
    &queries::CLASSES[2],
    &streams::CLASSES[0],
    &streams::CLASSES[1],
    &package::AUTH,
    &package::CONFIG,
    &package::EXCEPTIONS,
];

#[test]
fn every_name_has_one_row() {
    let of_rows = CLASSES
        .iter()
        .flat_map(|class| class.rows.iter().flat_map(|row| row.names().map(|name| (class.name, name))));
    let mut known = BTreeSet::new();
    for name in of_rows {
        assert!(known.insert(name), "{name:?} has two rows");
    }
    let names: BTreeSet<_> =
        NAMES.iter().flat_map(|(class, names)| names.split_whitespace().map(|name| (*class, name))).collect();
    let missing: Vec<_> = names.difference(&known).collect();
    let unknown: Vec<_> = known.difference(&names).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "without a row: {missing:?}; not of yfinance: {unknown:?}"
    );
}

#[test]
fn every_row_gives_what_it_promises() {
    let host = Host::start();
    let mut errors = String::new();
    for class in CLASSES {
        for row in class.rows {
            let Verdict::Yes { item, gives, call } = row.verdict else { continue };
            let found = call(&host).map_err(|error| error.to_string());
            if let Err(error) = found.and_then(|property| check(&property, &listed(gives))) {
                writeln!(errors, "{} {item}: {error}", class.name).unwrap();
            }
        }
    }
    assert!(errors.is_empty(), "{errors}");
}

/// Checks that a property has the columns or keys of a row, and that strings have something.
fn check(property: &Property, gives: &[&str]) -> Result<(), String> {
    let names: Vec<String> = match property {
        Property::Frame(frame) => frame.columns().iter().map(|column| column.name().to_string()).collect(),
        Property::Object(object) => object.keys().cloned().collect(),
        Property::Text(text) if gives.is_empty() && !text.is_empty() => return Ok(()),
        Property::Texts(texts) if gives.is_empty() && !texts.is_empty() => return Ok(()),
        other => return Err(format!("{other:?}")),
    };
    let is_promised = match (gives.split_last(), property) {
        // A map has its keys in any order.
        (Some((&"…", first)), Property::Object(_)) => {
            first.iter().all(|name| names.iter().any(|other| other == name))
        }
        (Some((&"…", first)), _) => {
            names.len() > first.len() && names.iter().zip(first).all(|(name, first)| name == first)
        }
        _ => names == gives,
    };
    if is_promised { Ok(()) } else { Err(format!("{names:?} instead of {gives:?}")) }
}

#[test]
fn the_page_has_the_rows() {
    let mut page = String::from(include_str!("page.md"));
    for class in CLASSES {
        write!(page, "\n## {}\n\n| yfinance | here | columns or keys |\n|-|-|-|\n", class.name).unwrap();
        for row in class.rows {
            writeln!(page, "{}", row.line()).unwrap();
        }
    }
    expect_test::expect_file!["../../../docs/src/yfinance.md"].assert_eq(&page);
}
