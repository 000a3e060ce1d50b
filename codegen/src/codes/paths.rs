//! The path of an endpoint and the parameters that stand in it.

use super::{codes, fruit};

codes! {
    PATH_FORM "V050" "a path of the wrong form"
    "A path is plain words with one `/` between them. It does not begin with `/`, and has no query and no `.` or `..`. A `/` at its end is sent. The characters \
     `! $ & ' ( ) * + , ; = : @` stand in the address as they are, others are encoded.",
    fruit!("    path: /fruit"),
    ["path: /fruit" => "path: fruit"];

    PLACEHOLDER_FORM "V051" "a placeholder of the wrong form"
    "A placeholder is `{name}`, with one brace on each side. A segment of the path may have text beside it, such as \
     `{name}.png`, and several placeholders with text between them, such as `{from}-{to}`.",
    fruit!(
        "    path: fruit/{{name}}",
        "    params:",
        "      name: { doc: The name., type: ticker, in: path, required: true }",
    ),
    ["path: fruit/{{name}}" => "path: fruit/{name}"];

    PLACEHOLDER_UNKNOWN "V052" "a placeholder without its parameter"
    "`{name}` in the path stands for the parameter `name`, and the endpoint has none.",
    fruit!("    path: fruit/{name}"),
    [
        "    path: fruit/{name}"
            => "    path: fruit/{name}\n    params:\n      name: { doc: The name., type: ticker, in: path, required: true }",
    ];

    PLACEHOLDER_TWICE "V053" "a repeated placeholder"
    "A parameter stands in the path once only.",
    fruit!(
        "    path: fruit/{name}/{name}",
        "    params:",
        "      name: { doc: The name., type: ticker, in: path, required: true }",
    ),
    ["path: fruit/{name}/{name}" => "path: fruit/{name}"];

    PLACEHOLDER_ELSEWHERE "V054" "a placeholder of a parameter that is not in the path"
    "The path has the parameter, but its `in` is another place.",
    fruit!(
        "    path: fruit/{name}",
        "    params:",
        "      name: { doc: The name., type: ticker, in: client, required: true }",
    ),
    [
        "name: { doc: The name., type: ticker, in: client, required: true }"
            => "name: { doc: The name., type: ticker, in: path, required: true }",
    ];

    NOT_IN_PATH "V055" "a parameter that the path lacks"
    "The parameter is `in: path`, but the path has no placeholder for it.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      name: { doc: The name., type: ticker, in: path, required: true }",
    ),
    ["path: fruit" => "path: fruit/{name}"];

    OPTIONAL_IN_PATH "V056" "an optional parameter in the path"
    "A path has all its segments, so a parameter in it is required. A parameter in a step of a fallback is required \
     or has a default.",
    fruit!(
        "    path: fruit/{name}",
        "    params:",
        "      name: { doc: The name., type: ticker, in: path }",
    ),
    [
        "name: { doc: The name., type: ticker, in: path }"
            => "name: { doc: The name., type: ticker, in: path, required: true }",
    ];
}
