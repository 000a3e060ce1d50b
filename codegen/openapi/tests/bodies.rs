//! Tests of bodies: which media type is sent, forms as the document encodes them, and what is left out as a whole.

use serde_json::{Value, json};

use crate::support::{document, import, in_words, notes, sending, table};

#[track_caller]
fn body(content: &Value) -> String {
    in_words(&import(&sending(content, &json!({}))))
}

fn schema(schema: &Value) -> Value {
    json!({ "schema": schema })
}

#[test]
fn the_media_types_that_are_not_sent_are_told_with_their_files() {
    let text = json!({ "type": "object", "properties": { "title": { "type": "string" } } });
    let file = json!({ "type": "string", "format": "binary" });
    let form = json!({ "type": "object", "properties": { "title": { "type": "string" }, "photo": file } });
    for (content, expected) in [
        (
            json!({ "multipart/form-data": schema(&form), "application/json": schema(&text) }),
            "{title:{type:string,in:body}}\n\
             content: the body is sent as application/json; multipart/form-data is left out, and with it what is a file: \
             'photo'",
        ),
        (
            json!({ "application/json": schema(&text), "text/json": schema(&text), "application/xml": {}, "text/plain": {} }),
            "{title:{type:string,in:body}}\n\
             content: the body is sent as application/json; application/xml, text/plain are left out",
        ),
        (json!({ "*/*": schema(&file) }), "{body:{type:bytes,in:content,required:true}}"),
        (
            json!({ "text/csv": {}, "text/plain": {} }),
            "{body:{type:string,in:content,required:true}}\n\
             content: the body is sent as text/csv; text/plain is left out",
        ),
    ] {
        assert_eq!(body(&content), expected, "{content}");
    }
}

#[test]
fn forms_are_sent_as_they_are_encoded() {
    let list = json!({ "type": "array", "items": { "type": "string" } });
    let place = json!({ "type": "object", "properties": {
        "city": { "type": "string" },
        "point": { "type": "object", "properties": { "lat": { "type": "number" } } },
    } });
    let encoding = json!({
        "ids": { "style": "form", "explode": false }, "bars": { "style": "pipeDelimited" },
        "deep": { "style": "deepObject" }, "flat": { "style": "form" }, "json": { "contentType": "application/json" },
    });
    let properties = json!({
        "ids": list, "bars": list, "deep": list, "each": list, "place": place, "json": place,
        "flat": { "type": "object", "properties": { "street": { "type": "string" } } },
    });
    let content = json!({ "schema": { "type": "object", "properties": properties }, "encoding": encoding });
    assert_eq!(
        body(&json!({ "application/x-www-form-urlencoded": content })),
        "{ids:{type:{list:string,separator:,},in:form},bars:{type:{list:string,separator:|},in:form},\
         deep:{type:{list:string},in:form,wire:deep[]},each:{type:{list:string},in:form},\
         place_city:{type:string,in:form,wire:place[city]},\
         place_point_lat:{type:number,in:form,wire:place[point][lat]},\
         json:{type:string,in:form},street:{type:string,in:form}}\n\
         style: 'deepObject' says nothing of lists; each value is sent as 'deep[]'\n\
         contentType: the value is a text of application/json; the table has a string"
    );
}

#[test]
fn parts_are_files_texts_and_json() {
    let file = json!({ "type": "string", "format": "binary" });
    let properties = json!({
        "photo": { "anyOf": [file, { "type": "array", "items": file }] },
        "scan": { "type": "string" },
        "about": { "type": "object", "properties": { "title": { "type": "string" } } },
        "note": { "type": "string" },
    });
    let encoding = json!({
        "photo": { "headers": { "X-Id": {} } }, "scan": { "contentType": "image/png, image/jpeg" },
        "about": { "contentType": "application/xml" }, "note": { "contentType": "text/markdown" },
    });
    let content = json!({ "schema": { "type": "object", "properties": properties }, "encoding": encoding });
    assert_eq!(
        body(&json!({ "multipart/form-data": content })),
        "{photo:{type:{list:bytes},in:part},scan:{type:bytes,in:part},about:{type:SendAbout,in:part},\
         note:{type:string,in:part}}\n\
         {SendAbout:{fields:{title:{type:string,optional:true}}}}\n\
         headers: a part of a table has no headers; they are left out\n\
         contentType: it is sent as JSON, not as application/xml\n\
         contentType: it is sent as text/plain, not as text/markdown"
    );
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
        ("post", form(free), "free: a form has no objects with free names"),
        ("post", form(deep), "b: a form has no lists within objects"),
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
