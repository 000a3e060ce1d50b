//! The fallbacks of an endpoint and their steps, and the credentials that requests need.

use super::{codes, fruit};

codes! {
    NO_STEPS "V057" "a fallback without steps"
    "A fallback has one step or more: its replies are converted.",
    fruit!(
        "    path: fruit",
        "    fallbacks:",
        "      service: { doc: The service., raw: json, steps: {} }",
    ),
    [
        "      service: { doc: The service., raw: json, steps: {} }"
            => "      service:\n        doc: The service.\n        raw: json\n        steps:\n          fruit: { host: shop, path: v1/fruit }",
    ];

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
    [
        "fruit: { host: shop, path: v1/fruit, query: [ripe] }"
            => "fruit: { host: shop, path: v1/fruit, query: [ripe=true] }",
    ];

    NO_AUTH "V059" "credentials of a host that wants none"
    "`session` says when the credentials of the host are sent, so the host says in `auth` which they are. `auth: { type: custom }` \
     stands for those of the client's authenticator, such as a session.",
    fruit!("    path: fruit", "    session: always"),
    ["session: always" => "session: never"];
}
