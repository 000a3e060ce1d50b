//! Warnings: parts of a table that nothing uses, that stand in it twice, or that are most likely not meant.

use crate::codes;
use crate::diagnostic::suggest;
use crate::item::{Item, Member, member, reached, record_path, sent_types};
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Host, ItemType, Table};

use super::Checker;

impl Checker<'_, '_> {
    pub(super) fn warnings(&mut self) {
        self.unused_hosts();
        self.unused_credentials();
        self.unused_types();
        self.unused_converters();
        for (_, endpoint) in self.table.endpoints().entries() {
            self.expected_status(endpoint);
            self.keys_as_params(endpoint);
            self.main_tables(endpoint);
            self.view_members(endpoint);
        }
    }

    fn unused_hosts(&mut self) {
        let table = self.table.value();
        for (name, host) in self.table.hosts().entries() {
            if !host.client && !asks(table, name) {
                let message = format!("no request goes to the host '{name}'");
                let advice = "remove it, or write 'client: true' if a converter or an authenticator asks for its address";
                self.key(host, codes::UNUSED.fault(message, advice));
            }
        }
    }

    /// Reports credentials of a host that no request to it sends.
    fn unused_credentials(&mut self) {
        let table = self.table.value();
        for (name, host) in self.table.hosts().entries().filter(|(name, _)| asks(table, name)) {
            let Some(auth) = host.auth().some() else { continue };
            let is_custom = auth.kind == CUSTOM;
            let sends =
                |session: &Option<String>| session.as_ref().map_or(!is_custom, |session| session != NEVER);
            let is_sent = table.endpoints.values().any(|endpoint| {
                let steps = endpoint.steps().map(|step| (&step.host, &step.session));
                let mut asked = steps.chain([(&endpoint.host, &endpoint.session)]);
                asked.any(|(host, session)| host == name && sends(session))
            });
            if !is_sent && !host.client {
                let message = format!("no request sends the credentials of '{name}'");
                let advice = "write 'session: always' at the endpoints that need them, or remove 'auth'";
                self.key(auth, codes::UNUSED.fault(message, advice));
            }
        }
    }

    fn unused_types(&mut self) {
        let (located, table) = (self.table, self.table.value());
        let has_converter = |module: &str| {
            table.endpoints.values().any(|endpoint| endpoint.converter.as_deref() == Some(module))
        };
        let filled = table.records.keys().filter(|name| record_path(name).0.is_some_and(has_converter));
        let responses = table.endpoints.values().filter_map(|endpoint| endpoint.response.as_ref());
        let read = responses.flat_map(|response| {
            let meanings = response.statuses.values().map(|meaning| meaning.0.as_str());
            meanings.chain([response.kind.innermost()])
        });
        let used = reached(filled.map(String::as_str).chain(read).chain(sent_types(table)), table);
        let fault = |name: &str| {
            let message = format!("neither a parameter nor a response has the type '{name}'");
            codes::UNUSED.fault(message, "remove it, or name it in 'type'")
        };
        for (name, found) in located.types().entries().filter(|(name, _)| !used.contains(name)) {
            self.key(found, fault(name));
        }
        for (name, found) in located.grammars().entries().filter(|(name, _)| !used.contains(name)) {
            self.key(found, fault(name));
        }
        for (name, found) in located.records().entries().filter(|(name, _)| !used.contains(name)) {
            self.key(found, fault(name));
        }
    }

    fn unused_converters(&mut self) {
        let endpoints = self.table.value().endpoints.values();
        let named: Vec<&str> = endpoints
            .flat_map(|endpoint| [endpoint.converter.as_ref(), endpoint.prepare.as_ref()])
            .flatten()
            .map(String::as_str)
            .collect();
        for name in self.around.converters.iter().filter(|name| !named.contains(&name.as_str())) {
            let message = format!("no endpoint names the converter '{name}'");
            let advice = format!(
                "name it in 'converter', or remove {}/{name}.rs or move it elsewhere",
                self.around.folder
            );
            self.key(self.table.endpoints(), codes::UNUSED.fault(message, advice));
        }
    }

    fn expected_status(&mut self, endpoint: Located<'_, Endpoint>) {
        if !(200..=299).contains(&endpoint.status) {
            let message = format!("{} is not the status of a good reply", endpoint.status);
            self.value(endpoint.status(), codes::BAD_STATUS.fault(message, "write 200"));
        }
    }

