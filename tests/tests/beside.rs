//! The hosts beside the market, over HTTP: what each is sent, and what a request becomes that a host refuses, garbles, cuts or
//! answers with nothing.

use std::collections::BTreeSet;

use virtual_finance::blocking::Client;
use virtual_finance::catalogue::{AuthScheme, EndpointInfo};
use virtual_finance::request::ErasedRequest;
use virtual_finance::settings::Secret;
use virtual_finance::{ENDPOINTS, HOSTS, Host};
use virtual_finance_cases::{Case, check};
use virtual_finance_loopback::{LoopbackHost, header, reply};
use virtual_finance_tests::hosts::client_builder;
use virtual_finance_tests::of_market;

/// A browser, as the market's hosts see it.
const BROWSER: [&str; 3] = ["Mozilla/5.0", "text/html,application/json;q=0.9,*/*;q=0.8", "en-US,en;q=0.9"];

const fn product(accept: &str) -> [&str; 3] {
    ["virtual-finance", accept, "en"]
}

/// The beginnings of `User-Agent`, `Accept` and `Accept-Language` that each host gets.
const SENT: [(&str, [&str; 3]); 14] = [
    ("finance_url", BROWSER),
    ("query_url", BROWSER),
    ("isin_url", BROWSER),
    ("sec_data_url", product("application/json")),
    ("sec_url", product("application/json")),
    ("fred_url", product("application/json")),
    ("world_bank_url", product("application/json")),
    ("ecb_data_url", product("text/csv")),
    ("ecb_url", product("application/xml")),
    ("coingecko_url", product("application/json")),
    ("openfigi_url", product("application/json")),
    ("gleif_url", product("application/vnd.api+json")),
    ("kraken_url", product("application/json")),
    ("tiingo_url", product("application/json")),
];

fn wants_secret(host: &Host) -> bool {
    host.auth.is_some_and(|auth| auth.scheme != AuthScheme::Custom)
}

/// Returns a client that asks one host for all, with a secret for each that wants one.
fn client(url: &str, is_known: bool) -> Client {
    let wanting = HOSTS.iter().filter(|host| is_known && wants_secret(host));
    let builder = wanting.fold(client_builder(HOSTS, url), |builder, host: &&Host| {
        builder.secret(host, Secret::key("me@example.com"))
    });
    builder.build_blocking().unwrap()
}

fn example(info: &EndpointInfo) -> Box<dyn ErasedRequest> {
    (info.build)(&info.examples[0].param_map(info)).unwrap()
}

#[test]
fn the_market_sees_a_browser_and_the_others_the_product() {
    let mut asked = BTreeSet::new();
    for info in ENDPOINTS {
        let host = LoopbackHost::saying(reply(404, &[], ""));
        // With a secret the market's endpoints would ask another provider, too.
        let client = client(host.url(), wants_secret(info.host));
        let request = example(info);
        let _ = client.wait(client.asynchronous().reply_erased(&*request)).map(|_| ());
        let requests = host.requests();
        let (_, expected) = SENT.iter().find(|(name, _)| *name == info.host.name).unwrap();
        for (name, expected) in ["User-Agent", "Accept", "Accept-Language"].into_iter().zip(expected) {
            let sent = header(requests.last().unwrap(), name);
            assert!(sent.as_deref().unwrap().starts_with(expected), "{} {name} {sent:?}", info.name);
        }
        asked.insert(info.host.name);
    }
    assert_eq!(asked.len(), SENT.len(), "{asked:?}");
}

/// The reply that is sent, of a line `STATUS TYPE BODY`; `half` is half of the example's body, and
/// `same` is all of it.
fn damaged(line: &str, info: &EndpointInfo) -> Vec<u8> {
    let mut words = line.splitn(3, ' ');
    let mut next = || words.next().unwrap();
    let (status, kind, body) = (next().parse().unwrap(), next(), next());
    let example = info.examples[0].reply.unwrap();
    let body = match body {
        "half" => &example[..example.len() / 2],
        "same" => example,
        body => body,
    };
    reply(status, &[("content-type", kind)], body)
}

fn told(_: &str, case: &Case) -> Vec<String> {
    let [request, line] = &*case.inputs else { panic!("a request and a reply: {case:?}") };
    let mut words = request.split(' ');
    let command = words.next().unwrap();
    let info = ENDPOINTS.iter().find(|info| info.command == command).unwrap();
    let mut params = info.examples[0].param_map(info);
    for (name, value) in words.map(|word| word.split_once('=').unwrap()) {
        params.insert(name, value);
    }
    let is_known = line != "no secret";
    let host = LoopbackHost::saying(if is_known { damaged(line, info) } else { reply(404, &[], "") });
    let request = (info.build)(&params).unwrap();
    let client = client(host.url(), is_known);
    match client.wait(client.asynchronous().reply_erased(&*request)) {
        Ok(reply) => {
            let response = reply.response.to_value().unwrap().to_string();
            std::iter::once(response).chain(reply.notes.lines()).collect()
        }
        Err(error) => {
            let told = error.to_string();
            assert!(told.starts_with(info.name) && told.contains("; "), "{told}");
            vec![format!("{:?} {told}", error.kind())]
        }
    }
}

#[test]
fn each_damage_has_its_error_and_what_to_do() {
    check(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/beside"), "", told);
}

#[test]
fn every_host_beside_the_market_is_damaged() {
    let cases = include_str!("beside/hosts.txt");
    let market: BTreeSet<_> = of_market().map(|info| info.host.name).collect();
    for host in ENDPOINTS.iter().map(|info| info.host.name).filter(|name| !market.contains(name)) {
        assert!(cases.contains(&format!("=== {host}\n")), "{host}");
    }
}
