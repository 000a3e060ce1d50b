//! The servers of a document as hosts, and its security schemes as their credentials.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::at::At;
use super::context::{Context, doc};
use super::node::Node;
use virtual_finance_core::catalogue::TABLE_KEYS;
use virtual_finance_table::identifiers::{Taken, host_name};
use virtual_finance_table::names;

/// The address of a host whose server has none.
pub(super) const NO_ADDRESS: &str = "https://api.example.invalid";

/// The hosts of the table.
pub(super) struct Hosts {
    pub(super) entries: Node,
    pub(super) names: Taken,
    /// The names of hosts, by their addresses and schemes.
    known: HashMap<(String, Option<String>), String>,
    /// The credentials of schemes; `None` for schemes that a table does not have.
    schemes: HashMap<String, Option<Node>>,
    /// The address of the document, once a request needs it.
    address: Option<String>,
    /// The credentials that requests have by default.
    default: Requirement,
}

/// The credentials that a request needs.
#[derive(Clone, Default)]
struct Requirement {
    scheme: Option<String>,
    is_optional: bool,
}

impl Hosts {
    pub(super) fn read(cx: &mut Context<'_>) -> Self {
        let root = At::root(cx.document);
        let mut hosts = Self {
            entries: Node::map(),
            names: Taken::default(),
            known: HashMap::new(),
            schemes: HashMap::new(),
            address: None,
            default: Requirement::default(),
        };
        let own = root.get(TABLE_KEYS).map(|own| own.members_of("hosts")).unwrap_or_default();
        for (name, host) in own {
            cx.origin(&["hosts", name], &host.pointer);
            hosts.names.take(name);
            hosts.entries.set_some(name, Node::of(host.value));
        }
        hosts.address = (!hosts.entries.is_empty()).then(|| NO_ADDRESS.to_owned());
        hosts.default = hosts.required(cx, &root).unwrap_or_default();
        hosts
    }

    /// Returns the host of an operation, and when credentials are sent.
    pub(super) fn of_operation(
        &mut self,
        cx: &mut Context<'_>,
        item: &At<'_>,
        operation: &At<'_>,
    ) -> (String, Option<&'static str>) {
        let root = At::root(cx.document);
        let own = address(cx, operation, &root).or_else(|| address(cx, item, &root));
        let address = own.unwrap_or_else(|| self.address.get_or_insert_with(|| shared(cx, &root)).clone());
        let wanted = self.required(cx, operation).unwrap_or_else(|| self.default.clone());
        let (scheme, session) = match (wanted.scheme, &self.default.scheme) {
            (Some(scheme), _) => (Some(scheme), wanted.is_optional.then_some("on_refusal")),
            (None, Some(scheme)) => (Some(scheme.clone()), Some("never")),
            (None, None) => (None, None),
        };
        (self.host(cx, &address, scheme), session)
    }

