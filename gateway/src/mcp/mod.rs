//! Tools for models, by the Model Context Protocol: `find` an endpoint, `describe` it, `call` it. They are made of the
//! catalogue, so that any table has them; a program may offer endpoints as tools of their own instead.

mod asking;
mod book;
mod command;
mod form;
mod handler;
mod lines;
mod offered;
mod rows;
mod texts;

pub use command::MCP;
pub(crate) use command::{tools, tools_option};
pub use handler::Models;
pub(crate) use handler::{Service, service};
