//! The OpenAPI document is valid and fits the responses.
//!
//! `roas` reads it as OpenAPI 3.1 and checks the rules of OpenAPI for its objects: required members,
//! unique operation ids, parameters, response codes, references. It looks into schemas only as far as
//! OpenAPI names their members, and not into the items of what is a list or null, so each is checked as JSON
//! Schema 2020-12 by `jsonschema`, too, and every reference is followed here.

use expect_test::expect_file;
use roas::v3_1::spec::Spec;
use roas::validation::{Options, Validate};
use serde_json::{Value, json};
use virtual_finance::catalogue::{AuthScheme, EndpointInfo, HostAuth, ParamLocation, SessionUse};
use virtual_finance::{ENDPOINTS, Host};
use virtual_finance_reference::openapi;

use crate::invented::{EVERYTHING, about};
use crate::replies::cases;

fn all() -> Vec<&'static EndpointInfo> {
    ENDPOINTS.iter().copied().chain([&EVERYTHING]).collect()
}

fn validator(document: &Value, schema: &Value) -> jsonschema::Validator {
    let schema = json!({ "components": document["components"], "allOf": [schema] });
    jsonschema::draft202012::options().should_validate_formats(true).build(&schema).unwrap()
}

fn faults(document: &Value) -> String {
    // The parser knows two formats of integers; OpenAPI has any.
    let text = document.to_string().replace(r#""format":"unixtime""#, r#""format":"int64""#);
    match serde_json::from_str::<Spec>(&text) {
        Ok(spec) => spec
            .validate(Options::IgnoreUnusedSchemas.into(), None)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_document_is_openapi() {
    assert_eq!(faults(&openapi(&about(), &all())), "");
}

#[test]
fn what_is_no_openapi_is_refused() {
    let document = openapi(&about(), ENDPOINTS);
    for (pointer, wrong) in [
        ("/openapi", json!("2.0")),
        ("/info", json!({ "title": "no version" })),
        ("/paths/~1isin/get/responses/404/$ref", json!("#/components/responses/None")),
        ("/paths/~1isin/get/responses", json!({ "999999": {} })),
        ("/paths/~1isin/get/parameters/0/in", json!("body")),
        ("/paths/~1isin/get/operationId", json!("history")),
        (
            "/paths/~1history/get/responses/200/content/application~1json/schema/$ref",
            json!("#/components/schemas/None"),
        ),
    ] {
        let mut broken = document.clone();
        *broken.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = wrong;
        assert_ne!(faults(&broken), "", "{pointer}");
    }
}

#[test]
fn every_schema_is_json_schema() {
    let document = openapi(&about(), &all());
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(jsonschema::draft202012::meta::is_valid(schema), "{name}");
    }
    for (path, item) in document["paths"].as_object().unwrap() {
        for parameter in item["get"]["parameters"].as_array().into_iter().flatten() {
            let schema = &parameter["schema"];
            assert!(jsonschema::draft202012::meta::is_valid(schema), "{path} {}", parameter["name"]);
        }
    }
}

#[test]
fn every_reference_leads_somewhere() {
    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str));
                members.values().for_each(|member| references(member, found));
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }
    let document = openapi(&about(), &all());
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > ENDPOINTS.len(), "{found:?}");
    for name in document["components"]["schemas"].as_object().unwrap().keys() {
        assert!(found.contains(&format!("#/components/schemas/{name}").as_str()), "{name} is unused");
    }
    for reference in found {
        let target = reference.strip_prefix('#').and_then(|pointer| document.pointer(pointer));
        assert!(target.is_some(), "{reference}");
    }
}

fn operation<'d>(document: &'d Value, command: &str) -> &'d Value {
    let path = document.get("paths").and_then(|paths| paths.get(format!("/{command}")));
    let mut path = path.and_then(Value::as_object).unwrap().values();
    path.find(|operation| operation.get("x-same-as").is_none()).unwrap()
}

#[test]
fn a_post_that_only_reads_is_asked_with_get_too() {
    let document = openapi(&about(), &all());
    let mut found = 0;
    for info in all().iter().filter(|info| info.only_reads() && info.method == "POST") {
        found += 1;
        let get = &document["paths"][format!("/{}", info.command)]["get"];
        assert_eq!(get["x-same-as"], info.command);
        let names: Vec<_> = get["parameters"].as_array().unwrap().iter().map(|param| &param["in"]).collect();
        assert_eq!(names.len(), info.params.len(), "{}", info.command);
        assert!(names.iter().all(|place| *place == "query" || *place == "header"), "{names:?}");
    }
    assert!(found > 0);
    let changing = all().into_iter().filter(|info| !info.only_reads());
    for info in changing {
        assert!(document["paths"][format!("/{}", info.command)].get("get").is_none(), "{}", info.command);
    }
}

