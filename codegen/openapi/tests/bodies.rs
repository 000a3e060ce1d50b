//! Tests of bodies: which media type is sent, forms as the document encodes them, and what is left out as a whole.

use serde_json::{Value, json};

use crate::support::{document, import, in_words, notes, table};

fn schema(schema: &Value) -> Value {
    json!({ "schema": schema })
}

#[test]
fn a_form_that_may_be_left_out_keeps_what_it_needs() {
    let form =
        json!({ "required": ["a"], "properties": { "a": { "type": "string" }, "b": { "type": "string" } } });
    let content = json!({ "application/x-www-form-urlencoded": schema(&form) });
    let operation = json!({ "requestBody": { "content": content }, "responses": { "204": {} } });
    let import = import(&document(&json!({ "/x": { "post": operation } }), &json!({})));
    assert_eq!(
        in_words(&import),
        "{a:{type:string,in:form,required:true},b:{type:string,in:form}}\n\
         schema: a form of a table cannot be left out as a whole; what it needs is always sent"
    );
}

#[test]
fn no_body_is_sent_in_part() {
    let good = json!({ "get": { "operationId": "good", "responses": { "204": {} } } });
    let many = |count: usize| -> Value {
        let members = (0..count).map(|number| (format!("p{number}"), json!({ "type": "string" })));
        json!({ "type": "object", "properties": members.collect::<serde_json::Map<_, _>>() })
    };
    let form = |schema: Value| json!({ "required": true, "content": { "application/x-www-form-urlencoded": { "schema": schema } } });
    let free = json!({ "properties": { "free": { "type": "object" } } });
    let deep = json!({ "properties": { "a": { "properties": { "b": { "type": "array", "items": {} } } } } });
    for (method, body, expected) in [
        ("post", form(many(201)), "p200: an endpoint has 200 parameters at most"),
        ("post", form(json!({ "properties": { "": {}, "a": {} } })), ": a member of the form has no name"),
        ("post", form(free), "free: a table has no objects with free names here"),
        ("post", form(deep), "b: a table has no lists within objects here"),
        ("post", json!({ "$ref": "#/nowhere" }), "requestBody: '#/nowhere' leads to nothing; correct it"),
        ("get", form(many(1)), "requestBody: a GET has no body"),
    ] {
        let operation = json!({ "operationId": "bad", "requestBody": body, "responses": { "204": {} } });
        let import = import(&document(&json!({ "/good": good, "/bad": { method: operation } }), &json!({})));
        let told = format!("{expected}; no body is sent in part, so the endpoint is left out");
        assert_eq!((import.endpoints, notes(&import)), (1, vec![told]));
    }
}

#[test]
fn parameters_beyond_the_limit_leave_out_an_endpoint_that_needs_them() {
    let good = json!({ "get": { "operationId": "good", "responses": { "204": {} } } });
    let param = |number: usize| {
        let is_needed = number == 201;
        json!({ "name": format!("p{number}"), "in": "query", "required": is_needed, "schema": { "type": "string" } })
    };
    let of = |count: usize| {
        let all: Vec<Value> = (0..count).map(param).collect();
        let operation = json!({ "operationId": "many", "parameters": all, "responses": { "204": {} } });
        import(&document(&json!({ "/good": good, "/many": { "get": operation } }), &json!({})))
    };
    let some = of(201);
    let told = "200: an endpoint has 200 parameters at most; it is left out";
    assert_eq!((some.endpoints, notes(&some)), (2, vec![told.to_owned()]));
    let needed =
        "201: an endpoint has 200 parameters at most; every request needs it, so the endpoint is left out";
    let all = of(202);
    assert_eq!((all.endpoints, notes(&all)), (1, vec![told.to_owned(), needed.to_owned()]));
}

#[test]
fn replies_are_lists_of_lines_and_events_or_what_another_address_has() {
    let item = json!({ "schema": { "type": "object", "properties": { "height": { "type": "number" } } } });
    let list = json!({ "schema": { "type": "array", "items": { "type": "integer" } } });
    let reply = |replies: &Value| {
        let operation = json!({ "operationId": "read", "responses": replies });
        let import = import(&document(&json!({ "/x": { "get": operation } }), &json!({})));
        let endpoint = &table(&import)["endpoints"]["Read"];
        let kind = crate::support::words(&endpoint["response"]["type"]);
        [vec![format!("{} {kind}", endpoint["raw"].as_str().unwrap())], notes(&import)].concat().join("\n")
    };
    let of = |content: Value| json!({ "200": { "content": content } });
    for (replies, expected) in [
        (of(json!({ "text/event-stream": item })), "sse {list:ReadResponse}"),
        (of(json!({ "application/x-ndjson": list })), "ndjson {list:integer}"),
        (of(json!({ "text/event-stream": { "schema": { "type": "string" } } })), "txt string"),
        (
            of(json!({ "text/event-stream": item, "application/json": item, "application/xml": {} })),
            "json ReadResponse\n\
             content: the response is read as application/json, not as text/event-stream, application/xml",
        ),
        (
            json!({ "302": { "description": "See there." } }),
            "bytes null\n302: the host leads to another address, whose reply is taken as bytes",
        ),
    ] {
        assert_eq!(reply(&replies), expected, "{replies}");
    }
}
