//! Values of options that environment variables set, too. What is said of a value that cannot be read names the
//! variable: nobody sees it on the command line.

use std::ffi::OsStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, Command, Error};

/// Reads the value of an option.
#[derive(Clone)]
pub(crate) struct Setting<T>(pub(crate) fn(&str) -> Result<T, String>);

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Setting<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        self.0.parse_ref(command, arg, value)
    }

    fn parse_ref_(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
        source: ValueSource,
    ) -> Result<T, Error> {
        let variable = arg.and_then(Arg::get_env).filter(|_| source == ValueSource::EnvVariable);
        let Some(variable) = variable else { return self.parse_ref(command, arg, value) };
        let text = value.to_string_lossy();
        (self.0)(&text).map_err(|reason| {
            let option = arg.and_then(Arg::get_long).unwrap_or_default();
            let variable = variable.to_string_lossy();
            let message = format!(
                "the environment variable {variable} (--{option}) is {text:?}: {reason}, or unset it\n"
            );
            Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }
}
