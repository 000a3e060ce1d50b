//! The kinds of faults that a table can have. Each has a code that keeps its meaning, and a title.
//!
//! Diagnostics carry the codes, and `DIAGNOSTICS.md` explains them: a table with the fault, its message, and what mends
//! it. A code that is no longer needed is removed with its number: no number is used again.

use std::fmt;

use crate::severity::Severity;

/// A kind of fault, by its stable number.
///
/// ```
/// use virtual_finance_table::Code;
///
/// let code = Code::all().find(|code| code.as_str() == "V010").expect("it is documented");
/// assert_eq!(code.title(), "an unknown key");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Code {
    number: &'static str,
    severity: Severity,
    title: &'static str,
}

impl Code {
    /// Returns the code, for example `V010`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.number
    }

    /// Returns the severity of the fault.
    #[must_use]
    pub const fn severity(self) -> Severity {
        self.severity
    }

    /// Returns the fault in a few words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.title
    }

    /// Returns all codes in the order of their numbers, by subject.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().copied()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Declares codes: the severity if it is not an error, the name in this crate, the number and the title.
macro_rules! codes {
    (@severity) => { Severity::Error };
    (@severity $severity:ident) => { Severity::$severity };
    ($($([$severity:ident])? $name:ident $number:literal $title:literal;)+) => {
        $(
            #[doc = $title]
            pub const $name: Code =
                Code { number: $number, severity: codes!(@severity $($severity)?), title: $title };
        )+

        const ALL: &[Code] = &[$($name),+];
    };
}