#[test]
fn every_parameter_is_there_and_its_default_fits() {
    let all = all();
    let document = openapi(&about(), &all);
    let mut defaults = 0;
    for info in all {
        let operation = operation(&document, info.command);
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let outside = parameters.map(|parameter| {
            let place = parameter["in"].as_str().unwrap();
            (place, parameter["name"].as_str().unwrap(), &parameter["required"] == true, &parameter["schema"])
        });
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        let inside = body["properties"].as_object().into_iter().flatten().map(|(name, schema)| {
            let required = body["required"].as_array();
            ("body", name.as_str(), required.is_some_and(|all| all.contains(&json!(name))), schema)
        });
        let shown: Vec<_> = outside.chain(inside).collect();
        let names: Vec<_> =
            shown.iter().map(|(place, name, required, _)| (*place, *name, *required)).collect();
        // Those of the body come last.
        let mut params: Vec<_> = info.params.iter().collect();
        params.sort_by_key(|param| param.place == ParamLocation::Body);
        let expected = params.iter().map(|param| match param.place {
            ParamLocation::Header => ("header", param.wire, param.required),
            ParamLocation::Body => ("body", param.name, param.required),
            _ => ("query", param.name, param.required),
        });
        assert_eq!(names, expected.collect::<Vec<_>>());
        for ((_, _, _, schema), param) in shown.into_iter().zip(params) {
            let default = schema.get("default");
            assert_eq!(default.is_some(), param.default.is_some(), "{} {}", info.name, param.name);
            if let Some(default) = default {
                let validator = validator(&document, schema);
                assert!(validator.is_valid(default), "{} {} {default}", info.name, param.name);
                assert!(!validator.is_valid(&json!({ "no": "value" })), "{} {}", info.name, param.name);
                defaults += 1;
            }
        }
    }
    assert!(defaults > 5, "{defaults} defaults");
}

#[test]
fn parameters_allow_what_the_table_allows() {
    let document = openapi(&about(), &[&EVERYTHING]);
    for (name, good, wrong) in [
        ("ticker", json!("^IBM"), json!("")),
        ("name", json!("a|b"), json!("A")),
        ("count", json!(-5), json!(10)),
        ("ratio", json!(0.25), json!(0.2)),
        ("day", json!("2024-06-28"), json!("28.6.")),
        ("moment", json!(-1), json!("noon")),
        ("moment", json!("2024-06-28T20:00:00Z"), json!(0.5)),
        ("adjust", json!("back"), json!("full")),
        ("screener", json!("other:NEWER_ONE"), json!("NEWER_ONE")),
        ("screener", json!("DAY_GAINERS"), json!("other:")),
        ("numbers", json!([1, 2, 3]), json!([1, 2, 3, 4])),
        ("numbers", json!([]), json!([0])),
        ("words", json!("a;b"), json!(["a", "b"])),
    ] {
        let parameters = operation(&document, "everything")["parameters"].as_array().unwrap();
        let parameter = parameters.iter().find(|parameter| parameter["name"] == name).unwrap();
        let validator = validator(&document, &parameter["schema"]);
        assert!(validator.is_valid(&good), "{name} {good}");
        assert!(!validator.is_valid(&wrong), "{name} {wrong}");
    }
}

#[test]
fn every_response_fits() {
    let document = openapi(&about(), ENDPOINTS);
    for case in cases() {
        let content = &operation(&document, case.info.command)["responses"]["200"]["content"];
        let validator = validator(&document, &content["application/json"]["schema"]);
        assert!(validator.is_valid(&case.response), "{} {}", case.info.name, case.what);
        let mut wrong = case.response.clone();
        match &mut wrong {
            Value::Object(members) => members.values_mut().for_each(|value| *value = json!(-1)),
            other => *other = json!([-1]),
        }
        assert!(!validator.is_valid(&wrong), "{} {}", case.info.name, case.what);
    }
}

#[test]
fn each_form_of_credentials_is_a_scheme() {
    static KEY: Host = Host {
        auth: Some(HostAuth::new(AuthScheme::Header("X-Key"))),
        ..Host::new("key", "https://key.example")
    };
    static QUERY: Host = Host {
        auth: Some(HostAuth::new(AuthScheme::Query("key"))),
        ..Host::new("query", "https://q.example")
    };
    static TOKEN: Host =
        Host { auth: Some(HostAuth::new(AuthScheme::Bearer)), ..Host::new("token", "https://t.example") };
    static LOGIN: Host =
        Host { auth: Some(HostAuth::new(AuthScheme::Basic)), ..Host::new("login", "https://l.example") };
    static CUSTOM: Host =
        Host { auth: Some(HostAuth::new(AuthScheme::Custom)), ..Host::new("custom", "https://c.example") };
    let info = |name: &'static str, host| EndpointInfo {
        command: name,
        session: SessionUse::Always,
        ..EndpointInfo::new(name, host)
    };
    let all = [info("a", &KEY), info("b", &QUERY), info("c", &TOKEN), info("d", &LOGIN), info("e", &CUSTOM)];
    let free = EndpointInfo { command: "f", ..EndpointInfo::new("f", &KEY) };
    let document = openapi(&about(), &all.iter().chain([&free]).collect::<Vec<_>>());
    assert_eq!(
        document["components"]["securitySchemes"],
        json!({
            "key": { "type": "apiKey", "in": "header", "name": "X-Key" },
            "query": { "type": "apiKey", "in": "query", "name": "key" },
            "token": { "type": "http", "scheme": "bearer" },
            "login": { "type": "http", "scheme": "basic" },
        })
    );
    assert_eq!(operation(&document, "a")["security"], json!([{ "key": [] }]));
    assert_eq!(operation(&document, "e").get("security"), None);
    assert_eq!(operation(&document, "f").get("security"), None);
}

#[test]
fn everything_is_in_the_document() {
    let mut document = openapi(&about(), &[&EVERYTHING]);
    // The operation by GET differs in its parameters alone, and the errors are those of every document.
    let [post, get] = ["post", "get"].map(|method| document["paths"]["/everything"][method].take());
    assert_eq!((&get["responses"], &get["security"]), (&post["responses"], &post["security"]));
    document["paths"]["/everything"] =
        json!({ "post": post, "get": { "parameters": get["parameters"].as_array().map(Vec::len) } });
    let errors = document["components"]["responses"].take();
    assert!(errors.as_object().unwrap().values().all(|error| error["description"].is_string()));
    let text = serde_json::to_string_pretty(&document).unwrap() + "\n";
    expect_file!["expected/openapi.json"].assert_eq(&text);
}
