//! How a response is seen as tables: paths and names that could be some.

use crate::codes;
use crate::diagnostic::Fault;
use crate::parse::table::Endpoint;

use super::Checker;

/// The path of the response itself.
const ROOT: &str = ".";

impl Checker<'_, '_> {
    pub(super) fn view(&mut self, name: &str, endpoint: &Endpoint) {
        let Some(view) = &endpoint.view else { return };
        let base = ["endpoints", name, "view"];
        if let Some(main) = view.main.as_deref().filter(|main| *main != ROOT) {
            self.member_path(&[base.as_slice(), &["main"]].concat(), main, "or '.' for the whole response");
        }
        if let Some(zone) = &view.zone {
            self.member_path(&[base.as_slice(), &["zone"]].concat(), zone, "and a member last");
        }
        for (place, time) in view.times.iter().enumerate() {
            let again = view.times.iter().take(place).any(|before| before == time);
            let place = place.to_string();
            if time.is_empty() || again {
                let message = format!("'{time}' is empty or listed twice");
                let fault = Fault::new(codes::VIEW_PATH, message, "list each name once");
                self.value(&[base.as_slice(), &["times", &place]].concat(), fault);
            }
        }
    }

    fn member_path(&mut self, at: &[&str], path: &str, rest: &str) {
        if path.split('.').any(str::is_empty) {
            let message = format!("'{path}' is not a path to a part of the response");
            let advice = format!("write names with '.' between them, like 'prices.daily', {rest}");
            self.value(at, Fault::new(codes::VIEW_PATH, message, advice));
        }
    }
}
