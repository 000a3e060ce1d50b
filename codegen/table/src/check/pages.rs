//! Checks of the pages that the items of an endpoint come in.

use crate::codes;
use crate::diagnostic::suggest;
use crate::kind::Kind;
use crate::names;
use crate::parse::located::Located;
use crate::parse::pages::Pages;
use crate::parse::table::{Endpoint, ItemType};

use super::Checker;
use super::page_paths::paths;

impl Checker<'_, '_> {
    pub(super) fn pages(&mut self, name: &str, endpoint: Located<'_, Endpoint>) {
        let Some(pages) = endpoint.pages().some() else { return };
        self.way(pages);
        if let Some(cursor) = pages.cursor().some() {
            self.chooses(name, endpoint, cursor.parameter(), true);
        }
        if let Some(offset) = pages.offset().some() {
            self.chooses(name, endpoint, offset.parameter(), false);
        }
        if let Some(page) = pages.page().some() {
            self.chooses(name, endpoint, page.parameter(), false);
        }
        for path in paths(pages) {
            self.page_path(endpoint, path);
        }
        self.read_again(endpoint, pages);
        self.list(endpoint, pages);
        self.ends(endpoint, pages);
    }

    /// Checks the value for which a response is waited.
    pub(super) fn until(&mut self, endpoint: Located<'_, Endpoint>) {
        let Some(until) = endpoint.until().some() else { return };
        self.page_path(endpoint, until.field());
        for time in [until.every().some(), until.at_most().some()].into_iter().flatten() {
            self.span(time);
        }
        let is_read = endpoint.method().position().is_broken || endpoint.reads_only();
        if !is_read || endpoint.raw != "json" || endpoint.pages.is_some() || !endpoint.fallbacks.is_empty() {
            let message = "only a request that reads one reply in JSON is sent until the reply has a value";
            let advice = "remove 'until', or write 'raw: json' without 'pages' and 'fallbacks', and 'safe: true' if it only reads";
            self.key(until, codes::PAGES_REQUEST.fault(message, advice));
        }
    }

    /// Reports pages without one way to the next.
    fn way(&mut self, pages: Located<'_, Pages>) {
        let ways = [
            ("cursor", pages.cursor.is_some()),
            ("offset", pages.offset.is_some()),
            ("page", pages.page.is_some()),
            ("link", pages.link.is_some()),
        ];
        let given: Vec<&str> = ways.iter().filter(|(_, is_given)| *is_given).map(|(way, _)| *way).collect();
        let (message, advice) = match given.as_slice() {
            [_] => return,
            // A misspelt key is reported already.
            [] if !pages.is_whole() => return,
            [] => (
                "nothing leads from one page to the next".to_owned(),
                "add 'cursor', 'offset', 'page' or 'link'".to_owned(),
            ),
            [first, others @ ..] => (
                format!("'{first}' and '{}' both lead to the next page", others.join("' and '")),
                format!("keep '{first}', or another one alone"),
            ),
        };
        self.key(pages, codes::PAGES_WAY.fault(message, advice));
    }

    /// Checks the parameter that chooses a page.
    fn chooses(
        &mut self,
        name: &str,
        endpoint: Located<'_, Endpoint>,
        parameter: Located<'_, String>,
        is_cursor: bool,
    ) {
        let Some(found) = endpoint.params().named(&parameter) else {
            return self.unknown_param(parameter, name, endpoint, &parameter);
        };
        if let Some(max) = found.max().some() {
            let message = format!("'{}' ends at {}, and with it the pages", *parameter, *max);
            self.key(max, codes::PAGES_PARAMETER.fault(message, "remove 'max'"));
        }
        let found = found.value();
        let kind = Kind::of(found, self.table.value());
        let fits = |kind: Kind<'_>| kind == Kind::Integer || is_cursor && kind == Kind::String;
        let (what, advice) = if endpoint.choice_of(&parameter).is_some() {
            ("belongs to a choice", "take it out of the choice")
        } else if found.place == "client" {
            ("is not sent", "name one that is sent")
        } else if found.place == "path" {
            ("is in the path", "name one in the query, in a header or in the body")
        } else if kind.is_some_and(|kind| !fits(kind)) {
            match is_cursor {
                true => ("is neither a string nor an integer", "write 'type: string' at the parameter"),
                false => ("is no integer", "write 'type: integer' at the parameter"),
            }
        } else {
            return;
        };
        let message = format!("'{}' {what}, and a client sets it for each page", *parameter);
        self.value(parameter, codes::PAGES_PARAMETER.fault(message, advice));
    }

    /// Reports a request that cannot be sent for one page after the other.
    fn read_again(&mut self, endpoint: Located<'_, Endpoint>, pages: Located<'_, Pages>) {
        let fault = |message: String, advice: &str| codes::PAGES_REQUEST.fault(message, advice);
        let method = endpoint.method.as_str();
        let is_known = !endpoint.method().position().is_broken;
        if is_known && pages.link.is_some() && method != "GET" {
            let message = format!("the address of a next page is asked with GET, and this is a {method}");
            self.key(pages.link(), fault(message, "write 'method: GET', or another way to the next page"));
        } else if is_known && !endpoint.reads_only() {
            let message = format!("a {method} that may change something is not sent for each page");
            let advice = match endpoint.graphql {
                Some(_) => "remove 'pages', or write a query in 'graphql'",
                None => "write 'safe: true' if it only reads, or remove 'pages'",
            };
            self.key(pages, fault(message, advice));
        }
        if !endpoint.fallbacks.is_empty() {
            let message = "another source has other replies, and pages of its own".to_owned();
            self.key(pages, fault(message, "remove 'fallbacks' or 'pages'"));
        }
        if endpoint.raw == "bytes" {
            let message = "bytes are no items".to_owned();
            return self.key(pages, fault(message, "write 'raw: json', or remove 'pages'"));
        }
        for path in paths(pages).filter(|_| endpoint.raw != "json") {
            let message = "a path leads into JSON, and the reply is none".to_owned();
            self.value(path, fault(message, "remove it, or write 'raw: json'"));
        }
    }