    /// Returns the host of an address and a scheme.
    fn host(&mut self, cx: &mut Context<'_>, address: &str, scheme: Option<String>) -> String {
        let key = (address.to_owned(), scheme);
        if let Some(name) = self.known.get(&key) {
            return name.clone();
        }
        let auth = key.1.as_ref().and_then(|scheme| {
            let mut auth = self.schemes.get(scheme).cloned().flatten()?;
            let name = names::better_word(scheme).unwrap_or_else(|| "key".to_owned());
            auth.set_some(
                "env",
                cx.options.variables.map(|start| Node::text(format!("{start}{}", names::screaming(&name)))),
            );
            Some(auth)
        });
        let authority =
            address.split("://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
        let name = self.names.word(&format!("{} {}", cx.options.prefix, host_name(authority)));
        let mut host = Node::map();
        host.set("doc", doc(None, None, &format!("The host {authority}.")));
        host.set("default", Node::text(address));
        host.set_some("auth", auth);
        self.entries.set(&name, host);
        self.known.insert(key, name.clone());
        name
    }

    /// Returns the requirement that an operation or the document states; `None` if it states none.
    fn required(&mut self, cx: &mut Context<'_>, at: &At<'_>) -> Option<Requirement> {
        let list = at.get("security").filter(|list| list.value.is_array())?;
        let all = at.items("security");
        let is_optional = all.iter().any(|one| one.members().is_empty());
        let mut scheme = None;
        for one in all.iter().filter(|one| !one.members().is_empty()) {
            let members = one.members();
            if members.len() > 1 {
                let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
                cx.tell(
                    &one.pointer,
                    format!("{} together: a host has one kind of credentials", names.join(" and ")),
                );
            }
            let found = members.iter().find(|(name, _)| self.credentials(cx, name).is_some());
            if let Some((name, _)) = found {
                scheme = Some((*name).to_owned());
                break;
            }
        }
        let others: Vec<&str> = all
            .iter()
            .flat_map(At::members)
            .map(|(name, _)| name)
            .filter(|name| all.len() > 1 && scheme.as_deref().is_some_and(|scheme| scheme != *name))
            .collect();
        if !others.is_empty() {
            let message =
                format!("a host has one kind of credentials, the first; others are {}", others.join(", "));
            cx.tell(&list.pointer, message);
        }
        let is_open = all.is_empty() || is_optional;
        if scheme.is_none() && !is_open {
            cx.tell(&list.pointer, "no credentials of the table are these; give the host 'auth: { type: custom }' and the client an authenticator");
        }
        Some(Requirement { scheme, is_optional })
    }

    /// Returns the credentials of a scheme, if a table has them.
    fn credentials(&mut self, cx: &mut Context<'_>, name: &str) -> Option<Node> {
        if let Some(known) = self.schemes.get(name) {
            return known.clone();
        }
        let schemes = At::root(cx.document).get("components").and_then(|found| found.get("securitySchemes"));
        let scheme = schemes.and_then(|schemes| schemes.get(name)).map(|at| at.followed(cx.document));
        let found = match scheme {
            Some(Ok(scheme)) => self.form(cx, name, &scheme),
            Some(Err(message)) => {
                cx.tell(format!("/components/securitySchemes/{name}"), message);
                None
            }
            None => None,
        };
        self.schemes.insert(name.to_owned(), found.clone());
        found
    }

    fn form(&mut self, cx: &mut Context<'_>, name: &str, scheme: &At<'_>) -> Option<Node> {
        let of_type = |kind: &str| Node::Map(vec![("type".to_owned(), Node::text(kind))]);
        let http = scheme.text("scheme").unwrap_or_default().to_ascii_lowercase();
        let (message, auth) =
            match (scheme.text("type").unwrap_or_default(), scheme.text("in"), http.as_str()) {
                ("apiKey", Some(place @ ("header" | "query")), _) => {
                    let mut auth = of_type(place);
                    auth.set("name", Node::text(scheme.text("name").unwrap_or_default()));
                    return Some(auth);
                }
                ("http", _, kind @ ("bearer" | "basic")) => return Some(of_type(kind)),
                ("oauth2", ..) => {
                    return Some(
                        self.client_credentials(cx, name, scheme).unwrap_or_else(|| of_type("bearer")),
                    );
                }
                ("openIdConnect", ..) => (
                    "the table does not know OpenID Connect; a client is given a token instead".to_owned(),
                    Some(of_type("bearer")),
                ),
                (kind, ..) => (format!("no credentials of the table are of this kind: {kind} {http}"), None),
            };
        cx.tell(&scheme.pointer, message);
        auth
    }

    /// Returns the client credentials of OAuth 2, and tells why there are none.
    fn client_credentials(&mut self, cx: &mut Context<'_>, name: &str, scheme: &At<'_>) -> Option<Node> {
        let flow = scheme.get("flows").and_then(|flows| flows.get("clientCredentials"));
        let Some(flow) = flow else {
            cx.tell(
                &scheme.pointer,
                "the table knows the client credentials of OAuth 2 alone; a client is given a token instead",
            );
            return None;
        };
        let url = flow.text("tokenUrl").unwrap_or_default();
        let parts = url.split_once("://").and_then(|(kind, rest)| Some((kind, rest.split_once('/')?)));
        let Some((kind, (authority, path))) = parts else {
            cx.tell(&flow.pointer, "'tokenUrl' is no complete address; a client is given a token instead");
            return None;
        };
        let host = self.host(cx, &format!("{kind}://{authority}"), None);
        let mut auth = Node::map();
        auth.set("type", Node::text("oauth2"));
        auth.set("token_host", Node::text(host));
        auth.set("token_path", Node::text(path.trim_matches('/')));
        let needed = scopes(cx.document, name);
        let all = flow.members_of("scopes").into_iter().map(|(scope, _)| scope);
        let scopes: Vec<Node> =
            all.filter(|scope| needed.is_empty() || needed.contains(scope)).map(Node::text).collect();
        if !scopes.is_empty() {
            auth.set("scopes", Node::List(scopes));
        }
        Some(auth)
    }
}

/// Returns the scopes of a scheme that the document and its operations ask for.
fn scopes<'d>(document: &'d Value, scheme: &str) -> HashSet<&'d str> {
    let root = At::root(document);
    let operations = root.members_of("paths").into_iter().flat_map(|(_, item)| item.members());
    let all = operations.map(|(_, operation)| operation).chain([root.clone()]);
    let required = all.flat_map(|at| at.items("security")).flat_map(|one| one.items(scheme));
    required.filter_map(|scope| scope.value.as_str()).collect()
}

/// Returns the address of requests that say no other.
fn shared(cx: &mut Context<'_>, root: &At<'_>) -> String {
    address(cx, root, root).unwrap_or_else(|| {
        cx.tell("", format!("there is no server; write the address of the API into 'default' of the host, now {NO_ADDRESS}"));
        NO_ADDRESS.to_owned()
    })
}

/// Returns the address of the first server, if there is one.
fn address(cx: &mut Context<'_>, at: &At<'_>, root: &At<'_>) -> Option<String> {
    let servers = at.items("servers");
    let server = servers.first()?;
    let mut url = server.text("url").unwrap_or_default().trim().to_owned();
    for (name, variable) in server.members_of("variables") {
        let first = variable.items("enum").first().and_then(|value| value.value.as_str());
        let value = variable.text("default").or(first).unwrap_or_default();
        url = url.replace(&format!("{{{name}}}"), value);
    }
    if servers.len() > 1 && at.pointer == root.pointer {
        cx.tell(
            format!("{}/servers/1", at.pointer),
            "a host has one address, that of the first server; a client overrides it by the name of the host",
        );
    }
    if url.starts_with("https://") || url.starts_with("http://") {
        return Some(url.trim_end_matches('/').to_owned());
    }
    cx.tell(
        &server.pointer,
        format!("'{url}' is no complete address; write it into 'default' of the host, now {NO_ADDRESS}"),
    );
    Some(NO_ADDRESS.to_owned())
}
