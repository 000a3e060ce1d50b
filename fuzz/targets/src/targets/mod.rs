//! The targets, one module each.

mod address;
mod cells;
mod convert;
mod decode;
mod query;
mod record;
mod redirect;
mod reply;
mod retry_after;
mod session;
mod session_file;
mod table;
mod tags;
mod tick;

/// A target.
#[derive(Debug)]
pub struct Target {
    /// The name of its program in `fuzz/fuzz_targets` and of its folder in `fuzz/corpus`.
    pub name: &'static str,
    /// Runs it over one input; panics where a promise does not hold.
    pub run: fn(&[u8]),
}

/// Lists the targets, each with the promise that it holds replies to.
macro_rules! targets {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        /// All targets.
        pub static TARGETS: &[Target] = &[$(Target { name: stringify!($name), run: $name::run }),*];

        $($(#[$doc])* pub fn $name(data: &[u8]) { $name::run(data); })*
    };
}

targets! {
    /// Checks that parameters and addresses of the caller change neither the host of a request nor the depth of its path.
    address;
    /// Checks that the cells of a table are those that a browser shows, at a cost in proportion to its bytes.
    cells;
    /// Checks that a converter makes a response of replies that can be saved and read again, or an error.
    convert;
    /// Checks that a decoded body is what another decoder reads, within its bounds, or an error.
    decode;
    /// Checks that the query of a screener is read or refused at a position, and is read again from its text.
    query;
    /// Checks that a replay gives the bytes of the recording or an error.
    record;
    /// Checks that redirects lead to safe hosts and take nothing of the caller along.
    redirect;
    /// Checks that no reply shows a secret of the caller in an error.
    reply;
    /// Checks that a request waits as long as its host asks, and no longer than the cap.
    retry_after;
    /// Checks that cookies, crumbs and forms of consent make a session or an error.
    session;
    /// Checks that a session file is read or refused, and readable again once it was written.
    session_file;
    /// Checks that the generator takes a table or says where it is wrong.
    table;
    /// Checks that the tokens of a page lie in it one after another.
    tags;
    /// Checks that a message of the stream of prices is a tick that survives the wire and JSON, or an error.
    tick;
}
