//! Tables of responses in files: the view and the layout, the JSON of a response, and its tables (see `tests/cases`).

use virtual_finance_cases::{Case, check};
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::ViewInfo;

use super::{outlined, shown_in, write_csv};
use crate::show::Layout;
use crate::tabular::cut;

/// Returns the view and the layout of words such as `main=bars times=at,on width=40 wide`.
fn read(words: &str) -> (ViewInfo, Layout) {
    let mut view = ViewInfo::new(None);
    let mut layout = Layout::default();
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let value: &'static str = value.to_owned().leak();
        let list: &'static [&'static str] = value.split(',').collect::<Vec<_>>().leak();
        match name {
            "csv" => {}
            "wide" => layout.wide = true,
            "width" => layout.width = Some(value.parse().unwrap()),
            "main" => view.main = Some(value),
            "columns" => view.columns = list,
            "days" => view.days = list,
            "decimals" => view.decimals = Some(value),
            "fractions" => view.fractions = list,
            "head" => view.head = Some(value),
            "percents" => view.percents = list,
            "prices" => view.prices = list,
            "times" => view.times = list,
            "unfold" => view.unfold = list,
            "zone" => view.zone = Some(value),
            other => panic!("no view has {other:?}"),
        }
    }
    (view, layout)
}

fn told(_: &str, case: &Case) -> Vec<String> {
    let (words, json) = case.inputs.split_first().unwrap();
    let value: Value = serde_json::from_str(&json.join("\n")).unwrap();
    let (view, layout) = read(words);
    let outline = outlined(Some(&view));
    let tables = cut(&value, &outline);
    let mut all = shown_in(&tables, layout);
    for table in tables.all.iter().filter(|_| words.starts_with("csv")) {
        let mut out = Vec::new();
        write_csv(table, &mut out);
        all += &format!("\n{}.csv\n{}", table.name, String::from_utf8(out).unwrap());
    }
    all.lines().map(|line| format!("| {line}").trim_end().to_owned()).collect()
}

#[test]
fn responses_are_shown_as_tables() {
    check(concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/tables"), "", told);
}
