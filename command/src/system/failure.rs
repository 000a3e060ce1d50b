//! The exit codes of several requests, and the options that failures advise.

/// The exit code if some of several requests failed, or if they failed for several causes.
pub(crate) const SOME_FAILED: u8 = 7;

/// The settings of a client that errors advise, and the options that set them here.
pub(crate) const OPTIONS: [(&str, &str); 9] = [
    ("give it with ClientBuilder::secret, or set", "set"),
    ("ClientBuilder::record", "{program} --record"),
    ("SourceChoice::Auto", "{program} --source auto"),
    ("or choose the source ", "or add --source "),
    ("RequestParams::deadline", "--deadline"),
    ("RequestParams::timeout", "--timeout"),
    ("ClientBuilder::max_body", "--max-body"),
    ("ask for a number of them with limit()", "ask for a number of them with --max-items"),
    ("take the first items with limit()", "take the first items with --max-items"),
];
