//! Parameters as strings and as JSON make equal requests.

use serde_json::Value;
use virtual_finance::catalogue::{ParamInfo, ParamKind};
use virtual_finance::error::ParamErrors;
use virtual_finance::request::ParamMap;
use virtual_finance::{AdjustType, Date, DateTime, ENDPOINTS, ScreenerName};
use virtual_finance_runtime::request::ParamReader;

use crate::invented::EVERYTHING;
use crate::replies::values;

fn json(kind: &ParamKind, text: &str) -> Value {
    match kind {
        ParamKind::Integer | ParamKind::Number | ParamKind::Boolean => serde_json::from_str(text).unwrap(),
        // A day is no number.
        ParamKind::DateTime if !text.contains('T') => Value::from(text),
        ParamKind::DateTime => Value::from(text.parse::<DateTime>().unwrap().epoch_seconds()),
        ParamKind::List { item, separator } => text.split(separator).map(|part| json(item, part)).collect(),
        _ => Value::from(text),
    }
}

#[test]
fn texts_and_json_make_the_same_request() {
    let now = DateTime::from(1_719_604_800);
    for info in ENDPOINTS {
        let needed: Vec<&ParamInfo> = info.params.iter().filter(|param| param.required).collect();
        let mut sets = vec![needed.clone()];
        sets.extend(info.params.iter().filter(|param| !values(info, param).is_empty()).map(|param| {
            let mut set = needed.clone();
            // What cannot be given by itself comes with what it comes after.
            set.extend(param.after.and_then(|earlier| info.param(earlier)));
            if !param.required {
                set.push(param);
            }
            set
        }));
        for set in sets {
            let text = |param: &ParamInfo| match (param.after, values(info, param)) {
                (Some(_), _) if matches!(param.kind, ParamKind::Date | ParamKind::DateTime) => {
                    "2024-06-28".to_owned()
                }
                (_, values) => match param.kind {
                    ParamKind::List { separator, .. } => values.join(separator),
                    _ => values[0].to_owned(),
                },
            };
            let texts = set.iter().map(|param| (param.name, Value::from(text(param))));
            let jsons = set.iter().map(|param| (param.name, json(&param.kind, &text(param))));
            let (texts, jsons) = (ParamMap::from_iter(texts), ParamMap::from_iter(jsons));
            let (a, b) = ((info.build)(&texts).unwrap(), (info.build)(&jsons).unwrap());
            assert_eq!(a.path(), b.path(), "{} {texts:?} {jsons:?}", info.name);
            assert_eq!(a.query(now), b.query(now), "{} {texts:?} {jsons:?}", info.name);
        }
    }
}

#[test]
fn every_fault_at_once_from_texts_and_from_json() {
    let build =
        |params: ParamMap| (ENDPOINTS.iter().find(|info| info.name == "Isin").unwrap().build)(&params);
    let expected = "Isin: 'query' is \"..\": it would change the path; write a symbol such as IBM; 'max_results' is 0: write 1 or more; \
                    unknown parameter 'limit': Isin takes query, max_results";
    for params in [
        ParamMap::from_iter([("query", ".."), ("max_results", "0"), ("limit", "5")]),
        ParamMap::from_iter([("query", Value::from("..")), ("max_results", 0.into()), ("limit", 5.into())]),
    ] {
        let faults = build(params).err().expect("three faults");
        assert_eq!(faults.to_string(), expected);
    }
}

/// All parameters. A choice has either the name, or the day and maybe the moment.
type Everything = (
    String,
    Option<String>,
    i64,
    f64,
    bool,
    Option<Date>,
    Option<DateTime>,
    Option<AdjustType>,
    Option<ScreenerName>,
    Vec<i64>,
);

fn everything(params: &ParamMap) -> Result<Everything, ParamErrors> {
    let read = ParamReader::new(&EVERYTHING, params)?;
    let values = (
        read.required("ticker")?,
        read.optional("name"),
        read.required("count")?,
        read.required("ratio")?,
        read.required("flag")?,
        read.optional("day"),
        read.optional("moment"),
        read.optional("adjust"),
        read.optional("screener"),
        read.required("numbers")?,
    );
    read.finish(values)
}

