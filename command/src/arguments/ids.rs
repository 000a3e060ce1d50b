//! The names of arguments and subcommands, by which the command line is declared and read.

/// The first argument of a call by the script of a shell; behind it are the words of the command line up to the cursor.
pub(crate) const COMPLETE: &str = "__complete";
/// The line that the script reads as a call for names of files.
pub(crate) const FILES: &str = "<files>";
/// The argument of `completions`.
pub(crate) const SHELL: &str = "SHELL";
/// The argument that names a folder.
pub const DIR: &str = "DIR";
/// The option about the cache and the subcommand about its folder, which has two.
pub(crate) const CACHE: &str = "cache";
pub(crate) const CLEAR: &str = "clear";
pub(crate) const STATS: &str = "stats";
/// The subcommands of `config`.
pub(crate) const PATH: &str = "path";
pub(crate) const SHOW: &str = "show";
pub(crate) const OPTIONS: &str = "options";
/// The argument of `convert` that names the files: with a blank, because parameters may be called `file`.
pub(crate) const FILE: &str = "saved replies";
/// The options of `endpoints` that choose a document.
pub(crate) const JSON: &str = "json";
pub(crate) const OPENAPI: &str = "openapi";
/// The option of `sample-host`.
pub(crate) const PORT: &str = "port";
/// The options that name a folder of recorded replies.
pub(crate) const RECORD: &str = "record";
pub(crate) const REPLAY: &str = "replay";
/// The option that selects the embedded sample host.
pub(crate) const SAMPLE: &str = "sample";
/// The option that chooses between pages and services.
pub(crate) const SOURCE: &str = "source";
/// The option that adds notes about the result.
pub const VERBOSE: &str = "verbose";
/// The options that take words away.
pub(crate) const QUIET: &str = "quiet";
pub(crate) const NO_PROGRESS: &str = "no_progress";
/// The options about the format and the destination of the result.
pub(crate) const FORMAT: &str = "format";
pub(crate) const TABLE: &str = "table";
/// The option that lets a table in a file have an environment variable.
pub(crate) const ALLOW_ENV: &str = "allow-env";
pub(crate) const OUTPUT: &str = "output";
pub(crate) const WIDE: &str = "wide";
pub(crate) const ALL_ROWS: &str = "all";
pub(crate) const COLUMNS: &str = "columns";
// With a blank, because parameters may be called so.
pub(crate) const SORT: &str = "sort by";
pub(crate) const LIMIT: &str = "limit of rows";
/// The option that adds rows to a file.
pub const APPEND: &str = "append";
pub(crate) const NO_HEADER: &str = "no_header";
/// The options about the file of the session.
pub(crate) const SESSION_FILE: &str = "session_file";
pub(crate) const NO_SESSION_FILE: &str = "no_session_file";
/// The options about the pages that items come in.
pub(crate) const ALL_PAGES: &str = "all_pages";
pub(crate) const MAX_ITEMS: &str = "max_items";
/// The option to wait until a response is ready.
pub(crate) const WAIT: &str = "wait";
/// The subcommands that are no endpoints.
pub(crate) const COMPLETIONS: &str = "completions";
pub(crate) const CONFIG: &str = "config";
pub(crate) const CONVERT: &str = "convert";
pub(crate) const LIST: &str = "endpoints";
pub(crate) const MAN: &str = "man";
pub(crate) const SAMPLE_HOST: &str = "sample-host";
