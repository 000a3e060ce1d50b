//! Checks of the words that people try for an endpoint.

use crate::codes;
use crate::diagnostic::Fault;
use crate::parse::located::Located;
use crate::parse::table::Endpoint;

use super::Checker;

impl Checker<'_, '_> {
    pub(super) fn words(&mut self, endpoint: Located<'_, Endpoint>) {
        for word in endpoint.words().items() {
            let (name, _) = word.value().split_once('=').unwrap_or((word.value(), ""));
            if name.is_empty() || name.starts_with('-') || name.contains(char::is_whitespace) {
                let message = format!("'{name}' is no word that people try for a command");
                let advice = "write one word, and its arguments behind '='";
                self.value(word, Fault::new(codes::WORDS, message, advice));
            }
        }
    }
}
