//! The request classes, and the methods of clients.

use std::collections::BTreeSet;

use super::docstring::{docstring, of_method, of_request};
use super::{literal, signature};
use crate::model::{Endpoint, Enumeration, Model};

/// What the files import beside the types of the table.
const TYPES: &str = "from ._values import DateLike, DateTimeLike\n";

/// Returns the file of the request classes and of the types of parameters.
pub(super) fn classes(model: &Model<'_>) -> String {
    let mut out = docstring("The requests of the table, and the types of their parameters.", 0);
    out += "\nfrom __future__ import annotations\n\n";
    out += "from collections.abc import Mapping, Sequence\n";
    out += "from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias\n\n";
    out += "from ._request import Request\n\n";
    out += "if TYPE_CHECKING:\n    from . import responses\n    ";
    out += TYPES;
    for found in &model.types {
        out += "\n";
        out += &alias(found);
    }
    for endpoint in &model.endpoints {
        out += &class(endpoint);
    }
    let names: Vec<String> =
        model.endpoints.iter().map(|endpoint| format!("    {},\n", endpoint.name)).collect();
    out += "\n\n#: Every request class, by the name of its endpoint.\n";
    out += "ENDPOINTS: Mapping[str, type[Request[Any]]] = {\n";
    out += &names.iter().map(|line| entry(line)).collect::<String>();
    out += "}\n\n__all__ = [\n    \"ENDPOINTS\",\n";
    let types = model.types.iter().map(|found| found.name);
    let all: BTreeSet<&str> = model.endpoints.iter().map(|endpoint| endpoint.name).chain(types).collect();
    out += &all.iter().map(|name| format!("    {},\n", literal::quoted(name))).collect::<String>();
    out + "]\n"
}

/// Returns the entry of a class in the dictionary of all.
fn entry(line: &str) -> String {
    let name = line.trim().trim_end_matches(',');
    format!("    {}: {name},\n", literal::quoted(name))
}

/// Returns the type of an enumeration. One that is open takes other strings, too.
fn alias(found: &Enumeration<'_>) -> String {
    let wires: Vec<String> =
        found.variants.iter().map(|variant| format!("    {},\n", literal::quoted(variant.wire))).collect();
    let open = if found.other.is_some() { " | str" } else { "" };
    let literals =
        if wires.is_empty() { "str".to_owned() } else { format!("Literal[\n{}]{open}", wires.concat()) };
    let mut doc = found.doc.to_owned();
    for variant in &found.variants {
        let said = variant.doc.replace('\n', "\n  ");
        if !said.trim().is_empty() {
            doc += &format!("\n- `{}`: {said}", variant.wire);
        }
    }
    if found.other.is_some() {
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
    out += &format!("\n    def __init__(self{}) -> None:\n", signature::parameters(endpoint));
    let params: Vec<String> = signature::required(endpoint)
        .chain(signature::optional(endpoint))
        .map(|param| format!("{}: {}", literal::quoted(param.name), literal::name(param.name)))
        .collect();
    out += &format!("        super().__init__({{{}}})\n", params.join(", "));
    out
}

/// Returns the file of the methods of clients.
pub(super) fn methods(model: &Model<'_>) -> String {
    let mut out = docstring("The methods of clients: one for each endpoint of the table.", 0);
    out += "\nfrom __future__ import annotations\n\n";
    out += "from abc import ABC, abstractmethod\nfrom typing import TYPE_CHECKING, TypeVar\n\n";
    out += "from . import endpoints\nfrom ._request import Request\n\n";
    out += "if TYPE_CHECKING:\n    from collections.abc import Sequence\n\n    from . import responses\n";
    out += "    from ._reply import Reply\n    ";
    out += TYPES;
    let types: BTreeSet<&str> = model
        .endpoints
        .iter()
        .flat_map(|endpoint| &endpoint.params)
        .filter_map(|param| param.kind.own_type())
        .filter(|name| model.types.iter().any(|found| found.name == *name))
        .collect();
    if !types.is_empty() {
        let names: Vec<&str> = types.into_iter().collect();
        out += &format!("    from .endpoints import {}\n", names.join(", "));
    }
    out += "\nT = TypeVar(\"T\")\n\n\nclass Methods(ABC):\n";
    out += &docstring("The methods of a client that waits.", 4);
    out += "\n    @abstractmethod\n    def request(self, request: Request[T], /) -> Reply[T]:\n";
    out += &docstring("Sends a request and waits for its reply.", 8);
    for endpoint in &model.endpoints {
        out += &method(endpoint, false);
    }
    out += "\n\nclass AsyncMethods(ABC):\n";
    out += &docstring("The methods of an asynchronous client.", 4);
    out += "\n    @abstractmethod\n    async def request(self, request: Request[T], /) -> Reply[T]:\n";
    out += &docstring("Sends a request and returns its reply.", 8);
    for endpoint in &model.endpoints {
        out += &method(endpoint, true);
    }
    out
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
