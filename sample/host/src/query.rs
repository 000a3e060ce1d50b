//! The query of a request, taken apart.

use percent_encoding::percent_decode_str;

/// Names and values of a query, decoded; of a name that is given twice the first counts.
#[derive(Clone, Debug)]
pub struct Query(Vec<(String, String)>);

impl Query {
    /// Takes `a=1&b=2` apart.
    pub fn parse(text: &str) -> Self {
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        Self(
            pairs
                .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
                .map(|(name, value)| (decode(name), decode(value)))
                .collect(),
        )
    }

    /// Returns names and values, in their order.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the value of a parameter that is given and not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(candidate, _)| candidate == name)?;
        (!value.is_empty()).then_some(value)
    }

    /// Returns true if a parameter is `true`, in any case: programs in Python write `True`.
    pub fn is_true(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }
}

fn decode(text: &str) -> String {
    percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
}