/// The invented endpoint has the types of parameters that the table lacks.
#[test]
fn every_type_of_parameter_from_texts_and_from_json() {
    let texts = [
        ("ticker", "IBM"),
        ("count", "-3"),
        ("ratio", "0.5"),
        ("flag", "true"),
        ("adjust", "auto"),
        ("screener", "other:NEWER_ONE"),
        ("numbers", "1|2|3"),
        ("names", "a, b"),
    ];
    let json = r#"{"ticker":"IBM","count":-3,"ratio":0.5,"flag":true,"adjust":"auto","screener":"other:NEWER_ONE",
        "numbers":[1,2,3],"names":["a","b"]}"#;
    let json: serde_json::Map<String, Value> = serde_json::from_str(json).unwrap();
    let dates = [("day", "2024-06-28"), ("moment", "2024-06-28T20:00:00Z")];
    let dates_json = [("day", Value::from("2024-06-28")), ("moment", Value::from(1_719_604_800))];
    let name = [("name", "big blue")];
    let name_json = [("name", Value::from("big blue"))];
    for (more, more_json) in [(&name[..], &name_json[..]), (&dates, &dates_json)] {
        let texts = ParamMap::from_iter(texts.iter().chain(more).copied());
        let more_json = more_json.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        let json = json.clone().into_iter().chain(more_json).collect::<serde_json::Map<String, Value>>();
        let texts = everything(&texts).unwrap();
        assert_eq!(texts.9, [1, 2, 3]);
        assert_eq!((texts.1.is_some(), texts.5.is_some()), (more.len() == 1, more.len() == 2));
        assert_eq!(texts, everything(&ParamMap::from(json)).unwrap());
    }
    let both = texts.into_iter().chain(name).chain(dates);
    let faults = everything(&both.collect()).unwrap_err().to_string();
    assert_eq!(faults, "Everything: 'name' and 'day' contradict each other: give one of them");
}

#[test]
fn every_fault_of_every_type_at_once() {
    let params = [
        ("count", "many"),
        ("ratio", "NaN"),
        ("flag", "yes"),
        ("day", "28.6.2024"),
        ("moment", "noon"),
        ("adjust", "full"),
        ("screener", "other:a b"),
        ("numbers", "1|two"),
    ];
    let faults = everything(&ParamMap::from_iter(params)).unwrap_err();
    expect_test::expect![[r#"
        Everything: Missing in 'params': 'ticker'
        'count' is "many": write an integer
        'ratio' is "NaN": write a number
        'flag' is "yes": write true or false
        'day' is "28.6.2024": write a day that exists, written 2020-01-31
        'moment' is "noon": write a day (2020-01-31), a date and time with its zone (2020-01-31T16:00:00Z) or epoch seconds
        'adjust' is "full": write one of auto, back, none
        'screener' is "a b": write a name that matches [A-Za-z0-9_]{1,64}
        'numbers' is "two": write an integer
        Missing in 'params': 'names'"#]].assert_eq(&faults.to_string().replace("; ", "\n"));
}

/// A client of another table may have fewer values than the catalogue; no such value becomes an absent one.
#[test]
fn a_value_that_a_type_lacks_is_refused() {
    let needed = [("ticker", "IBM"), ("count", "1"), ("ratio", "0.5"), ("flag", "true"), ("numbers", "1")];
    let params = ParamMap::from_iter(needed.into_iter().chain([("names", "a"), ("name", "odd")]));
    let expected = "Everything: 'name' is odd: write a value that this client's type has";
    let read = ParamReader::new(&EVERYTHING, &params).unwrap();
    assert_eq!(read.optional::<AdjustType>("name"), None);
    assert_eq!(read.finish(()).unwrap_err().to_string(), expected);
    let read = ParamReader::new(&EVERYTHING, &params).unwrap();
    assert_eq!(read.required::<AdjustType>("name").unwrap_err().to_string(), expected);
}
