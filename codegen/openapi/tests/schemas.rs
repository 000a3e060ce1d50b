//! Tests of schemas: what is shared, what is one of several types, and what lists its values.

use serde_json::{Value, json};

use crate::support::{document, import, in_words, json_body, json_reply, member, notes, table};

#[test]
fn what_the_host_takes_for_an_absent_value_is_said_and_never_sent() {
    let member = |name: &str, schema: Value| json!({ "name": name, "in": "query", "schema": schema });
    let properties = json!({
        "hidden": { "type": "boolean", "default": false },
        "inner": { "type": "object", "properties": { "depth": { "type": "integer", "default": 3 } } },
    });
    let operation = json!({ "patch": {
        "operationId": "change",
        "parameters": [
            member("color", json!({ "type": "string", "default": "red", "description": "The color. One word." })),
            member("size", json!({ "type": "integer", "default": 5, "description": "The size.\n\nIn metres." })),
            member("kinds", json!({ "type": "array", "items": { "type": "string" }, "default": ["a"] })),
            member("said", json!({ "type": "integer", "default": 7, "description": "Defaults to 7" })),
            member("title", json!({ "type": "string", "default": "", "description": "A title" })),
            { "name": "id", "in": "query", "required": true, "schema": { "type": "integer", "default": 1 } },
        ],
        "requestBody": { "content": { "application/json": { "schema": { "properties": properties } } } },
        "responses": { "204": {} },
    } });
    let import = import(&document(&json!({ "/x": operation }), &json!({})));
    assert!(
        !import.table.contains("default: \"") && !import.table.contains("default: r"),
        "{}",
        import.table
    );
    assert_eq!(notes(&import), Vec::<String>::new());
    let table = table(&import);
    let params = table["endpoints"]["Change"]["params"].as_object().unwrap();
    let docs: Vec<&str> = params.values().map(|param| param["doc"].as_str().unwrap()).collect();
    assert_eq!(
        docs,
        [
            "The color. One word. By default `red`.",
            "The size.\n\nIn metres.\n\nBy default `5`.\n",
            "The parameter 'kinds', by default `[\"a\"]`.",
            "Defaults to 7",
            "A title, by default `\"\"`",
            "The parameter 'id'.",
            "The parameter 'hidden', by default `false`.",
            "The parameter 'inner'.",
        ]
    );
    assert!(params.values().all(|param| param["default"].is_null()), "{table}");
    let depth = &table["records"]["ChangeInner"]["fields"]["depth"];
    assert_eq!(depth["doc"], "The host's 'depth', by default `3`.");
}

/// Checks that keys beside a reference say something of that use alone.
#[test]
fn a_use_of_a_schema_leaves_others_as_they_are() {
    let schemas = json!({ "Tool": {
        "type": "object", "description": "A tool.",
        "properties": { "name": { "type": "string" }, "price": { "type": "integer" } },
    } });
    let tool = json!({ "$ref": "#/components/schemas/Tool" });
    let body = json!({ "type": "object", "properties": {
        "first": { "allOf": [tool], "required": ["name"], "description": "The first." },
        "open": { "$ref": "#/components/schemas/Tool", "additionalProperties": true },
        "plain": { "$ref": "#/components/schemas/Tool", "description": "The plain one." },
    } });
    let expected = "{first:{type:SendFirst,in:body},open:{type:SendOpen,in:body},plain:{type:Tool,in:body}}\n\
         {SendFirst:{fields:{name:{type:string},price:{type:integer,optional:true}}},\
         SendOpen:{open:true,fields:{name:{type:string,optional:true},price:{type:integer,optional:true}}},\
         Tool:{fields:{name:{type:string,optional:true},price:{type:integer,optional:true}}}}";
    assert_eq!(json_body(&body, &schemas), expected);
    let import =
        import(&crate::support::sending(&json!({ "application/json": { "schema": body } }), &schemas));
    let table = table(&import);
    assert_eq!(table["records"]["Tool"]["doc"], "A tool.");
    assert_eq!(table["endpoints"]["Send"]["params"]["plain"]["doc"], "The plain one.");
}

