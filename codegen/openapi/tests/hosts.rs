//! Tests of credentials: the first of several, and the scopes that operations ask for.

use serde_json::json;

use crate::support::{document, import, notes, table};

#[test]
fn a_host_has_the_first_of_several_credentials_with_the_scopes_that_are_needed() {
    let operation =
        |security: serde_json::Value| json!({ "get": { "security": security, "responses": { "204": {} } } });
    let mut document = document(
        &json!({
            "/read": operation(json!([{ "machine": ["read"] }, { "key": [] }])),
            "/list": operation(json!([{ "machine": ["list"] }, {}])),
        }),
        &json!({}),
    );
    let flow = json!({
        "tokenUrl": "https://a.example/token", "scopes": { "list": "Lists.", "write": "Writes.", "read": "Reads." },
    });
    document["components"]["securitySchemes"] = json!({
        "machine": { "type": "oauth2", "flows": { "clientCredentials": flow } },
        "key": { "type": "apiKey", "in": "header", "name": "X-Key" },
    });
    let import = import(&document);
    let hosts = &table(&import)["hosts"];
    let auth = hosts.as_object().unwrap().values().find(|host| host["auth"].is_object()).unwrap();
    assert_eq!(auth["auth"]["scopes"], json!(["list", "read"]), "{hosts}");
    assert_eq!(notes(&import), ["security: a host has one kind of credentials, the first; others are key"]);
}

#[test]
fn a_document_needs_a_server_where_an_operation_has_none() {
    let own = json!({ "servers": [{ "url": "https://b.example" }], "responses": { "204": {} } });
    let mut document = document(&json!({ "/own": { "get": own } }), &json!({}));
    document.as_object_mut().unwrap().remove("servers");
    assert_eq!(notes(&import(&document)), Vec::<String>::new());
    document["paths"]["/shared"] = json!({ "get": { "responses": { "204": {} } } });
    let told = notes(&import(&document));
    assert!(told.len() == 1 && told[0].contains("there is no server"), "{told:?}");
}
