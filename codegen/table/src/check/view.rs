//! Checks of the hints for rendering a response as tables: hints that no table can follow.

use crate::codes;
use crate::parse::located::Located;
use crate::parse::table::Endpoint;

use super::Checker;

/// The number of columns that are a bar of a chart.
const BAR: usize = 6;

impl Checker<'_, '_> {
    pub(super) fn view(&mut self, endpoint: Located<'_, Endpoint>) {
        let Some(view) = endpoint.view().some() else { return };
        for labelled in view.labels().items().chain(view.facts().items()) {
            if labelled.split_once('=').is_none_or(|(name, label)| name.is_empty() || label.is_empty()) {
                let message = format!("'{}' is no name with its label", *labelled);
                let advice = "write the name, '=' and the label, like 'regularMarketPrice=price'";
                self.value(labelled, codes::VIEW_PATH.fault(message, advice));
            }
        }
        let count = view.chart().items().count();
        if let Some(last) = view.chart().items().last().filter(|_| count != BAR) {
            let message = format!("a bar of a chart has {BAR} columns, not {count}");
            let advice =
                "list the time, the open, the high, the low, the close and the volume, in this order";
            self.value(last, codes::VIEW_PATH.fault(message, advice));
        }
    }
}