    /// Reports main tables that the declared response does not have, or no record of the converter.
    fn main_tables(&mut self, endpoint: Located<'_, Endpoint>) {
        let Some(view) = endpoint.view().some() else { return };
        for main in view.main().some().into_iter().chain(view.otherwise().items()) {
            self.main_table(endpoint, main);
        }
    }

    /// Reports names of members that no record of the declared response has, where the records say all names.
    fn view_members(&mut self, endpoint: Located<'_, Endpoint>) {
        let Some((view, response)) = endpoint.view().some().zip(endpoint.value().response.as_ref()) else {
            return;
        };
        let table = self.table.value();
        let used = reached(std::iter::once(response.kind.innermost()), table);
        let records: Vec<_> = used.into_iter().filter_map(|name| table.records.get(name)).collect();
        let fields = || records.iter().flat_map(|record| &record.fields);
        let is_open = records.iter().any(|record| record.open || record.is_one_of())
            || fields().any(|(_, field)| has_names(&field.kind));
        if is_open || records.is_empty() || has_names(&response.kind) {
            return;
        }
        let wires = records.iter().flat_map(|record| record.wires()).chain(response.into.as_deref());
        let wires: Vec<&str> = wires.collect();
        let times = view.times().items().chain(view.instants().items()).chain(view.days().items());
        let numbers = view.percents().items().chain(view.fractions().items()).chain(view.prices().items());
        let columns = view.columns().items().chain(view.head().some()).chain(view.chart().items());
        let others = view.whole().items().chain(view.unfold().items()).chain(view.labels().items());
        let single =
            [view.zone(), view.decimals(), view.currency(), view.interval(), view.beside(), view.unknown()];
        let paths = single.into_iter().filter_map(Located::some);
        let paths = paths.chain(view.names().items()).chain(view.facts().items());
        for name in times.chain(numbers).chain(columns).chain(others).chain(paths) {
            let member = name.split('=').next().and_then(|path| path.rsplit('.').next()).unwrap_or_default();
            if !wires.contains(&member) {
                let message = format!("the response has no '{member}'");
                self.value(name, codes::NO_MAIN.fault(message, suggest(member, wires.iter().copied())));
            }
        }
    }

    fn main_table(&mut self, endpoint: Located<'_, Endpoint>, main: Located<'_, String>) {
        if main.as_str() == "." {
            return;
        }
        // The response of a converter is the record of its module.
        let of_module = |module: &String| ItemType::One(format!("{module}.Response"));
        let (response, module) = (endpoint.value().response.as_ref(), endpoint.value().converter.as_ref());
        let kind = response.map(|response| response.kind.clone()).or_else(|| module.map(of_module));
        let kind = kind.filter(|kind| Item::resolve(kind, self.table.value()).is_some());
        if let Some((name, advice)) = kind.and_then(|kind| undeclared(&kind, &main, self.table.value())) {
            self.value(main, codes::NO_MAIN.fault(format!("the response has no '{name}'"), advice));
        }
    }
}

/// The form of credentials that are sent only where a request says so.
const CUSTOM: &str = "custom";

/// The word of a request that is sent without credentials.
const NEVER: &str = "never";

/// Returns true for a type whose values have members that no record names.
fn has_names(kind: &ItemType) -> bool {
    match kind {
        ItemType::One(name) => name == "any",
        ItemType::List(item) => has_names(item),
        ItemType::Map(_) => true,
    }
}

/// Returns true if a request of the table goes to a host.
fn asks(table: &Table, host: &str) -> bool {
    let asks = |endpoint: &Endpoint| {
        endpoint.steps().map(|step| &step.host).chain([&endpoint.host]).any(|asked| asked == host)
    };
    let gives_tokens =
        |other: &Host| other.credentials().any(|auth| auth.token_host.as_deref() == Some(host));
    table.hosts.values().any(gives_tokens) || table.endpoints.values().any(asks)
}

/// Returns the first name of a path that a declared response does not have, with the advice for it.
fn undeclared(kind: &ItemType, path: &str, table: &Table) -> Option<(String, String)> {
    let mut kind = kind;
    for name in path.split('.') {
        // A list on the path has one item.
        while let ItemType::List(item) = kind {
            kind = item;
        }
        let advice = match member(kind, name, table) {
            Member::Of(inner) => {
                kind = inner;
                continue;
            }
            Member::Any | Member::List => return None,
            Member::None => "write '.' for the whole response".to_owned(),
            Member::Unknown(_, record) => suggest(name, record.wires()),
        };
        return Some((name.to_owned(), advice));
    }
    None
}