#[test]
fn heirs_of_a_schema_are_sent_and_read_whole() {
    let of_kind =
        |more: Value| json!({ "allOf": [{ "$ref": "#/components/schemas/Boat" }, { "properties": more }] });
    let boat = |discriminator: Value| {
        json!({
            "Boat": {
                "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" } },
                "discriminator": discriminator,
            },
            "Ferry": of_kind(json!({ "cars": { "type": "integer" } })),
        })
    };
    let fleet = json!({ "type": "object", "properties": {
        "boats": { "type": "array", "items": { "$ref": "#/components/schemas/Boat" } },
        "best": { "$ref": "#/components/schemas/Ferry" },
    } });
    let mapping = json!({ "ferry": "Ferry" });
    for discriminator in
        [json!({ "propertyName": "kind" }), json!({ "propertyName": "kind", "mapping": mapping })]
    {
        let schemas = boat(discriminator);
        assert_eq!(
            json_body(&fleet, &schemas),
            "{boats:{type:{list:any},in:body},best:{type:Ferry,in:body}}\n\
             {Ferry:{fields:{kind:{type:string},cars:{type:integer,optional:true}}}}\n\
             items: it is one of several types; any JSON is sent, and only the host checks it"
        );
        assert_eq!(
            json_reply(&json!({ "$ref": "#/components/schemas/Boat" }), &schemas),
            "Boat\n{Boat:{open:true,fields:{kind:{type:string}}}}\n\
             Boat: it is one of several types; the record keeps the members that it does not name"
        );
    }
    // So is a use with more words.
    let body = json!({ "$ref": "#/components/schemas/Boat", "required": ["kind"] });
    let whole = "{body:{type:any,in:body,required:true,wire:.}}\n\
         schema: it is one of several types; any JSON is sent, and only the host checks it";
    assert_eq!(json_body(&body, &boat(json!({ "propertyName": "kind" }))), whole);
    // One that is its own kind alone has no heirs.
    let alone = json!({ "Boat": {
        "type": "object", "properties": { "kind": { "type": "string" } },
        "discriminator": { "propertyName": "kind", "mapping": { "boat": "#/components/schemas/Boat" } },
    } });
    let expected = "{kind:{type:string,in:body}}";
    assert_eq!(json_body(&json!({ "$ref": "#/components/schemas/Boat" }), &alone), expected);
}

#[test]
fn every_value_that_a_schema_lists_can_be_sent() {
    for (schema, expected) in [
        (json!({ "enum": ["", "asc", "desc"] }), "{size:{type:string,in:body,pattern:|asc|desc}}"),
        (json!({ "enum": ["<=", "<", "a.b"] }), "{size:{type:Size,in:body}}"),
        (
            json!({ "type": ["string", "null"], "enum": ["<=", "<", "a.b", null] }),
            "{size:{type:string,in:body,nullable:true,pattern:<\\\\=|<|a\\\\.b}}",
        ),
        (
            json!({ "type": ["array", "null"], "items": { "enum": ["a", "b"] } }),
            "{size:{type:{list:string},in:body,nullable:true,pattern:a|b}}",
        ),
        (
            json!({ "enum": [1, 2, "max", true] }),
            "{size:{type:any,in:body}}\nsize: it is one of several types; any JSON is sent, and only the host checks it",
        ),
        (json!({ "enum": [1, 2.5] }), "{size:{type:number,in:body}}"),
        (json!({ "type": "array" }), "{size:{type:{list:any},in:body}}"),
        (
            json!({ "oneOf": [{ "const": 1, "title": "One" }, { "const": 2 }] }),
            "{size:{type:integer,in:body}}",
        ),
        (
            json!({ "anyOf": [{ "type": "string" }, { "type": "string", "enum": ["new"] }] }),
            "{size:{type:string,in:body}}",
        ),
        (
            json!({ "type": "array", "items": { "type": ["number", "null"] } }),
            "{size:{type:{list:any},in:body}}\n\
             items: lists and maps of a table have no null; each value is any JSON",
        ),
        (
            json!({ "type": "object", "additionalProperties": { "type": "string", "nullable": true } }),
            "{size:{type:{map:any},in:body}}\n\
             additionalProperties: lists and maps of a table have no null; each value is any JSON",
        ),
        (
            json!({ "type": "integer", "format": "uint64" }),
            "{size:{type:integer,in:body}}\nsize: the integers of a table end at 9223372036854775807",
        ),
    ] {
        assert_eq!(member(&schema), expected, "{schema}");
    }
}

#[test]
fn values_of_a_record_are_those_of_its_schema() {
    let record = json!({ "Lamp": { "type": "object", "properties": {
        "sign": { "oneOf": [{ "const": "<" }, { "const": ">" }] },
        "mixed": { "enum": [1, "max"] },
        "level": { "oneOf": [{ "const": 1 }, { "const": 2 }] },
        "model": { "anyOf": [{ "type": "string" }, { "enum": ["new"] }] },
        "names": { "type": "array", "items": { "oneOf": [{ "type": "string" }, { "type": "null" }] } },
        "mark": { "type": ["string", "null"], "pattern": "^\\<[a-z]\\>$" },
    } } });
    let body = json!({ "type": "object", "properties": { "lamp": { "$ref": "#/components/schemas/Lamp" } } });
    let expected = "{lamp:{type:Lamp,in:body}}\n{Lamp:{fields:{sign:{type:string,optional:true,pattern:<|>},\
         mixed:{type:any,optional:true},level:{type:integer,optional:true},model:{type:string,optional:true},\
         names:{type:{list:any},optional:true},\
         mark:{type:string,optional:true,nullable:true,pattern:<[a-z]>}}}}\n\
         mixed: it is one of several types; any JSON is sent, and only the host checks it\n\
         items: lists and maps of a table have no null; each value is any JSON";
    assert_eq!(json_body(&body, &record), expected);
}

