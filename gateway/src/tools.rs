//! The choice of the tools that models are offered.

use std::fmt;

use virtual_finance_core::request::EndpointInfo;

use crate::target::named;

/// The tools that models are offered.
#[derive(Debug, Clone, Default)]
pub enum Tools {
    /// `find`, `describe` and `call`, which reach every endpoint and cost few tokens.
    #[default]
    General,
    /// A tool for each of these endpoints, with its parameters as arguments.
    Of(Vec<&'static EndpointInfo>),
}

/// The reason why a list of tools cannot be read: no endpoint has this name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolsFault {
    name: String,
    near: Option<&'static str>,
}

impl fmt::Display for ToolsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no endpoint is called {:?}: ", self.name)?;
        match self.near {
            Some(near) => write!(f, "did you mean {near:?}?"),
            None => f.write_str("write 'all', or names with ',' between them"),
        }
    }
}

impl std::error::Error for ToolsFault {}

impl Tools {
    /// Leaves out the tools of other endpoints.
    pub(crate) fn retain(&mut self, endpoints: &[&EndpointInfo]) {
        if let Self::Of(list) = self {
            list.retain(|info| endpoints.iter().any(|known| known.command == info.command));
        }
    }

    /// Reads a list of tools: `all`, or the names of endpoints with `,` between them.
    ///
    /// # Errors
    /// A name that no endpoint has.
    pub fn read(text: &str, endpoints: &'static [&'static EndpointInfo]) -> Result<Self, ToolsFault> {
        if text == "all" {
            return Ok(Self::Of(endpoints.to_vec()));
        }
        let found = text
            .split(',')
            .map(str::trim)
            .map(|name| named(endpoints, name).map_err(|near| ToolsFault { name: name.to_owned(), near }));
        found.collect::<Result<_, _>>().map(Self::Of)
    }
}
