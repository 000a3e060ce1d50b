//! Recorded replies: a folder with two files for each, `000001-history-IBM.json` with the facts and
//! `000001-history-IBM.body` with the decoded body. A request is recorded once its reply is read and
//! answered from there instead of the network; neither knows endpoints.

mod facts;
mod recorder;
mod replay;

pub(crate) use facts::{Facts, RecordedRequest, Sent, checksum};
pub(crate) use recorder::{Recorder, private_file, private_folders};
pub(crate) use replay::Replay;

/// The use that a client makes of records.
pub(crate) enum RecordMode {
    Off,
    Record(Recorder),
    Replay(Replay),
}