#[test]
fn members_that_are_only_required_can_be_sent() {
    let schema = json!({ "type": "object", "required": ["name", "age"], "properties": { "name": { "type": "string" } } });
    assert_eq!(
        json_body(&schema, &json!({})),
        "{name:{type:string,in:body,required:true},age:{type:any,in:body,required:true}}"
    );
    let either = json!({
        "type": "object", "properties": { "name": { "type": "string" } },
        "anyOf": [{ "required": ["name"] }, { "required": ["number"] }],
    });
    assert_eq!(
        json_body(&either, &json!({})),
        "{name:{type:string,in:body},number:{type:any,in:body}}\n\
         anyOf: a table cannot say which of several members are needed; each is optional"
    );
    let open = json!({ "properties": { "name": { "type": "string" } }, "patternProperties": { "^x-": {} } });
    assert_eq!(
        json_body(&open, &json!({})),
        "{body:{type:SendBody,in:body,required:true,wire:.}}\n\
         {SendBody:{open:true,fields:{name:{type:string,optional:true}}}}"
    );
    // A member without a name is no field of a record.
    assert_eq!(
        json_body(&json!({ "properties": { "": { "type": "string" } } }), &json!({})),
        "{body:{type:any,in:body,required:true,wire:.}}\n\
         schema: a member has no name; any JSON is sent, and only the host checks it"
    );
}

#[test]
fn members_beside_alternatives_are_read_from_an_open_record() {
    let schema = json!({
        "type": "object", "properties": { "id": { "type": "integer" } },
        "oneOf": [{ "properties": { "a": {} } }, { "properties": { "b": {} } }],
    });
    assert_eq!(
        json_reply(&schema, &json!({})),
        "ReadResponse\n{ReadResponse:{open:true,fields:{id:{type:integer,optional:true}}}}\n\
         schema: it is one of several types; the record keeps the members that it does not name"
    );
}

#[test]
fn one_field_of_a_circle_of_records_is_any_json() {
    let of = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let record = |field: &str, of: Value| json!({ "type": "object", "properties": { field: of } });
    let list = json!({ "type": "array", "items": of("Farm") });
    let schemas = json!({
        "Farm": record("owner", of("Owner")), "Owner": record("town", of("Town")), "Town": record("farm", of("Farm")),
        "Tree": { "type": "object", "properties": { "parent": of("Tree"), "farms": list } },
    });
    let told = |record: &str, field: &str| {
        format!(
            "{field}: it is written more generally: '{record}' contains itself through this field and never ends"
        )
    };
    assert_eq!(
        json_reply(&of("Farm"), &schemas),
        format!(
            "Farm\n{{Farm:{{fields:{{owner:{{type:Owner,optional:true}}}}}},\
             Owner:{{fields:{{town:{{type:Town,optional:true}}}}}},\
             Town:{{fields:{{farm:{{type:any,optional:true}}}}}}}}\n{}",
            told("Town", "farm")
        )
    );
    let reply = json_reply(&of("Tree"), &schemas);
    assert!(reply.contains("parent:{type:any,optional:true},farms:{type:{list:Farm}"), "{reply}");
    assert!(reply.ends_with(&format!("{}\n{}", told("Tree", "parent"), told("Town", "farm"))), "{reply}");
}

/// The stricter of two limits counts, and one that a table cannot exclude is told.
#[test]
fn limits_that_are_excluded_stand_beside_others() {
    for (schema, expected) in [
        (
            json!({ "type": "integer", "minimum": 10, "exclusiveMinimum": 0, "maximum": 20, "exclusiveMaximum": 15 }),
            "{size:{type:integer,in:body,min:10,max:14}}",
        ),
        (
            json!({ "type": "number", "exclusiveMinimum": 0 }),
            "{size:{type:number,in:body,min:0}}\n\
             exclusiveMinimum: a table has no 'exclusiveMinimum'; 0 itself is allowed",
        ),
        (
            json!({ "type": "number", "maximum": 9.5, "exclusiveMaximum": true }),
            "{size:{type:number,in:body,max:9.5}}\n\
             exclusiveMaximum: a table has no 'exclusiveMaximum'; 9.5 itself is allowed",
        ),
        (
            json!({ "type": "number", "minimum": 1, "exclusiveMinimum": 0 }),
            "{size:{type:number,in:body,min:1}}",
        ),
    ] {
        assert_eq!(member(&schema), expected, "{schema}");
    }
}

#[test]
fn values_of_several_kinds_are_texts_in_a_query() {
    let param = json!({ "name": "size", "in": "query", "schema": { "enum": [1, "max", true, null] } });
    let operation = json!({ "parameters": [param], "responses": { "204": {} } });
    let import = import(&document(&json!({ "/x": { "get": operation } }), &json!({})));
    assert_eq!(in_words(&import), "{size:{type:Size,in:query}}");
    let wires: Vec<Value> = table(&import)["types"]["Size"]["variants"]
        .as_object()
        .unwrap()
        .values()
        .map(|value| value["wire"].clone())
        .collect();
    assert_eq!(wires, ["1", "max", "true"]);
}
