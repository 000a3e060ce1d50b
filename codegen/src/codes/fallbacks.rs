//! The fallbacks of an endpoint and their steps, and the sessions that requests need.

use super::{codes, fruit};

codes! {
    NO_STEPS "V057" "a fallback without steps"
    "A fallback has one step or more: its replies are converted.",
    fruit!(
        "    path: fruit",
        "    fallbacks:",
        "      service: { doc: The service., raw: json, steps: {} }",
    ),
    fruit!(
        "    path: fruit",
        "    fallbacks:",
        "      service:",
        "        doc: The service.",
        "        raw: json",
        "        steps:",
        "          fruit: { host: shop, path: v1/fruit }",
    );

    QUERY_FORM "V058" "a query of the wrong form"
    "Each part of a `query` is a name, a `=` and a value, not encoded: the client encodes it.",
    fruit!(
        "    path: fruit",
        "    fallbacks:",
        "      service:",
        "        doc: The service.",
        "        raw: json",
        "        steps:",
        "          fruit: { host: shop, path: v1/fruit, query: [ripe] }",
    ),
    fruit!(
        "    path: fruit",
        "    fallbacks:",
        "      service:",
        "        doc: The service.",
        "        raw: json",
        "        steps:",
        "          fruit: { host: shop, path: v1/fruit, query: [ripe=true] }",
    );

    NO_COOKIE_HOST "V059" "a session without the host of its cookie"
    "`session` sends a cookie with its crumb. The answer of the host `cookie_url` sets the cookie, so the table \
     needs this host.",
    fruit!("    path: fruit", "    session: always"),
    fruit!("    path: fruit", "    session: never");
}
