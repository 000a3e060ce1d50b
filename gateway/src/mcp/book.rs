//! The pages of the book and the examples of the table, as models read them.

use rmcp::model::{Prompt, PromptMessage, Resource, ResourceTemplate, Role};
use virtual_finance_command::Program;
use virtual_finance_core::catalogue::ExampleInfo;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_reference::pages;

use super::offered::CALL;
use super::texts::{params, summary};
use crate::tools::Tools;

/// A page of the book as a resource, with its text.
pub(super) struct Chapter {
    pub(super) resource: Resource,
    pub(super) text: String,
}

/// Returns the pages of a program's book.
pub(super) fn chapters(program: &Program) -> Vec<Chapter> {
    let chapter = |page: virtual_finance_reference::Page| {
        let title = page.text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(&page.path);
        let uri = format!("{}://docs/{}", program.id(), page.path);
        let resource =
            Resource::new(uri, page.path.clone()).with_title(title).with_mime_type("text/markdown");
        Chapter { resource, text: page.text }
    };
    pages(&program.document(), program.endpoints).into_iter().map(chapter).collect()
}

/// The variable of templates that names an endpoint.
pub(super) const ENDPOINT: &str = "endpoint";

/// Returns the beginning of the addresses of data.
pub(super) fn data(program: &Program) -> String {
    format!("{}://data/", program.id())
}

/// Returns the templates of addresses: the page of an endpoint, and what it says about a subject.
pub(super) fn templates(program: &Program) -> Vec<ResourceTemplate> {
    let page = format!("{}://docs/endpoints/{{{ENDPOINT}}}.md", program.id());
    let data = format!("{}{{{ENDPOINT}}}/{{subject}}", data(program));
    vec![
        ResourceTemplate::new(page, "page")
            .with_title("The page of an endpoint")
            .with_mime_type("text/markdown"),
        ResourceTemplate::new(data, "data")
            .with_title("The main table of an endpoint about a subject")
            .with_mime_type("text/csv"),
    ]
}

/// Returns the examples of all endpoints as prompts.
pub(super) fn prompts(program: &Program) -> Vec<Prompt> {
    let prompts = program.endpoints.iter().flat_map(|info| {
        info.examples.iter().map(|example| {
            let prompt = Prompt::new(name(info, example), Some(summary(example.doc)), None);
            prompt.with_title(format!("{}: {}", info.name, example.name.replace('_', " ")))
        })
    });
    prompts.collect()
}

/// Returns the message of a prompt; `None` if no example has the name.
pub(super) fn message(program: &Program, tools: &Tools, wanted: &str) -> Option<PromptMessage> {
    program.endpoints.iter().find_map(|info| {
        let example = info.examples.iter().find(|example| name(info, example) == wanted)?;
        let params = params(info, example);
        let doc = summary(example.doc);
        let text = match tools {
            Tools::General => {
                format!("{doc}\n\nCall the tool {CALL} with endpoint {:?} and params {params}.", info.command)
            }
            Tools::Of(_) => format!("{doc}\n\nCall {} with {params}.", info.command),
        };
        Some(PromptMessage::new_text(
            Role::User,
            format!("{text} Then say in a few sentences what it shows."),
        ))
    })
}

fn name(info: &EndpointInfo, example: &ExampleInfo) -> String {
    format!("{}-{}", info.command, example.name)
}
