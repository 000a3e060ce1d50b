//! The reference pages, as Markdown for an mdBook that is also readable on a code host: a chapter for each
//! endpoint, the list of endpoints, and the types of parameters.

mod chapter;
mod fields;
mod markdown;
mod shell;
mod types;

use std::collections::BTreeMap;

use virtual_finance_core::catalogue::{EnumInfo, ParamKind};
use virtual_finance_core::request::EndpointInfo;

pub use shell::{argument_name, command_line, quoted};

use crate::about::About;
use crate::catalogue::grammars;
use crate::openapi::split;

/// A page of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The path from the `src` folder of the book, with `/` as separator.
    pub path: String,
    /// The complete text.
    pub text: String,
}

/// Returns the generated pages: the list of endpoints, a chapter for each, and the types of parameters.
///
/// ```
/// use virtual_finance::ENDPOINTS;
///
/// use virtual_finance_reference::{About, pages};
///
/// let pages = pages(&About::new("vfapi"), ENDPOINTS);
/// assert_eq!(pages.len(), ENDPOINTS.len() + 2);
/// ```
pub fn pages(about: &About<'_>, endpoints: &[&EndpointInfo]) -> Vec<Page> {
    let mark = about.mark();
    let page = |path: String, text: &str| Page { path, text: format!("{mark}\n\n{}\n", text.trim()) };
    let mut pages = vec![page("endpoints.md".to_owned(), &list(about, endpoints))];
    pages.extend(endpoints.iter().map(|info| page(chapter_path(info), &chapter::chapter(about, info))));
    pages.push(page(
        "types.md".to_owned(),
        &types::types(about, &enumerations(endpoints), &grammars(endpoints)),
    ));
    pages
}

/// Returns the SUMMARY.md of the book with a new list of generated chapters, or `None` if it lacks the two
/// comments around the list.
///
/// ```
/// use virtual_finance_reference::{About, summary};
///
/// let about = About::new("vfapi");
/// let summary_of = |text: &str| summary(&about, text, virtual_finance::ENDPOINTS);
/// assert!(summary_of(&about.empty_summary()).unwrap().contains("\n  - [Isin](endpoints/isin.md)\n"));
/// assert_eq!(summary_of(""), None);
/// ```
pub fn summary(about: &About<'_>, text: &str, endpoints: &[&EndpointInfo]) -> Option<String> {
    let [begin, end] = about.around();
    let (before, rest) = text.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    let chapters: String =
        endpoints.iter().map(|info| format!("  - [{}]({})\n", info.name, chapter_path(info))).collect();
    let list = format!("- [Endpoints](endpoints.md)\n{chapters}- [Types of parameters](types.md)\n");
    Some(format!("{before}{begin}\n\n{list}\n{end}{after}"))
}

fn chapter_path(info: &EndpointInfo) -> String {
    format!("endpoints/{}.md", info.command)
}

fn list(about: &About<'_>, endpoints: &[&EndpointInfo]) -> String {
    let rows: String = endpoints
        .iter()
        .map(|info| {
            let (summary, _) = split(info.doc);
            format!("| [{}]({}) | {} |\n", info.name, chapter_path(info), markdown::cell(summary))
        })
        .collect();
    format!(
        "# Endpoints\n\nEvery request of the table, in its order. Each is a subcommand of `{0}` and a type in \
         Rust.\n`{0} endpoints --json` is this list for tools, `{0} endpoints --openapi` an OpenAPI \
         document{1}.\n\n| request | response |\n|-|-|\n{rows}",
        about.command,
        if about.is_in_book {
            ", and [the contract](contract.md) has the rules behind the responses"
        } else {
            ""
        }
    )
}

/// Returns the enumerations of parameters, sorted by name.
fn enumerations(endpoints: &[&EndpointInfo]) -> Vec<&'static EnumInfo> {
    fn of(kind: &ParamKind) -> Option<&'static EnumInfo> {
        match kind {
            ParamKind::Enum(info) => Some(info),
            ParamKind::List { item, .. } => of(item),
            _ => None,
        }
    }
    let params = endpoints.iter().flat_map(|info| info.params);
    let by_name: BTreeMap<&str, &'static EnumInfo> =
        params.filter_map(|param| of(&param.kind)).map(|info| (info.name, info)).collect();
    by_name.into_values().collect()
}
