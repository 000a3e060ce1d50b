//! Switches: `--partial`, `--partial true` and `--partial=true` mean the same. The parser would take
//! the word after a bare switch for its value, so values are attached before it sees them.

use std::ffi::OsString;

use virtual_finance::{ENDPOINTS, ParamKind};

use crate::command::option_name;

/// The arguments with the value of every boolean option attached to it.
pub(crate) fn with_values_of_switches(arguments: Vec<OsString>) -> Vec<OsString> {
    let switches: Vec<String> = ENDPOINTS
        .iter()
        .flat_map(|endpoint| endpoint.params)
        .filter(|param| !param.required && matches!(param.kind, ParamKind::Boolean))
        .map(|param| format!("--{}", option_name(param.name)))
        .collect();
    let mut attached = Vec::with_capacity(arguments.len());
    let mut rest = arguments.into_iter().peekable();
    let mut options = true;
    while let Some(argument) = rest.next() {
        options &= argument != "--";
        let switch = argument.to_str().filter(|text| options && switches.iter().any(|switch| switch == text));
        match switch {
            None => attached.push(argument),
            Some(switch) => {
                let value = rest.next_if(|next| next == "true" || next == "false");
                let value = value.unwrap_or_else(|| "true".into());
                attached.push(format!("{switch}={}", value.to_string_lossy()).into());
            }
        }
    }
    attached
}
