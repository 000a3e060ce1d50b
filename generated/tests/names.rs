//! Requests and enumerations must be reachable at the root of the crate, beside the names of the runtime.

/// Returns what to do about each name of the table that a name of the runtime hides.
fn hidden(table: &str, root: &str) -> Vec<String> {
    let (table, root) = (exported(table, "self::"), exported(root, "virtual_finance_runtime::"));
    let hidden = table.into_iter().filter(|name| root.contains(name));
    hidden
        .map(|name| format!("'{name}' is a name of the runtime at the crate's root: rename it in the table"))
        .collect()
}

/// Returns the names that a file re-exports from a path.
fn exported<'t>(text: &'t str, path: &str) -> Vec<&'t str> {
    let uses = text.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next());
    let names = uses.filter(|tree| tree.starts_with(path)).flat_map(|tree| {
        let list = tree.rsplit_once(['{', ':']).map_or(tree, |(_, list)| list);
        list.split([',', '}']).map(str::trim).filter(|name| !name.is_empty())
    });
    names.collect()
}

#[test]
fn no_name_of_the_table_is_hidden_at_the_root() {
    let (table, root) = (include_str!("../src/table/mod.rs"), include_str!("../src/lib.rs"));
    assert!(exported(table, "self::").contains(&"History") && exported(root, "virtual_").contains(&"Client"));
    assert_eq!(hidden(table, root), [""; 0]);
}

#[test]
fn a_hidden_name_is_told() {
    let root = "pub use virtual_finance_runtime::{\n    Client, Date,\n};\npub use virtual_finance_runtime::reqwest;";
    let table = "pub use self::client::Client;\npub use self::types::{Interval, Date};\n";
    assert_eq!(
        hidden(table, root),
        [
            "'Client' is a name of the runtime at the crate's root: rename it in the table",
            "'Date' is a name of the runtime at the crate's root: rename it in the table",
        ]
    );
}
