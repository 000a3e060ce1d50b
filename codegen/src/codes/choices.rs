//! Relations between parameters: order, conflicts and choices.

use super::{codes, fruit};

codes! {
    OF_ITSELF "V080" "a relation of a parameter with itself"
    "`after` and `conflicts` name another parameter.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      start: { doc: The first., type: date, in: query }",
        "      end: { doc: The last., type: date, in: query, after: end }",
    ),
    [
        "end: { doc: The last., type: date, in: query, after: end }"
            => "end: { doc: The last., type: date, in: query, after: start }",
    ];

    NOT_COMPARABLE "V081" "parameters without an order"
    "`after` compares two parameters of one type that has an order: integers, numbers, dates or datetimes.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      start: { doc: The first., type: date, in: query }",
        "      count: { doc: How many., type: integer, in: query, after: start }",
    ),
    [
        "start: { doc: The first., type: date, in: query }" => "least: { doc: The fewest., type: integer, in: query }",
        "count: { doc: How many., type: integer, in: query, after: start }" => "count: { doc: How many., type: integer, in: query, after: least }",
    ];

    CONFLICT_VALUE "V082" "a conflict with an impossible value"
    "`name=value` in `conflicts` names a value that the parameter can have. Numbers, dates, datetimes and lists are named without a value.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      all: { doc: All of them., type: boolean, in: query }",
        "      count: { doc: How many., type: integer, in: query, conflicts: [all=yes] }",
    ),
    [
        "count: { doc: How many., type: integer, in: query, conflicts: [all=yes] }"
            => "count: { doc: How many., type: integer, in: query, conflicts: [all=true] }",
    ];

    FEW_OPTIONS "V083" "a choice with fewer than two options"
    "A choice has two options or more.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      start: { doc: The first., type: date, in: query }",
        "      end: { doc: The last., type: date, in: query }",
        "    choices:",
        "      span:",
        "        doc: Which days.",
        "        options:",
        "          from: { doc: From a day., required: [start] }",
    ),
    [
        "          from: { doc: From a day., required: [start] }"
            => "          from: { doc: From a day., required: [start] }\n          until: { doc: Until a day., required: [end] }",
    ];

    MANY_IN_CHOICE "V084" "a choice with too many parameters"
    "The options of one choice have a maximum of 12 parameters together.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      a: { doc: A number., type: integer, in: query }",
        "      b: { doc: A number., type: integer, in: query }",
        "      c: { doc: A number., type: integer, in: query }",
        "      d: { doc: A number., type: integer, in: query }",
        "      e: { doc: A number., type: integer, in: query }",
        "      f: { doc: A number., type: integer, in: query }",
        "      g: { doc: A number., type: integer, in: query }",
        "      h: { doc: A number., type: integer, in: query }",
        "      i: { doc: A number., type: integer, in: query }",
        "      j: { doc: A number., type: integer, in: query }",
        "      k: { doc: A number., type: integer, in: query }",
        "      l: { doc: A number., type: integer, in: query }",
        "      m: { doc: A number., type: integer, in: query }",
        "    choices:",
        "      span:",
        "        doc: Which days.",
        "        options:",
        "          one: { doc: One., required: [a] }",
        "          rest: { doc: The rest., required: [b, c, d, e, f, g, h, i, j, k, l, m] }",
    ),
    [
        "      a: { doc: A number., type: integer, in: query }\n      b: { doc: A number., type: integer, in: query }\n      c: { doc: A number., type: integer, in: query }\n      d: { doc: A number., type: integer, in: query }\n      e: { doc: A number., type: integer, in: query }\n      f: { doc: A number., type: integer, in: query }\n      g: { doc: A number., type: integer, in: query }\n      h: { doc: A number., type: integer, in: query }\n      i: { doc: A number., type: integer, in: query }\n      j: { doc: A number., type: integer, in: query }\n      k: { doc: A number., type: integer, in: query }\n      l: { doc: A number., type: integer, in: query }\n      m: { doc: A number., type: integer, in: query }" => "      start: { doc: The first., type: date, in: query }\n      end: { doc: The last., type: date, in: query }",
        "one: { doc: One., required: [a] }" => "from: { doc: From a day., required: [start] }",
        "rest: { doc: The rest., required: [b, c, d, e, f, g, h, i, j, k, l, m] }" => "until: { doc: Until a day., required: [end] }",
    ];

    EMPTY_OPTION "V085" "an option without a parameter"
    "An option has a required parameter that distinguishes it from the others.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      start: { doc: The first., type: date, in: query }",
        "      end: { doc: The last., type: date, in: query }",
        "    choices:",
        "      span:",
        "        doc: Which days.",
        "        options:",
        "          from: { doc: From a day., required: [start] }",
        "          until: { doc: Until a day., required: [], optional: [end] }",
    ),
    [
        "until: { doc: Until a day., required: [], optional: [end] }"
            => "until: { doc: Until a day., required: [end] }",
    ];

    CHOSEN_TWICE "V086" "a parameter in two options"
    "A parameter belongs to one option of one choice, so that it selects this option.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      start: { doc: The first., type: date, in: query }",
        "      end: { doc: The last., type: date, in: query }",
        "    choices:",
        "      span:",
        "        doc: Which days.",
        "        options:",
        "          from: { doc: From a day., required: [start] }",
        "          until: { doc: Until a day., required: [end, start] }",
    ),
    ["until: { doc: Until a day., required: [end, start] }" => "until: { doc: Until a day., required: [end] }"];

    CHOSEN_ALWAYS "V087" "a parameter of a choice that always has a value"
    "A parameter that belongs to a choice is neither required nor has a default: otherwise its option is always selected.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      start: { doc: The first., type: date, in: query }",
        "      end: { doc: The last., type: date, in: query, required: true }",
        "    choices:",
        "      span:",
        "        doc: Which days.",
        "        options:",
        "          from: { doc: From a day., required: [start] }",
        "          until: { doc: Until a day., required: [end] }",
    ),
    [
        "end: { doc: The last., type: date, in: query, required: true }"
            => "end: { doc: The last., type: date, in: query }",
    ];

    NEVER_VALID "V088" "relations that no request can keep"
    "`conflicts` or `after` contradict what every request has: required parameters, \
     or defaults, which are sent. So no request would be valid, none that leaves them to their defaults, or none that gives this parameter.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      count: { doc: How many., type: integer, in: query, required: true }",
        "      all: { doc: All of them., type: boolean, in: query, required: true, conflicts: [count] }",
    ),
    [
        "count: { doc: How many., type: integer, in: query, required: true }" => "count: { doc: How many., type: integer, in: query }",
        "all: { doc: All of them., type: boolean, in: query, required: true, conflicts: [count] }" => "all: { doc: All of them., type: boolean, in: query, conflicts: [count] }",
    ];
}