    /// Reports the rules of a declared response under which pages leave items out.
    fn ends(&mut self, endpoint: Located<'_, Endpoint>, pages: Located<'_, Pages>) {
        let Some(response) = endpoint.response().some() else { return };
        let fault = |message: &str, advice: &str| codes::PAGES_RULES.fault(message, advice);
        if response.unknown.is_some() {
            let message = "a page does not know what the others have, and so not what is unknown";
            self.key(response.unknown(), fault(message, "remove 'unknown', or 'pages'"));
        }
        let leaves_out = response.skip_unreadable || !response.gone.is_empty();
        if let Some(offset) = pages.offset().some().filter(|offset| leaves_out && offset.rows.is_none()) {
            let message = "the offset moves by the items of the response, which leaves some out";
            self.key(offset, fault(message, "write the path of the list in the reply in 'rows'"));
        }
    }

    /// Checks that the items of a declared response are a list. The compiler checks a converter's.
    fn list(&mut self, endpoint: Located<'_, Endpoint>, pages: Located<'_, Pages>) {
        let path = pages.items().some();
        let words = path.into_iter().flat_map(|path| path.value().split('.'));
        for word in words.clone() {
            if let (Some(path), Some(_)) = (path, names::word_fault(word)) {
                let message = format!("'{}' is not a path to a field", *path);
                let advice = "write the names of fields in Rust with '.' between them, like 'meta.rows'";
                return self.value(path, codes::PAGES_ITEMS.fault(message, advice));
            }
        }
        let Some(response) = endpoint.response().some() else { return };
        if let Err((message, advice)) = self.leads_to_list(&response.value().kind, words) {
            let fault = codes::PAGES_ITEMS.fault(message, advice);
            match path {
                Some(path) => self.value(path, fault),
                None => self.key(pages, fault),
            }
        }
    }

    /// Returns why a path through a declared response does not lead to a list, and what to write.
    fn leads_to_list<'p>(
        &self,
        from: &ItemType,
        path: impl Iterator<Item = &'p str>,
    ) -> Result<(), (String, String)> {
        let records = &self.table.value().records;
        let (mut at, mut last): (&ItemType, Option<(&str, bool)>) = (from, None);
        for word in path {
            if let Some((before, true)) = last {
                let advice = format!("remove 'optional' and 'nullable' of '{before}'");
                return Err((format!("'{before}' may be missing, and the items with it"), advice));
            }
            let ItemType::One(name) = at else {
                return Err((
                    format!("a list or a map has no field '{word}'"),
                    "shorten the path".to_owned(),
                ));
            };
            // A type that is missing is reported at its place.
            let Some(record) = records.get(name).filter(|record| !record.is_one_of()) else { return Ok(()) };
            let Some(field) = record.fields.get(word) else {
                let of_wire = record.fields.iter().find(|(_, field)| field.wire.as_deref() == Some(word));
                let advice = match of_wire {
                    Some((own, _)) => format!("write '{own}', its name in Rust"),
                    None => suggest(word, record.fields.keys().map(String::as_str)),
                };
                return Err((format!("'{name}' has no field '{word}'"), advice));
            };
            (at, last) = (&field.kind, Some((word, field.optional || field.nullable)));
        }
        match (at, last) {
            (ItemType::List(_), _) => Ok(()),
            (_, Some((word, _))) => {
                Err((format!("'{word}' is no list"), "name a field of the type '{ list: … }'".to_owned()))
            }
            (_, None) => Err((
                "the response is no list".to_owned(),
                "write the path of its list in 'items'".to_owned(),
            )),
        }
    }

    /// Reports what an endpoint has beside a reply of bytes.
    pub(super) fn bytes(&mut self, endpoint: Located<'_, Endpoint>) {
        let fault = |message: &str| {
            let advice = "remove it, or write 'raw: json' or 'raw: txt' if something reads the reply";
            codes::BYTES.fault(format!("{message}, and bytes are the response themselves"), advice)
        };
        if let Some(converter) = endpoint.converter().some() {
            self.key(converter, fault("a converter reads a reply"));
        }
        if let Some(response) = endpoint.response().some() {
            self.key(response, fault("a declared response is read from JSON"));
        }
        if let Some(prepare) = endpoint.prepare().some() {
            self.key(prepare, fault("a converter's module makes the query"));
        }
        if !endpoint.fallbacks.is_empty() {
            self.key(endpoint.fallbacks(), fault("the replies of other sources are converted"));
        }
        if let Some(view) = endpoint.view().some() {
            self.key(view, fault("a view shows tables"));
        }
    }
}
