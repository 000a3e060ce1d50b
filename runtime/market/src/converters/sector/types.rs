//! The structure of a sector, parts of which an industry has too.

use serde_json::{Map, Value};

use crate::read::adapted::Adapted;
use crate::records::InstrumentQuote;
use crate::records::sector::{Company, Fund, IndustryOfSector, Overview, Performance};

impl Adapted for Overview {}

impl Adapted for Performance {}

impl Adapted for Company {
    fn adapt(members: &mut Map<String, Value>) {
        InstrumentQuote::whole_members(members);
    }
}

impl Adapted for Fund {
    fn adapt(members: &mut Map<String, Value>) {
        InstrumentQuote::whole_members(members);
    }
}

impl IndustryOfSector {
    /// Returns true for all industries together, which alone have no key.
    pub(super) fn is_all(&self) -> bool {
        self.key.get().is_none_or(String::is_empty)
    }
}

impl Adapted for IndustryOfSector {}
