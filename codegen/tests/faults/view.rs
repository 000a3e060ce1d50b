//! Hints for rendering a response as tables.

use expect_test::expect;

use crate::{TABLE, faults, shown};

#[test]
fn a_view_names_parts_of_the_response() {
    for main in [".", "fruit", "baskets.fruit", "0.% Change"] {
        let table = format!("{TABLE}    view: {{ main: '{main}', times: [at, until], zone: meta.zone }}\n");
        assert_eq!(faults(&table), []);
    }
    assert_eq!(faults(&format!("{TABLE}    view: {{}}\n")), []);
    expect![[r#"
        t.yaml:36:19: error[V042]: '.fruit' is not a path to a part of the response
           |
        36 |     view: { main: '.fruit', times: [at, '', at], zone: ., zones: a }
           |                   ^^^^^^^^
           |
           = help: write names with '.' between them, like 'prices.daily', or '.' for the whole response
        t.yaml:36:41: error[V042]: '' is empty or listed twice
           |
        36 |     view: { main: '.fruit', times: [at, '', at], zone: ., zones: a }
           |                                         ^^
           |
           = help: list each name once
        t.yaml:36:45: error[V042]: 'at' is empty or listed twice
           |
        36 |     view: { main: '.fruit', times: [at, '', at], zone: ., zones: a }
           |                                             ^^
           |
           = help: list each name once
        t.yaml:36:56: error[V042]: '.' is not a path to a part of the response
           |
        36 |     view: { main: '.fruit', times: [at, '', at], zone: ., zones: a }
           |                                                        ^
           |
           = help: write names with '.' between them, like 'prices.daily', and a member last
        t.yaml:36:59: error[V010]: 'view' has no key 'zones'
           |
        36 |     view: { main: '.fruit', times: [at, '', at], zone: ., zones: a }
           |                                                           ^^^^^
           |
           = help: write 'zone'
    "#]]
    .assert_eq(&shown(&format!(
        "{TABLE}    view: {{ main: '.fruit', times: [at, '', at], zone: ., zones: a }}\n"
    )));
}
