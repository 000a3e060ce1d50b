//! Checks that the values of an example go with the defaults of the parameters that it does not give.

use crate::codes;
use crate::diagnostic::Fault;
use crate::kind::Kind;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example, Param, Scalar, Values};
use crate::value;

use super::Checker;

impl Checker<'_, '_> {
    /// Reports a value that a request refuses because of a default, which counts as given.
    pub(super) fn example_defaults(&mut self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        for (name, declared) in endpoint.params().entries().filter(|(_, param)| {
            param.after.is_some() || param.conflicts.iter().any(|conflict| conflict.contains('='))
        }) {
            if self.is_at_fault(declared) {
                continue;
            }
            if let Some((earlier, other)) =
                declared.after.as_ref().and_then(|own| endpoint.value().params.get_key_value(own))
            {
                self.default_order(found, (name, declared.value()), (earlier, other));
            }
            for conflict in &declared.conflicts {
                self.default_conflict(endpoint, found, (name, declared.value()), conflict);
            }
        }
    }

    /// Checks the order of two parameters of which an example gives one, and the other has its default.
    fn default_order(
        &mut self,
        found: Located<'_, Example>,
        (later, later_param): (&str, &Param),
        (earlier, earlier_param): (&str, &Param),
    ) {
        let given = (found.params().named(later), found.params().named(earlier));
        let (values, default, message, other) = match (given, &later_param.default, &earlier_param.default) {
            ((Some(values), None), _, Some(default)) => (
                values,
                default,
                format!("'{later}' is not after '{earlier}', whose default is {default}"),
                earlier,
            ),
            ((None, Some(values)), Some(default), _) => (
                values,
                default,
                format!("'{earlier}' is not before '{later}', whose default is {default}"),
                later,
            ),
            _ => return,
        };
        let Some(kind) = Kind::of(later_param, self.table.value()) else { return };
        let read = |scalar: &Scalar| value::read(&kind, scalar, self.table.value()).ok();
        let one = values.all().first().and_then(read);
        let Some((one, by_default)) = one.zip(read(default)) else { return };
        let is_wrong = if other == earlier {
            value::is_not_after(&one, &by_default)
        } else {
            value::is_not_after(&by_default, &one)
        };
        if is_wrong {
            let advice = format!("write another value, or add '{other}' to 'params'");
            self.value(values, Fault::new(codes::EXAMPLE_CONTRADICTS, message, advice));
        }
    }

    /// Checks a conflict with one value, where that value or the parameter that excludes it is a default.
    fn default_conflict(
        &mut self,
        endpoint: Located<'_, Endpoint>,
        found: Located<'_, Example>,
        (name, param): (&str, &Param),
        conflict: &str,
    ) {
        let Some((other, excluded)) = conflict.split_once('=') else { return };
        let Some(other_param) = endpoint.params.get(other) else { return };
        let has = |values: &Values| values.all().iter().any(|value| value.to_string() == excluded);
        let is_default = other_param.default.as_ref().is_some_and(|default| default.to_string() == excluded);
        let (values, by_default) = match (found.params().named(name), found.params().named(other)) {
            (Some(values), None) if is_default => (values, other),
            (None, Some(values)) if param.default.is_some() && has(&values) => (values, name),
            _ => return,
        };
        let given = if by_default == name { other } else { name };
        let message = format!("'{given}' contradicts the default of '{by_default}'");
        let advice = if by_default == name {
            format!("write another value of '{given}'")
        } else {
            format!("add another value of '{by_default}' to 'params'")
        };
        self.key(values, Fault::new(codes::EXAMPLE_CONTRADICTS, message, advice));
    }
}
