//! Keys and words that tables do not have: each of those that the generator knows is told once, with what to write.

use super::faults;

/// A table without faults. Every case changes one thing in it.
const TABLE: &str = "\
hosts:
  shop_url: { doc: The shop., default: https://shop.example.com, auth: { type: oauth2, token_host: shop_url, token_path: token } }
types:
  Colour:
    doc: A colour.
    variants:
      Red: { wire: red }
records:
  Basket:
    doc: A basket.
    fields:
      id: { doc: Its number., type: integer, wire: nr, min: 1, max: 5 }
endpoints:
  Pages:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
    raw: json
    fresh_for: 15m
    view: { columns: [id] }
    response:
      type: { list: Basket }
      at: data
    pages:
      page: { parameter: page }
    params:
      page: { doc: The page., type: integer, in: query }
      colours: { doc: The colours., type: { list: Colour }, in: query, max_length: 3 }
  Offsets:
    doc: Fruit.
    host: shop_url
    path: fruit/all
    method: GET
    converter: fruit
    pages:
      items: fruit
      offset: { parameter: at }
    params:
      at: { doc: The start., type: integer, in: query }
  Sourced:
    doc: Fruit.
    host: shop_url
    path: fruit/sourced
    method: GET
    converter: history
    fallbacks:
      other:
        doc: Another source.
        raw: json
        steps:
          one: { host: shop_url, path: fruit/other, queries: others }
  Send:
    doc: Sends a basket.
    host: shop_url
    path: basket
    method: POST
    response: { type: empty }
    params:
      basket: { doc: A basket., type: Basket, in: body }
  Form:
    doc: Sends a form.
    host: shop_url
    path: form
    method: POST
    raw: txt
    response: { type: string }
    params:
      name: { doc: A name., type: string, in: form }
      other: { doc: Another name., type: string, in: form }
    choices:
      either:
        doc: Either of them.
        options:
          name: { doc: This one., required: [name] }
          other: { doc: That one., required: [other] }
    examples:
      one: { doc: One., params: { name: a }, url: https://shop.example.com/form, body: name=a }
";

/// The names that stand for keys, the text in which '@' stands for each, the text of the table before it, and the advice.
type Case = (&'static [&'static str], &'static str, &'static str, &'static str);

const SECRET: &str = "remove it; a secret never stands in a table: a client is given it, or reads the variable that 'env' names";

/// The rows of the generator, in their order.
const KEYS: &[Case] = &[
    (
        &["description", "summary", "docs", "comment", "title"],
        "doc: A colour.",
        "@: A colour.",
        "write 'doc'",
    ),
    (&["servers"], "hosts:\n", "@:\n", "write 'hosts'"),
    (&["paths", "operations", "requests", "routes"], "endpoints:\n", "@:\n", "write 'endpoints'"),
    (&["schemas", "components", "definitions", "models", "structs"], "records:\n", "@:\n", "write 'records'"),
    (&["enums", "enumerations"], "types:\n", "@:\n", "write 'types'"),
    (&["properties", "members"], "    fields:\n", "    @:\n", "write 'fields'"),
    (&["values", "enum", "members", "options"], "    variants:\n", "    @:\n", "write 'variants'"),
    (
        &["oneOf", "one_of", "anyOf", "any_of", "of", "alternatives", "variants", "params"],
        "        options:\n",
        "        @:\n",
        "write 'options'",
    ),
    (
        &["parameters", "arguments", "args"],
        "    params:\n      basket",
        "    @:\n      basket",
        "write 'params'",
    ),
    (&["sources", "alternatives"], "    fallbacks:\n", "    @:\n", "write 'fallbacks'"),
    (
        &["responses", "returns"],
        "    response: { type: empty }",
        "    @: { type: empty }",
        "write 'response'",
    ),
    (&["pagination", "paging"], "    pages:\n      page", "    @:\n      page", "write 'pages'"),
    (&["cache", "ttl", "max_age"], "fresh_for: 15m", "@: 15m", "write 'fresh_for'"),
    (&["verb"], "method: GET\n    raw", "@: GET\n    raw", "write 'method'"),
    (&["format", "media_type", "content_type"], "raw: json\n    fresh", "@: json\n    fresh", "write 'raw'"),
    (&["path", "pointer", "json_path", "jsonpath"], "      at: data", "      @: data", "write 'at'"),
    (&["location", "place"], "in: form", "@: form", "write 'in'"),
    (&["wire_name", "rename", "name"], "wire: nr", "@: no", "write 'wire'"),
    (&["value"], "in: query, max_length", "in: query, @: red, max_length", "write 'default'"),
    (&["value"], "{ wire: red }", "{ @: red }", "write 'wire'"),
    (&["sep", "delimiter"], "{ list: Colour }", "{ list: Colour, @: ',' }", "write 'separator'"),
    (
        &["additionalProperties", "additional_properties"],
        "    fields:\n      id",
        "    @: true\n    fields:\n      id",
        "write 'open'",
    ),
    (&["url", "base_url"], "default: https", "@: https", "write 'default'"),
    (&["param"], "page: { parameter: page }", "page: { @: page }", "write 'parameter'"),
    (&["type"], "      at: data", "      at: data\n      error: { at: problem, @: kind }", "write 'code'"),
    (&["kind", "schema", "$ref"], "type: integer, wire", "@: integer, wire", "write 'type'"),
    (&["minimum"], "min: 1", "@: 1", "write 'min'"),
    (&["maximum"], "max: 5", "@: 5", "write 'max'"),
    (&["maxItems", "max_items"], "max_length: 3", "@: 3", "write 'max_length'"),
    (&["batch_size", "chunk_size"], "in: query, max_length", "in: query, @: 2, max_length", "write 'batch'"),
    (&["oneOf", "one_of", "anyOf", "any_of"], "    choices:\n", "    @:\n", "write 'choices'"),
    (&["columnNames", "column_names"], "columns: [id]", "@: [id]", "write 'columns'"),
    (&["request"], "url: https://shop.example.com/form", "@: https://shop.example.com/form", "write 'url'"),
    (&["get"], "method: GET\n    raw", "@: fruit\n    raw", "write 'method: GET'"),
    (&["post"], "method: GET\n    raw", "@: fruit\n    raw", "write 'method: POST'"),
    (&["put"], "method: GET\n    raw", "@: fruit\n    raw", "write 'method: PUT'"),
    (&["patch"], "method: GET\n    raw", "@: fruit\n    raw", "write 'method: PATCH'"),
    (&["delete"], "method: GET\n    raw", "@: fruit\n    raw", "write 'method: DELETE'"),
    (&["in"], "type: oauth2", "@: header", "write 'type'"),
    (&["in"], "type: oauth2", "type: oauth2, @: header", "remove it; 'type' says where the key is sent"),
    (
        &["operationId", "operation_id"],
        "    fresh_for",
        "    @: listFruit\n    fresh_for",
        "remove it; the name above its keys is that of the endpoint",
    ),
    (
        &["openapi", "swagger"],
        "hosts:\n",
        "@: 3.0.0\nhosts:\n",
        "remove it; of a document of OpenAPI, 'cargo regen import openapi' makes a table",
    ),
    (
        &["lenient", "strict"],
        "hosts:\n",
        "@: true\nhosts:\n",
        "write 'replies: lenient', or 'replies: strict'",
    ),
    (
        &["separator", "sep", "delimiter"],
        "    fresh_for",
        "    @: ';'\n    fresh_for",
        "remove it; the cells of CSV are separated by ','; a converter reads others",
    ),
    (
        &["style", "explode", "collection_format", "collectionFormat"],
        "{ list: Colour }",
        "{ list: Colour, @: pipes }",
        "write what stands between the values in 'separator', like 'separator: \"|\"'",
    ),
    (&["method"], "queries: others", "queries: others, @: GET", "remove it; each step is a GET"),
    (&["key"], "      at: data", "      at: data\n      @: id", "write it at the record"),
    (&["statuses"], "    fresh_for", "    @: { 404: not_found }\n    fresh_for", "write it below 'response'"),
    (
        &["token_url"],
        "token_host: shop_url, token_path: token",
        "@: https://shop.example.com/token",
        "write 'token_host' and 'token_path', the path below it",
    ),
    (
        &["token_url"],
        "token_path: token",
        "token_path: token, @: https://shop.example.com/token",
        "remove it; 'token_host' and 'token_path', the path below it, say where tokens come from",
    ),
    (
        &["unit"],
        "in: query, max_length",
        "in: query, @: metres, max_length",
        "write it into 'doc', like 'The height in metres.'",
    ),
    (&["min_length", "minLength"], "in: form", "in: form, @: 3", "write a 'pattern' such as \".{3,}\""),
    (
        &["min_items", "minItems"],
        "in: query, max_length",
        "in: query, @: 1, max_length",
        "remove it; a list has a maximum alone, 'max_length'",
    ),
    (
        &["auth", "authentication", "security"],
        "    fresh_for",
        "    @: bearer\n    fresh_for",
        "write 'auth' at the host; 'session' of an endpoint says when its credentials are sent",
    ),
    (
        &["key", "api_key", "token", "secret", "password", "user", "client_id", "client_secret"],
        "token_path: token",
        "token_path: token, @: x",
        SECRET,
    ),
    (
        &["headers", "response_headers"],
        "      at: data",
        "      @: [ETag]\n      at: data",
        "write 'reply_headers' at the endpoint, with the names of the headers to keep",
    ),
    (&["response_headers"], "    fresh_for", "    @: [ETag]\n    fresh_for", "write 'reply_headers'"),
    (
        &["etag", "if_none_match", "last_modified", "conditional"],
        "    fresh_for",
        "    @: true\n    fresh_for",
        "write 'fresh_for': what it keeps, a cache asks for again by its tag (ETag) or time",
    ),
    (&["header"], "      page: { parameter: page }", "      @: Link", "write 'link: header'"),
    (
        &["headers"],
        "token_path: token",
        "token_path: token, @: [Accept=text/plain]",
        "remove it; 'headers' of a host or an endpoint has those that it needs, and a client is given others in Rust",
    ),
    (
        &["required"],
        "    fresh_for",
        "    @: [page]\n    fresh_for",
        "write 'required: true' at each parameter that every request needs",
    ),
    (
        &["required"],
        "wire: nr",
        "wire: nr, @: true",
        "write 'optional: true' at a field that the reply may leave out; all others are required",
    ),
    (
        &["list", "map"],
        "wire: nr",
        "wire: nr, @: integer",
        "write it in 'type', like 'type: { list: Reading }'",
    ),
    (
        &["enum", "values"],
        "type: integer, wire",
        "@: [a], wire",
        "declare a type below 'types', and name it in 'type'",
    ),
    (
        &["enum", "values"],
        "in: form",
        "in: form, @: [a, b]",
        "declare a type below 'types', and name it in 'type'",
    ),
    (
        &["format"],
        "type: integer, wire",
        "type: integer, @: int64, wire",
        "remove it; 'type' says what a value is, and 'doc' or 'pattern' what a string looks like",
    ),
    (
        &["requires", "depends_on", "dependencies"],
        "in: form",
        "in: form, @: [other]",
        "write 'choices' at the endpoint, with an option whose 'required' lists the parameters that go together",
    ),
    (
        &["optional"],
        "in: form",
        "in: form, @: true",
        "remove it; only what says 'required: true' has to be given",
    ),
    (
        &["tags", "tag", "category"],
        "    fresh_for",
        "    @: fruit\n    fresh_for",
        "write 'group', the one heading that the endpoint has in the help of a command",
    ),
    (
        &["rate", "rate_limit", "rate_limits", "throttle"],
        "    fresh_for",
        "    @: 5\n    fresh_for",
        "remove it; a table has no rates: a client is given them in Rust, with 'rate_limit'",
    ),
    (
        &["style", "explode", "collection_format", "collectionFormat"],
        "in: query, max_length",
        "in: query, @: form, max_length",
        "remove it; 'type' says how a list is written: { list: integer } for one value after the other, and { list: integer, separator: \",\" } for one text",
    ),
    (&["since"], "doc: A colour.", "doc: A colour.\n    @: '1'", "write it into 'doc', like 'Since 1.2.'"),
    (
        &["deprecated"],
        "doc: The shop.",
        "doc: The shop., @: No.",
        "write 'deprecated' at the endpoints of the host",
    ),
    (
        &["deprecated"],
        "doc: A colour.",
        "doc: A colour.\n    @: No.",
        "write 'deprecated' at its values, or at the parameters of the type",
    ),
    (
        &["deprecated"],
        "doc: A basket.\n",
        "doc: A basket.\n    @: No.\n",
        "write 'deprecated' at its fields, or at the endpoints that have it",
    ),
    (
        &["subject"],
        "    fresh_for",
        "    @: page\n    fresh_for",
        "remove it; the first required string among the 'params' names the request",
    ),
    (
        &["body_format"],
        "    fresh_for",
        "    @: form\n    fresh_for",
        "remove it, and write 'in: form' at the parameters of a form",
    ),
    (
        &["max_items"],
        "      page: { parameter",
        "      @: 5\n      page: { parameter",
        "remove it; all pages have 10000 items at most, and a caller sets another limit",
    ),
    (
        &["limit"],
        "{ parameter: at }",
        "{ parameter: at, @: count }",
        "write 'rows', the path of the list of items in the reply",
    ),
    (
        &["from"],
        "{ parameter: page }",
        "{ parameter: page, @: 0 }",
        "write the number of the first page as the 'default' of the parameter",
    ),
];

/// The words of the generator, in their order, each with a place that has the word of a table.
const WORDS: &[Case] = &[
    (&["jsonl", "jsonlines", "json_lines"], "raw: json\n    fresh", "raw: @\n    fresh", "write ndjson"),
    (&["text", "html", "string", "plain"], "raw: txt", "raw: @", "write txt"),
    (&["events", "event-stream", "text/event-stream"], "raw: txt", "raw: @", "write sse"),
    (&["binary", "file", "image", "pdf"], "raw: txt", "raw: @", "write bytes"),
    (&["png", "jpeg", "image/png", "image/jpeg", "application/pdf"], "raw: txt", "raw: @", "write bytes"),
    (&["application/json"], "raw: json\n    fresh", "raw: @\n    fresh", "write json"),
    (&["text/csv"], "raw: txt", "raw: @", "write csv"),
    (&["atom", "rss"], "raw: txt", "raw: @", "write xml"),
    (&["formdata", "form_data", "urlencoded"], "in: form", "in: @", "write form"),
    (&["multipart", "file"], "in: form", "in: @", "write part"),
    (&["token", "jwt", "bearerauth", "bearer_auth"], "type: oauth2", "type: @", "write bearer"),
    (&["basicauth", "basic_auth"], "type: oauth2", "type: @", "write basic"),
    (&["http"], "type: oauth2", "type: @", "write bearer for a token, or basic for a name and a password"),
    (
        &["apikey", "api_key", "api-key"],
        "type: oauth2",
        "type: @",
        "write header or query, where the key is sent, and its name in 'name'",
    ),
    (&["oauth"], "type: oauth2", "type: @", "write oauth2"),
    (
        &["openidconnect", "oidc"],
        "type: oauth2",
        "type: @",
        "write oauth2 for client credentials, or bearer for a token that is had in another way",
    ),
];

/// Returns the names of each row of a table of the generator.
fn rows(table: &str) -> Vec<Vec<&'static str>> {
    let source = include_str!("../../src/parse/remedies.rs");
    let Some((_, rest)) = source.split_once(&format!("\nconst {table}: ")) else {
        panic!("there is no {table}")
    };
    let names = rest.split("\n];").next().unwrap_or_default().split("&[\"").skip(1);
    let names = names.map(|names| names.split(']').next().unwrap_or_default());
    names.map(|names| names.split('"').step_by(2).filter(|name| !name.is_empty()).collect()).collect()
}

#[test]
fn every_row_of_the_generator_has_a_case() {
    let names = |cases: &[Case]| cases.iter().map(|(names, ..)| names.to_vec()).collect::<Vec<_>>();
    assert_eq!(rows("KEYS"), names(KEYS));
    assert_eq!(rows("WORDS"), names(WORDS));
}

#[test]
fn each_key_and_word_is_told_once_with_what_to_write() {
    assert_eq!(faults(TABLE), []);
    for (code, cases) in [("V010", KEYS), ("V015", WORDS)] {
        for (names, from, to, advice) in cases {
            assert!(TABLE.contains(from), "{from}");
            for name in *names {
                let found = faults(&TABLE.replacen(from, &to.replace('@', name), 1));
                let told: Vec<_> =
                    found.iter().map(|fault| (fault.code.as_str(), fault.help.as_str())).collect();
                assert_eq!(told, [(code, *advice)], "{name}: {found:#?}");
            }
        }
    }
}
