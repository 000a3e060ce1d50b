//! The request classes, and the methods of clients.

use std::collections::BTreeSet;

use super::docstring::{docstring, in_python, of_method, of_request};
use super::{literal, signature};
use crate::model::{Endpoint, Enumeration, Model};

/// The types of dates, which are written by hand.
const DATES: [&str; 2] = ["DateLike", "DateTimeLike"];

/// Returns the file of the request classes and of the types of parameters.
pub fn classes(model: &Model<'_>) -> String {
    let types: String = model.types.iter().map(|found| format!("\n{}", alias(found))).collect();
    let classes: String = model.endpoints.iter().map(class).collect();
    let sequence = if classes.contains("Sequence[") { ", Sequence" } else { "" };
    let literal = if types.contains("Literal[") { ", Literal" } else { "" };
    let alias = if types.is_empty() { "" } else { ", TypeAlias" };
    let names = model.endpoints.iter().map(|endpoint| endpoint.name);
    let entries: String =
        names.clone().map(|name| format!("    {}: {name},\n", literal::quoted(name))).collect();
    let all: BTreeSet<&str> = names.chain(model.types.iter().map(|found| found.name)).collect();
    let all: String = all.iter().map(|name| format!("    {},\n", literal::quoted(name))).collect();
    format!(
        "{doc}\n\
         from __future__ import annotations\n\n\
         from collections.abc import Mapping{sequence}\n\
         from typing import TYPE_CHECKING, Any, ClassVar{literal}{alias}\n\n\
         from ._request import Request\n\n\
         if TYPE_CHECKING:\n    from . import responses\n{dates}{types}{classes}\n\n\
         #: Every request class, by the name of its endpoint.\n\
         ENDPOINTS: Mapping[str, type[Request[Any]]] = {{\n{entries}}}\n\n\
         __all__ = [\n    \"ENDPOINTS\",\n{all}]\n",
        doc = docstring("The requests of the table, and the types of their parameters.", 0),
        dates = dates(&classes),
    )
}

/// Returns the import of the types of dates that a text names.
fn dates(text: &str) -> String {
    let named: Vec<&str> = DATES.into_iter().filter(|name| text.contains(name)).collect();
    if named.is_empty() { String::new() } else { format!("    from ._values import {}\n", named.join(", ")) }
}

/// Returns the type of an enumeration. One that is open takes other strings, too.
fn alias(found: &Enumeration<'_>) -> String {
    let wires: Vec<String> =
        found.variants.iter().map(|variant| format!("    {},\n", literal::quoted(variant.wire))).collect();
    let open = if found.other.is_some() { " | str" } else { "" };
    let literals =
        if wires.is_empty() { "str".to_owned() } else { format!("Literal[\n{}]{open}", wires.concat()) };
    let of_type = in_python(found.doc, &found.variants);
    let mut doc = of_type.clone();
    for variant in &found.variants {
        let said = in_python(&variant.doc, &found.variants).replace('\n', "\n  ");
        if !said.trim().is_empty() {
            doc += &format!("\n- `{}`: {said}", variant.wire);
        }
    }
    if found.other.is_some() && !of_type.contains("`other:") {
        doc += "\n\nA value that is not listed is written with `other:` before it.";
    }
    let doc = doc.replacen("\n- ", "\n\n- ", 1);
    format!("{}: TypeAlias = {literals}\n{}", found.name, docstring(&doc, 0))
}

fn class(endpoint: &Endpoint<'_>) -> String {
    let name = endpoint.name;
    let mut out = format!("\n\nclass {name}(Request[\"responses.{name}Response\"]):\n");
    out += &docstring(&of_request(endpoint), 4);
    out += &format!("\n    endpoint: ClassVar[str] = {}\n", literal::quoted(name));
    let defaults: Vec<String> = signature::optional(endpoint)
        .filter_map(|param| {
            Some(format!("{}: {}", literal::quoted(param.name), literal::default(endpoint, param)?))
        })
        .collect();
    if !defaults.is_empty() {
        out += &format!("    defaults: ClassVar[Mapping[str, object]] = {{{}}}\n", defaults.join(", "));
    }
    let aliases: Vec<String> = signature::aliases(endpoint)
        .map(|(alias, param)| format!("{}: {}", literal::quoted(alias), literal::quoted(param.name)))
        .collect();
    if !aliases.is_empty() {
        out += &format!("    aliases: ClassVar[Mapping[str, str]] = {{{}}}\n", aliases.join(", "));
    }
    out += &format!("\n    def __init__(self{}) -> None:\n", signature::parameters(endpoint));
    let names = signature::required(endpoint).chain(signature::optional(endpoint)).map(|param| param.name);
    let params: Vec<String> = names
        .chain(signature::aliases(endpoint).map(|(alias, _)| alias))
        .map(|name| format!("{}: {}", literal::quoted(name), literal::name(name)))
        .collect();
    out += &format!("        super().__init__({{{}}})\n", params.join(", "));
    out
}

/// Returns the file of the methods of clients.
pub fn methods(model: &Model<'_>) -> String {
    let of_client = |is_async| model.endpoints.iter().map(move |endpoint| method(endpoint, is_async));
    let (sync, asynchronous): (String, String) = (of_client(false).collect(), of_client(true).collect());
    let sequence =
        if sync.contains("Sequence[") { "    from collections.abc import Sequence\n\n" } else { "" };
    let any = if sync.contains(": Any") { ", Any" } else { "" };
    let types: BTreeSet<&str> = model
        .endpoints
        .iter()
        .flat_map(|endpoint| &endpoint.params)
        .filter_map(|param| param.kind.own_type())
        .filter(|name| model.types.iter().any(|found| found.name == *name))
        .collect();
    let types: String = types.iter().map(|name| format!("        {name},\n")).collect();
    let types =
        if types.is_empty() { types } else { format!("    from .endpoints import (\n{types}    )\n") };
    format!(
        "{doc}\n\
         from __future__ import annotations\n\n\
         from abc import ABC, abstractmethod\n\
         from typing import TYPE_CHECKING{any}, TypeVar\n\n\
         from . import endpoints\n\
         from ._request import Request\n\n\
         if TYPE_CHECKING:\n{sequence}    from . import responses\n    from ._reply import Reply\n{dates}{types}\n\
         T = TypeVar(\"T\")\n\n\n\
         class Methods(ABC):\n{of_sync}\n    \
             @abstractmethod\n    \
             def request(self, request: Request[T], /) -> Reply[T]:\n{request}{sync}\n\n\
         class AsyncMethods(ABC):\n{of_async}\n    \
             @abstractmethod\n    \
             async def request(self, request: Request[T], /) -> Reply[T]:\n{request}{asynchronous}",
        doc = docstring("The methods of clients: one for each endpoint of the table.", 0),
        dates = dates(&sync),
        of_sync = docstring("The methods of a client that waits.", 4),
        of_async = docstring("The methods of an asynchronous client.", 4),
        request = docstring("Sends a request and returns its reply.", 8),
    )
}

fn method(endpoint: &Endpoint<'_>, is_async: bool) -> String {
    let (name, method) = (endpoint.name, literal::method(endpoint));
    let (word, wait) = if is_async { ("async def", "await ") } else { ("def", "") };
    let parameters = signature::parameters(endpoint);
    let mut out = format!("\n    {word} {method}(self{parameters}) -> Reply[responses.{name}Response]:\n");
    out += &docstring(&of_method(endpoint), 8);
    let arguments = signature::arguments(endpoint);
    out += &format!("        return {wait}self.request(endpoints.{name}({arguments}))\n");
    out
}
