//! The OpenAPI document of a gateway has what callers need: formats, parameters of rows, paths, and tokens.

use serde_json::{Value, json};
use virtual_finance_gateway::{Settings, Tokens};

use crate::support::{Served, weather_host};

async fn document(settings: Settings, headers: &[&str]) -> Value {
    let gateway = Served::start(&weather_host(), settings).await;
    gateway.send("GET", "/openapi.json", headers, "").await.json()
}

fn names(operation: &Value) -> Vec<&str> {
    let parameters = operation["parameters"].as_array().unwrap();
    parameters.iter().map(|parameter| parameter["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_endpoint_has_its_formats_and_both_paths() {
    let document = document(Settings::default(), &[]).await;
    let (get, below) =
        (&document["paths"]["/observations"]["get"], &document["paths"]["/observations/{station}"]["get"]);
    assert_eq!(names(get), ["station", "format", "table", "columns", "sort", "limit", "header", "formulas"]);
    assert_eq!(names(below), names(get));
    let [station, of_path] = [get, below].map(|operation| &operation["parameters"][0]);
    assert_eq!(
        (&station["in"], &of_path["in"], &of_path["required"]),
        (&json!("query"), &json!("path"), &json!(true))
    );
    assert_eq!(station["example"], "Oslo");
    assert_eq!(below["operationId"], "observations-by-station");
    let format = &get["parameters"][1]["schema"]["enum"];
    assert!(["json", "csv", "jsonl"].iter().all(|name| format.as_array().unwrap().contains(&json!(name))));
    let columns = &get["parameters"][3]["schema"]["items"]["anyOf"][0]["enum"];
    assert_eq!(*columns, json!(["time", "tempC", "wind"]));
    for operation in [get, below] {
        let response = operation["responses"]["200"]["$ref"].as_str().unwrap().trim_start_matches('#');
        let response = document.pointer(response).unwrap();
        let content = response["content"].as_object().unwrap();
        assert!(content.contains_key("application/json") && content.contains_key("text/csv"), "{content:?}");
        assert!(response["headers"]["ETag"].is_object());
        assert!(operation["responses"]["304"].is_object() && operation["responses"]["412"].is_object());
    }
    // Bytes have no rows.
    assert!(!names(&document["paths"]["/image"]["get"]).contains(&"columns"));
}

#[tokio::test]
async fn tokens_are_in_the_document_where_callers_need_them() {
    let open = document(Settings::default(), &[]).await;
    assert_eq!(open["security"], json!([]));
    // The credentials of hosts are none of callers.
    assert_eq!(open["components"].get("securitySchemes"), None);
    let tokens = Tokens::read("alice 0123456789abcdef").unwrap();
    let settings = Settings { tokens, has_tokens_in_paths: true, ..Settings::default() };
    let document = document(settings, &["Authorization: Bearer 0123456789abcdef"]).await;
    assert_eq!(document["security"], json!([{ "token": [] }]));
    let scheme = &document["components"]["securitySchemes"]["token"];
    assert_eq!((&scheme["type"], &scheme["scheme"]), (&json!("http"), &json!("bearer")));
    assert_eq!(document["paths"]["/healthz"]["get"]["security"], json!([]));
    assert_eq!(document["servers"][1]["url"], "/t/{token}");
    for item in document["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            assert!(operation.get("security").is_none_or(|security| *security == json!([])));
        }
    }
}
