//! The rules of a parameter that its schema cannot express: the style of a list, and sentences.

use virtual_finance_core::catalogue::{ChoiceInfo, ChoiceOption, ParamInfo, ParamKind};
use virtual_finance_core::request::EndpointInfo;

/// Returns the style of a list, or `None` for other parameters and for separators that OpenAPI does not know.
pub(super) fn style(param: &ParamInfo) -> Option<&'static str> {
    match param.kind {
        ParamKind::List { .. } if param.repeated => Some("form"),
        ParamKind::List { separator: ",", .. } => Some("form"),
        ParamKind::List { separator: " ", .. } => Some("spaceDelimited"),
        ParamKind::List { separator: "|", .. } => Some("pipeDelimited"),
        _ => None,
    }
}

/// Returns sentences in Markdown about rules that types and limits do not express: other names, separators, and
/// relations to other parameters.
pub(crate) fn sentences(info: &EndpointInfo, param: &ParamInfo) -> Vec<String> {
    let code = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
    let mut sentences = Vec::new();
    sentences.extend(param.deprecated.map(|note| format!("Deprecated: {note}")));
    if !param.aliases.is_empty() {
        sentences.push(format!("Other names: {}; give one of them.", code(param.aliases).join(", ")));
    }
    if let ParamKind::List { separator, .. } = param.kind
        && !param.repeated
    {
        sentences.push(format!("Several values, with `{separator}` between them."));
    }
    if let Some(most) = param.batch {
        sentences.push(format!("At most {most} values in one request; send more in several."));
    }
    if !param.conflicts.is_empty() {
        sentences.push(format!("Not together with {}.", code(param.conflicts).join(" or ")));
    }
    if let Some(earlier) = param.after {
        sentences.push(format!("Greater than `{earlier}`."));
    }
    for choice in info.choices {
        let Some(own) = choice
            .options
            .iter()
            .find(|option| option.required.contains(&param.name) || option.optional.contains(&param.name))
        else {
            continue;
        };
        let others: Vec<&str> = choice
            .options
            .iter()
            .filter(|option| option.name != own.name)
            .flat_map(|option| option.required.iter().chain(option.optional).copied())
            .collect();
        let needed: Vec<&str> = own.required.iter().copied().filter(|name| *name != param.name).collect();
        if !others.is_empty() {
            sentences.push(format!("Not together with {}.", code(&others).join(" or ")));
        }
        if choice.required && own.required.contains(&param.name) {
            sentences.push(format!(
                "A request has either this or {}.",
                code(&others_required(choice, own)).join(" or ")
            ));
        }
        if !needed.is_empty() {
            sentences.push(format!("Only together with {}.", code(&needed).join(" and ")));
        }
    }
    sentences
}

/// Returns the required parameters of the other sets of a choice.
fn others_required(choice: &ChoiceInfo, own: &ChoiceOption) -> Vec<&'static str> {
    let others = choice.options.iter().filter(|option| option.name != own.name);
    others.flat_map(|option| option.required).copied().collect()
}
