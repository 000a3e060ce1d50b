//! Checks of the hints for rendering a response as tables: paths and names that can be in a response.

use crate::codes;
use crate::diagnostic::Fault;
use crate::parse::located::Located;
use crate::parse::table::Endpoint;

use super::Checker;

/// The path of the response itself.
const ROOT: &str = ".";

/// The number of columns that are a bar of a chart.
const BAR: usize = 6;

impl Checker<'_, '_> {
    pub(super) fn view(&mut self, endpoint: Located<'_, Endpoint>) {
        let Some(view) = endpoint.view().some() else { return };
        let mains = || view.main().some().into_iter().chain(view.otherwise().items());
        for main in mains().filter(|main| main.as_str() != ROOT) {
            self.member_path(main, "or '.' for the whole response");
        }
        self.names(mains());
        self.names(view.unfold().items());
        let paths = [
            view.interval().some(),
            view.zone().some(),
            view.decimals().some(),
            view.currency().some(),
            view.beside().some(),
            view.unknown().some(),
        ];
        for member in paths.into_iter().flatten().chain(view.names().items()) {
            self.member_path(member, "and a member last");
        }
        for labelled in view.labels().items().chain(view.facts().items()) {
            self.labelled(labelled);
        }
        self.names(view.whole().items());
        let times = view.times().items().chain(view.instants().items());
        self.names(times.chain(view.days().items()));
        let numbers = view.percents().items().chain(view.fractions().items());
        self.names(numbers.chain(view.prices().items()));
        self.names(view.columns().items().chain(view.head().some()));
        self.names(view.chart().items());
        self.names(view.names().items());
        let count = view.chart().items().count();
        if let Some(last) = view.chart().items().last().filter(|_| count != BAR) {
            let message = format!("a bar of a chart has {BAR} columns, not {count}");
            let advice =
                "list the time, the open, the high, the low, the close and the volume, in this order";
            self.value(last, Fault::new(codes::VIEW_PATH, message, advice));
        }
    }

    /// Checks a name or a path with its label.
    fn labelled(&mut self, text: Located<'_, String>) {
        if text
            .split_once('=')
            .is_none_or(|(name, label)| name.split('.').any(str::is_empty) || label.is_empty())
        {
            let message = format!("'{}' is no name with its label", *text);
            let advice = "write the name, '=' and the label, like 'regularMarketPrice=price'";
            self.value(text, Fault::new(codes::VIEW_PATH, message, advice));
        }
    }

    /// Checks names of which each is listed once.
    fn names<'t>(&mut self, names: impl Iterator<Item = Located<'t, String>>) {
        let mut earlier: Vec<&str> = Vec::new();
        for name in names {
            if name.is_empty() || earlier.contains(&name.as_str()) {
                let message = format!("'{}' is empty or listed twice", *name);
                self.value(name, Fault::new(codes::VIEW_PATH, message, "list each name once"));
            }
            earlier.push(name.value());
        }
    }

    fn member_path(&mut self, path: Located<'_, String>, rest: &str) {
        if path.split('.').any(str::is_empty) {
            let message = format!("'{}' is not a path to a part of the response", *path);
            let advice = format!("write names with '.' between them, like 'prices.daily', {rest}");
            self.value(path, Fault::new(codes::VIEW_PATH, message, advice));
        }
    }
}
