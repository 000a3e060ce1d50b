//! The schemas of statements. Amounts are in the currency of the statement.

use schemars::{Schema, SchemaGenerator, json_schema};
use virtual_finance_core::schema::{KnownMember, open_object};

use crate::members::{BALANCE_SHEET, CASHFLOW, EARNINGS, INCOME, PERIOD};

/// Returns the schema of any statement.
pub(super) fn statement(_: &mut SchemaGenerator) -> Schema {
    open_object(&["object"], PERIOD)
}

/// Returns the schema of cash flow statements.
pub(super) fn cash_flow(_: &mut SchemaGenerator) -> Schema {
    statements("cash flow statement", CASHFLOW)
}

/// Returns the schema of balance sheets.
pub(super) fn balance_sheet(_: &mut SchemaGenerator) -> Schema {
    statements("balance sheet", BALANCE_SHEET)
}

/// Returns the schema of income statements.
pub(super) fn income(_: &mut SchemaGenerator) -> Schema {
    statements("income statement", INCOME)
}

/// Returns the schema of what the host's chart has of each year and each quarter.
pub(super) fn earnings(_: &mut SchemaGenerator) -> Schema {
    let list = |doc: &str, date: KnownMember| {
        let members: Vec<KnownMember> = std::iter::once(date).chain(EARNINGS.iter().copied()).collect();
        list(doc, &members)
    };
    json_schema!({
        "type": "object",
        "properties": {
            "yearly": list("The revenue and the earnings of each year.", ("date", "integer", "The year.")),
            "quarterly": list(
                "The revenue and the earnings of each quarter.",
                ("date", "string", "The quarter, for example `2Q2024`."),
            ),
        },
    })
}

fn statements(one: &str, items: &[KnownMember]) -> Schema {
    let members: Vec<KnownMember> = PERIOD.iter().chain(items).copied().collect();
    let list = |time: &str| list(&format!("One {one} a {time}."), &members);
    json_schema!({
        "type": "object",
        "properties": { "yearly": list("fiscal year"), "quarterly": list("quarter") },
    })
}

fn list(doc: &str, members: &[KnownMember]) -> Schema {
    json_schema!({ "description": doc, "type": "array", "items": open_object(&["object"], members) })
}
