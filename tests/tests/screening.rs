//! Queries of the custom screener: as text, as typed conditions, and as what is sent.

use std::collections::BTreeSet;

use expect_test::{expect, expect_file};
use proptest::prelude::*;
use serde_json::{Value, json};
use virtual_finance::request::{ParamMap, Request, RequestBody};
use virtual_finance::screening::{
    Condition, Equity, Etf, FieldInfo, InstrumentKind, MutualFund, NumberField, StringField, and, between,
    eq, gt, gte, is_in, lt, lte, or,
};
use virtual_finance::{CustomScreener, DateTime, ScreenerField, ScreenerQuery};
use virtual_finance_cases::check;

fn canonical(text: &str) -> String {
    text.parse::<ScreenerQuery>().unwrap().to_string()
}

fn body(query: impl Into<ScreenerQuery>) -> Value {
    let request = CustomScreener::new(query);
    request.validate().unwrap();
    match request.body(DateTime::from(0)).unwrap() {
        Some(RequestBody::Json(body)) => body,
        other => panic!("{other:?}"),
    }
}

fn parsed(text: &str) -> Value {
    body(text.parse::<ScreenerQuery>().unwrap())
}

#[test]
fn a_query_is_sent_as_the_tree_of_the_host() {
    let body = parsed("region = us and (beta > 1.2 or peratio.lasttwelvemonths between 5 and 10.5)");
    assert_eq!(body["quoteType"], "EQUITY");
    assert_eq!(
        body["query"],
        json!({"operator": "AND", "operands": [
            {"operator": "EQ", "operands": ["region", "us"]},
            {"operator": "OR", "operands": [
                {"operator": "GT", "operands": ["beta", 1.2]},
                {"operator": "BTWN", "operands": ["peratio.lasttwelvemonths", 5, 10.5]},
            ]},
        ]})
    );
}

/// The host has no `in`: several values are joined by `OR`, and one is compared.
#[test]
fn one_of_several_values_is_a_list_of_comparisons() {
    let two = parsed("sector in (technology, \"Real Estate\")");
    assert_eq!(
        two["query"],
        json!({"operator": "OR", "operands": [
            {"operator": "EQ", "operands": ["sector", "Technology"]},
            {"operator": "EQ", "operands": ["sector", "Real Estate"]},
        ]})
    );
    let one = parsed("sector in (Energy)");
    assert_eq!(one["query"], json!({"operator": "EQ", "operands": ["sector", "Energy"]}));
}

#[test]
fn the_kind_of_instruments_stands_before_the_query() {
    assert_eq!(parsed("ETF: fundnetassets > 1000000000")["quoteType"], "ETF");
    assert_eq!(parsed(" mutualfund : riskratingoverall in (1, 2)")["quoteType"], "MUTUALFUND");
    assert_eq!(parsed("equity: beta > 1"), parsed("beta > 1"));
    assert_eq!(canonical("equity: beta > 1"), "beta > 1");
    assert_eq!(parsed("other:isin = US0378331005")["quoteType"], "EQUITY");
}

#[test]
fn typed_conditions_are_sent_as_their_text_is() {
    let cases: [(ScreenerQuery, &str); 8] = [
        (and([gt(Equity::BETA, 1.2), eq(Equity::REGION, "us")]).into(), "beta > 1.2 and region = us"),
        (
            and([or([lt(Equity::BETA, 1), gte(Equity::BETA, 2)]), eq(Equity::REGION, "in")]).into(),
            "(beta < 1 or beta >= 2) and region = \"in\"",
        ),
        (
            or([and([eq(Equity::REGION, "us"), lte(Equity::DAY_VOLUME, 5)]), eq(Equity::REGION, "ca")])
                .into(),
            "(region = us and dayvolume <= 5) or region = ca",
        ),
        (
            and([eq(Equity::REGION, "us"), and([gt(Equity::BETA, 1), lt(Equity::BETA, 2)])]).into(),
            "region = us and beta > 1 and beta < 2",
        ),
        (
            and([between(Etf::FUND_NET_ASSETS, 1e6, 2_000_000_000_i64), eq(Etf::TICKER, "600")]).into(),
            "etf: fundnetassets between 1000000.0 and 2000000000 and ticker = \"600\"",
        ),
        (is_in(MutualFund::RISK_RATING_OVERALL, [1, 2]).into(), "mutualfund: riskratingoverall in (1, 2)"),
        (
            and([eq(StringField::<Equity>::other("isin"), "US0378331005"), gt(NumberField::other("new"), 2)])
                .into(),
            "other:isin = US0378331005 and other:new > 2",
        ),
        (eq(Equity::EXCHANGE, "other:NEW").into(), "exchange = other:NEW"),
    ];
    for (typed, text) in cases {
        assert_eq!(canonical(typed.as_str()), text);
        assert_eq!(body(typed), parsed(text));
    }
}

