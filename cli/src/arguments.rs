//! Boolean options as switches: `--partial`, `--partial true` and `--partial=true` mean the same. clap would
//! take any word after a bare switch for its value. It therefore knows the form with `=` only, and `true` and
//! `false` are attached to their switch before clap sees them.

use std::ffi::OsString;

use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::ParamKind;

use crate::parameter::option_name;

/// Returns the arguments with `true` or `false` attached to the boolean option before it.
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
        let switch = options && switches.iter().any(|switch| argument == switch.as_str());
        let value = if switch { rest.next_if(|next| next == "true" || next == "false") } else { None };
        attached.push(argument);
        if let (Some(value), Some(argument)) = (value, attached.last_mut()) {
            argument.push("=");
            argument.push(value);
        }
    }
    attached
}