codes! {
    // YAML.
    NOT_YAML "V001" "not YAML";
    TAB "V002" "a tab in the place of a space";
    NO_TABLE "V003" "no table";
    UNUSED_YAML "V004" "YAML that tables do without";
    TOO_DEEP "V005" "too many levels";
    AMBIGUOUS "V006" "a value that YAML readers read differently";
    // Keys and values.
    UNKNOWN_KEY "V010" "an unknown key";
    MISSING_KEY "V011" "a missing key";
    DUPLICATE_KEY "V012" "a repeated key";
    WRONG_SHAPE "V013" "a value of the wrong type";
    UNQUOTED_STRING "V014" "a string without quotes";
    WRONG_WORD "V015" "a word that the key does not take";
    // Names.
    NAME_FORM "V020" "a name of the wrong form";
    KEYWORD "V021" "a keyword of Rust";
    TAKEN_NAME "V022" "a name that the generated code uses itself";
    SAME_NAME "V024" "two things with one name";
    // Hosts, types and endpoints.
    UNKNOWN_HOST "V030" "an unknown host";
    UNKNOWN_TYPE "V031" "an unknown type";
    UNKNOWN_CONVERTER "V032" "an unknown converter";
    UNKNOWN_PARAM "V033" "an unknown parameter";
    ADDRESS "V034" "an invalid address of a host";
    DOC "V035" "an invalid doc";
    STATUS "V036" "an invalid HTTP status";
    EMPTY_ENUM "V037" "a type without values";
    SAME_WIRE "V038" "two values with one wire string";
    BAD_WIRE "V039" "an invalid name or string on the wire";
    PATTERN "V040" "an invalid regular expression";
    VIEW_PATH "V042" "an invalid part of a view";
    SPAN "V043" "an invalid time, rate or number of retries";
    // Paths.
    PATH_FORM "V050" "a path of the wrong form";
    PLACEHOLDER_FORM "V051" "a placeholder of the wrong form";
    PLACEHOLDER_UNKNOWN "V052" "a placeholder without its parameter";
    PLACEHOLDER_TWICE "V053" "a repeated placeholder";
    PLACEHOLDER_ELSEWHERE "V054" "a placeholder of a parameter that is not in the path";
    NOT_IN_PATH "V055" "a parameter that the path lacks";
    OPTIONAL_IN_PATH "V056" "an optional parameter in the path";
    // Fallbacks.
    NO_STEPS "V057" "a fallback without steps";
    QUERY_FORM "V058" "a query of the wrong form";
    NO_AUTH "V059" "credentials of a host that wants none";
    // Parameters.
    SENT_TWICE "V060" "one name on the wire for two parameters";
    NO_EFFECT "V061" "a key without effect";
    REQUIRED_DEFAULT "V062" "a default of a required parameter";
    FOREIGN_LIMIT "V063" "a limit that the type does not have";
    LIMITS_CROSSED "V064" "limits that allow no value";
    SEPARATOR "V066" "a separator that does not separate";
    VALUE_TYPE "V067" "a value of another type";
    NO_DEFAULT "V068" "a default of a type that has none";
    VALUE_RANGE "V069" "a value that is not allowed";
    VALUE_UNLISTED "V072" "a value that its type does not list";
    BATCH "V073" "a list that cannot be sent in batches";
    JSON_VALUE "V074" "a value in JSON where none can stand";
    // Parameters together.
    NOT_COMPARABLE "V081" "parameters without an order";
    CONFLICT_VALUE "V082" "a conflict with an impossible value";
    FEW_OPTIONS "V083" "a choice with fewer than two options";
    EMPTY_OPTION "V085" "an option without a parameter";
    CHOSEN_TWICE "V086" "a parameter in two options";
    CHOSEN_ALWAYS "V087" "a parameter of a choice that always has a value";
    // Examples.
    EXAMPLE_LACKS "V090" "an example without a required parameter";
    EXAMPLE_CONTRADICTS "V091" "an example with contradicting parameters";
    EXAMPLE_URL "V092" "an address of another endpoint";
    EXAMPLE_RESPONSE "V093" "a response that its reply does not become";
    EXAMPLE_JSON "V094" "invalid JSON in an example";
    EXAMPLE_BODY "V095" "an example with a body that the request does not send";
    EXAMPLE_REPLY "V096" "a reply that is not the declared one";
    // Headers, bodies and credentials.
    NO_BODY "V100" "a body of a method that has none";
    HEADER_NAME "V101" "a header that a table does not set or read";
    HEADER_VALUE "V102" "a value that no header has";
    TWO_BODIES "V103" "a body of two formats";
    AUTH_KEYS "V104" "credentials that are not described";
    SECRET "V105" "a secret in a table";
    GRAPHQL "V106" "a GraphQL request that does not fit its document";
    // Responses.
    RESPONSE_ORIGIN "V110" "a response without an origin, or with two";
    UNKNOWN_ITEM "V111" "an unknown type of a response";
    ENDLESS_RECORD "V112" "a record that contains itself";
    DATA_PATH "V113" "a path that leads to no data";
    STATUS_MEANING "V114" "a status without a meaning";
    // Files and deprecated parts.
    INCLUDE "V115" "a file that cannot be included";
    DEPRECATION "V116" "a deprecation that says nothing";
    // Warnings.
    [Warning] UNUSED "V120" "a part that nothing uses";
    [Warning] BAD_STATUS "V122" "an expected status that is no success";
    [Warning] NO_MAIN "V123" "a view of what the response does not have";
    [Warning] KEY_PARAM "V125" "a parameter that looks like a key";
    // Pages and bytes.
    PAGES_WAY "V130" "pages without a way from one to the next, or with several";
    PAGES_PARAMETER "V131" "a parameter that cannot choose a page";
    PAGES_ITEMS "V132" "items that are no list";
    PAGES_REQUEST "V133" "a request that has no pages";
    BYTES "V135" "a reply of bytes that something reads";
    PAGES_PATH "V136" "a path of pages that the reply does not have";
    PAGES_RULES "V137" "a rule of the response that pages cannot keep";
    // Items and keys of responses.
    ITEMS "V140" "a response whose keys do not fit its type";
    ECHO "V141" "a parameter that a reply cannot repeat";
    FIELD_USE "V142" "a field that cannot be used so";
    REPLY_FORMAT "V143" "a response that the format of its reply does not have";
    ONE_OF "V144" "a choice of types that cannot be made";
    // The generator itself.
    INCOMPLETE "V998" "an endpoint lacks what its project demands of each";
    INTERNAL "V999" "the generator failed";
}