#[test]
fn a_condition_that_no_type_refuses_is_refused_when_it_is_sent() {
    let errors = |query: ScreenerQuery| CustomScreener::new(query).validate().unwrap_err().to_string();
    let none: [Condition<Equity>; 0] = [];
    let said = [
        errors(and(none).into()),
        errors(eq(Equity::REGION, "uss").into()),
        errors(gt(Equity::BETA, f64::NAN).into()),
        errors(is_in(Equity::REGION, [""; 0]).into()),
    ];
    expect![[r#"
        CustomScreener: 'query' is wrong at character 2: a condition is missing here; write one such as region = us
            ()
             ^
        CustomScreener: 'query' is wrong at character 10: "region" has no value "uss"; did you mean "us"?
            region = uss
                     ^^^
        CustomScreener: 'query' is wrong at character 8: "beta" takes a number here; write one such as 1.5, 10B or 5%
            beta > NaN
                   ^^^
        CustomScreener: 'query' is wrong at character 12: a value is missing here; write one such as ae
            region in ()
                       ^
    "#]]
    .assert_eq(&format!("{}\n", said.join("\n")));
}

/// The headings of tables, usual words and countries stand for what the host calls them.
#[test]
fn fields_have_other_names_too() {
    for (written, meant) in [
        ("P/E < 15", "peratio.lasttwelvemonths < 15"),
        ("pe < 15", "peratio.lasttwelvemonths < 15"),
        ("price > 50", "intradayprice > 50"),
        ("change% > 5", "percentchange > 5"),
        ("Volume > 1M", "dayvolume > 1000000"),
        ("cap > 10B", "intradaymarketcap > 10000000000"),
        ("yield > 3%", "dividendyield > 3%"),
        ("region = USA", "region = us"),
        ("region in (uk, us)", "region in (gb, us)"),
    ] {
        assert_eq!(canonical(written), canonical(meant), "{written}");
    }
}

#[test]
fn errors_are_told_at_their_place() {
    check(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/screening"), "", |_, case| {
        let fault = case.inputs[0].parse::<ScreenerQuery>().unwrap_err();
        fault.to_string().lines().map(str::to_owned).collect()
    });
}

/// Neither a deep nor a long query overflows the stack.
#[test]
fn depth_and_length_are_bounded() {
    let nested = |depth: usize| format!("{}beta > 1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(canonical(&nested(32)), "beta > 1");
    let fault = nested(33).parse::<ScreenerQuery>().unwrap_err();
    assert_eq!(
        (fault.position(), fault.reason()),
        (33, "at most 32 brackets stand within each other; write a flatter query")
    );
    let fault = "(".repeat(20_000).parse::<ScreenerQuery>().unwrap_err();
    assert_eq!(fault.reason(), "the query has 20000 bytes; write at most 16384");
}

#[test]
fn a_query_is_a_parameter_of_text() {
    let text = "REGION = US and Sector in ('financial services', energy)";
    let request = CustomScreener::from_params(&ParamMap::from_iter([("query", text)])).unwrap();
    assert_eq!(request.get_query().as_str(), "region = us and sector in (\"Financial Services\", Energy)");
    let faults = CustomScreener::from_params(&ParamMap::from_iter([("query", "beta > x"), ("count", "251")]));
    expect![[r#"
        CustomScreener: 'query' is wrong at character 8: "beta" takes a number here; write one such as 1.5, 10B or 5%
            beta > x
                   ^
        'count' is 251: write a number from 1 to 250"#]]
    .assert_eq(&faults.unwrap_err().to_string());
}

#[test]
fn a_field_to_sort_by_belongs_to_the_kind_of_instruments() {
    let request = |sort| CustomScreener::new(gt(Equity::BETA, 1)).sort(sort);
    let sent = |sort| request(sort).body(DateTime::from(0));
    assert!(sent(ScreenerField::Ticker).is_ok() && sent(ScreenerField::other("new")).is_ok());
    expect!["CustomScreener: 'sort' is fundnetassets: equities have no such field; write one that they have, or ticker"]
        .assert_eq(&sent(ScreenerField::FundNetAssets).unwrap_err().to_string());
    // The host's own screeners of mutual funds sort by it.
    let of_funds =
        CustomScreener::new(gt(MutualFund::INITIAL_INVESTMENT, 1)).sort(ScreenerField::FundNetAssets);
    assert!(of_funds.body(DateTime::from(0)).is_ok());
}

#[test]
fn the_market_value_has_a_short_name() {
    let request = CustomScreener::from_params(&ParamMap::from_iter([
        ("query", "region = us and beta > 1.2 and sector in (Technology, Healthcare)"),
        ("sort", "marketcap"),
    ]));
    let Some(RequestBody::Json(body)) = request.unwrap().body(DateTime::from(0)).unwrap() else { panic!() };
    assert_eq!(body["sortField"], "intradaymarketcap");
    assert_eq!(canonical("MarketCap > 1e9"), canonical("intradaymarketcap > 1e9"));
    let of_etfs = CustomScreener::new(gt(Etf::FUND_NET_ASSETS, 1)).sort(ScreenerField::MarketCap);
    let refused = of_etfs.body(DateTime::from(0)).unwrap_err().to_string();
    assert!(refused.contains("'sort' is marketcap: ETFs have no such field"), "{refused}");
}

#[test]
fn fields_are_listed_once_for_each_kind() {
    for kind in InstrumentKind::ALL {
        let of = FieldInfo::all().iter().filter(|field| field.kinds.contains(kind));
        let ids: Vec<_> = of.map(|field| field.id).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{kind}");
    }
    let count = |kind| FieldInfo::all().iter().filter(|field| field.kinds.contains(&kind)).count();
    assert_eq!(InstrumentKind::ALL.iter().map(|kind| count(*kind)).collect::<Vec<_>>(), [92, 9, 37]);
}

/// The page of the book that lists the fixed values; `UPDATE_EXPECT=1` writes it.
#[test]
fn the_book_lists_the_values_of_fields() {
    let mut page = "# Values of screener fields\n\nThe fixed values that [CustomScreener](endpoints/custom-screener.md) \
                    knows for the fields of strings. The host has more: `other:` stands before those.\n"
        .to_owned();
    for field in FieldInfo::all().iter().filter(|field| !field.values().is_empty()) {
        let kinds: Vec<String> = field.kinds.iter().map(ToString::to_string).collect();
        let values: Vec<String> = field.values().iter().map(|value| format!("`{value}`")).collect();
        page += &format!(
            "\n## `{}` of {}\n\n{}\n\n{}\n",
            field.id,
            kinds.join(" and "),
            field.doc.trim(),
            values.join(", ")
        );
    }
    expect_file!["../../docs/src/screener-values.md"].assert_eq(&page);
}

fn condition() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        any::<i64>().prop_map(|n| n.to_string()),
        (-1e12..1e12).prop_map(|n: f64| format!("{n:?}"))
    ];
    let sign = prop::sample::select(vec!["=", ">", ">=", "<", "<="]);
    let string = "[ -~äß—]{0,12}".prop_map(|text| text.replace('\\', "\\\\").replace('"', "\\\""));
    let sector = prop::sample::select(vec!["Technology", "\"Real Estate\"", "ENERGY", "other:Lamps"]);
    prop_oneof![
        (sign, number.clone()).prop_map(|(sign, number)| format!("beta {sign} {number}")),
        (0.0..9.0, 9.0..99.0)
            .prop_map(|(low, high): (f64, f64)| format!("eodprice between {low} and {high}")),
        prop::collection::vec(sector, 1..4).prop_map(|values| format!("sector in ({})", values.join(","))),
        string.prop_map(|text| format!("other:name = \"{text}\"")),
        number.prop_map(|number| format!("other:age = {number}")),
    ]
}

fn query() -> impl Strategy<Value = String> {
    condition().prop_recursive(5, 40, 4, |part| {
        let word = prop::sample::select(vec![" and ", " or ", " AND "]);
        (prop::collection::vec(part, 1..4), word).prop_map(|(parts, word)| format!("({})", parts.join(word)))
    })
}

proptest! {
    #[test]
    fn a_query_is_read_again_from_its_text(text in query()) {
        let first: ScreenerQuery = text.parse().unwrap();
        let second: ScreenerQuery = first.as_str().parse().unwrap();
        prop_assert_eq!(&first, &second);
        prop_assert_eq!(parsed(&text), body(second));
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,80}") {
        if let Err(fault) = text.parse::<ScreenerQuery>() {
            prop_assert!(fault.position() <= text.chars().count() + 1);
        }
    }

    #[test]
    fn parts_of_queries_in_any_order_are_read_or_refused(
        parts in prop::collection::vec(prop::sample::select(vec![
            "region", "beta", "us", "1", "=", ">", "in", "(", ")", ",", "and", "or", "between", "not", "\"a b\"", "etf:", "other:x",
        ]), 0..24),
    ) {
        let text = parts.join(" ");
        if let Ok(query) = text.parse::<ScreenerQuery>() {
            prop_assert_eq!(canonical(query.as_str()), query.as_str());
        }
    }
}
