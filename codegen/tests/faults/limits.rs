//! The limits of the fields of records: the same keys as those of parameters, with the same faults.

use virtual_finance_codegen::Diagnostic;

use super::faults;

/// A table whose one request sends a record with another one in it, and receives a third.
const ORDERS: &str = "\
hosts:
  shop: { doc: The shop., default: https://shop.example.com }
types:
  Size:
    doc: A size.
    other: '[A-Z]+'
    variants:
      Small: { wire: S }
records:
  Order:
    doc: An order.
    fields:
      buyer: { doc: The buyer., type: string }
      rows: { doc: The rows., type: { list: Row } }
      codes: { doc: The codes., type: { list: string }, optional: true }
      grid: { doc: The grid., type: { list: { list: integer } }, optional: true }
      notes: { doc: The notes., type: { map: string }, optional: true }
      gift: { doc: True for a gift., type: boolean, optional: true }
      day: { doc: The day., type: date, optional: true }
      size: { doc: The size., type: Size, optional: true }
      more: { doc: More., type: any, optional: true }
  Row:
    doc: A row of an order.
    fields:
      count: { doc: How many., type: integer }
      price: { doc: The price., type: number, optional: true, nullable: true }
  Receipt:
    doc: A receipt.
    fields:
      id: { doc: Its number., type: integer }
endpoints:
  Buy:
    doc: Buys fruit.
    host: shop
    path: orders
    method: POST
    response: { type: Receipt }
    params:
      order: { doc: The order., type: Order, in: body, required: true }
      remark: { doc: A remark., type: string, in: body, nullable: true }
      others: { doc: Others., type: { list: Row }, in: body }
      colours: { doc: Colours., type: { map: string }, in: body }
";

/// Returns the faults of the table with keys behind those of a part, each on one line with the text that it is at.
#[track_caller]
fn with(part: &str, keys: &str) -> Vec<String> {
    let begin = format!("      {part}: {{ ");
    assert_eq!(ORDERS.matches(&begin).count(), 1, "'{part}' stands once in the table");
    let line = |line: &str| match line.strip_suffix(" }").filter(|_| line.starts_with(&begin)) {
        Some(own) => format!("{own}, {keys} }}\n"),
        None => format!("{line}\n"),
    };
    shown_faults(&ORDERS.lines().map(line).collect::<String>())
}

fn shown_faults(table: &str) -> Vec<String> {
    let shown = |fault: Diagnostic| {
        let rest = fault.source_line.chars().skip(fault.column.saturating_sub(1));
        let at: String = rest.take(fault.length).collect();
        format!("{} at {at}: {}; {}", fault.code, fault.message, fault.help)
    };
    faults(table).into_iter().map(shown).collect()
}

#[test]
fn a_field_has_the_limits_of_its_type() {
    for (part, keys) in [
        ("buyer", "pattern: '[a-z]+', max_length: 5"),
        ("rows", "max_length: 3"),
        ("codes", "max_length: 3, pattern: '[A-Z]{9}'"),
        ("grid", "max_length: 3, min: 1, max: 2"),
        ("count", "min: 1, max: 1"),
        ("price", "min: 0.5"),
        ("remark", "pattern: '[a-z]+', max_length: 5"),
        ("others", "max_length: 2"),
    ] {
        assert_eq!(with(part, keys), [""; 0], "{part} {keys}");
    }
}

/// Thirty tables with one mistake each.
#[test]
fn a_limit_that_contradicts_its_type_is_an_error_at_its_place() {
    let of_numbers =
        |key: &str| format!("V063 at {key}: '{key}' is a limit of integers and numbers; remove it");
    let of_strings = "V063 at pattern: 'pattern' is a limit of strings and tickers; remove it";
    let of_lists = "V063 at max_length: 'max_length' is a limit of strings, tickers and lists; remove it";
    let unsent = |key: &str| {
        format!(
            "V061 at {key}: '{key}' limits what is sent, and no request sends 'Receipt'; remove it: what a host sends is \
             read without limits"
        )
    };
    for (part, keys, expected) in [
        ("buyer", "min: 1", of_numbers("min").as_str()),
        ("buyer", "max: 1", "V063 at max: 'max' is a limit of integers and numbers; write 'max_length'"),
        ("codes", "min: 1", &of_numbers("min")),
        ("rows", "min: 1", &of_numbers("min")),
        ("rows", "pattern: a", of_strings),
        ("notes", "pattern: a", of_strings),
        ("notes", "max_length: 1", of_lists),
        ("colours", "max_length: 1", of_lists),
        ("gift", "min: 1", &of_numbers("min")),
        ("gift", "pattern: a", of_strings),
        ("day", "max_length: 10", of_lists),
        ("day", "min: 1", &of_numbers("min")),
        ("size", "pattern: a", of_strings),
        ("more", "max: 1", &of_numbers("max")),
        ("order", "max_length: 1", of_lists),
        ("count", "pattern: a", of_strings),
        ("count", "max_length: 1", of_lists),
        (
            "count",
            "min: 2, max: 1",
            "V064 at 2: 'min' is 2 and 'max' is 1, so no value is allowed; exchange them",
        ),
        (
            "count",
            "min: 1.2, max: 1.8",
            "V064 at 1.2: there is no integer from 1.2 to 1.8; write limits that are integers",
        ),
        (
            "price",
            "min: 2, max: 1",
            "V064 at 2: 'min' is 2 and 'max' is 1, so no value is allowed; exchange them",
        ),
        ("buyer", "max_length: 0", "V065 at 0: nothing has less than one; write 1 or more"),
        ("rows", "max_length: -1", "V065 at -1: nothing has less than one; write 1 or more"),
        ("id", "min: 1", &unsent("min")),
        ("id", "max: 1", &unsent("max")),
        ("id", "pattern: a", &unsent("pattern")),
        ("id", "max_length: 1", &unsent("max_length")),
        ("remark", "min: 1", &of_numbers("min")),
    ] {
        assert_eq!(with(part, keys), [expected], "{part} {keys}");
    }
}

/// A limit by its name in JSON Schema is an error that names the key of the table.
#[test]
fn a_limit_by_another_name_is_answered_with_the_key() {
    for (part, keys, expected) in [
        ("count", "minimum: 1", "V010 at minimum: 'count' has no key 'minimum'; write 'min'"),
        ("count", "maximum: 1", "V010 at maximum: 'count' has no key 'maximum'; write 'max'"),
        ("buyer", "maxLength: 1", "V010 at maxLength: 'buyer' has no key 'maxLength'; write 'max_length'"),
        ("rows", "maxItems: 1", "V010 at maxItems: 'rows' has no key 'maxItems'; write 'max_length'"),
        ("others", "max_items: 1", "V010 at max_items: 'others' has no key 'max_items'; write 'max_length'"),
    ] {
        assert_eq!(with(part, keys), [expected], "{part} {keys}");
    }
}

/// A misspelt type may be that of the record, which is then sent.
#[test]
fn a_limit_is_not_blamed_for_a_misspelt_type() {
    let others = "      others: { doc: Others., type: { list: Row }, in: body }\n";
    let limited = ORDERS.replace("How many., type: integer", "How many., type: integer, min: 1");
    let limited = limited.replace(others, "");
    assert_eq!(shown_faults(&limited), [""; 0]);
    assert_eq!(
        shown_faults(&limited.replace("type: { list: Row } }", "type: { list: Roww } }")),
        ["V111 at Roww: no response can be of the type 'Roww'; write 'Row'"]
    );
    assert_eq!(
        shown_faults(&limited.replace("type: Order, in", "type: Ordr, in")),
        ["V031 at Ordr: there is no type 'Ordr'; write 'Order'"]
    );
}
