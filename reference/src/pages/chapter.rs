//! The chapter of an endpoint: its doc, parameters, examples, the fields of its response and the errors.

use virtual_finance_core::catalogue::{
    AuthScheme, EnumInfo, ExampleInfo, GrammarInfo, PagesInfo, ParamInfo, ParamKind, SessionUse, StepInfo,
};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{DateTime, ErrorKind};

use crate::about::About;
use crate::openapi::sentences;
use crate::pages::fields::fields;
use crate::pages::markdown::{anchor, block, code, table};
use crate::pages::shell::{command_line, synopsis};

/// Returns the chapter.
pub(super) fn chapter(about: &About<'_>, info: &EndpointInfo) -> String {
    let mut text = format!("# {}\n\n{}\n\n", info.name, info.doc.trim());
    if let Some(note) = info.deprecated {
        text += &format!("Deprecated: {note}\n\n");
    }
    text += &block("text", &synopsis(about.command, info));
    let (host, default) = (info.host.name, info.host.default);
    let sent = format!("It sends `{} {{{host}}}/{}`, where `{host}` is `{default}`.", info.method, info.path);
    text += &format!("\n{sent}\n");
    text += &fallbacks(info);
    if let Some(time) = info.fresh_for {
        text += &format!("\nA reply is {} {}.\n", about.linked("fresh", "../cache.md"), time.words());
    }
    if let Some(until) = info.until {
        let (field, values) =
            (code(until.field), until.is.iter().map(|value| code(value)).collect::<Vec<_>>());
        text += &format!(
            "\nIt is ready when {field} is {}; `client.ready` waits for it, and `--wait`.\n",
            values.join(" or ")
        );
    }
    if !info.reply_headers.is_empty() {
        let names: Vec<String> = info.reply_headers.iter().map(|name| code(name)).collect();
        text += &format!("\nThe note `ReplyHeaders` has these headers of the reply: {}.\n", names.join(", "));
    }
    text += &parameters(about, info);
    if !info.examples.is_empty() {
        text += "\n## Examples\n";
        text.extend(info.examples.iter().map(|example| self::example(about, info, example)));
    }
    if let Some(schema) = info.response_schema() {
        text += &format!("\n## Response\n\n{}", fields(&schema));
    }
    text += &pages(info);
    text += &statuses(info);
    text += &errors(about, info);
    text
}

/// Returns the further requests, and the sources that are asked if the reply of the first one cannot be converted.
fn fallbacks(info: &EndpointInfo) -> String {
    let mut text = String::new();
    if !info.then.is_empty() {
        text += &format!("\nAfter that reply it asks:\n\n{}", steps(info.then));
    }
    for fallback in info.fallbacks {
        let scheme = fallback.steps.iter().find_map(|step| Some(step.host.auth?.scheme));
        let wish = match scheme {
            Some(AuthScheme::Contact) => "have a contact for",
            _ => "have the key of",
        };
        let case = match fallback.provider {
            Some(name) if scheme.is_none() => format!("If you choose {name} by name"),
            Some(name) => {
                format!("If no host before it has a good reply, and you {wish} {name} or choose it by name")
            }
            None => "If that reply cannot be converted".to_owned(),
        };
        let turn = if fallback.provider.is_some() && scheme.is_none() { "asked alone" } else { "next" };
        text += &format!("\n{case}, the source `{}` is {turn}. {}\n\n", fallback.name, fallback.doc.trim());
        text += &steps(fallback.steps);
    }
    text
}

fn steps(steps: &[StepInfo]) -> String {
    let mut text = String::new();
    for step in steps {
        let mut query: Vec<String> =
            step.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        query.extend(step.prepared.then(|| "…".to_owned()));
        let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
        let session = match step.session {
            SessionUse::Always => ", with a session",
            SessionUse::OnRefusal => ", with a session after the host refused it",
            _ => "",
        };
        let (host, path) = (step.host.name, step.path);
        text += &format!("- `{}`: `{} {{{host}}}/{path}{query}`{session}\n", step.name, step.method);
    }
    text
}

fn parameters(about: &About<'_>, info: &EndpointInfo) -> String {
    if info.params.is_empty() {
        return "\n## Parameters\n\nNone.\n".to_owned();
    }
    let rows = info.params.iter().map(|param| {
        let meaning = [vec![param.doc.trim().to_owned()], sentences(info, param)].concat().join(" ");
        [code(param.name), type_link(about, &param.kind), presence(param), limits(param), meaning]
    });
    let mut text = "\n## Parameters\n\n".to_owned();
    text += &table(["name", "type", "default", "limits", "meaning"], rows);
    for choice in info.choices {
        let option = |option: &virtual_finance_core::catalogue::ChoiceOption| {
            let mut names: Vec<String> = option.required.iter().map(|name| code(name)).collect();
            names.extend(option.optional.iter().map(|name| format!("optionally {}", code(name))));
            names.join(" and ")
        };
        let options: Vec<String> = choice.options.iter().map(option).collect();
        let give = if choice.required { "Every request has" } else { "Give" };
        text += &format!("\n`{}`: {} {give} {}.\n", choice.name, choice.doc.trim(), options.join(", or "));
    }
    text
}

