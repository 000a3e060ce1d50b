//! The time for which a reply is fresh.

use expect_test::expect;

use super::{TABLE, codes, faults, shown};

#[test]
fn a_time_is_an_integer_with_its_unit_or_the_word_of_a_converter() {
    for good in ["1s", "15s", "90m", "24h", "9999d", "next_close", "next_report_2"] {
        assert_eq!(faults(&format!("{TABLE}    fresh_for: {good}\n")), [], "{good}");
    }
    let bad = [
        "0s",
        "15sec",
        "10000d",
        "1.5h",
        "-1s",
        "+1s",
        "1 d",
        "d",
        "1w",
        "ſs",
        "1٣s",
        "never",
        "next_",
        "next-close",
        "'1d '",
    ];
    for bad in bad {
        assert_eq!(codes(&format!("{TABLE}    fresh_for: {bad}\n")), ["V043"], "{bad}");
    }
    // A number without its unit is no string.
    expect![[r#"
        36:16+2 V014: 'fresh_for' takes a string, not the integer 15; write for example 'fresh_for: 15s'
    "#]]
    .assert_eq(&shown(&format!("{TABLE}    fresh_for: 15\n")));
    expect![[r#"
        36:16+5 V043: '15sec' is no time for which a reply is fresh; write an integer from 1 to 9999 with 's', 'm', 'h' or 'd', like '15s', or a word like 'next_close' for a time that the converter says; leave 'fresh_for' out to keep no reply
    "#]].assert_eq(&shown(&format!("{TABLE}    fresh_for: 15sec\n")));
}
