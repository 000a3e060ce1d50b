//! Names that the generated code cannot have, or that two things share.

use super::{codes, colours, fruit, table};

codes! {
    NAME_FORM "V020" "a name of the wrong form"
    "Names become names in Rust. Types, their values and requests are written `OneDay`; hosts, parameters, \
     choices, options and converters are written `max_results`. The name that the host knows stands in `wire`.",
    colours!("      dark_red: { wire: dark, doc: Dark red. }"),
    ["dark_red: { wire: dark, doc: Dark red. }" => "DarkRed: { wire: dark, doc: Dark red. }"];

    KEYWORD "V021" "a keyword of Rust"
    "Generated code cannot have a keyword of Rust as a name. If the host takes it, write it in `wire`.",
    fruit!("    path: fruit", "    params:", "      type: { doc: The sort., type: string, in: query }"),
    [
        "type: { doc: The sort., type: string, in: query }"
            => "sort: { doc: The sort., type: string, in: query, wire: type }",
    ];

    TAKEN_NAME "V022" "a name that the generated code uses itself"
    "The generated code or the types that every table has use this name already.",
    table!(
        "hosts: {}",
        "endpoints: {}",
        "types:",
        "  Option:",
        "    doc: What to put on it.",
        "    variants:",
        "      Cream: { wire: cream, doc: With cream. }",
    ),
    ["Option:" => "Topping:"];

    SAME_NAME "V024" "two things with one name"
    "Two things would have one name in the generated code or on the command line. `DayGainers` and `Daygainers` \
     differ, but a request and a type share the types of the client, and a parameter, its aliases, the choices \
     and the hosts share the options of a command.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      count: { doc: How many., type: integer, in: query }",
        "      limit: { doc: The most., type: integer, in: query, aliases: [count] }",
    ),
    [
        "limit: { doc: The most., type: integer, in: query, aliases: [count] }"
            => "limit: { doc: The most., type: integer, in: query, aliases: [most] }",
    ];
}