fn type_link(about: &About<'_>, kind: &ParamKind) -> String {
    match kind {
        ParamKind::Enum(EnumInfo { name, .. }) | ParamKind::Grammar(GrammarInfo { name, .. }) => {
            format!("[{name}](../types.md#{})", anchor(name))
        }
        ParamKind::List { item, separator } => {
            format!("list of {}, separated by {}", type_link(about, item), code(separator))
        }
        ParamKind::Json { kind, .. } => code(&kind.name()),
        plain => about.linked(plain.as_str(), "../table.md#types-of-parameters"),
    }
}

fn presence(param: &ParamInfo) -> String {
    match param.default {
        Some(default) => code(default),
        None if param.required => "required".to_owned(),
        None => String::new(),
    }
}

fn limits(param: &ParamInfo) -> String {
    let unit = if param.kind.is_list() { "values" } else { "bytes" };
    let limits = [
        param.min.map(|min| format!("minimum {min}")),
        param.max.map(|max| format!("maximum {max}")),
        param.max_length.map(|length| format!("maximum length {length} {unit}")),
        param.batch.map(|most| format!("maximum length {most} values in one request")),
        param.pattern.map(|pattern| format!("pattern {}", code(pattern))),
    ];
    limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn example(about: &About<'_>, info: &EndpointInfo, example: &ExampleInfo) -> String {
    let mut text = format!("\n### {}\n\n{}\n\n", example.name.replace('_', " "), example.doc.trim());
    text += &block("sh", &command_line(about.command, info, example.params));
    text += &format!("\n{}", block("rust,ignore", &format!("client.request(&{}).await?", example.rust)));
    let asks = example.now.map_or_else(
        || "Address:".to_owned(),
        |now| format!("Address, with the clock at {}:", DateTime::from(now)),
    );
    text += &format!("\n{asks}\n\n{}", block("text", example.url));
    if let Some(reply) = example.reply {
        text += &format!("\nReply:\n\n{}", block("", reply));
    }
    if let Some(response) = example.response {
        text += &format!("\nResponse:\n\n{}", block("json", response));
    }
    text
}

/// Returns the way to the items of all pages, if they come in pages.
fn pages(info: &EndpointInfo) -> String {
    let Some(pages) = info.pages else { return String::new() };
    let items = match pages.items_in_json() {
        "" => "The response is one page of items".to_owned(),
        path => format!("{} is one page of items", code(path)),
    };
    let max = PagesInfo::MAX_ITEMS;
    format!(
        "\n{items}. The command gets the items of all pages with `--all-pages`, and the first items with `--max-items N`; in Rust \
         `client.pages(request).items()` does. Without a limit more than {max} items are an error.\n"
    )
}

/// Returns the statuses of the host with a meaning of their own, and the fields of their bodies.
fn statuses(info: &EndpointInfo) -> String {
    if info.statuses.is_empty() {
        return String::new();
    }
    let rows = info.statuses.iter().map(|info| [info.key(), code(info.meaning.as_str())]);
    let mut text = format!("\n## Statuses of the host\n\n{}", table(["status", "meaning"], rows));
    for info in info.statuses {
        if let Some(schema) = info.schema {
            let name = info.meaning.as_str();
            text += &format!("\n### Body at {}: {name}\n\n{}", info.key(), fields(&schema()));
        }
    }
    text
}

fn errors(about: &About<'_>, info: &EndpointInfo) -> String {
    let rows = ErrorKind::ALL.into_iter().filter_map(|kind| {
        let can_be = |name: &&&str| match **name {
            "Pages" => info.pages.is_some(),
            "NotReady" => info.until.is_some(),
            // No endpoint is a websocket.
            "Socket" => false,
            _ => true,
        };
        let variants = kind.variants().iter().filter(can_be).map(|name| format!("`Error::{name}`"));
        let variants: Vec<_> = variants.collect();
        let status = kind.gateway_status()?.to_string();
        Some([status, kind.exit_code().to_string(), variants.join(", "), kind.description().to_owned()])
    });
    let rows = table(["status over HTTP", "exit code", "in Rust", "when"], rows);
    let promise = if about.is_in_book {
        "[Errors](../errors.md) explains messages and what to do, [the contract](../contract.md#errors) which errors are \
         promised.\n\n"
    } else {
        ""
    };
    format!("\n## Errors\n\n{promise}{rows}")
}
