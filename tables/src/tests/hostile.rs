//! Responses that are made to become large tables: the cells and the output stay in proportion to the response.

use virtual_finance_core::Value;

use super::{outlined, shown_in};
use crate::formats::jsonl;
use crate::show::Layout;
use crate::tabular::{Tables, cut};

/// The number of cells of all tables.
fn cells(tables: &Tables<'_>) -> usize {
    tables.all.iter().flat_map(|table| &table.columns).map(|column| column.cells.len()).sum()
}

fn lines(tables: &Tables<'_>, width: Option<usize>) -> Vec<String> {
    let layout = Layout { width, ..Layout::default() };
    shown_in(tables, layout).lines().map(str::to_owned).collect()
}

fn csv_of(tables: &Tables<'_>) -> String {
    let mut out = Vec::new();
    super::write_csv(&tables.all[0], &mut out);
    String::from_utf8(out).unwrap()
}

/// Rows that each have a name of their own would have a cell for each row and each name.
#[test]
fn rows_with_nothing_in_common_are_one_column() {
    let row = |index: usize| serde_json::json!({ format!("n{index}"): index });
    let value: Value = (0..2_000).map(row).collect();
    let outline = outlined(None);
    let tables = cut(&value, &outline);
    assert_eq!((tables.all.len(), cells(&tables)), (1, 2_000));
    let csv = csv_of(&tables);
    assert_eq!(csv.lines().take(3).collect::<Vec<_>>(), ["value", r#""{""n0"":0}""#, r#""{""n1"":1}""#]);
    assert_eq!(csv.lines().count(), 2_001);
}

/// One long list beside many short ones is as wide as the long one.
#[test]
fn lists_with_one_long_one_among_them_are_one_column() {
    let list = |index: usize| if index == 0 { vec![0; 2_000] } else { vec![index] };
    let value: Value = (0..2_000).map(list).collect();
    let outline = outlined(None);
    let tables = cut(&value, &outline);
    assert_eq!((tables.all.len(), cells(&tables)), (1, 2_000));
    assert_eq!(csv_of(&tables).lines().nth(2), Some("[1]"));
}

/// Every line of JSON repeats the names, which a table of lists has once.
#[test]
fn long_names_are_not_repeated_in_every_line() {
    let checked = |name: usize, rows: usize| {
        let value = serde_json::json!({ "part": { "n".repeat(name): vec![1; rows] } });
        let outline = outlined(None);
        let tables = cut(&value, &outline);
        jsonl::check(&tables.all[0]).map_err(|failure| format!("{failure:?}"))
    };
    assert_eq!(checked(100_000, 100), Ok(()), "few rows");
    assert_eq!(checked(200, 200_000), Ok(()), "names of hosts");
    let failure = checked(100_000, 1_000).unwrap_err();
    assert!(
        failure
            .contains("the names of the columns of part are too long to be in every line; take --format csv")
    );
}

/// Few rows may have gaps as they like, and many rows some: those are tables of hosts.
#[test]
fn rows_with_gaps_stay_rows() {
    let row = |index: usize| serde_json::json!({ "symbol": index, format!("n{}", index % 20): true });
    for rows in [200, 10_000] {
        let value: Value = (0..rows).map(row).collect();
        let outline = outlined(None);
        let tables = cut(&value, &outline);
        assert_eq!((tables.all[0].columns.len(), cells(&tables)), (21, rows * 21), "{rows}");
    }
    let ragged: Value = (0..200).map(|index| serde_json::json!({ format!("n{index}"): 1 })).collect();
    assert_eq!(cells(&cut(&ragged, &outlined(None))), 200 * 200);
}

/// One wide cell does not make every line as wide as itself.
#[test]
fn a_wide_cell_is_cut_where_others_stand_behind_it() {
    let wide = "w".repeat(100_000);
    let row = |name: &str| serde_json::json!({ "first": name, "second": 1 });
    let value: Value = [row(&wide), row("b")].into_iter().collect();
    let all = lines(&cut(&value, &outlined(None)), None);
    assert_eq!(all.iter().map(|line| line.chars().count()).max(), Some(500 + "  second".len()));
    assert_eq!(all[3], format!("{}…       1", "w".repeat(499)));
    assert_eq!(all[4], format!("b{}       1", " ".repeat(499)));
    // So does a number's formatted string; numbers stand on the right.
    let value = serde_json::json!([{ "a": { "raw": 1, "fmt": wide } }, { "a": { "raw": 2, "fmt": "2" } }]);
    let all = lines(&cut(&value, &outlined(None)), None);
    assert_eq!(all[3], format!("{}…", "w".repeat(499)));
    assert_eq!(all[4], format!("{}2", " ".repeat(499)));
    // The last string of a line makes no other line longer.
    let value = serde_json::json!([{ "a": "x", "b": wide }, { "a": "y", "b": "z" }]);
    let all = lines(&cut(&value, &outlined(None)), None);
    assert_eq!((all[3].len(), &*all[4]), (100_003, "y  z"));
}

/// A string in several lines does not make each of them as wide as all columns together.
#[test]
fn a_long_string_is_not_repeated_with_its_neighbours() {
    let wide = Layout { wide: true, ..Layout::default() };
    let bytes = |names: usize| {
        let mut row: Vec<(String, Value)> =
            (0..names).map(|index| (format!("n{index}"), "x".repeat(40).into())).collect();
        row.push(("about".to_owned(), "word ".repeat(20_000).into()));
        let value = Value::Array(vec![Value::Object(row.into_iter().collect())]);
        (shown_in(&cut(&value, &outlined(None)), wide).len(), value.to_string().len())
    };
    for names in [1, 5, 10, 100, 1_000, 5_000] {
        let (shown, sent) = bytes(names);
        assert!(shown < 20 * sent, "{shown} of {sent}");
    }
    // So does one word that is as long.
    let value =
        serde_json::json!([{ "a": "w".repeat(100_000), "b": 1 }, { "a": " ".repeat(100_000), "b": 2 }]);
    let shown = shown_in(&cut(&value, &outlined(None)), wide);
    assert_eq!(shown.matches('w').count(), 100_000);
    assert!(shown.len() < 300_000, "{}", shown.len());
}

/// Fitting a table into a terminal looks at each column a few times, not once for every other column.
#[test]
fn a_row_of_many_columns_fits_a_terminal() {
    let row = (0..40_000).map(|index| (format!("n{index}"), "x".repeat(40).into()));
    let value = Value::Array(vec![Value::Object(row.collect())]);
    let outline = outlined(None);
    let tables = cut(&value, &outline);
    let all = lines(&tables, Some(40));
    assert_eq!(all[1..3], [format!("n0{}  …", " ".repeat(35)), format!("{}  ─", "─".repeat(37))]);
    assert_eq!(all[3..], [format!("{}…  …", "x".repeat(36))]);
}
