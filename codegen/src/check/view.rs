//! Checks of the hints for rendering a response as tables: paths and names that can be in a response.

use crate::codes;
use crate::diagnostic::Fault;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, View};

use super::Checker;
use super::record_facts::reach;

/// The path of the response itself.
const ROOT: &str = ".";

/// The number of columns that are a bar of a chart.
const BAR: usize = 6;

/// Returns true for a unit, in small letters, that is not that of a list of names.
type IsOther = fn(&str) -> bool;

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
        self.units(endpoint, view);
        let count = view.chart().items().count();
        if let Some(last) = view.chart().items().last().filter(|_| count != BAR) {
            let message = format!("a bar of a chart has {BAR} columns, not {count}");
            let advice =
                "list the time, the open, the high, the low, the close and the volume, in this order";
            self.value(last, Fault::new(codes::VIEW_PATH, message, advice));
        }
    }

    /// Reports fields that a view shows in another unit than that of the declared response.
    fn units(&mut self, endpoint: Located<'_, Endpoint>, view: Located<'_, View>) {
        let Some(response) = endpoint.value().response.as_ref().filter(|found| self.is_sound(&found.kind))
        else {
            return;
        };
        let table = self.table.value();
        let mut used = Vec::new();
        reach(&response.kind, table, &mut used);
        let fields =
            || used.iter().filter_map(|name| table.records.get(*name)).flat_map(|record| &record.fields);
        let lists: [(_, _, &str, IsOther); 5] = [
            ("times", view.times(), "times in epoch seconds", is_no_time),
            ("instants", view.instants(), "times in epoch seconds", is_no_time),
            ("days", view.days(), "times in epoch seconds", is_no_time),
            ("percents", view.percents(), "numbers in percent", |unit| unit.contains("fraction")),
            ("fractions", view.fractions(), "fractions, which become percent", |unit| {
                unit.contains("percent")
            }),
        ];
        for (key, names, what, is_other) in lists {
            for name in names.items() {
                let of_name =
                    fields().filter(|(own, field)| field.wire.as_ref().unwrap_or(own) == name.value());
                let mut units = of_name.map(|(_, field)| field.unit.as_deref().unwrap_or_default());
                let Some(unit) = units.next().filter(|unit| is_other(&unit.to_lowercase())) else { continue };
                if units.all(|unit| is_other(&unit.to_lowercase())) {
                    let message = format!("'{}' is in {unit}, and '{key}' has {what}", *name);
                    let advice = format!("remove it here, or correct the unit of '{}'", *name);
                    self.value(name, Fault::new(codes::VIEW_PATH, message, advice));
                }
            }
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

/// Returns true for a unit, in small letters, in which a number is no time in epoch seconds. Seconds alone may be these.
fn is_no_time(unit: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| unit.contains(word));
    let is_seconds = unit.is_empty() || unit == "s" || unit.starts_with("sec");
    let is_time = is_seconds || has(&["epoch", "unix", "since", "1970", "time", "utc", "gmt"]);
    !is_time || has(&["milli", "micro", "nano"])
}
