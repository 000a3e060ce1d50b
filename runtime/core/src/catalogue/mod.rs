//! The catalogue: the data of the table at run time, without code. The command line, the checks of parameters
//! and the documentation read it, so that none of them repeats the table.

mod endpoint;
mod entry;
mod freshness;
mod grammar;
mod host;
mod json;
mod limits;
mod one_of;
mod paging;
mod param;
pub mod source;
mod status;

pub use endpoint::{BodyFormat, ExampleInfo, FallbackInfo, RawKind, SessionUse, StepInfo, ViewInfo};
pub(crate) use entry::entries;
pub use entry::{Catalogued, Datum, Described, Entry, Keyed, Row};
pub use freshness::{Freshness, span_of, span_text};
pub use grammar::GrammarFault;
pub use host::{AuthScheme, Host, HostAuth, HostRate};
pub use json::{
    EPOCH_SECONDS, FieldInfo, Fields, JsonKind, Layout, OneOfInfo, OneOfItem, RecordInfo, TABLE_KEYS, Written,
};
pub(crate) use limits::Limits;
pub use limits::limit_value;
pub use paging::{NextPage, PagesInfo, UntilInfo};
pub use param::{
    ChoiceInfo, ChoiceOption, EnumInfo, GrammarInfo, ParamInfo, ParamKind, ParamLocation, VariantInfo,
};
pub(crate) use status::meaning_of;
pub use status::{ErrorObject, ErrorRecord, RepeatInfo, StatusInfo, StatusMeaning};
